"""The protocol for programs: what is generated is current, the page's examples are true, and the server keeps to it."""

import asyncio
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from server.playing import Client, Message, Rest, ServerProcess
from tercet.fair import entropy_commitment
from tercet.games.registry import NAMES, find
from tercet.server import messages as msg
from tercet.server import profile_messages, puzzle_messages, schema, today_messages
from tercet.server.connection import RESTARTING, TOO_FAST, TOO_SLOW
from tercet.server.events import AnyEvent
from tercet.server.problems import STATUS
from tercet.server.sockets import NO_HELLO, NO_TABLE
from waiting import LONGEST_WAIT

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "protocol.md"
MESSAGES = (msg, profile_messages, puzzle_messages, today_messages)
"""The modules that define messages."""


def text_of(place: str) -> str:
    return (ROOT / place).read_text("utf-8")


def tags(*unions: Any) -> set[str]:
    """The types of messages, or the kinds of events."""
    return {str(struct.__struct_config__.tag) for union in unions for struct in get_args(union)}


@cache
def validator(name: str) -> jsonschema_rs.Validator:
    """What tells, by the committed schema, whether something is the message of this name."""
    document = json.loads(text_of("docs/protocol.schema.json"))
    return jsonschema_rs.validator_for({**document, "$ref": f"#/$defs/{name}"})


def check(name: str, message: Any) -> None:
    """The message is of this name by the schema, and has no field that its struct does not know."""
    validator(name).validate(message)
    struct = next(getattr(module, name) for module in MESSAGES if hasattr(module, name))
    again = json.loads(msgspec.json.encode(msgspec.convert(message, struct)))
    assert again == {**again, **message}


# --- What is generated


def test_generated_files_are_current() -> None:
    for place, text in schema.generated_files().items():
        assert text_of(place) == text, f"{place} is old: run make protocol"


def test_every_message_is_in_the_schema() -> None:
    kinds = [(module, kind) for module in MESSAGES for kind in vars(module).values()]
    ours = {kind for module, kind in kinds if getattr(kind, "__module__", "") == module.__name__}
    structs = {kind for kind in ours if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}
    known = set(schema.structs_in((*schema.FROM_CLIENTS, *schema.TO_CLIENTS)))
    assert structs - known == {msg.Command}, "which is the base of all commands"


def test_the_types_are_well_formed() -> None:
    """As far as can be seen without a compiler: every name that is used is declared, every line one of a few kinds."""
    code = re.sub(r"/\*\*.*?\*/|//.*", "", text_of("web/src/protocol.ts"))
    declared = re.findall(r"^export (?:interface|type) (\w+)", code, re.MULTILINE)
    assert len(declared) == len(set(declared))
    assert set(re.findall(r"\b[A-Z]\w*", re.sub(r'"[^"]*"', "", code))) == set(declared)
    lines = r"export interface \w+ \{|  \w+\??: [^;]+;|\}|export type \w+ =|  \| \w+;?|\s*"
    assert [line for line in code.splitlines() if not re.fullmatch(lines, line)] == []
    for opening, closing in ("{}", "[]", "()"):
        assert code.count(opening) == code.count(closing)


def test_the_types_say_what_may_be_absent() -> None:
    code = text_of("web/src/protocol.ts")
    assert '  type: "move";' in code
    assert '  kind: "moved";' in code
    assert '  game: "z3bra";' in code
    assert "  moves?: LegalMove[] | null;" in code, "left out where there are none"
    assert "  bot: string | null;" in code, "in a record's players always there, though it has a default"
    assert "  after?: number | null;" in code, "a client need not say it"
    assert "  /** Whose view this is; None for a spectator. */\n  seat: number | null;" in code, "words of a base"


# --- The page


def examples() -> Iterator[tuple[str, Any]]:
    """The page's examples with their names: those of the socket say themselves what they are."""
    for name, block in re.findall(r"^```json ?(\w*)\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        decoder, rest = json.JSONDecoder(), block.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            rest = rest[end:].strip()
            yield from ((name or name_of(each), each) for each in (value if isinstance(value, list) else [value]))


def name_of(message: Message) -> str:
    if "kind" in message:
        return "AnyEvent"
    return "FromClient" if message["type"] in tags(msg.FromClient) else "ToClient"


def test_the_examples_of_the_page_are_true() -> None:
    seen = set()
    for name, example in examples():
        check(name, example)
        seen.add(example.get("type") or example.get("kind") or name)
    assert seen >= tags(msg.FromClient, msg.ToClient, AnyEvent), "there is an example of each"


ID = re.compile(r"\{(table|duplicate)_id\}")
"""What the page calls ID."""


def test_the_page_names_everything() -> None:
    page = PAGE.read_text("utf-8")
    routes = json.loads(text_of("docs/openapi.json"))["paths"]
    for path, methods in routes.items():
        for method in methods:
            assert f"`{method.upper()} {ID.sub('ID', path)}`" in page
    for code in STATUS:
        assert f"| `{code}` |" in page
    for number in (NO_TABLE, NO_HELLO, RESTARTING, TOO_SLOW, TOO_FAST):
        assert f"| {number} |" in page


# --- The server


@pytest.mark.parametrize("game", NAMES)
def test_everything_that_is_said_at_a_table_is_in_the_schema(server: ServerProcess, rest: Rest, game: str) -> None:
    async def play() -> None:
        options = {"patience": 500} if find(game).is_race else {"rounds": 2}
        entropy = {"entropy_commitment": entropy_commitment("beef")}
        made = rest.create(game, name="Ann", listed=True, help=True, turn_limit=3600, options=options, **entropy)
        path = f"/api/tables/{made['table']}"
        for each in [*rest.get("/api/tables"), *rest.get("/api/mine", made["token"])]:
            check("Listing", each)
        ann = await Client.enter(server.url, made["table"], made["token"])
        await ann.do("seat_bot", seat=1, bot="random")
        await ann.do("clear_seat", seat=1)
        await ann.do("commit", entropy_commitment="")
        await ann.do("commit", **entropy)
        bob = await Client.enter(server.url, made["table"], rest.join(made["table"], "Bob")["token"])
        watching = await Client.enter(server.url, made["table"])
        await ann.do("start", id="start")
        assert (await ann.do("start", id="start"))["type"] == "done"
        await bob.until(lambda message: message.get("event") == {"kind": "started"})
        await ann.do("reveal", entropy="beef")
        await bob.until(lambda message: message.get("event", {}).get("kind") == "revealed")
        check("Snapshot", rest.get(path, made["token"]))
        await (play_at_once(ann, bob) if find(game).is_race else play_turns(ann, bob))
        check("UnfinishedRecord", rest.get(f"{path}/record", made["token"]))
        await asyncio.gather(ann.play_to_end(), bob.play_to_end(), watch_to_end(watching))
        check("Record", rest.get(f"{path}/record"))
        check("Seated", rest.post(f"{path}/rematch", made["token"]))
        for client in (ann, bob, watching):
            await client.until(lambda message: message.get("event", {}).get("kind") == "rematch")
            await client.close()
        for message in ann.messages + bob.messages + watching.messages:
            check("ToClient", message)

    asyncio.run(asyncio.wait_for(play(), LONGEST_WAIT))


async def watch_to_end(client: Client) -> None:
    while client.table["status"] != "over":
        await client.receive()


async def play_turns(ann: Client, bob: Client) -> None:
    """Everything that can happen beside the moves."""
    assert (await ann.do("move", move="nonsense"))["problem"]["code"] == "notation"
    for command in ("pause", "resume", "leave", "return"):
        assert (await ann.do(command))["type"] == "update"
    actor = ann if ann.seat in ann.to_act else bob
    await actor.do("move", move=actor.moves[0])


async def play_at_once(ann: Client, bob: Client) -> None:
    """From the common start to a stop; after that nobody lays a card, and the round ends."""
    await asyncio.sleep(ann.situation["starts"] / 1000)
    for client, move in ((ann, "take"), (bob, "stop"), (ann, "go")):
        assert (await client.do("move", move=move))["type"] == "update"


def test_everything_else_is_in_the_schema(rest: Rest) -> None:
    for each in rest.get("/api/games"):
        check("GameInfo", each)
    check("Health", rest.get("/health"))
    check("Problem", rest.http.get("/api/tables/nope").json())
    made = rest.create("zatre", name="Ann")
    check("Seated", made)
    path = f"/api/tables/{made['table']}/enter"
    check("Seated", rest.answer(rest.http.post(path, json={"token": made["token"]})))
