"""The cache key covers every source that compiled code depends on, and no others."""

import ast
import importlib
import pkgutil
import shutil
import sys
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType

import pytest
from numba.core.dispatcher import Dispatcher

import tercet
from tercet.games.sources import PACKAGE, compiled_sources, fingerprint

SCRIPTS = ("tercet.__main__", "tercet.server.migrations.env")
"""Modules that run a command or, from within Alembic, a migration when they are imported."""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the sources, which the test may edit."""
    for path in PACKAGE.rglob("*.py"):
        copy = tmp_path / "tercet" / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return tmp_path / "tercet"


def changes_key(package: Path, place: str) -> bool:
    """Return whether an edit of this file changes the cache key, so that everything is compiled again."""
    before = fingerprint(package)
    fingerprint.cache_clear()
    edited = package / place
    edited.write_text(edited.read_text("utf-8") + "\nEDITED = True\n", "utf-8")
    after = fingerprint(package)
    fingerprint.cache_clear()
    return before != after


@pytest.mark.parametrize(
    "place",
    [
        "errors.py",
        "game.py",
        "bots/registry.py",
        "games/z3bra/__init__.py",
        "games/z3bra/refusals.py",
        "games/z3bra/table.py",
        "games/triple/notation.py",
        "lab/league/report.py",
        "lab/warm_up.py",
        "server/table.py",
    ],
)
def test_an_edit_of_plain_python_keeps_the_cache_key(package: Path, place: str) -> None:
    assert not changes_key(package, place)


@pytest.mark.parametrize(
    "place",
    [
        "games/kernel.py",
        "games/sources.py",
        "games/verbs.py",
        "games/z3bra/rules.py",
        "games/zatre/sums.py",
        "bots/zatre/turns.py",
        "bots/random.py",  # plain Python, with a constant that compiled random play reads
        "lab/playout.py",
    ],
)
def test_an_edit_of_compiled_code_changes_the_cache_key(package: Path, place: str) -> None:
    assert changes_key(package, place)


def test_a_constant_is_followed_through_plain_modules(package: Path) -> None:
    """The key covers the modules of plain Python that a constant comes from, but not their other imports."""
    (package / "far.py").write_text("from tercet.errors import UsageError\nFAR = 1\n")
    (package / "near.py").write_text("from tercet.far import FAR\nfrom tercet.records import Record\nNEAR = FAR + 1\n")
    rules = package / "games" / "zatre" / "rules.py"
    rules.write_text("from tercet.near import (\n    NEAR,\n)\n" + rules.read_text("utf-8"), "utf-8")
    covered = {path.relative_to(package).as_posix() for path in compiled_sources(package)}
    assert {"far.py", "near.py"} <= covered
    assert not {"errors.py", "records.py"} & covered


# --- Compared with what introspection finds: every compiled function of every module


def modules() -> list[ModuleType]:
    """Import and return all modules of Tercet, except those that run something when they are imported."""
    names = [module.name for module in pkgutil.walk_packages(tercet.__path__, "tercet.")]
    return [importlib.import_module(name) for name in names if name not in SCRIPTS]


def names_in(code: CodeType) -> set[str]:
    """Return the global names that a function and those inside it read."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return set(code.co_names).union(*map(names_in, inner))


@cache
def origins(module: ModuleType) -> dict[str, set[tuple[ModuleType, str]]]:
    """Return where each global name of a module comes from: another module of Tercet, or other names in this one."""
    found: dict[str, set[tuple[ModuleType, str]]] = {}
    for node in ast.parse(Path(module.__file__ or "").read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tercet"):
            for alias in node.names:
                source = sys.modules.get(f"{node.module}.{alias.name}")
                origin = (source, "") if source else (sys.modules[str(node.module)], alias.name)
                found.setdefault(alias.asname or alias.name, set()).add(origin)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            made_from = {(module, each.id) for each in ast.walk(node.value) if isinstance(each, ast.Name)}
            for target in targets:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name):
                        found.setdefault(each.id, set()).update(made_from)
    return found


def defining_modules(module: ModuleType, names: set[str]) -> set[ModuleType]:
    """Return the modules that define these global names, or the names that these are computed from."""
    seen = {(module, name) for name in names}
    waiting = list(seen)
    while waiting:
        home, name = waiting.pop()
        new = origins(home).get(name, set()) - seen
        seen |= new
        waiting += new
    return {home for home, _ in seen} | {module}


def test_every_compiled_function_and_all_that_it_reads_is_covered() -> None:
    covered = {path.resolve() for path in compiled_sources()}
    functions = {each.py_func for module in modules() for each in vars(module).values() if isinstance(each, Dispatcher)}
    assert len(functions) > 200
    for function in functions:
        module = sys.modules[function.__module__]
        for home in defining_modules(module, names_in(function.__code__)):
            assert Path(home.__file__ or "").resolve() in covered, (function, home)
