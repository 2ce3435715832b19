"""Duplicates: the same deals at several tables, kept secret until all have finished, and compared then."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message
from server.sealed import Browser, Calendar, calendar, play_on, table_in
from tercet import fair
from tercet.server import duplicates
from tercet.server.admin import administering
from tercet.server.duplicates import EXPIRES_AFTER


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerThread, Calendar]]:
    with calendar() as clock, serving(tmp_path_factory.mktemp("duplicates") / "tables.db") as inside:
        yield inside, clock


@pytest.fixture
def inside(shared: tuple[ServerThread, Calendar]) -> ServerThread:
    shared[0].hub.duplicates._made_by.clear()
    return shared[0]


@pytest.fixture
def clock(shared: tuple[ServerThread, Calendar]) -> Calendar:
    return shared[1]


def against_bots(browser: Browser, **wish: Any) -> Message:
    """A duplicate of Z3BRA for two people, each against two bots."""
    made: Message = browser.post(
        "/api/duplicates", game="z3bra", players=3, mode="bots", bots=["novice", "novice"], **wish
    )
    return made


def seated_at(duplicate: Message, token: str) -> Message:
    number, seat = duplicate["you"]
    return {"table": duplicate["tables"][number]["table"], "seat": seat, "token": token}


def finish(inside: ServerThread, browser: Browser, seated: Message, seed: int = 1) -> None:
    """Play to the end, until it is noted."""
    play_on(inside, browser, seated, seed)
    inside.do(inside.hub.shared_deals.refresh(inside.do(inside.hub.find(seated["table"]))))


def test_everybody_alone_against_the_same_bots(inside: ServerThread) -> None:
    ann, bo, eve = (Browser(inside.url, name) for name in ("Ann", "Bo", "Eve"))
    made = against_bots(ann, name="Ann")
    duplicate = made["duplicate"]
    there = f"/api/duplicates/{duplicate['id']}"
    assert (duplicate["you"], duplicate["host"], duplicate["joinable"]) == ([0, 0], True, True)
    assert [table["status"] for table in duplicate["tables"]] == ["running", "open"]
    hers = seated_at(duplicate, made["token"])
    his = bo.post(f"{there}/join", name="Bo")
    assert bo.get(there)["you"] == [1, 0]
    assert eve.refused("POST", f"{there}/join", name="Eve") == "full"
    finish(inside, ann, hers)
    after = ann.get(there)
    assert (after["open"], after["seed"], after["comparison"]) == (False, None, None)
    path = f"/api/tables/{hers['table']}"
    assert ann.get(path)["table"]["seed"] is None
    assert ann.get(f"{path}/record")["format"] == "tercet/2-public"
    for browser in (bo, eve):
        assert browser.refused("GET", path) == "not_yours"
    finish(inside, bo, his)
    found = eve.get(there)
    assert found["open"]
    assert fair.commitment(found["seed"]) == found["commitment"] == duplicate["commitment"]
    assert found["comparison"]["differences"] == [0.0, 0.0], "both have made the same moves"
    assert found["comparison"]["places"] == [1, 1]
    assert found["comparison"]["complete"]
    records = [eve.get(f"/api/tables/{table['table']}/record") for table in found["tables"]]
    assert records[0]["seed"] == records[1]["seed"] == found["seed"]
    assert records[0]["rounds"] == records[1]["rounds"]


def test_the_difference_counts(inside: ServerThread) -> None:
    ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
    made = against_bots(ann, name="Ann", options={"rounds": 2})
    there = f"/api/duplicates/{made['duplicate']['id']}"
    his = bo.post(f"{there}/join", name="Bo")
    finish(inside, ann, seated_at(made["duplicate"], made["token"]), seed=1)
    finish(inside, bo, his, seed=2)
    found = ann.get(there)["comparison"]
    assert [each["round"] for each in found["rounds"]] == [1, 2]
    for each in found["rounds"]:
        hers, his_points = each["points"]
        assert each["scores"][0][0] == hers
        assert each["differences"] == [his_points - hers, hers - his_points], "fewer points are better in Z3BRA"
    assert found["differences"][0] == sum(each["differences"][0] for each in found["rounds"])


def test_teams_sit_once_in_every_seat(inside: ServerThread) -> None:
    people = [Browser(inside.url, name) for name in ("Ann", "Bo", "Cy", "Di")]
    made = people[0].post("/api/duplicates", game="zatre", players=2, mode="teams", tables=2)
    there = f"/api/duplicates/{made['duplicate']['id']}"
    seats = [people[n].post(f"{there}/join", name=people[n].name, table=n // 2, seat=n % 2) for n in range(4)]
    found = people[3].get(there)
    assert [[seat["team"] for seat in table["seats"]] for table in found["tables"]] == [[0, 1], [1, 0]]
    assert found["teams"] == [["Ann", "Di"], ["Bo", "Cy"]]
    assert people[0].refused("POST", f"{there}/join", name="Ann", table=1) == "full"
    for table, player in ((0, 0), (1, 2)):
        wire = people[player].enter(seats[player]["table"], seats[player]["token"])
        assert wire.do("start", "start")["type"] == "update"
        wire.close()
        assert table_in(inside, seats[player]["table"]).dealer().outcome is not None
        assert found["tables"][table]["status"] == "open"
    for n in range(4):  # nobody waits for somebody who does not come: bots play on for them
        wire = people[n].enter(seats[n]["table"], seats[n]["token"])
        wire.do("leave", "leave")
        if n % 2:
            wire.until(lambda heard: (heard.get("table") or {}).get("status") == "over")
        wire.close()
    inside.wait_for(lambda: all(table_in(inside, seats[n]["table"]).is_unsealed for n in (0, 2)))
    comparison = people[1].get(there)["comparison"]
    first, second = (each for each in comparison["rounds"][0]["scores"])
    assert comparison["rounds"][0]["points"] == [first[0] + second[1], first[1] + second[0]]
    assert comparison["differences"] == [0.0, 0.0], "the same bots in the same seats with the same deals"


def test_who_sits_at_one_table_does_not_see_the_others(inside: ServerThread) -> None:
    ann = Browser(inside.url, "Ann")
    made = ann.post("/api/duplicates", game="z3bra", players=2, mode="teams", tables=2, name="Ann")
    first, second = (table["table"] for table in made["duplicate"]["tables"])
    there = f"/api/duplicates/{made['duplicate']['id']}"
    bo, cy, di, eve = (Browser(inside.url, name) for name in ("Bo", "Cy", "Di", "Eve"))
    assert ann.refused("POST", f"/api/tables/{second}/join", name="Ann again") == "not_now"
    assert ann.refused("POST", f"{there}/join", name="Ann", table=1) == "not_now"
    bo.post(f"{there}/join", name="Bo", table=0)
    seats = [each.post(f"{there}/join", name=each.name, table=1) for each in (cy, di)]
    watching = Wire(eve.host, live(second))
    watching.hello(after=0)
    wire = cy.enter(second, seats[0]["token"])
    wire.do("start", "start")
    assert watching.until(lambda heard: heard["type"] == "refused")["problem"]["code"] == "not_yours"
    watching.rest()
    assert not any(b'"view"' in heard for heard in watching.heard)
    watching.close()
    wire.close()
    for browser in (ann, bo, eve):  # Ann is the host of both tables
        for path in ("", "/record", "/events"):
            assert browser.refused("GET", f"/api/tables/{second}{path}") == "not_yours"
    host = Wire(ann.host, live(second))
    host.say(type="hello", token=made["token"])
    assert host.until(lambda heard: heard["type"] == "refused")["problem"]["code"] == "not_yours"
    host.close()
    assert ann.get(f"/api/tables/{first}")["seat"] == 0


def test_entropy_changes_nothing(inside: ServerThread) -> None:
    ann = Browser(inside.url, "Ann")
    made = ann.post("/api/duplicates", game="z3bra", players=2, mode="teams", tables=2)
    first = made["duplicate"]["tables"][0]["table"]
    bo = Browser(inside.url, "Bo")
    bo.post(f"/api/tables/{first}/join", name="Bo", entropy_commitment="0" * 64)
    assert table_in(inside, first).entropy_commitments() == ["", ""]


def test_the_host_waits_for_nobody_else(inside: ServerThread) -> None:
    ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
    made = against_bots(ann, name="Ann", tables=3)
    there = f"/api/duplicates/{made['duplicate']['id']}"
    bo.post(f"{there}/join", name="Bo")
    assert bo.refused("POST", f"{there}/end") == "not_yours"
    ended = ann.post(f"{there}/end")
    assert (ended["joinable"], ended["open"]) == (False, False)
    assert ann.refused("POST", f"{there}/end") == "not_now"
    assert Browser(inside.url, "Cy").refused("POST", f"{there}/join", name="Cy") == "not_now"


def test_a_table_that_is_never_finished_does_not_keep_the_secret(inside: ServerThread, clock: Calendar) -> None:
    ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
    made = against_bots(ann, name="Ann")
    there = f"/api/duplicates/{made['duplicate']['id']}"
    his = bo.post(f"{there}/join", name="Bo")
    hers = seated_at(made["duplicate"], made["token"])
    finish(inside, ann, hers)
    play_on(inside, bo, his, moves=2)
    clock.now = made["duplicate"]["expires"] - 1
    assert not ann.get(there)["open"]
    clock.now += 1
    found = ann.get(there)
    assert found["open"]
    assert found["seed"]
    assert found["comparison"]["rounds"][0]["points"][1] is None
    assert not found["comparison"]["complete"]
    assert ann.get(f"/api/tables/{hers['table']}")["table"]["seed"] == found["seed"]
    finish(inside, bo, his)
    assert ann.get(there)["comparison"] == found["comparison"], "it was finished when everybody knew the cards"
    assert made["duplicate"]["expires"] == made["duplicate"]["created"] + EXPIRES_AFTER


def test_a_closed_table_is_not_waited_for(tmp_path: Path) -> None:
    with calendar(), serving(tmp_path / "tables.db") as inside:
        ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
        made = against_bots(ann, name="Ann")
        there = f"/api/duplicates/{made['duplicate']['id']}"
        his = bo.post(f"{there}/join", name="Bo")
        finish(inside, ann, seated_at(made["duplicate"], made["token"]))

        async def close() -> None:
            async with administering(str(tmp_path / "tables.db"), writes=True) as administration:
                await administration.close(his["table"])

        inside.do(close())
        assert ann.get(there)["open"]


def test_a_rematch_has_the_same_people_and_other_deals(inside: ServerThread) -> None:
    ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
    made = against_bots(ann, name="Ann")
    there = f"/api/duplicates/{made['duplicate']['id']}"
    his = bo.post(f"{there}/join", name="Bo")
    hers = seated_at(made["duplicate"], made["token"])
    assert ann.refused("POST", f"{there}/rematch") == "not_now"
    finish(inside, ann, hers)
    finish(inside, bo, his)
    assert ann.refused("POST", f"/api/tables/{hers['table']}/rematch") == "not_now"
    assert Browser(inside.url, "Eve").refused("POST", f"{there}/rematch") == "not_yours"
    again = ann.post(f"{there}/rematch")
    assert again["commitment"] != made["duplicate"]["commitment"]
    assert (again["earlier"], again["you"], again["teams"]) == (made["duplicate"]["id"], [0, 0], [["Ann"], ["Bo"]])
    assert [table["status"] for table in again["tables"]] == ["running", "open"]
    assert bo.post(f"{there}/rematch")["id"] == again["id"]
    found = bo.get(f"/api/duplicates/{again['id']}")
    assert [table["status"] for table in found["tables"]] == ["running", "running"]
    assert ann.get(there)["rematch"] == again["id"]
    new = {**his, "table": found["tables"][1]["table"]}
    play_on(inside, bo, new, moves=1)


def test_what_cannot_be(inside: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Browser(inside.url, "Ann")
    wishes: list[dict[str, Any]] = [
        {"game": "chess", "mode": "teams"},
        {"game": "z3bra", "players": 3, "mode": "teams", "tables": 2},
        {"game": "z3bra", "players": 2, "mode": "bots", "bots": ["random"]},
        {"game": "z3bra", "players": 3, "mode": "bots", "bots": ["novice"]},
        {"game": "z3bra", "players": 2, "mode": "teams", "bots": ["novice"]},
        {"game": "z3bra", "players": 2, "mode": "teams", "tables": 1},
        {"game": "z3bra", "players": 2, "mode": "teams", "tables": 9},
        {"game": "zatre", "players": 4, "mode": "teams", "tables": 4, "options": {"pairs": True}},
    ]
    for wish in wishes:
        assert ann.refused("POST", "/api/duplicates", **wish) == "bad_request", wish
    assert ann.refused("GET", "/api/duplicates/nope") == "not_found"
    assert ann.refused("GET", "/api/duplicates/2222222222222222") == "not_found"
    monkeypatch.setattr(duplicates, "MOST_EACH", 1)
    against_bots(ann)
    assert ann.refused("POST", "/api/duplicates", game="z3bra", players=2, mode="teams") == "too_many"


def test_pairs_of_zatre_are_teams(inside: ServerThread) -> None:
    ann = Browser(inside.url, "Ann")
    made = ann.post("/api/duplicates", game="zatre", players=4, mode="teams", options={"pairs": True})
    teams = [[seat["team"] for seat in table["seats"]] for table in made["duplicate"]["tables"]]
    table = table_in(inside, made["duplicate"]["tables"][0]["table"])
    assert sorted(teams[0]) == sorted(teams[1]) == [0, 0, 1, 1]
    assert [1 - team for team in teams[0]] == teams[1]
    assert table.created.players == 4


def test_a_private_server_asks_for_its_pass_phrase(tmp_path: Path) -> None:
    with calendar(), serving(tmp_path / "tables.db", pass_phrase="open sesame") as inside:
        ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
        wish = {"game": "z3bra", "players": 2, "mode": "teams"}
        assert ann.refused("POST", "/api/duplicates", **wish) == "pass_phrase"
        made = ann.post("/api/duplicates", **wish, pass_phrase="open sesame")
        assert bo.post(f"/api/duplicates/{made['duplicate']['id']}/join", name="Bo")["seat"] == 0, "as by any link"


def test_secrets_of_a_duplicate(inside: ServerThread) -> None:
    """Neither the seed nor the deal is in anything that anybody hears before the end; both are, after it."""
    ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
    made = against_bots(ann, name="Ann")
    there = f"/api/duplicates/{made['duplicate']['id']}"
    his = bo.post(f"{there}/join", name="Bo")
    hers = seated_at(made["duplicate"], made["token"])
    finish(inside, ann, hers)
    for browser in (ann, bo):
        for table in (hers["table"], his["table"]):
            for path in ("", "/events", "/record"):
                browser.ask("GET", f"/api/tables/{table}{path}")
        browser.ask("GET", there)
    table = table_in(inside, hers["table"])
    deal = json.dumps(table.game.record().rounds[0].chance[0][1], separators=(",", ":"))[:60].encode()
    for secret in (table.secret.seed.encode(), table.secret.bot_seed.encode(), deal):
        assert not any(secret in heard for browser in (ann, bo) for heard in browser.heard)
    finish(inside, bo, his)
    ann.get(f"/api/tables/{his['table']}/record")
    assert any(table.secret.seed.encode() in heard and deal in heard for heard in ann.heard)
