"""Profiles without accounts: created silently, or not at all; their tables on every device."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.inside import ServerThread, Wire, serving
from server.playing import Message
from server.test_upgrades import do, rows
from tercet.server import ids
from waiting import LONGEST_WAIT

COOKIE = "tercet_profile"


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One server for the tests that need no settings of their own."""
    with serving(tmp_path_factory.mktemp("profiles") / "tables.db") as server:
        yield server


class Browser(httpx.Client):
    """A browser at the server's own page: it keeps cookies, and says where its requests come from."""

    def __init__(self, server: ServerThread) -> None:
        super().__init__(base_url=server.url, headers={"origin": server.url}, timeout=LONGEST_WAIT)

    def create(self, name: str | None = "Ann", **wish: object) -> Message:
        """Make a table and perhaps take a seat."""
        answer = self.post("/api/tables", json={"game": "zatre", "name": name, **wish})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def join(self, table: str, name: str = "Ann", **wish: object) -> Message:
        """Take a seat."""
        answer = self.post(f"/api/tables/{table}/join", json={"name": name, **wish})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def mine(self) -> list[str]:
        """The tables in this browser's list."""
        return [each["id"] for each in self.get("/api/mine").json()]

    def forget_seats(self) -> None:
        """Lose all cookies but that of the profile, as a device that has never seen the tables."""
        secret = self.cookies[COOKIE]
        self.cookies.clear()
        self.cookies.set(COOKIE, secret)


@pytest.fixture
def ann(inside: ServerThread) -> Iterator[Browser]:
    with Browser(inside) as browser:
        yield browser


@pytest.fixture
def bob(inside: ServerThread) -> Iterator[Browser]:
    with Browser(inside) as browser:
        yield browser


def count(server: ServerThread, table: str) -> int:
    """The rows of a table of the database."""
    return int(do(rows(str(server.hub.settings.database), f"SELECT count(*) FROM {table}"))[0][0])


# --- Where they come from


def test_a_seat_with_a_name_creates_a_profile(ann: Browser, bob: Browser) -> None:
    made = ann.create("Ann")
    secret = ann.cookies[COOKIE]
    assert len(secret) == 43
    bob.join(made["table"], "Bob")
    assert bob.cookies[COOKIE] != secret
    ann.create("Ann")
    assert ann.cookies[COOKIE] == secret, "once"


def test_a_host_without_a_seat_needs_none(ann: Browser) -> None:
    ann.create(None)
    assert COOKIE not in ann.cookies


def test_programs_and_people_who_share_a_device_get_none(inside: ServerThread, ann: Browser) -> None:
    before = count(inside, "profiles")
    with httpx.Client(base_url=inside.url, timeout=LONGEST_WAIT) as program:
        program.post("/api/tables", json={"game": "zatre", "name": "Bot"}).raise_for_status()
    made = ann.create(None)
    for name in ("Ann", "Bob"):
        answer = httpx.post(
            f"{inside.url}/api/tables/{made['table']}/join",
            json={"name": name, "token": name * 15},
            headers={"origin": inside.url},
        )
        assert answer.status_code == 200
        assert COOKIE not in answer.cookies
    assert count(inside, "profiles") == before


def test_who_has_opted_out_plays_as_before(inside: ServerThread, ann: Browser) -> None:
    ann.cookies.set(COOKIE, "off")
    before = [count(inside, table) for table in ("profiles", "profile_keys", "profile_tables")]
    made = ann.create("Ann")
    assert ann.cookies[COOKIE] == "off"
    assert ann.mine() == [made["table"]]
    assert [count(inside, table) for table in ("profiles", "profile_keys", "profile_tables")] == before


def test_one_address_cannot_create_too_many(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", profiles_per_minute=2) as server:
        for number in range(4):
            with Browser(server) as browser:
                browser.create("Ann")
                assert (COOKIE in browser.cookies) == (number < 2), "all of them sit down"


# --- Tables


def test_tables_belong_to_the_profile_on_every_device(inside: ServerThread, ann: Browser) -> None:
    made = ann.create("Ann", players=2, bots=["random"], start=True)["table"]
    ann.forget_seats()
    assert ann.mine() == [made]
    assert ann.get(f"/api/tables/{made}").json()["seat"] == 0
    wire = Wire(inside.host, f"/api/tables/{made}/live", cookie=f"{COOKIE}={ann.cookies[COOKIE]}")
    assert wire.hello()["seat"] == 0
    wire.drop()
    seated = ann.join(made, "Ann")
    assert (seated["seat"], seated["token"]) == (0, "")


def test_seats_from_before_are_adopted(inside: ServerThread, ann: Browser) -> None:
    ann.cookies.set(COOKIE, "off")
    earlier = ann.create("Ann")["table"]
    ann.cookies.delete(COOKIE)
    later = ann.create("Ann")["table"]
    ann.forget_seats()
    assert set(ann.mine()) == {earlier, later}


def test_the_cookie_of_a_seat_counts_before_the_profile(ann: Browser, bob: Browser) -> None:
    made = ann.create("Ann", players=3)["table"]
    seat = bob.join(made, "Bob")
    ann.forget_seats()
    path = f"/api/tables/{made}/enter"
    refused = ann.post(path, json={"token": seat["token"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "other_seat")
    replaced = ann.post(path, json={"token": seat["token"], "replace": True}).json()["replaced"]
    assert replaced == {"name": "Ann", "token": ""}
    assert ann.get(f"/api/tables/{made}").json()["seat"] == 1
    assert ann.post(path, json={"token": "", "replace": True}).json()["seat"] == 0
    assert ann.get(f"/api/tables/{made}").json()["seat"] == 0
    ann.forget_seats()
    assert ann.get(f"/api/tables/{made}").json()["seat"] == 0, "the seat of the profile is what it was"
    assert bob.get(f"/api/tables/{made}").json()["seat"] == 1


# --- To another device


def link_of(browser: Browser) -> str:
    """A new link to a browser's profile."""
    answer = browser.post("/api/profile/link")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code"])


def test_a_profile_moves_to_another_device_once(ann: Browser, bob: Browser) -> None:
    made = ann.create("Ann")["table"]
    code = link_of(ann)
    assert len(code) == 20
    taken = bob.post("/api/profile/take", json={"code": code})
    assert taken.json()["profile"]["name"] == "Ann"
    assert taken.json()["profile"]["browsers"] == 2
    assert bob.cookies[COOKIE] != ann.cookies[COOKIE]
    assert bob.mine() == [made]
    again = bob.post("/api/profile/take", json={"code": code})
    assert (again.status_code, again.json()["code"]) == (404, "not_found")


def test_only_the_newest_link_works_and_not_for_long(
    inside: ServerThread, ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.create("Ann")
    first, second = link_of(ann), link_of(ann)
    assert bob.post("/api/profile/take", json={"code": first}).status_code == 404
    now = ids.now()
    monkeypatch.setattr(ids, "now", lambda: now + 10 * 60_000 + 1000)
    assert bob.post("/api/profile/take", json={"code": second}).status_code == 404
    monkeypatch.undo()
    assert bob.post("/api/profile/take", json={"code": second}).status_code == 200


def test_the_database_has_only_hashes(inside: ServerThread, ann: Browser) -> None:
    ann.create("Ann")
    code = link_of(ann)
    inside.do(inside.hub.store.purge())
    content = Path(str(inside.hub.settings.database)).read_bytes()
    assert ids.token_hash(code).encode() in content
    assert code.encode() not in content
    assert ann.cookies[COOKIE].encode() not in content


def test_two_profiles_become_one_if_that_is_wanted(ann: Browser, bob: Browser) -> None:
    hers, his = ann.create("Ann")["table"], bob.create("Bob")["table"]
    code = link_of(ann)
    refused = bob.post("/api/profile/take", json={"code": code})
    assert (refused.status_code, refused.json()["code"]) == (409, "other_profile")
    assert bob.mine() == [his]
    assert bob.post("/api/profile/take", json={"code": code, "merge": True}).json()["profile"]["name"] == "Ann"
    for browser in (ann, bob):
        browser.forget_seats()
        assert set(browser.mine()) == {hers, his}
        assert browser.get("/api/profile").json()["profile"]["name"] == "Ann"


def test_seats_of_a_browser_without_a_profile_come_along(ann: Browser, bob: Browser) -> None:
    ann.create("Ann")
    bob.cookies.set(COOKIE, "off")
    his = bob.create("Bob")["table"]
    assert bob.post("/api/profile/take", json={"code": link_of(ann)}).status_code == 200
    assert his in ann.mine()


def test_codes_cannot_be_guessed_in_numbers(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", links_per_minute=3) as server, Browser(server) as browser:
        answers = [browser.post("/api/profile/take", json={"code": "a" * 20}).status_code for _ in range(5)]
        assert answers == [404, 404, 404, 429, 429]


def test_a_lost_device_is_signed_out(ann: Browser, bob: Browser) -> None:
    ann.create("Ann")
    bob.post("/api/profile/take", json={"code": link_of(ann)})
    assert ann.post("/api/profile/sign-out-others").json()["profile"]["browsers"] == 1
    assert bob.get("/api/profile").json() == {"profile": None, "opted_out": False}
    assert bob.mine() == []


# --- Name and privacy


def test_names_are_changed_and_checked(ann: Browser) -> None:
    assert ann.get("/api/profile").json() == {"profile": None, "opted_out": False}
    assert ann.patch("/api/profile", json={"name": "Anna"}).status_code == 404
    ann.create("Ann")
    assert ann.patch("/api/profile", json={"name": "  Anna  "}).json()["profile"]["name"] == "Anna"
    assert ann.patch("/api/profile", json={"name": "\u200b"}).status_code == 400
    assert ann.get("/api/profile").json()["profile"]["name"] == "Anna"


def test_others_see_only_the_name_unless_chosen_otherwise(ann: Browser, bob: Browser) -> None:
    ann.create("Ann")
    own = ann.get("/api/profile").json()["profile"]["id"]
    path = f"/api/profiles/{own}"
    assert bob.get(path).json() == {"id": own, "name": "Ann", "statistics": None}
    ann.patch("/api/profile", json={"public": True})
    assert bob.get(path).json()["statistics"]["matches"] == 0
    ann.patch("/api/profile", json={"public": False})
    assert bob.get(path).json()["statistics"] is None
    assert bob.get("/api/profiles/nobody").status_code == 404


def test_a_profile_can_be_asked_for_and_given_up(inside: ServerThread, ann: Browser) -> None:
    assert ann.post("/api/profile/opt-out").json() == {"profile": None, "opted_out": True}
    assert ann.cookies[COOKIE] == "off"
    assert ann.post("/api/profile", json={"name": "Ann"}).json()["profile"]["name"] == "Ann"
    before = count(inside, "profiles")
    assert ann.post("/api/profile/opt-out").json()["opted_out"]
    assert count(inside, "profiles") == before - 1, "no other browser has it"


# --- What becomes of them


def test_idle_profiles_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.db") as server, Browser(server) as ann, Browser(server) as bob:
        ann.create("Ann")
        bob.post("/api/profile", json={"name": "Bob"})
        now, day = ids.now(), 24 * 3600 * 1000

        def left_after(days: int) -> list[str]:
            monkeypatch.setattr(ids, "now", lambda: now + days * day)
            server.do(server.hub.profiles.clean_up())
            return [name for (name,) in do(rows(str(tmp_path / "tables.db"), "SELECT name FROM profiles"))]

        assert sorted(left_after(29)) == ["Ann", "Bob"]
        assert left_after(31) == ["Ann"], "who has a table or a result stays"
        assert left_after(402) == [], "no browser has the cookie any more"
        monkeypatch.undo()


def test_removing_a_table_from_the_list_and_back(ann: Browser) -> None:
    made = ann.create("Ann", game="z3bra", bots=["random"], start=True)["table"]
    ann.forget_seats()
    forgotten = ann.post("/api/mine/forget", json={"tables": [made]}).json()
    assert forgotten == [{"table": made, "token": ""}]
    assert ann.mine() == []
    assert ann.get(f"/api/tables/{made}").json()["seat"] == 0, "the seat stays one's own"
    assert ann.post(f"/api/tables/{made}/enter", json={"token": ""}).json()["seat"] == 0
    assert ann.mine() == [made]


def test_who_was_removed_cannot_come_back_by_profile(ann: Browser, bob: Browser, inside: ServerThread) -> None:
    made = ann.create("Ann", players=3)
    bob.join(made["table"], "Bob")
    wire = Wire(inside.host, f"/api/tables/{made['table']}/live")
    wire.hello(made["token"])
    wire.do("clear_seat", "1", seat=1)
    wire.drop()
    bob.forget_seats()
    assert bob.get(f"/api/tables/{made['table']}").json()["seat"] is None
    answer = bob.post(f"/api/tables/{made['table']}/join", json={"name": "Robert"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


# --- Other sites, scripts and strangers


def test_neither_scripts_nor_other_sites_can_use_the_cookie(ann: Browser) -> None:
    answer = ann.post("/api/tables", json={"game": "zatre", "name": "Ann"})
    (cookie,) = [line for line in answer.headers.get_list("set-cookie") if line.startswith(COOKIE)]
    assert {"httponly", "samesite=strict"} <= {part.strip().lower() for part in cookie.split(";")}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", ""),
        ("PATCH", ""),
        ("DELETE", ""),
        *(("POST", path) for path in ("/link", "/take", "/opt-out", "/sign-out-others")),
    ],
)
def test_pages_of_other_sites_cannot_act(ann: Browser, method: str, path: str) -> None:
    ann.create("Ann")
    answer = ann.request(method, f"/api/profile{path}", json={}, headers={"origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_site")
    assert ann.get("/api/profile").json()["profile"]["name"] == "Ann"


@pytest.mark.parametrize("secret", ["", "x", "a" * 43, "a" * 2000, "ä" * 43, "offline"])
def test_a_wrong_secret_is_nobody(inside: ServerThread, secret: str) -> None:
    headers = {"cookie": f"{COOKIE}={secret}".encode()}
    answer = httpx.get(f"{inside.url}/api/profile", headers=headers, timeout=LONGEST_WAIT)  # type: ignore[arg-type]
    assert answer.json() == {"profile": None, "opted_out": False}
    for path in ("link", "sign-out-others"):
        answer = httpx.post(f"{inside.url}/api/profile/{path}", headers=headers, timeout=LONGEST_WAIT)  # type: ignore[arg-type]
        assert answer.status_code == 404
