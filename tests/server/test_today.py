"""Today's deal: its days, attempts and field, and that nobody learns of the deal before its day has closed."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message
from server.sealed import (
    CLOSE,
    HOUR,
    MIDNIGHT,
    NOON,
    TODAY,
    TOMORROW,
    Browser,
    Calendar,
    calendar,
    play_on,
    table_in,
)
from tercet import fair
from tercet.server.days import DAY, day_of, later
from tercet.server.hub import Hub
from tercet.server.settings import Settings
from tercet.server.store import Store
from tercet.server.today import AHEAD, MOST_ATTEMPTS, PLAYER, Today
from tercet.server.today_store import DailyDeal, TodayStore


class Scene:
    """A server and the clock on its wall."""

    def __init__(self, inside: ServerThread, clock: Calendar) -> None:
        self.inside, self.clock = inside, clock
        self.noon = clock.now
        self.midnight, self.close = self.noon + 12 * HOUR, self.noon + 13 * HOUR
        self.today, self.tomorrow = day_of(self.noon), day_of(self.midnight)

    def browser(self, name: str) -> Browser:
        return Browser(self.inside.url, name)

    def finish(self, browser: Browser, seated: Message, seed: int = 1) -> None:
        """Play to the end, until the result is written."""
        play_on(self.inside, browser, seated, seed)
        self.inside.do(self.inside.hub.shared_deals.refresh(self.inside.do(self.inside.hub.find(seated["table"]))))

    def seed(self, day: str, game: str = "z3bra") -> str:
        deal = self.inside.do(TodayStore(self.inside.hub.store).deal(day, game))
        assert deal is not None
        return deal.seed


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerThread, Calendar]]:
    with calendar() as clock, serving(tmp_path_factory.mktemp("today") / "tables.db") as inside:
        yield inside, clock


@pytest.fixture
def scene(shared: tuple[ServerThread, Calendar]) -> Scene:
    """A day that nobody has played on, and for which no deals were made before."""
    inside, clock = shared
    clock.now += 100 * DAY - (clock.now - NOON) % DAY
    inside.do(inside.hub.today.keep_days())
    return Scene(inside, clock)


# --- Days


def test_commitments_are_published_a_week_ahead_and_seeds_after_the_day(scene: Scene) -> None:
    ann = scene.browser("Ann")
    page = ann.get("/api/today")
    assert (page["day"], page["ends"], page["closes"], page["left"]) == (
        scene.today,
        scene.midnight,
        scene.close,
        12 * HOUR,
    )
    assert [each["deal"]["game"] for each in page["games"]] == ["z3bra", "zatre", "triple"]
    assert all(each["deal"]["late"] for each in page["games"]), "the server was new on this day, and says so"
    coming = page["coming"]
    assert {each["day"] for each in coming} == {later(scene.today, days) for days in range(1, AHEAD + 1)}
    assert not any(each["late"] or each["seed"] for each in coming)
    promised = next(each for each in coming if (each["day"], each["game"]) == (scene.tomorrow, "z3bra"))
    assert ann.get(f"/api/today/{scene.tomorrow}/z3bra")["status"] == "coming"
    for now, day, status in [
        (scene.midnight - 1, scene.today, "running"),
        (scene.midnight, scene.today, "closing"),
        (scene.midnight, scene.tomorrow, "running"),
        (scene.close - 1, scene.today, "closing"),
        (scene.close, scene.today, "open"),
        (scene.close + DAY, scene.tomorrow, "open"),
    ]:
        scene.clock.now = now
        field = ann.get(f"/api/today/{day}/z3bra")
        assert field["status"] == status
        assert (field["deal"]["seed"] is not None) == (status == "open")
    opened = ann.get(f"/api/today/{scene.tomorrow}/z3bra")["deal"]
    assert opened["commitment"] == promised["commitment"] == fair.commitment(opened["seed"])
    assert opened["published"] == promised["published"] < scene.midnight
    for wrong in (f"/api/today/{scene.today}/chess", "/api/today/2026-02-30/z3bra", "/api/today/2020-01-01/z3bra"):
        assert ann.refused("GET", wrong) == "not_found"
    assert ann.refused("POST", "/api/today/chess", name="Ann") == "not_found"


def test_a_day_begins_with_the_first_who_asks(scene: Scene) -> None:
    """Even if the server has slept through all days that were prepared."""
    scene.clock.now = scene.noon + 30 * DAY
    ann = scene.browser("Ann")
    page = ann.get("/api/today")
    assert page["day"] == later(scene.today, 30)
    assert all(each["deal"]["late"] for each in page["games"])
    assert ann.play_today()["seat"] == 0


def test_a_server_that_was_off_over_midnight(tmp_path: Path) -> None:
    with calendar() as clock:
        with serving(tmp_path / "tables.db") as inside:
            ann = Browser(inside.url, "Ann")
            seated = ann.play_today()
            play_on(inside, ann, seated, moves=3)
            promised = ann.get("/api/today")["coming"][0]
        clock.now = MIDNIGHT + HOUR // 2
        with serving(tmp_path / "tables.db") as inside:
            ann.http.base_url, ann.host = inside.url, inside.host
            page = ann.get("/api/today")
            assert (page["day"], page["games"][0]["deal"]["commitment"]) == (TOMORROW, promised["commitment"])
            assert page["since"] == TODAY
            assert not page["games"][0]["deal"]["late"]
            assert ann.get(f"/api/tables/{seated['table']}")["table"]["today"] == TODAY
            Scene(inside, clock).finish(ann, seated)
            field = ann.get(f"/api/today/{TODAY}/z3bra")
            assert (field["status"], field["played"], field["you"]["place"]) == ("closing", 1, 1)
        clock.now = CLOSE + HOUR
        with serving(tmp_path / "tables.db") as inside:
            ann.http.base_url, ann.host = inside.url, inside.host
            assert ann.get(f"/api/today/{TODAY}/z3bra")["deal"]["seed"]
            assert ann.get(f"/api/tables/{seated['table']}/record")["seed"]
            assert ann.get("/api/today")["streak"] == 1


def test_two_nodes_make_the_same_day(tmp_path: Path) -> None:
    """The second one comes when the first has looked and not yet written."""

    async def race() -> None:
        hubs = [Hub(Settings(database=str(tmp_path / "tables.db"))) for _ in range(2)]
        for hub in hubs:
            hub.store = await Store.open(str(tmp_path / "tables.db"))
        await asyncio.gather(*(Today(hub).keep_days() for hub in hubs))
        found = [await TodayStore(hub.store).deals(TODAY, later(TODAY, AHEAD)) for hub in hubs]
        assert found[0] == found[1]
        assert len(found[0]) == 3 * (AHEAD + 1)
        other = [DailyDeal(TODAY, "z3bra", "ff" * 32, b"{}", 1, None)]
        await TodayStore(hubs[0].store).publish(other)
        assert await TodayStore(hubs[1].store).deals(TODAY, later(TODAY, AHEAD)) == found[0]
        for hub in hubs:
            await hub.store.close()

    with calendar():
        asyncio.run(race())


def test_a_deal_that_is_known_is_not_played_when_the_clock_is_set_back(scene: Scene) -> None:
    ann = scene.browser("Ann")
    scene.clock.now = scene.close
    assert ann.get(f"/api/today/{scene.today}/z3bra")["deal"]["seed"]
    scene.clock.now = scene.noon
    assert ann.refused("POST", "/api/today/z3bra", name="Ann") == "not_now"


# --- Attempts


def test_the_first_attempt_counts_and_then_it_is_practice(scene: Scene) -> None:
    ann = scene.browser("Ann")
    first = ann.play_today()
    assert ann.refused("POST", "/api/today/z3bra", name="Ann") == "not_now"
    info = ann.get(f"/api/tables/{first['table']}")["table"]
    assert (info["attempt"], info["sealed"], info["help"], info["coach"]) == (1, True, False, False)
    scene.finish(ann, first)
    own = ann.get(f"/api/today/{scene.today}/z3bra")["you"]
    again = ann.play_today()
    assert ann.get(f"/api/tables/{again['table']}")["table"]["attempt"] == 2
    scene.finish(ann, again, seed=4)
    after = ann.get(f"/api/today/{scene.today}/z3bra")
    assert after["you"] == own | {"practised": 1}
    assert after["played"] == 1


def test_who_has_no_profile_plays_and_is_not_in_the_field(scene: Scene) -> None:
    cy = scene.browser("Cy")
    cy.opt_out()
    seated = cy.play_today()
    assert cy.get(f"/api/tables/{seated['table']}")["table"]["attempt"] == 0
    scene.finish(cy, seated)
    field = cy.get(f"/api/today/{scene.today}/z3bra")
    assert (field["played"], field["you"], field["shown"]) == (0, None, False)
    page = cy.get("/api/today")
    assert (page["week"], page["streak"]) == ([], 0)


def test_a_game_begun_on_a_day_counts_until_its_results_close(scene: Scene) -> None:
    ann, bo = scene.browser("Ann"), scene.browser("Bo")
    hers, his = ann.play_today(), bo.play_today()
    scene.clock.now = scene.close - 60_000
    scene.finish(ann, hers)
    scene.clock.now = scene.close
    assert ann.get(f"/api/today/{scene.today}/z3bra")["played"] == 1
    scene.finish(bo, his)
    late = bo.get(f"/api/today/{scene.today}/z3bra")
    assert (late["played"], late["you"]["counts"], late["you"]["place"]) == (1, False, None)
    assert ann.get(f"/api/today/{scene.today}/z3bra")["you"]["counts"]


def test_a_result_that_a_crash_has_left_unwritten_is_made_up_for(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = scene.browser("Ann")
    seated = ann.play_today()

    async def nothing(*_: Any) -> None: ...

    with monkeypatch.context() as patch:
        patch.setattr(Today, "settle", nothing)
        scene.finish(ann, seated)
        assert ann.get(f"/api/today/{scene.today}/z3bra")["played"] == 0
    scene.clock.now = scene.close
    assert ann.get(f"/api/today/{scene.today}/z3bra")["played"] == 1


def test_limits_of_attempts(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = scene.browser("Ann")
    monkeypatch.setattr("tercet.server.today.MOST_ATTEMPTS", 1)
    scene.finish(ann, ann.play_today())
    assert MOST_ATTEMPTS > 1
    assert ann.refused("POST", "/api/today/z3bra", name="Ann") == "too_many"


def test_limit_of_a_network(tmp_path: Path) -> None:
    with calendar() as clock, serving(tmp_path / "tables.db", today_tables=2) as inside:
        people = [Browser(inside.url, name) for name in ("Ann", "Bo", "Cy")]
        assert [each.ask("POST", "/api/today/z3bra", name=each.name).status_code for each in people] == [201, 201, 429]
        clock.now = NOON + DAY
        assert people[2].play_today()["seat"] == 0


def test_a_private_server_asks_for_its_pass_phrase(tmp_path: Path) -> None:
    with calendar(), serving(tmp_path / "tables.db", pass_phrase="open sesame") as inside:
        ann = Browser(inside.url, "Ann")
        assert ann.refused("POST", "/api/today/z3bra", name="Ann") == "pass_phrase"
        assert ann.post("/api/today/z3bra", name="Ann", pass_phrase="open sesame")["seat"] == 0


def test_nobody_else_plays_at_the_table(scene: Scene) -> None:
    ann = scene.browser("Ann")
    seated = ann.play_today()
    path = f"/api/tables/{seated['table']}"
    wire = ann.enter(seated["table"], seated["token"])
    commands: list[dict[str, Any]] = [
        {"kind": "leave"},
        {"kind": "offer_seat", "seat": 1},
        {"kind": "want_coach"},
        {"kind": "commit", "entropy_commitment": "0" * 64},
    ]
    for command in commands:
        assert wire.do(id=command["kind"], **command)["problem"]["code"] in ("not_now", "not_yours")
    wire.close()
    for there in ("coach/hint", "coach/last"):
        assert ann.refused("POST", f"{path}/{there}") == "not_now"
    assert ann.refused("GET", f"{path}/coach/odds") == "not_now"
    assert ann.refused("POST", f"{path}/practice", round=1, move=0) == "not_now"
    scene.finish(ann, seated)
    assert ann.refused("POST", f"{path}/rematch") == "not_now"


# --- The field


def test_the_field_shows_only_a_number_to_those_who_have_not_finished(scene: Scene) -> None:
    ann, bo = scene.browser("Ann"), scene.browser("Bo")
    scene.finish(ann, ann.play_today())
    bo.play_today()
    for each in (bo, scene.browser("Eve")):
        field = each.get(f"/api/today/{scene.today}/z3bra")
        assert (field["played"], field["shown"]) == (1, False)
        assert not any(field[part] for part in ("histogram", "median", "best", "around", "tables"))
        assert "Ann" not in json.dumps(each.get("/api/today")) + json.dumps(field)
    scene.clock.now = scene.close
    field = scene.browser("Eve").get(f"/api/today/{scene.today}/z3bra")
    assert [each["name"] for each in field["best"][0]["players"]] == ["Ann"]
    assert [each["name"] for each in field["tables"]] == ["Ann"]


def test_names_leave_the_field_with_their_profile(scene: Scene) -> None:
    ann, bo = scene.browser("Ann"), scene.browser("Bo")
    scene.finish(ann, ann.play_today())
    scene.finish(bo, bo.play_today())
    assert "Ann" in json.dumps(bo.get(f"/api/today/{scene.today}/z3bra"))
    assert ann.http.delete("/api/profile").is_success
    scene.inside.hub.today._fields.clear()
    field = bo.get(f"/api/today/{scene.today}/z3bra")
    assert field["played"] == 2
    assert "Ann" not in json.dumps(field)


def test_who_does_not_want_to_be_named_is_somebody_in_the_field(scene: Scene) -> None:
    """Also when the deal is open: the tables of the best have their names."""
    ann, bo = scene.browser("Ann"), scene.browser("Bo")
    seats = {each.name: each.play_today() for each in (ann, bo)}
    for each in (ann, bo):
        scene.finish(each, seats[each.name])
    path, ids = f"/api/today/{scene.today}/z3bra", {each.name: own_id(each) for each in (ann, bo)}
    (row,) = bo.get(path)["best"]
    assert (row["count"], row["you"], row["players"]) == (2, True, [{"profile": ids["Ann"], "name": "Ann"}])
    assert ann.ask("PATCH", "/api/profile", named=False).json()["profile"]["named"] is False
    scene.inside.hub.today._fields.clear()
    (row,) = bo.get(path)["best"]
    assert (row["count"], row["you"], row["players"]) == (2, True, [])
    (row,) = ann.get(path)["best"]
    assert (row["you"], row["players"]) == (True, [{"profile": ids["Bo"], "name": "Bo"}])
    scene.clock.now = scene.close
    eve = scene.browser("Eve")
    field = eve.get(path)
    assert (field["best"][0]["count"], field["best"][0]["players"]) == (2, [{"profile": ids["Bo"], "name": "Bo"}])
    assert [each["table"] for each in field["tables"]] == [seats["Bo"]["table"]]
    assert not any(
        secret.encode() in heard for heard in eve.heard for secret in ("Ann", ids["Ann"], seats["Ann"]["table"])
    )


def own_id(browser: Browser) -> str:
    """The id of somebody's profile."""
    found: str = browser.get("/api/profile")["profile"]["id"]
    return found


def test_how_far_a_game_is_is_told_to_its_player(scene: Scene) -> None:
    ann = scene.browser("Ann")
    seated = {game: ann.play_today(game) for game in ("z3bra", "zatre")}
    progress = {each["deal"]["game"]: each["you"]["progress"] for each in ann.get("/api/today")["games"] if each["you"]}
    assert progress["z3bra"] == {"done": 0, "done_are": "trios", "left": 15, "left_are": "cards"}
    assert (progress["zatre"]["done"], progress["zatre"]["done_are"], progress["zatre"]["left_are"]) == (
        0,
        "points",
        "tiles",
    )
    play_on(scene.inside, ann, seated["zatre"], moves=8)
    table = table_in(scene.inside, seated["zatre"]["table"])
    wire = ann.enter(table.id, seated["zatre"]["token"])
    scene.inside.wait_for(lambda: PLAYER in table.game.to_act)
    wire.close()
    view = ann.get(f"/api/tables/{seated['zatre']['table']}")["situation"]["view"]
    progress = ann.get(f"/api/today/{scene.today}/zatre")["you"]["progress"]
    assert (progress["done"], progress["left"]) == (view["sheets"][0]["total"], view["bag"])
    assert progress["done"] > 0
    scene.finish(ann, seated["z3bra"])
    assert ann.get(f"/api/today/{scene.today}/z3bra")["you"]["progress"] is None
    assert scene.browser("Bo").get(f"/api/today/{scene.today}/zatre")["you"] is None


def test_the_week_and_the_streak(scene: Scene) -> None:
    ann = scene.browser("Ann")
    for day in range(3):
        scene.clock.now = scene.noon + day * DAY
        if day != 1:
            scene.finish(ann, ann.play_today())
    page = ann.get("/api/today")
    z3bra = [each for each in page["week"] if each["game"] == "z3bra"]
    assert [each["day"] for each in z3bra] == [later(scene.today, days) for days in range(-4, 3)]
    assert [each["score"] is not None for each in z3bra] == [False] * 4 + [True, False, True]
    assert page["streak"] == 1
    scene.clock.now = scene.noon + 3 * DAY
    assert ann.get("/api/today")["streak"] == 1
    scene.clock.now = scene.noon + 4 * DAY
    assert ann.get("/api/today")["streak"] == 0
    assert ann.get("/api/profile/statistics")["streaks"]["today"] == {"current": 0, "best": 1}


# --- Secrets


def everything(scene: Scene, browser: Browser, seated: Message, token: str | None) -> None:
    """Ask for all that could tell of a table or a deal, over REST and over the socket."""
    path = f"/api/tables/{seated['table']}"
    for there in ("", "/events", "/record", "/coach/odds"):
        browser.ask("GET", path + there)
    for number in range(1, 30):
        browser.ask("POST", f"{path}/attempt", round=1, number=number)
    browser.ask("POST", f"{path}/practice", round=1, move=0, seat=1)
    browser.ask("POST", f"{path}/rematch")
    browser.ask("POST", f"{path}/join", name="Nobody")
    today = ("/api/today", f"/api/today/{scene.today}/z3bra", f"/api/today/{scene.tomorrow}/z3bra")
    for there in (*today, "/api/mine", "/api/tables", "/api/profile"):
        browser.ask("GET", there)
    wire = Wire(browser.host, live(seated["table"]))
    wire.say(type="hello", token=token, after=0)
    wire.hear()
    wire.close()
    browser.heard += wire.heard


def secrets_of(scene: Scene, seated: Message) -> dict[str, bytes]:
    """What nobody may learn: the seeds, and what only the full record has."""
    table = table_in(scene.inside, seated["table"])
    return {
        "seed": table.secret.seed.encode(),
        "bots": table.secret.bot_seed.encode(),
        "tomorrow": scene.seed(scene.tomorrow).encode(),
        "deal": json.dumps(table.game.record().rounds[0].chance[0][1], separators=(",", ":"))[:60].encode(),
    }


def test_nobody_learns_of_the_deal_before_its_day_has_closed(scene: Scene) -> None:
    ann, eve = scene.browser("Ann"), scene.browser("Eve")
    seated = ann.play_today()
    everything(scene, ann, seated, seated["token"])
    everything(scene, eve, seated, None)
    scene.finish(ann, seated)
    everything(scene, ann, seated, seated["token"])
    everything(scene, eve, seated, None)
    scene.clock.now = scene.close - 1
    everything(scene, ann, seated, seated["token"])
    everything(scene, eve, seated, None)
    for name, secret in secrets_of(scene, seated).items():
        for browser in (ann, eve):
            assert not any(secret in heard for heard in browser.heard), f"{browser.name} has heard of {name}"
    moves = [json.dumps(move[1]).encode() for move in table_in(scene.inside, seated["table"]).game.moves[:4]]
    assert all(any(move in heard for heard in ann.heard) for move in moves), "the control: her own game she knows"
    assert not any(b'"view"' in heard for heard in eve.heard), "who has not played looks over nobody's shoulder"
    scene.clock.now = scene.close
    everything(scene, eve, seated, None)
    known = secrets_of(scene, seated)
    assert any(known["seed"] in heard for heard in eve.heard)
    assert any(known["deal"] in heard for heard in eve.heard)
    assert not any(known["bots"] in heard or known["tomorrow"] in heard for heard in eve.heard)


def test_others_are_refused_until_the_day_has_closed(scene: Scene) -> None:
    ann, eve = scene.browser("Ann"), scene.browser("Eve")
    seated = ann.play_today()
    path = f"/api/tables/{seated['table']}"
    for there in ("", "/events", "/record"):
        assert eve.refused("GET", path + there) == "not_yours"
    wire = Wire(eve.host, live(seated["table"]))
    wire.say(type="hello")
    assert wire.until(lambda message: message["type"] == "refused")["problem"]["code"] == "not_yours"
    wire.rest()
    assert wire.closed == (4403, "")
    wire.close()
    scene.finish(ann, seated)
    assert eve.refused("GET", f"{path}/review") == "not_yours"
    assert eve.refused("POST", f"{path}/attempt", round=1, number=1) == "not_yours"
    assert ann.get(f"{path}/record")["format"] == "tercet/2-public"
    scene.clock.now = scene.close
    assert eve.get(f"{path}/record")["format"] == "tercet/2"
    assert eve.get(path)["table"]["seed"] == scene.seed(scene.today)


def test_a_connected_player_hears_when_the_deal_is_opened(scene: Scene) -> None:
    ann = scene.browser("Ann")
    seated = ann.play_today()
    scene.finish(ann, seated)
    wire = ann.enter(seated["table"], seated["token"])
    scene.clock.now = scene.close
    scene.inside.loop.call_soon_threadsafe(scene.inside.hub._unseal_tables)
    message = wire.until(lambda heard: heard.get("event", {}).get("kind") == "unsealed")
    assert message["table"]["seed"] == scene.seed(scene.today)
    wire.close()


def test_a_review_of_a_sealed_game_has_only_what_its_player_decided(scene: Scene) -> None:
    """Of TRIPLE³, whose moves are judged at once."""
    ann = scene.browser("Ann")
    seated = ann.play_today("triple")
    wire = ann.enter(seated["table"], seated["token"])
    for number in range(6):
        scene.clock.now += 3000
        scene.inside.do(asyncio.sleep(0))
        wire.do("move", str(number), move="take")
    scene.clock.now += HOUR
    wire.until(lambda heard: (heard.get("table") or {}).get("status") == "over")
    wire.close()
    path = f"/api/tables/{seated['table']}"
    sealed = ann.ask("GET", f"{path}/review").text
    parts = [json.loads(line) for line in sealed.splitlines()]
    assert parts[0]["type"] == "opening"
    assert {(part["type"], part["seat"]) for part in parts[1:]} == {("decision", 0)}
    moves = table_in(scene.inside, seated["table"]).game.moves
    other = next(number for number, move in enumerate(moves, 1) if move[0] != 0)
    own = next(number for number, move in enumerate(moves, 1) if move[0] == 0)
    assert ann.refused("POST", f"{path}/attempt", round=1, number=other) == "not_yours"
    assert ann.post(f"{path}/attempt", round=1, number=own)["situation"]["view"]["seat"] == 0
    assert ann.refused("POST", f"{path}/practice", round=1, move=other - 1, seat=1) == "not_yours"
    scene.clock.now = scene.close
    full = [json.loads(line) for line in ann.ask("GET", f"{path}/review").text.splitlines()]
    assert {part["type"] for part in full} == {"opening", "facts", "decision", "ending"}
    assert {part["seat"] for part in full if part["type"] == "decision"} > {0}
