"""Nobody chooses the deal: players commit to their entropy before the start, and reveal it when the seats are final."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from server.coming_back import RestartableServer
from server.playing import Client, Message, Rest, ServerProcess
from server.test_play import close, run
from server.test_table import HOST, SEED, Desk, refusal
from tercet import fair, replay
from tercet.errors import RecordError
from tercet.game import SeedDealer
from tercet.games.registry import find
from tercet.match import Match
from tercet.records import Record, parse
from tercet.server import events as ev
from tercet.server import messages as msg
from tercet.server.events import Entry, Secret

ANN, BO = "a11" * 20, "b0" * 32
TRIES = 300
"""Entropies that a dishonest operator tries out."""


def commit(entropy: str) -> Message:
    return {"entropy_commitment": fair.entropy_commitment(entropy)}


# --- The table


def seated(*entropies: str) -> Desk:
    """A table of Z3BRA where each seat has committed to its entropy."""
    desk = Desk("z3bra", len(entropies))
    for seat, entropy in enumerate(entropies):
        joined = ev.Joined(seat, f"P{seat}", fair.entropy_commitment(entropy))
        desk.happen(joined, Secret(token_hash=f"hash {seat}"))
    return desk


def test_the_deal_waits_for_all_who_have_committed() -> None:
    desk = seated(ANN, "", BO)
    desk.do(HOST, msg.DoStart)
    assert desk.table.situation(0, 0) is None
    desk.do(2, msg.DoReveal, entropy=BO)
    waiting = desk.table.info()
    assert (waiting.status, waiting.entropy) == ("dealing", ["", "", BO])
    desk.do(0, msg.DoReveal, entropy=ANN)
    assert desk.table.info().status == "running"
    dealer = SeedDealer(SEED, [ANN, "", BO])
    assert desk.table.game.record().rounds == dealt_by(dealer, 3)
    assert desk.again().info() == desk.table.info()


def dealt_by(dealer: SeedDealer, players: int) -> list[Any]:
    """The rounds of a match of Z3BRA before the first move."""
    kind = find("z3bra")
    return Match.dealt_by(kind, players, kind.make_options(players, {}), dealer).record().rounds


def test_without_commitments_the_start_deals() -> None:
    desk = seated("", "")
    desk.do(HOST, msg.DoStart)
    assert desk.table.status == "running"


def test_commitments_are_final_after_the_start_and_reveals_must_match() -> None:
    desk = seated(ANN, "")
    assert refusal(desk, 0, msg.DoReveal, entropy=ANN).code == "not_now"
    assert refusal(desk, 0, msg.DoCommit, **commit(ANN)).code == "not_now"
    desk.do(0, msg.DoCommit, **commit("cafe"))
    desk.do(0, msg.DoCommit, **commit(BO))
    desk.do(HOST, msg.DoStart)
    for wrong in (ANN, "cafe", BO[:-1]):
        assert refusal(desk, 0, msg.DoReveal, entropy=wrong).code == "bad_request"
    assert refusal(desk, 1, msg.DoReveal, entropy=BO).code == "not_now"
    for seat in (0, 1):
        assert refusal(desk, seat, msg.DoCommit, **commit("cafe")).code == "not_now"
    assert refusal(desk, 0, msg.DoClearSeat, seat=1).code == "not_now"
    assert refusal(desk, 0, msg.DoMove, move="flip a1").code == "not_now"
    assert refusal(desk, 0, msg.DoPause).code == "not_now"
    desk.do(0, msg.DoReveal, entropy=BO)
    assert desk.table.status == "running"
    assert refusal(desk, 0, msg.DoReveal, entropy=BO).code == "not_now"


def test_who_leaves_before_the_deal_may_still_be_in_it() -> None:
    desk = seated(ANN, BO)
    desk.do(HOST, msg.DoStart)
    desk.do(1, msg.DoLeave)
    desk.do(1, msg.DoReveal, entropy=BO)
    desk.do(0, msg.DoReveal, entropy=ANN)
    assert desk.table.info().entropy == [ANN, BO]
    assert desk.table.chairs[1].bot == "regular"


def test_who_withholds_is_left_out_for_all_to_see() -> None:
    desk = seated(ANN, BO, "")
    desk.do(HOST, msg.DoStart)
    desk.do(0, msg.DoReveal, entropy=ANN)
    desk.happen(desk.table.left_out_event())
    assert desk.table.status == "running"
    assert desk.table.info().left_out == [1]
    assert desk.again().info() == desk.table.info()
    desk.play_round()
    record = desk.table.record(None)
    assert isinstance(record, Record)
    assert record.entropy == [ANN, "", ""]
    assert record.entropy_commitments == [fair.entropy_commitment(ANN), fair.entropy_commitment(BO), ""]
    replay.verify(record)


def test_entropy_of_older_events_is_dealt_at_once_and_not_told_before() -> None:
    """Up to version 2 it came with the request to join; there were no commitments by players."""
    desk = Desk("zatre", 2)
    for seat, entropy in enumerate((ANN, "")):
        entry = Entry(ev.Joined(seat, "P"), Secret(token_hash=f"hash {seat}", entropy=entropy), version=2)
        desk.table.apply_entry(entry, desk.now)
        desk.write(entry)
    assert desk.table.info().entropy == ["", ""]
    entry = Entry(ev.Started(), version=2)
    desk.table.apply_entry(entry, desk.now)
    desk.write(entry)
    assert desk.table.status == "running"
    assert desk.table.dealer().entropy == [ANN, ""]
    assert desk.table.info().entropy_commitments == [fair.entropy_commitment(ANN), ""]
    assert desk.again().info() == desk.table.info()


# --- The server


def stored(server: ServerProcess) -> bytes:
    """All that the operator can read in the database."""
    path = Path(server.arguments[1])
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def seed_of(server: ServerProcess, table: str) -> str:
    """What the operator knows: the seed, from the first event."""
    with closing(sqlite3.connect(server.arguments[1])) as database:
        body = database.execute("SELECT body FROM events WHERE table_id = ? AND number = 1", (table,)).fetchone()[0]
    secret = ev.decode(body).secret
    assert secret is not None
    return secret.seed


def red_cards(seed: str, entropy: list[str]) -> int:
    """How many of the nine cards in the operator's area would be red."""
    deck: list[str] = dealt_by(SeedDealer(seed, entropy), 2)[0].chance[0][1]
    return sum(card.startswith("r") for card in deck[15:24])


def test_the_operator_who_joins_last_cannot_choose_the_deal(server: ServerProcess, rest: Rest) -> None:
    """The operator knows the seed, but neither the others' entropy before the start nor a way to change the own one."""

    async def play() -> None:
        secret = token_hex(32)
        made = rest.create("z3bra", name="Ann", help=True, **commit(secret))
        table = made["table"]
        joined = rest.join(table, "Operator", **commit(BO))
        ann = await Client.enter(server.url, table, made["token"])
        operator = await Client.enter(server.url, table, joined["token"])
        assert fair.entropy_commitment(secret).encode() in stored(server)
        assert secret.encode() not in stored(server), "until the seats are final nobody has it"
        await ann.do("start")
        await ann.do("reveal", entropy=secret)
        seed = seed_of(server, table)
        tries = sorted((f"{n:x}" for n in range(TRIES)), key=lambda own: red_cards(seed, [secret, own]))
        assert red_cards(seed, [secret, tries[-1]]) > red_cards(seed, [secret, tries[0]]), "there is much to gain"
        for wanted in tries[-20:]:
            assert (await operator.do("reveal", entropy=wanted))["problem"]["code"] == "bad_request"
            assert (await operator.do("commit", **commit(wanted)))["problem"]["code"] == "not_now"
            again = rest.join(table, "Operator", token=joined["token"], **commit(wanted))
            assert again["seat"] == 1
        assert (await operator.do("leave"))["event"]["kind"] == "handed_over", "the seat and its commitment stay"
        await operator.do("return")
        assert (await operator.do("reveal", entropy=BO))["table"]["status"] == "running"
        await asyncio.gather(ann.play_to_end(), operator.play_to_end())
        check_the_records(rest, table, secret, tries[-1])
        await close(ann, operator)

    run(play())


def check_the_records(rest: Rest, table: str, secret: str, wanted: str) -> None:
    """The record is right, and one with the deal that the operator wanted is not."""
    record = parse(rest.http.get(f"/api/tables/{table}/record").content)
    assert record.entropy == [secret, BO]
    assert record.entropy_commitments == [fair.entropy_commitment(secret), fair.entropy_commitment(BO)]
    replay.verify(record)
    chosen = SeedDealer(record.seed, [secret, wanted], commitments=record.entropy_commitments)
    kind = find("z3bra")
    forged = Match.dealt_by(kind, 2, kind.make_options(2, {}), chosen, record.players).record()
    with pytest.raises(RecordError, match="seat 1 is not what it committed to"):
        replay.verify(forged)


def test_play_now_reveals_over_the_socket(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        made = rest.create("zatre", name="Ann", bots=["random"], start=True, **commit(ANN))
        assert rest.http.get(f"/api/tables/{made['table']}/record").status_code == 409
        ann = await Client.enter(server.url, made["table"], made["token"])
        assert ann.table["status"] == "dealing"
        assert ann.table["entropy_commitments"] == [fair.entropy_commitment(ANN), ""]
        dealt = await ann.do("reveal", entropy=ANN)
        assert dealt["event"] == {"kind": "revealed", "seat": 0, "entropy": ANN}
        assert (dealt["table"]["status"], dealt["table"]["entropy"]) == ("running", [ANN, ""])
        assert dealt["situation"]
        public = rest.get(f"/api/tables/{made['table']}/record")
        assert (public["entropy"], public["entropy_commitments"]) == ([ANN, ""], [fair.entropy_commitment(ANN), ""])
        await ann.close()

    run(play())


def test_a_rematch_has_new_entropy(server: ServerProcess, rest: Rest) -> None:
    """By the request for it, by the socket, or not at all."""

    async def play() -> None:
        made = rest.create("triple", players=3, name="Ann", options={"patience": 1}, **commit(ANN))
        tokens = [made["token"], *(rest.join(made["table"], name)["token"] for name in ("Bo", "Cy"))]
        ann = await Client.enter(server.url, made["table"], tokens[0])
        await ann.do("start")
        await ann.do("reveal", entropy=ANN)
        await ann.until(lambda message: (message.get("table") or {}).get("status") == "over")
        path = f"/api/tables/{made['table']}/rematch"
        again = rest.post(path, tokens[0], **commit("aa"))["table"]
        assert rest.post(path, tokens[1])["table"] == again
        await ann.close()
        ann, bo = [await Client.enter(server.url, again, token) for token in tokens[:2]]
        assert ann.table["entropy_commitments"] == [fair.entropy_commitment("aa"), "", ""]
        await bo.do("commit", **commit(BO))
        await bo.do("start")
        assert rest.post(path, tokens[2], **commit("cc"))["seat"] == 2, "too late for the deal, not for the seat"
        await bo.do("reveal", entropy=BO)
        await ann.until(lambda message: (message.get("event") or {}).get("kind") == "revealed")
        assert (await ann.do("reveal", entropy="aa"))["table"]["entropy"] == ["aa", BO, ""]
        await close(ann, bo)

    run(play())


def test_two_tabs_reveal_once(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        made = rest.create("zatre", name="Ann", bots=["random"], start=True, **commit(ANN))
        tabs = [await Client.enter(server.url, made["table"], made["token"]) for _ in range(2)]
        answers = await asyncio.gather(*(tab.do("reveal", entropy=ANN) for tab in tabs))
        assert sorted(answer["type"] for answer in answers) == ["refused", "update"]
        await close(*tabs)

    run(play())


def test_a_killed_server_still_waits_for_the_reveal(tmp_path: Path) -> None:
    """After another restart, with a limit, its time begins anew."""

    async def play() -> None:
        rest = Rest(server.url)
        made = [rest.create("zatre", name="Ann", bots=["random"], start=True, **commit(ANN)) for _ in range(2)]
        await restart()
        ann = await Client.enter(server.url, made[0]["table"], made[0]["token"])
        assert ann.table["status"] == "dealing"
        assert (await ann.do("reveal", entropy=ANN))["table"]["entropy"] == [ANN, ""]
        await restart("--reveal-seconds", "0.1")
        ann = await Client.enter(server.url, made[1]["table"], made[1]["token"])
        while ann.table["status"] == "dealing":
            await ann.receive()
        assert ann.messages[-1]["event"] == {"kind": "left_out", "seats": [0]}
        assert (ann.table["left_out"], ann.table["entropy"]) == ([0], ["", ""])
        assert (await ann.do("reveal", entropy=ANN))["problem"]["code"] == "not_now"
        await ann.close()
        rest.close()

    async def restart(*arguments: str) -> None:
        await RestartableServer(server).kill()
        server.arguments += arguments
        await asyncio.to_thread(server.launch)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(play())
