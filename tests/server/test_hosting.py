"""What a host decides: who may make tables, who sees metrics and addresses, and what is said at the start."""

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import ifaddr
import pytest

from server.inside import serving, starting
from server.playing import bearer, free_port
from tercet.cli.serve import exposure
from tercet.errors import UsageError
from tercet.server.addresses import is_in_own_network
from tercet.server.metrics import serving_metrics
from tercet.server.private import read_pass_phrase
from tercet.server.settings import Settings
from waiting import LONGEST_WAIT

PHRASE = "drei Bärte über Nacht"
STRANGER = {"x-forwarded-for": "198.51.100.7"}
"""Somebody from another network, for whom a proxy on this machine speaks; Uvicorn trusts it."""


def make_table(url: str, **wish: Any) -> httpx.Response:
    return httpx.post(f"{url}/api/tables", json={"game": "zatre", "name": "Ada", **wish}, timeout=LONGEST_WAIT)


# --- Private mode


def test_a_private_server_makes_tables_for_its_pass_phrase_alone(tmp_path: Path) -> None:
    secret = tmp_path / "phrase"
    secret.write_text(PHRASE + "\n")
    with serving(tmp_path / "tables.db", pass_phrase=f"@{secret}") as server:
        assert httpx.get(f"{server.url}/api/server").json()["private"] is True
        for wrong in (None, "", "drei Bärte", PHRASE.upper()):
            refused = make_table(server.url, pass_phrase=wrong)
            assert (refused.status_code, refused.json()["code"]) == (403, "pass_phrase")
            assert PHRASE not in refused.text
        made = make_table(server.url, pass_phrase=PHRASE.replace("ä", "a\u0308") + " ", bots=["random"], start=True)
        assert made.status_code == 201, "however it was typed"


def test_friends_join_a_private_table_by_its_link_and_play_again(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", pass_phrase=PHRASE) as server:
        table = make_table(server.url, pass_phrase=PHRASE).json()["table"]
        path = f"{server.url}/api/tables/{table}"
        joined = httpx.post(f"{path}/join", json={"name": "Bob"})
        assert joined.status_code == 200
        again = httpx.post(f"{path}/rematch", headers=bearer(joined.json()["token"]))
        assert again.json()["code"] == "not_now", "refused because the match is not over, not for a pass phrase"


def test_guesses_count_as_tables_that_were_made(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", pass_phrase=PHRASE, creates_per_minute=3) as server:
        guesses = [make_table(server.url, pass_phrase=f"guess number {n}").status_code for n in range(3)]
        assert guesses == [403, 403, 403]
        assert make_table(server.url, pass_phrase=PHRASE).json()["code"] == "too_fast"


def test_a_public_server_ignores_a_pass_phrase_that_a_browser_has_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        assert httpx.get(f"{server.url}/api/server").json()["private"] is False
        assert make_table(server.url, pass_phrase="of another server").status_code == 201


@pytest.mark.parametrize(
    ("setting", "said"),
    [("short", "at least 8 characters"), ("@/no/such/file", "cannot be read from /no/such/file")],
)
def test_an_unusable_pass_phrase_is_refused(setting: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read_pass_phrase(setting)


# --- Metrics


def test_metrics_are_for_this_machine_alone(tmp_path: Path) -> None:
    with starting(tmp_path / "tables.db") as server:
        assert "tercet_events_total" in httpx.get(f"{server.url}/metrics").text
        through_proxy = httpx.get(f"{server.url}/metrics", headers=STRANGER)
        assert (through_proxy.status_code, through_proxy.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("changes", [{"host": "0.0.0.0"}, {"metrics": "off"}])
def test_metrics_are_off(tmp_path: Path, changes: dict[str, Any]) -> None:
    with starting(tmp_path / "tables.db", **changes) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404


def test_metrics_can_have_an_address_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with starting(tmp_path / "tables.db", host="0.0.0.0", metrics=f"127.0.0.1:{port}") as server:
        assert "tercet_events_total" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert httpx.get(f"{server.url}/metrics").status_code == 404
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


@pytest.mark.parametrize("address", ["9000", "somewhere", "127.0.0.1:99999", "taken"])
def test_an_unusable_address_for_metrics_is_refused(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}" if address == "taken" else address
        with pytest.raises(UsageError, match=r"[Mm]etrics"), serving_metrics(place):
            pass


# --- Addresses


def test_addresses_are_told_in_the_same_network_alone(tmp_path: Path) -> None:
    with starting(tmp_path / "tables.db", host="0.0.0.0") as server:
        path = f"{server.url}/api/addresses"
        here = httpx.get(path).json()
        assert all(address.endswith(f":{server.port}") for address in here)
        assert httpx.get(path, headers=STRANGER).json() == []


def test_neighbours_are_in_a_network_of_this_machine() -> None:
    own = [each for adapter in ifaddr.get_adapters() for each in adapter.ips]
    for each in own:
        assert is_in_own_network(each.ip if isinstance(each.ip, str) else each.ip[0])
    assert not is_in_own_network(STRANGER["x-forwarded-for"])
    assert not is_in_own_network("2001:db8::7")
    assert is_in_own_network("::ffff:127.0.0.1")


# --- What is said at the start


def test_a_server_for_everybody_says_so_and_how_to_be_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tercet", "serve", "--port", "0", "--host", "0.0.0.0"]
    command += ["--database", str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        meaning = next(line for line in process.stdout if line.startswith("Everybody who can reach this machine"))
        process.terminate()
    assert "make tables" in meaning
    assert f"{sys.executable} -m tercet serve --host 127.0.0.1" in meaning, "in the same line"


def test_a_private_server_says_that_its_tables_need_the_pass_phrase() -> None:
    said = exposure(Settings(host="0.0.0.0", pass_phrase=PHRASE), open_browser=True)
    assert "making one needs the pass phrase" in said
    assert said.endswith("serve --host 127.0.0.1 --open")
    assert PHRASE not in said
