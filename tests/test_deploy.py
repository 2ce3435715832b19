"""The files of `deploy/` and the pages for hosts name only what there is: options, variables, metrics, files, tests.

No container engine is needed: what such an engine would be told is compared with the product.
"""

import json
import re
from configparser import ConfigParser
from dataclasses import fields
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from tercet.cli import tercet
from tercet.cli.serve import serve
from tercet.server.metrics import REGISTRY
from tercet.server.rest import ROUTES
from tercet.server.settings import Settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PAGES = [ROOT / "docs" / "hosting.md", ROOT / "SECURITY.md", ROOT / "README.md"]
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
VARIABLES = {f"TERCET_{field.name.upper()}" for field in fields(Settings)} | {"TERCET_CACHE"}
OF_THE_PROXY = {"TERCET_DOMAIN", "TERCET_UPSTREAM"}
"""Variables of the compose file and of Caddy's configuration, not of the product."""


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def options_of(command: click.Command) -> set[str]:
    return {name for option in command.params for name in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize("file", [*FILES, *PAGES], ids=lambda path: path.name)
def test_variables_exist(file: Path) -> None:
    named = set(re.findall(r"\bTERCET_[A-Z_]+\b", file.read_text("utf-8")))
    assert named <= VARIABLES | OF_THE_PROXY


COMMAND = re.compile(r"(?:^|[ `/])tercet ((?:admin )?[a-z]+)((?: [^\n`#|&;]*)?)", re.MULTILINE)


@pytest.mark.parametrize("file", [*FILES, *PAGES], ids=lambda path: path.name)
def test_commands_and_their_options_exist(file: Path) -> None:
    for name, arguments in COMMAND.findall(file.read_text("utf-8")):
        command: click.Command | None = tercet
        for word in name.split():
            assert isinstance(command, click.Group)
            command = command.commands.get(word)
        if command is None:
            assert not re.search(r" --[a-z]", arguments), f"there is no command {name!r}"
            continue
        used = set(re.findall(r"(?<= )--[a-z-]+", arguments))
        assert used <= options_of(command) | {"--help"}, f"tercet {name}"


def test_every_setting_is_explained_to_hosts() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for option in serve.params:
        assert option.opts[0] in page or str(getattr(option, "envvar", "")) in page, option.opts[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_what_pages_refer_to_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    for link in re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", text):
        assert (page.parent / link).exists(), link
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)`|^make ([a-z]+)", text, re.MULTILINE)) <= {
        pair for target in targets for pair in ((target, ""), ("", target))
    }
    for place in re.findall(r"\bdeploy/[\w.-]+", text):
        assert (ROOT / place).exists(), place


def test_tests_that_are_promised_exist() -> None:
    """Each attack of SECURITY.md has its test, by file and name."""
    promised = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text("utf-8"))
    assert len(promised) > 10
    for file, name in promised:
        assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE), (file, name)


# --- The image


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file, one a line."""
    lines = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^#.*\n", "", text_of("Containerfile"))).splitlines()
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines if line]


def is_in_context(path: str) -> bool:
    """Whether the ignore file lets a file of the checkout through: the last line that matches it decides."""
    is_in = True
    parts = path.split("/")
    parents = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    for line in (ROOT / ".dockerignore").read_text("utf-8").split("\n"):
        pattern = line.removeprefix("!").strip()
        if pattern and not line.startswith("#") and any(matches(parent, pattern) for parent in parents):
            is_in = line.startswith("!")
    return is_in


def matches(path: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch(path.rpartition("/")[2], pattern[3:])
    return path.count("/") == pattern.count("/") and fnmatch(path, pattern)


def copied() -> list[str]:
    """What is copied into the image from the checkout."""
    arguments = [words for name, words in instructions() if name == "COPY" and not words.startswith("--from")]
    return [source for words in arguments for source in words.split()[:-1]]


def test_the_image_copies_what_there_is() -> None:
    assert copied()
    for source in copied():
        assert (ROOT / source).exists(), source
        assert is_in_context(source), source
    assert not is_in_context(".git")
    assert not is_in_context("web/node_modules/svelte/package.json")
    assert not is_in_context("tests/conftest.py")
    for link in (path for path in (ROOT / "src").rglob("*") if path.is_symlink()):
        target = link.resolve().relative_to(ROOT).as_posix()
        assert target in copied(), f"{link.name} would lead nowhere"


def test_the_image_has_all_that_building_needs() -> None:
    build = (ROOT / "pyproject.toml").read_text("utf-8") + (ROOT / "hatch_build.py").read_text("utf-8")
    for name in ("README.md", "LICENSE", "hatch_build.py", "pyproject.toml", "web", "src"):
        assert name in copied()
    assert 'readme = "README.md"' in build


def test_the_image_installs_pinned_packages_alone() -> None:
    installs = [words for name, words in instructions() if name == "RUN" and "pip" in words]
    for words in installs:
        for command in words.split("&&"):
            if "install" in command:
                assert "--require-hashes" in command or "--no-deps /wheels/" in command, command
            for lock in re.findall(r"--requirement (\S+)", command):
                assert lock in copied()
                assert "--hash=sha256:" in (ROOT / lock).read_text("utf-8")


def pinned(lock: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)(?:\[[\w,]+\])?==([^\s;]+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE)
    return dict(found)


def test_the_image_has_the_packages_that_the_tests_ran_with() -> None:
    image, tested = pinned("requirements-nodes.txt"), pinned("requirements-dev.txt")
    assert {"asyncpg", "valkey", "numba", "litestar"} <= set(image)
    assert {name: version for name, version in image.items() if tested.get(name) != version} == {}


def test_the_image_runs_as_an_ordinary_user_and_tells_its_health() -> None:
    last = instructions()[max(n for n, (name, _) in enumerate(instructions()) if name == "FROM") :]
    named = dict(last)
    assert named["USER"] not in ("root", "0")
    assert f" {named['USER']}" in next(words for name, words in last if name == "RUN" and "useradd" in words)
    assert json.loads(named["ENTRYPOINT"]) == ["tercet"]
    assert json.loads(named["CMD"])[0] in tercet.commands
    check = named["HEALTHCHECK"]
    assert any(path == "/health" for route in ROUTES for path in route.paths)
    assert "/health" in check
    assert named["EXPOSE"] in check
    assert int(named["EXPOSE"]) == Settings().port
    written = [value for value in named["ENV"].split() if "/" in value and not value.startswith("PATH=")]
    assert all(value.partition("=")[2].startswith(named["VOLUME"]) for value in written), "all else is read-only"


# --- Compose


@pytest.fixture
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text_of("compose.yaml"))
    return found


def test_only_the_proxy_of_the_compose_file_can_be_reached(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert compose["networks"]["back"]["internal"] is True
    for name in ("database", "channels"):
        assert services[name]["networks"] == ["back"]


def test_services_of_the_compose_file_may_do_little(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert "cap_add" not in compose["services"]["tercet"]


def test_the_compose_file_is_consistent(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        for other, needed in service.get("depends_on", {}).items():
            assert needed == {"condition": "service_healthy"}
            assert "healthcheck" in services[other] or other == "tercet", "whose image has one"
        assert set(service["networks"]) <= set(compose["networks"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"]
    build = services["tercet"]["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).exists()


def test_the_server_of_the_compose_file_finds_the_others(compose: dict[str, Any]) -> None:
    services, settings = compose["services"], compose["services"]["tercet"]["environment"]
    assert set(settings) <= VARIABLES
    user = services["database"]["environment"]["POSTGRES_USER"]
    assert re.fullmatch(
        rf"postgresql://{user}:\$\{{POSTGRES_PASSWORD.*\}}@database/{user}", settings["TERCET_DATABASE"]
    )
    assert settings["TERCET_CHANNELS"] == "valkey://channels"
    assert settings["TERCET_TRUSTED_PROXIES"] == compose["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert services["proxy"]["environment"]["TERCET_UPSTREAM"] == f"tercet:{Settings().port}"
    assert set(re.findall(r"\{\$(\w+)", text_of("Caddyfile"))) == OF_THE_PROXY


@pytest.mark.parametrize("proxy", ["Caddyfile", "nginx.conf"])
def test_proxies_pass_on_what_the_server_needs(proxy: str) -> None:
    text = text_of(proxy)
    assert f"127.0.0.1:{Settings().port}" in text
    assert "/metrics" in text
    assert "Strict-Transport-Security" in text
    if proxy == "nginx.conf":
        for header in (
            "Host $host",
            "X-Forwarded-For $remote_addr",
            "X-Forwarded-Proto $scheme",
            "Upgrade $http_upgrade",
        ):
            assert f"proxy_set_header {header};" in text


# --- systemd

HARDENED = (
    "NoNewPrivileges",
    "PrivateDevices",
    "PrivateTmp",
    "ProtectHome",
    "ProtectKernelModules",
    "RestrictNamespaces",
)


def test_the_unit_is_hardened_and_starts_the_server() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text_of("tercet.service"))
    service = unit["Service"]
    assert {service[name] for name in HARDENED} == {"yes"}
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert service["User"] not in ("root", "")
    assert service["ExecStart"] == "/opt/tercet/bin/tercet serve"
    assert service["UMask"] == "0077"
    folders = {f"/var/lib/{service['StateDirectory']}", f"/var/cache/{service['CacheDirectory']}"}
    written = re.findall(r"^Environment=\w+=(/\S+)", text_of("tercet.service"), re.MULTILINE)
    assert {str(Path(path).parent) if "." in path else path for path in written} == folders


# --- The dashboard


def test_metrics_of_the_dashboard_exist() -> None:
    exist = {sample.name for metric in REGISTRY.collect() for sample in metric.samples}
    panels = json.loads(text_of("dashboard.json"))["panels"]
    used = {
        name for panel in panels for target in panel["targets"] for name in re.findall(r"tercet_\w+", target["expr"])
    }
    assert len(used) >= 6
    assert used <= exist
    for panel in panels:
        assert panel["title"]
        assert panel["description"]
