"""Signs that people make to each other: seen by everybody at the table, kept nowhere."""

import pytest

from server.playing import Client, Message, Rest, ServerProcess
from server.test_table import Desk
from tercet.server import events as ev
from tercet.server.problems import Declined
from tercet.server.table import Actor


def is_sign(message: Message) -> bool:
    return bool(message["type"] == "reaction")


@pytest.mark.anyio
async def test_everybody_at_the_table_sees_a_sign(server: ServerProcess, rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann")
    joined = rest.join(made["table"], "Bob")
    ann = await Client.enter(server.url, made["table"], made["token"])
    bob = await Client.enter(server.url, made["table"], joined["token"])
    watching = await Client.enter(server.url, made["table"])
    before = rest.get(f"/api/tables/{made['table']}/events")
    answer = await ann.do("react", id="hello", sign="good_luck")
    assert answer == {"type": "reaction", "seat": 0, "sign": "good_luck", "id": "hello"}
    for client in (bob, watching):
        assert await client.until(is_sign) == {"type": "reaction", "seat": 0, "sign": "good_luck"}
    assert rest.get(f"/api/tables/{made['table']}/events") == before, "signs are not kept"
    for client in (ann, bob, watching):
        await client.close()


@pytest.mark.anyio
async def test_signs_are_made_one_at_a_time_and_by_people_with_a_seat(server: ServerProcess, rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann", bots=["random"])
    ann = await Client.enter(server.url, made["table"], made["token"])
    watching = await Client.enter(server.url, made["table"])
    assert (await ann.do("react", sign="thanks"))["type"] == "reaction"
    assert (await ann.do("react", sign="thanks"))["problem"]["code"] == "too_fast"
    assert (await watching.do("react", sign="thanks"))["problem"]["code"] == "not_yours"
    await ann.send({"type": "react", "id": "rude", "sign": "you fool"})
    assert (await ann.until(lambda message: message["type"] == "refused"))["problem"]["code"] == "bad_message"
    await ann.close()
    await watching.close()


def test_signs_are_made_until_the_table_is_closed() -> None:
    desk = Desk("zatre").seat(0, 1)
    assert desk.table.check_may_react(Actor(seat=1)) == 1
    desk.happen(ev.Closed())
    with pytest.raises(Declined, match="closed the table"):
        desk.table.check_may_react(Actor(seat=1))
