"""Results, ratings and statistics of profiles: written once, right, and gone with the profile."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.inside import ServerThread, serving, starting
from server.playing import Client, Message
from server.test_profiles import COOKIE, Browser, count, link_of
from server.test_upgrades import do, rows
from tercet import replay
from tercet.records import parse
from tercet.server import ids
from tercet.server.ratings import ANCHORS
from tercet.server.result_store import MatchRow, SeatRow
from tercet.server.results import Results
from tercet.server.statistics import statistics_of
from waiting import LONGEST_WAIT


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One server for the tests that need no settings of their own."""
    with serving(tmp_path_factory.mktemp("results") / "tables.db") as server:
        yield server


@pytest.fixture
def ann(inside: ServerThread) -> Iterator[Browser]:
    with Browser(inside) as browser:
        yield browser


@pytest.fixture
def bob(inside: ServerThread) -> Iterator[Browser]:
    with Browser(inside) as browser:
        yield browser


def play(server: ServerThread, table: str, *tokens: str) -> None:
    """Play a match to its end."""

    async def play_all() -> None:
        clients = [await Client.enter(server.url, table, token) for token in tokens]
        if clients[0].table["status"] == "open":
            await clients[0].do("start")
        await asyncio.gather(*(client.play_to_end(Random(1).choice) for client in clients))
        for client in clients:
            await client.close()

    asyncio.run(asyncio.wait_for(play_all(), LONGEST_WAIT))


def play_alone(server: ServerThread, browser: Browser, game: str = "z3bra", **wish: Any) -> str:
    """Play a match against a bot; return its table."""
    wish = {"game": game, "players": 2, "bots": ["random"], "start": True, "help": True, **wish}
    made = browser.create("Ann", **wish)
    play(server, made["table"], made["token"])
    return str(made["table"])


def play_together(server: ServerThread, one: Browser, other: Browser, **wish: Any) -> str:
    """Play a match of two people; return its table."""
    made = one.create("Ann", **{"game": "z3bra", "players": 2, "help": True, **wish})
    joined = other.join(made["table"], "Bob")
    play(server, made["table"], made["token"], joined["token"])
    return str(made["table"])


def results_of(server: ServerThread, browser: Browser, total: int) -> list[Message]:
    """The results of a browser's profile, as soon as there are so many."""

    def page() -> Message:
        return dict(browser.get("/api/profile/results").json())

    server.wait_for(lambda: page()["total"] >= total)
    assert page()["total"] == total
    return list(page()["results"])


# --- What is written


def test_a_match_against_a_bot_has_a_result(inside: ServerThread, ann: Browser) -> None:
    table = play_alone(inside, ann)
    (result,) = results_of(inside, ann, 1)
    shown = ann.get(f"/api/tables/{table}").json()["table"]
    assert (result["table"], result["game"], result["kept"]) == (table, "z3bra", True)
    assert result["place"] == shown["outcome"]["places"][0]
    assert (result["score"], result["feats"]) == (shown["totals"][0], shown["outcome"]["feats"][0])
    assert (result["feats_are"], result["coached"], result["rated"]) == ("trios", False, True)
    assert [(seat["kind"], seat["name"]) for seat in result["seats"]] == [("you", "Ann"), ("bot", "random")]


def test_people_see_each_other_by_their_present_names(inside: ServerThread, ann: Browser, bob: Browser) -> None:
    play_together(inside, ann, bob)
    bob.patch("/api/profile", json={"name": "Robert"})
    (hers,), (his,) = results_of(inside, ann, 1), results_of(inside, bob, 1)
    assert [seat["name"] for seat in hers["seats"]] == ["Ann", "Robert"]
    assert {hers["ending"], his["ending"]} in ({"won", "lost"}, {"shared"})
    (friend,) = ann.get("/api/profile/statistics").json()["friends"]
    assert (friend["name"], friend["matches"], friend["won"]) == ("Robert", 1, int(hers["ending"] == "won"))
    (game,) = ann.get("/api/profile/statistics").json()["games"]
    assert game["people"]["matches"] == 1
    assert game["bots"] is None


def test_practice_and_closed_tables_have_none(inside: ServerThread, ann: Browser) -> None:
    made = ann.create("Ann", game="z3bra", bots=["random"], start=True, help=True)
    body = {"round": 1, "move": 0}
    practice = ann.post(f"/api/tables/{made['table']}/practice", json=body).json()
    play(inside, practice["table"], practice["token"])
    inside.do(inside.hub.results.settle_all())
    assert ann.get("/api/profile/results").json() == {"total": 0, "results": []}
    assert practice["table"] not in ann.mine()


def test_a_match_with_hints_does_not_count_for_ratings(
    inside: ServerThread, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer_at_once(*question: Any) -> bytes:
        return b"[]"

    monkeypatch.setattr(inside.hub.coaching, "odds", answer_at_once)  # without compiling the coach
    made = ann.create("Ann", game="z3bra", bots=["random"], start=True, help=True, coach=True)
    answer = ann.get(f"/api/tables/{made['table']}/coach/odds")
    assert answer.status_code == 200, answer.text
    play(inside, made["table"], made["token"])
    (result,) = results_of(inside, ann, 1)
    assert (result["coached"], result["rated"]) == (True, False)
    (game,) = ann.get("/api/profile/statistics").json()["games"]
    assert (game["matches"], game["bots"]) == (1, None)


# --- Exactly once


def test_a_result_is_written_after_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "tables.db"
    monkeypatch.setattr(Results, "note_over", lambda results, table_id: None)  # the server dies right after the end
    with serving(database) as server, Browser(server) as ann:
        play_alone(server, ann)
        secret = ann.cookies[COOKIE]
        assert count(server, "results") == 0
    with starting(database) as server, Browser(server) as ann:
        ann.cookies.set(COOKIE, secret)
        server.wait_for_games()
        results_of(server, ann, 1)
        server.do(server.hub.results.settle_all())
        assert count(server, "matches") == 1


def test_writing_it_again_changes_nothing(inside: ServerThread, ann: Browser) -> None:
    table = play_alone(inside, ann)
    before = results_of(inside, ann, 1)
    for _ in range(2):
        inside.do(inside.hub.results.settle(table))
    assert results_of(inside, ann, 1) == before


def test_what_ended_before_a_seat_was_claimed_brings_nothing(inside: ServerThread, ann: Browser) -> None:
    ann.cookies.set(COOKIE, "off")
    play_alone(inside, ann)
    ann.post("/api/profile", json={"name": "Ann"})
    inside.do(inside.hub.results.settle_all())
    assert len(ann.mine()) == 1
    assert results_of(inside, ann, 0) == []


# --- Deleting


def test_deleting_leaves_nothing_behind(tmp_path: Path) -> None:
    name, database = "Wilhelmine", tmp_path / "tables.db"
    with serving(database) as server, Browser(server) as ann, Browser(server) as bob:
        over = play_together(server, bob, ann)
        ann.patch("/api/profile", json={"name": name})
        made = ann.create(name, players=3, listed=True)["table"]
        running = ann.create(name, game="z3bra", bots=["random"], start=True, help=True)["table"]
        again = ann.post(f"/api/tables/{over}/rematch", json={}).json()["table"]
        results_of(server, bob, 1)
        results_of(server, ann, 1)
        link_of(ann)
        secret, own = ann.cookies[COOKIE], ann.get("/api/profile").json()["profile"]["id"]
        assert ann.delete("/api/profile").json() == {"profile": None, "opted_out": False}
        assert COOKIE not in ann.cookies
        assert bob.get(f"/api/profiles/{own}").status_code == 404
        (result,) = results_of(server, bob, 1)
        assert [seat["kind"] for seat in result["seats"]] == ["you", "guest"]
        assert bob.get("/api/profile/statistics").json()["friends"] == []
        names = {each: ann.get(f"/api/tables/{each}").json()["table"]["seats"] for each in (over, made, running, again)}
        assert names[over][1]["name"] == names[made][0]["name"] == names[running][0]["name"] == "–"
        replay.verify(parse(ann.get(f"/api/tables/{over}/record").content))
        files = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
        for trace in (name, "Bob", ids.token_hash(secret), own):
            assert trace.encode() not in files, trace
    with starting(database) as server, Browser(server) as bob:
        server.wait_for_games()
        seats = bob.get(f"/api/tables/{made}").json()["table"]["seats"]
        assert seats[0]["name"] == "–", "the log says so too"


def test_deleting_takes_the_match_that_nobody_else_has(inside: ServerThread, ann: Browser) -> None:
    table = play_alone(inside, ann)
    results_of(inside, ann, 1)
    ann.delete("/api/profile")
    database = str(inside.hub.settings.database)
    for where in ("matches", "results"):
        assert do(rows(database, f"SELECT * FROM {where} WHERE table_id = '{table}'")) == []


# --- What follows from results


def match(number: int, *seats: tuple[str | None, str | None, int], game: str = "z3bra", rated: bool = True) -> MatchRow:
    """A match with profile, bot and place of each seat."""
    found = [
        SeatRow(seat, profile, bot, seat, place, 10 * place, place, None if bot else 1000.0, None if bot else 350.0)
        for seat, (profile, bot, place) in enumerate(seats)
    ]
    return MatchRow(f"table{number}", game, number * 86_400_000, rated, not rated, "trios", found)


def test_levels_streaks_and_form() -> None:
    won, lost = (("a", None, 1), (None, "regular", 2)), (("a", None, 2), (None, "regular", 1))
    tied = (("a", None, 1), (None, "novice", 1))
    found = statistics_of([match(n, *seats) for n, seats in enumerate([won, won, lost, tied, won])], "a")
    (game,) = found.games
    assert (game.matches, game.won, game.shared) == (5, 3, 1)
    assert game.form == ["won", "won", "lost", "shared", "won"]
    assert (found.streaks["matches"].current, found.streaks["matches"].best) == (2, 2)
    levels = {level.bot: level for level in game.levels}
    assert list(levels) == ["gentle", "novice", "regular", "expert", "master"]
    assert [(levels[bot].won, levels[bot].shared, levels[bot].matches) for bot in ("regular", "novice")] == [
        (3, 0, 4),
        (0, 1, 1),
    ]
    assert levels["expert"].rating is None
    assert game.best == 10, "fewer points are better"
    assert game.months[0].month == "1970-01"


def test_ratings_follow_the_bots_scale() -> None:
    """Somebody who wins every second match against a level is about as strong as it, and ever more certainly so."""
    for level in ("novice", "expert"):
        results = [match(n, ("a", None, 1 + n % 2), (None, level, 2 - n % 2)) for n in range(200)]
        rating = statistics_of(results, "a").games[0].bots
        assert rating is not None
        assert abs(rating.rating - ANCHORS["z3bra"][level]) < 60
        first = statistics_of(results[:4], "a").games[0].bots
        assert first is not None
        assert rating.plus_minus < first.plus_minus < 686


def test_matches_with_hints_and_guests_do_not_move_ratings() -> None:
    hinted = match(1, ("a", None, 1), (None, "expert", 2), rated=False)
    guest = match(2, ("a", None, 1), (None, None, 2))
    guest = guest._replace(seats=[guest.seats[0], guest.seats[1]._replace(rating=None, deviation=None)])
    (game,) = statistics_of([hinted, guest], "a").games
    assert (game.people, game.bots, game.won) == (None, None, 2)


def test_ratings_against_people_and_bots_are_separate() -> None:
    mixed = match(1, ("a", None, 2), ("b", None, 1), (None, "novice", 3))
    (game,) = statistics_of([mixed], "a").games
    assert game.people is not None
    assert game.bots is not None
    assert game.people.rating < 1000, "lost to b"
    assert game.bots.rating > 1000, "won against a novice, as far as that says anything"


def test_somebody_who_was_deleted_still_counts_for_the_others() -> None:
    named, nameless = match(1, ("a", None, 1), ("b", None, 2)), match(1, ("a", None, 1), (None, None, 2))
    assert statistics_of([named], "a").games[0].people == statistics_of([nameless], "a").games[0].people
    assert statistics_of([nameless], "a").friends == []
