"""REST: what is not live. Every error is a `Problem`."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, cast

import structlog
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Operation, RequestBody
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_400_BAD_REQUEST,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from msgspec import Raw, json, structs
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tercet import __version__
from tercet.bots.registry import bots_of, quick_level
from tercet.errors import LANGUAGES, TercetError, UsageError
from tercet.games.kind import Kind
from tercet.games.options import OptionForm
from tercet.games.registry import NAMES, SHIPPED, find
from tercet.records import Record
from tercet.rules_text import has_page, page_of
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.addresses import is_in_own_network, is_this_machine, own_addresses
from tercet.server.coaching import check_may_ask, view_of_last_move, view_to_decide
from tercet.server.events import Unreadable
from tercet.server.guard import COOKIE, MOST_COOKIES, seat_cookie, tables_of
from tercet.server.hub import Hub
from tercet.server.limits import visitor_of
from tercet.server.live import Newcomer
from tercet.server.matching import Seeker
from tercet.server.metrics import REGISTRY
from tercet.server.names import clean_name
from tercet.server.practice import PracticeStart, start_from_record, start_from_table
from tercet.server.problems import STATUS, Declined, problem_of
from tercet.server.store import StoreDown, public_reason
from tercet.server.study import (
    RETRY_AFTER,
    ClientGone,
    check_length,
    check_reviewable,
    decision_of_record,
    is_long,
    is_move_of,
    replayed_as_json,
    study,
)
from tercet.server.table import Actor, Table, default_options

log = structlog.get_logger()

AnyRequest = Request[Any, Any, Any]

LARGEST_STUDY = 64 * 1024
LARGEST_REPLAY = 256 * 1024
"""The largest request bodies in bytes; those of all other routes are smaller."""

LINES = "application/x-ndjson"
"""The media type of a review, which is sent line by line."""


def problem_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the error responses of a route, for OpenAPI."""
    every = {400, 413, 421, 429, 500, 503, *statuses}
    return {status: ResponseSpec(msg.Problem, description="Refused", generate_examples=False) for status in every}


@get("/api/games", sync_to_thread=False, responses=problem_responses())
def games() -> list[msg.GameInfo]:
    """The games, with their options and bots."""
    return [game_info(name) for name in NAMES]


def game_info(name: str) -> msg.GameInfo:
    kind = find(name)
    definitions = json.schema(kind.options)["$defs"][kind.options.__name__]["properties"]
    defaults = {field.name: field.default for field in structs.fields(kind.options)} | default_options(kind)
    return msg.GameInfo(
        name=kind.name,
        title=kind.title,
        min_players=kind.min_players,
        max_players=kind.max_players,
        race=kind.is_race,
        options=[option_info(kind, option, definitions[option], default) for option, default in defaults.items()],
        help=kind.has_help,
        bots=list(bots_of(name)),
        quick=[quick_level(name)] * kind.quick_opponents,
    )


def option_info(kind: Kind, name: str, schema: dict[str, Any], default: Any) -> msg.OptionInfo:
    """Return what a form needs to ask for an option of a game."""
    form = kind.forms[name]
    return msg.OptionInfo(
        name=name,
        schema=schema,
        default=default,
        input=input_for(form, schema),
        label=form.label,
        about=form.about,
        choices=list(form.choices),
        players=list(form.players),
        unit=form.unit,
        rare=form.is_rare,
    )


def input_for(form: OptionForm, schema: dict[str, Any]) -> msg.OptionInput:
    """Return the kind of form field for an option. Raise KeyError for a type that no form field has."""
    if form.is_seat:
        return "seat"
    if form.choices:
        return "choice"
    inputs: dict[str, msg.OptionInput] = {"integer": "number", "boolean": "switch", "array": "number_per_seat"}
    return inputs[schema["type"]]


@get("/api/server", sync_to_thread=False, responses=problem_responses())
def server(hub: NamedDependency[Hub]) -> msg.ServerInfo:
    """The version of this server, and whether making a table needs its pass phrase."""
    return msg.ServerInfo(__version__, hub.pass_phrase.is_needed)


@get("/api/readiness", sync_to_thread=False, responses=problem_responses())
def readiness(hub: NamedDependency[Hub]) -> list[msg.Readiness]:
    """How far each game is from being played. A request that needs a game moves it to the front."""
    return [hub.readiness(game) for game in NAMES]


@get("/api/addresses", sync_to_thread=False, responses=problem_responses())
def addresses(request: AnyRequest, hub: NamedDependency[Hub]) -> list[str]:
    """Where other devices in your network find this server.

    None if it listens to its own machine alone, or if you come from another network.
    """
    if not is_in_own_network(client_address(request)):
        return []
    _, port = request.scope["server"] or ("", 0)
    return own_addresses(hub.settings.host, port or hub.settings.port, hub.settings.scheme)


@post("/api/tables", limit="creating", responses=problem_responses(403, 409))
async def create(request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.NewTable]) -> Response[msg.Seated]:
    """Make a table. Its link is `/t/` and its id; whoever knows it can join."""
    hub.pass_phrase.check(data.pass_phrase)
    live, token = await hub.create(with_clean_name(data), visitor_of(request))
    hashed = ids.token_hash(token)
    live.remember_visitor(hashed, visitor_of(request))
    cookies = await hub.profiles.note_seat(request, live.id, hashed, name=data.name)
    return seated_response(request, live.id, await live.actor_for(hashed), token, cookies=cookies)


@post("/api/tables/match", limit="creating", responses=problem_responses(403, 409), status_code=HTTP_200_OK)
async def match(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.FindPlayers]
) -> Response[msg.Seated]:
    """Play with somebody: a seat at the listed table of this game where somebody has waited longest, else at a new one.

    A browser that has a seat at such a table keeps it, and does not come back to one that it has left.
    """
    data = with_clean_name(data)
    live, actor, (token, hashed) = await hub.matching.find_seat(
        Seeker(data, visitor_of(request), await hub.profiles.tables_of(request))
    )
    assert hashed is not None
    live.remember_visitor(hashed, visitor_of(request))
    cookies = await hub.profiles.note_seat(request, live.id, hashed, name=data.name)
    return seated_response(request, live.id, actor, token, cookies=cookies)


@get("/api/tables", responses=problem_responses())
async def listed(hub: NamedDependency[Hub]) -> list[msg.Listing]:
    """Listed tables that wait for players, the newest first; those that this server cannot read are left out.

    Everybody gets the same list for a second.
    """
    return await hub.lobby.tables()


@get("/api/mine", responses=problem_responses())
async def mine(request: AnyRequest, hub: NamedDependency[Hub]) -> Response[list[msg.Listing]]:
    """The newest tables at which you have a seat, by your profile and by this browser's cookies.

    Cookies of tables that are gone are cleared. Tables that this server cannot read are left out, but keep their
    cookies: after an update they can be read again.
    """
    found, gone = [], []
    for table_id, key in (await hub.profiles.tables_of(request)).items():
        try:
            found.append(await hub.listing(table_id, key.token_hash))
        except Unreadable:
            continue
        except Declined:
            gone.append(table_id)
    return Response(found, cookies=cleared_cookies(request, gone))


@post("/api/mine/forget", responses=problem_responses(403), status_code=HTTP_200_OK)
async def forget(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.Forget]
) -> Response[list[msg.Forgotten]]:
    """Remove tables from your list, and the cookies of their seats; return those that were in it.

    Tables and seats stay as they are, and their tokens stay valid. A running match with other people is kept.
    """
    forgotten = []
    for table_id, key in (await hub.profiles.tables_of(request)).items():
        if table_id not in data.tables:
            continue
        try:
            is_removable = (await hub.listing(table_id, key.token_hash)).removable
        except (Unreadable, Declined):
            continue
        if is_removable:
            forgotten.append(msg.Forgotten(table_id, key.token))
    tables = [each.table for each in forgotten]
    await hub.profiles.forget_tables(request, tables)
    return Response(forgotten, cookies=cleared_cookies(request, tables))


def cleared_cookies(request: AnyRequest, table_ids: Iterable[str]) -> list[Cookie]:
    """Return cookies that clear those which a browser has for these tables."""
    held = tables_of(request)
    return [Cookie(key=COOKIE + table_id, max_age=0) for table_id in table_ids if table_id in held]


@get("/api/tables/{table_id:str}", responses=problem_responses(403, 404, 409))
async def table(request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str]) -> msg.Snapshot:
    """A table as you may see it: your seat's view with your token, else a spectator's."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as found:
        actor = found.actor_for(key.token_hash)
        found.check_may_look(actor)
        return msg.Snapshot(
            number=found.number,
            at=found.at,
            seat=actor.seat,
            host=actor.is_host,
            table=found.info(),
            situation=found.situation(actor.seat, live.now()),
        )


@get("/api/tables/{table_id:str}/events", responses=problem_responses(403, 404, 409))
async def events(
    request: AnyRequest,
    hub: NamedDependency[Hub],
    table_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, lt=2**31)] = 0,
) -> list[msg.Happened]:
    """The events after a number, the oldest first and at most 500: what a welcome leaves out."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    return await live.events_after(after, key.token_hash)


@post(
    "/api/tables/{table_id:str}/join",
    limit="joining",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def join(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.Join]
) -> Response[msg.Seated]:
    """Take a seat that is open or, during the match, that of a bot which the host offers. Who has one keeps it."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    data = with_clean_name(data)
    own = ids.token_hash(data.token) if data.token else None
    shown = frozenset(each for each in (own, key.token_hash) if each)
    await live.check_not_removed(Newcomer(visitor_of(request), shown, data.name))
    token, hashed = (data.token, own) if data.token else key
    if hashed is None or not (own or (await live.actor_for(hashed)).is_participant):
        token = ids.new_token()
        hashed = ids.token_hash(token)
    await hub.duplicates.check_newcomer(live, request)
    actor = await live.join(data.name, data.seat, hashed, data.entropy_commitment)
    live.remember_visitor(hashed, visitor_of(request))
    cookies = await hub.profiles.note_seat(request, table_id, hashed, name=None if own else data.name)
    return seated_response(request, table_id, actor, token, cookies=cookies)


@post(
    "/api/tables/{table_id:str}/enter",
    limit="joining",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def enter(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.Enter]
) -> Response[msg.Seated]:
    """Come back on another device, with the token of the personal link; with an empty one to your profile's seat.

    A browser that has another seat at this table keeps it, unless the request says `replace`.
    """
    live, held = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    hashed = ids.token_hash(data.token) if data.token else await hub.profiles.token_hash_at(request, table_id)
    actor = await live.actor_for(hashed) if hashed else Actor()
    if hashed is None or not actor.is_participant:
        raise Declined("not_yours", en="This link is no longer valid.", de="Dieser Link gilt nicht mehr.")
    own = await live.actor_for(held.token_hash) if held.token_hash not in (None, hashed) else Actor()
    if own.is_participant and not data.replace:
        raise other_seat(live.name_of(own), live.name_of(actor))
    await hub.profiles.note_seat(request, table_id, hashed)
    replaced = msg.ReplacedSeat(live.name_of(own), held.token) if own.is_participant else None
    return seated_response(request, table_id, actor, data.token, replaced)


@dataclass
class OperationWithOptionalBody(Operation):
    """An operation whose body may be left out; Litestar describes every body as required."""

    def __post_init__(self) -> None:
        assert isinstance(self.request_body, RequestBody)
        self.request_body.required = False


@post(
    "/api/tables/{table_id:str}/rematch",
    limit="creating",
    operation_class=OperationWithOptionalBody,
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def rematch(
    request: AnyRequest,
    hub: NamedDependency[Hub],
    table_id: FromPath[str],
    data: JSONBody[msg.PlayAgain | None] = None,
) -> Response[msg.Seated]:
    """Play again: the new table, with your old token. The first who asks makes it.

    With `start` it begins at once if nobody has to be waited for.
    """
    live, (token, hashed) = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    if hashed is None or not (await live.actor_for(hashed)).is_participant:
        raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
    if data and data.start:
        hub.check_may_run(visitor_of(request))
    again = await hub.rematch(live, visitor_of(request))
    actor = await again.commit_to_entropy(hashed, data.entropy_commitment if data else "")
    if data and data.start:
        await hub.start_rematch(again, actor)
    await hub.profiles.note_seat(request, again.id, hashed)
    return seated_response(request, again.id, actor, token)


@get(
    "/api/tables/{table_id:str}/record",
    responses={
        **problem_responses(403, 404, 409),
        200: ResponseSpec(
            Record | msg.UnfinishedRecord,
            description="The record of a finished match; before the end what may be known of it",
            generate_examples=False,
        ),
    },
)
async def record(request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str]) -> Response[Any]:
    """The record of a finished match with its seed; before the end what your seat may know."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as found:
        actor = found.actor_for(key.token_hash)
        found.check_may_look(actor)
        content = found.record(actor.seat)
    name = f"tercet-{found.kind.name}-{table_id}.json"
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'})


async def check_study(request: AnyRequest) -> None:
    """Refuse a request to study or replay before it is decoded if it is too long, or if too many others wait."""
    request.app.state.hub.studies.check_room(visitor_of(request))
    check_length(await request.body())


async def disconnected(request: AnyRequest) -> None:
    """Wait until the client has closed the connection, once the body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@post(
    "/api/study",
    limit="studying",
    request_max_body_size=LARGEST_STUDY,
    before_request=check_study,
    responses=problem_responses(403, 409),
    status_code=HTTP_200_OK,
)
async def study_round(request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.Study]) -> msg.Studied:
    """A round without a table, from a given deal and moves: what a seat sees and may do. Nothing is kept."""
    await hub.compiler.wait_until_ready(data.game)
    return await hub.studies.run(visitor_of(request), disconnected(request), partial(study, data))


@post(
    "/api/replay",
    limit="studying",
    request_max_body_size=LARGEST_REPLAY,
    before_request=check_study,
    responses=problem_responses(403),
    status_code=HTTP_200_OK,
)
async def replay_round(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.ReplayQuestion]
) -> Response[msg.Replayed]:
    """A round of a record, position by position, and whether the record is right. Nothing is kept."""
    await hub.compiler.wait_until_ready(data.record.game)
    in_process = is_long(await request.body())
    answer = await hub.studies.run(
        visitor_of(request), disconnected(request), partial(replayed_as_json, data), in_process
    )
    return Response(cast("msg.Replayed", Raw(answer)))


# --- Coach, review and practice


@post(
    "/api/tables/{table_id:str}/coach/hint",
    limit="coaching",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def hint(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.Hint]
) -> Response[msg.Advice]:
    """What the coach would do in your place, why, and how other moves compare. It knows what you know."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as table:
        view = view_to_decide(table, table.actor_for(key.token_hash).seat)
    await live.coach_use.note_asked()
    answer = await hub.coaching.advise(
        visitor_of(request), partial(disconnected, request), view, is_quick=not data.full
    )
    return Response(cast("msg.Advice", Raw(answer)))


@post(
    "/api/tables/{table_id:str}/coach/last",
    limit="coaching",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def look_back(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.LookBack]
) -> Response[msg.Afterthought]:
    """What your last move of this round cost, by what you knew before it, and what was better."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as table:
        view, move = view_of_last_move(table, table.actor_for(key.token_hash).seat)
    if data.full:
        live.coach_use.note_judged(view.seat)
    visitor, gone = visitor_of(request), partial(disconnected, request)
    answer = await hub.coaching.look_back(visitor, gone, view, move, is_quick=not data.full)
    return Response(cast("msg.Afterthought", Raw(answer)))


@get("/api/tables/{table_id:str}/coach/odds", limit="coaching", responses=problem_responses(403, 404, 409))
async def odds(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str]
) -> Response[list[msg.OddInWords]]:
    """Which unseen cards or tiles help you where, in exact counts, the most likely first."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as table:
        seat = check_may_ask(table, table.actor_for(key.token_hash).seat)
        view = table.game.view(seat)
    await live.coach_use.note_asked()
    answer = await hub.coaching.odds(visitor_of(request), partial(disconnected, request), view)
    return Response(cast("list[msg.OddInWords]", Raw(answer)))


def review_response(lines: AsyncIterator[bytes]) -> Stream:
    """Return a review that is sent while it is made: a `ReviewPart` in each line."""
    return Stream(lines, media_type=LINES, headers={"x-accel-buffering": "no"})


@get(
    "/api/tables/{table_id:str}/review",
    limit="studying",
    media_type=LINES,
    responses=problem_responses(403, 404, 409),
)
async def review_table(request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str]) -> Stream:
    """The review of a finished match, part by part, each a line of JSON. It is made once and stored with the table.

    As long as the deal is sealed, it has your own moves alone, by what you knew.
    """
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as table:
        found, seat = finished_record(table, table.actor_for(key.token_hash))
    return review_response(await hub.reviews.of_table(table_id, found, visitor_of(request), seat))


def finished_record(table: Table, actor: Actor) -> tuple[Record, int | None]:
    """Return the record of a match that is over, and the seat whose decisions may be shown; None for everybody's.

    Raise Declined before the end, or for somebody without a seat if the deal is sealed.
    """
    if not table.is_over or table.match is None:
        raise Declined("not_now", en="The game is not over.", de="Die Partie ist noch nicht vorbei.")
    if table.is_practice:
        raise Declined("not_now", en="Practice has no record.", de="Vom Üben gibt es keine Aufzeichnung.")
    table.check_may_look(actor)
    coach_exists(table.kind.name)
    return table.match.record(), actor.seat if table.is_sealed else None


def coach_exists(game: str) -> None:
    """Raise UsageError if a game has no coach."""
    if game not in SHIPPED:
        raise UsageError(f"{find(game).title} has no coach.", f"{find(game).title} hat keinen Coach.")


@post(
    "/api/review",
    limit="studying",
    media_type=LINES,
    request_max_body_size=LARGEST_REPLAY,
    before_request=check_study,
    responses=problem_responses(403),
    status_code=HTTP_200_OK,
)
async def review_record(request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[Record]) -> Stream:
    """The same for a record. Nothing is stored; the review ends when you close the connection."""
    coach_exists(data.game)
    hub.reviews.check_record(visitor_of(request))
    await hub.compiler.wait_until_ready(data.game)
    checked = partial(check_reviewable, data)
    await hub.studies.run(visitor_of(request), disconnected(request), checked, is_long(await request.body()))
    return review_response(hub.reviews.of_record(data, visitor_of(request)))


@post(
    "/api/tables/{table_id:str}/practice",
    limit="creating",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def practise(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.Practice]
) -> msg.Seated:
    """Play on from a position against the same bots, at a table of its own. The match itself stays as it is.

    What your seat does not know is dealt anew. The token of the new seat comes without a cookie.
    """
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as table:
        actor = table.actor_for(key.token_hash)
        start = start_from_table(table, actor, data.round, data.move, data.seat)
    return await seated_in_practice(request, hub, start)


@post(
    "/api/practice",
    limit="creating",
    request_max_body_size=LARGEST_REPLAY,
    before_request=check_study,
    responses=problem_responses(403, 409),
    status_code=HTTP_200_OK,
)
async def practise_record(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.RecordPractice]
) -> msg.Seated:
    """The same for a position of a record."""
    coach_exists(data.record.game)
    await hub.compiler.wait_until_ready(data.record.game)
    start = await hub.studies.run(
        visitor_of(request),
        disconnected(request),
        partial(start_from_record, data.record, data.round, data.move, data.seat or 0),
    )
    return await seated_in_practice(request, hub, start)


async def seated_in_practice(request: AnyRequest, hub: Hub, start: PracticeStart) -> msg.Seated:
    live, token = await hub.practise(start, visitor_of(request))
    await hub.profiles.note_seat(request, live.id, ids.token_hash(token), hidden=True)
    return msg.Seated(live.id, start.view.seat, host=True, token=token)


@post(
    "/api/tables/{table_id:str}/attempt",
    limit="coaching",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def attempt(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.Attempt]
) -> msg.Attempted:
    """A decision of a finished match, as its seat saw it; with a move, what that costs."""
    live, key = await hub.find(table_id), await hub.profiles.seat_key(request, table_id)
    async with live.synced() as table:
        found, seat = finished_record(table, table.actor_for(key.token_hash))
    if seat is not None and not is_move_of(found, seat, data):
        raise Declined("not_yours", en="This was not your move.", de="Das war nicht dein Zug.")
    return await attempted(request, hub, found, data)


@post(
    "/api/attempt",
    limit="coaching",
    request_max_body_size=LARGEST_REPLAY,
    before_request=check_study,
    responses=problem_responses(403, 409),
    status_code=HTTP_200_OK,
)
async def attempt_record(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.RecordAttempt]
) -> msg.Attempted:
    """The same for a decision of a record."""
    coach_exists(data.record.game)
    return await attempted(request, hub, data.record, data)


async def attempted(request: AnyRequest, hub: Hub, found: Record, question: msg.Attempt) -> msg.Attempted:
    visitor = visitor_of(request)
    await hub.compiler.wait_until_ready(found.game)
    work = partial(decision_of_record, found, question)
    situation, view = await hub.studies.run(visitor, disconnected(request), work)
    verdict = None
    if question.attempt is not None:
        gone = partial(disconnected, request)
        answer = await hub.coaching.look_back(visitor, gone, view, question.attempt, is_quick=False)
        verdict = json.decode(answer, type=msg.Afterthought)
    return msg.Attempted(view.seat, situation, verdict)


@get("/api/rules/{game:str}", sync_to_thread=False, responses=problem_responses(404))
def rules(game: FromPath[str]) -> Response[msg.RulesPage]:
    """The rules of a game in both languages, by the headings of their page."""
    if not has_page(game):
        raise Declined("not_found", en="There are no such rules here.", de="Solche Regeln gibt es hier nicht.")
    return Response(rules_page(game), headers={"cache-control": "public, max-age=3600"})


def rules_page(game: str) -> msg.RulesPage:
    en, de = (page_of(game, language) for language in LANGUAGES)
    opening = [
        msg.RulesOpening(msg.Words(title, titel), [msg.Words(*item) for item in zip(items_en, items_de, strict=True)])
        for (title, items_en), (titel, items_de) in zip(en.opening, de.opening, strict=True)
    ]
    sections = [
        msg.RulesSection(
            msg.Words(title, titel),
            [msg.RuleText(rule, msg.Words(text, rules_de[rule])) for rule, text in rules_en.items()],
        )
        for (title, rules_en), (titel, rules_de) in zip(en.sections, de.sections, strict=True)
    ]
    return msg.RulesPage(game, msg.Words(en.title, de.title), opening, sections)


@get("/api/codes/{code:str}", limit="joining", responses=problem_responses(404))
async def by_code(hub: NamedDependency[Hub], code: FromPath[str]) -> msg.Found:
    """The table that waits for players and has this code: the first six characters of its id."""
    return msg.Found(await hub.find_by_code(code))


@get(
    "/health",
    responses={503: ResponseSpec(msg.Health, description="Down, read-only or closing", generate_examples=False)},
)
async def health(hub: NamedDependency[Hub]) -> Response[msg.Health]:
    """Whether tables can be played here: whether the database can be read and written."""
    status, reason = await health_of(hub)
    content = msg.Health(status, __version__, *hub.counts(), reason)
    return Response(content, status_code=HTTP_200_OK if status == "ok" else HTTP_503_SERVICE_UNAVAILABLE)


async def health_of(hub: Hub) -> tuple[Literal["ok", "down", "read_only", "closing"], str]:
    """Return the status of a server and, if its database fails, why."""
    try:
        await hub.store.open_tables(1)
    except StoreDown as error:
        return "down", public_reason(error)
    if hub.is_closing:
        return "closing", ""
    await hub.store.probe()
    return ("ok", "") if hub.store.failure is None else ("read_only", hub.store.failure)


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(request: AnyRequest, hub: NamedDependency[Hub]) -> Response[bytes]:
    """For Prometheus on this machine, if the host has not chosen another address for them.

    Not if other machines can connect, and not to those that a proxy on this machine speaks for.
    """
    settings = hub.settings
    if settings.metrics is not None or not all(map(is_this_machine, (settings.host, client_address(request)))):
        raise NotFoundException
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


TABLE_ROUTES = [create, match, listed, mine, forget, table, events, join, enter, rematch, record, by_code]
COACH_ROUTES = [hint, look_back, odds, review_table, review_record, practise, practise_record, attempt, attempt_record]
STUDY_ROUTES = [study_round, replay_round]
ROUTES = [games, server, readiness, addresses, rules, *TABLE_ROUTES, *STUDY_ROUTES, *COACH_ROUTES, health, metrics]


def client_address(request: AnyRequest) -> str:
    """Return the address of the client, also behind a proxy that the host trusts; an empty text if it is unknown."""
    return request.client.host if request.client else ""


def other_seat(own: str, other: str) -> Declined:
    """Return the question whether to give up one's own seat for another; a name is empty for a host without a seat."""
    have = (
        (f"You already sit here as {own}.", f"Du sitzt hier schon als {own}.")
        if own
        else ("You made this table.", "Du hast diesen Tisch gemacht.")
    )
    take = (
        (
            f"Take {other}’s seat in this browser instead?",
            f"Willst du in diesem Browser stattdessen auf dem Platz von {other} sitzen?",
        )
        if other
        else ("Be its host in this browser instead?", "Willst du ihn in diesem Browser stattdessen leiten?")
    )
    return Declined("other_seat", en=f"{have[0]} {take[0]}", de=f"{have[1]} {take[1]}")


def seated_response(
    request: AnyRequest,
    table_id: str,
    actor: Actor,
    token: str,
    replaced: msg.ReplacedSeat | None = None,
    cookies: Sequence[Cookie] = (),
) -> Response[msg.Seated]:
    """Return the response with a seat and its cookie; clear the oldest cookies if there are too many.

    With an empty token the seat is that of the profile, and a cookie of another seat at the table is cleared.
    """
    others = [other for other in tables_of(request) if other != table_id]
    gone = others[: max(0, len(others) + 1 - MOST_COOKIES)]
    own = [seat_cookie(request, table_id, token)] if token else cleared_cookies(request, [table_id])
    content = msg.Seated(table_id, actor.seat, actor.is_host, token, replaced)
    return Response(content, cookies=[*own, *cleared_cookies(request, gone), *cookies])


def with_clean_name(wish: Any) -> Any:
    """Return the request with its name cleaned, if it has one. Raise Declined if the name cannot be shown."""
    return wish if wish.name is None else structs.replace(wish, name=clean_name(wish.name))


# --- Errors

CODES: dict[int, msg.Code] = {404: "not_found", 405: "not_found", 413: "too_large", 429: "too_fast"}
"""The codes of the framework's refusals, by status."""


def on_refusal(request: AnyRequest, error: TercetError) -> Response[msg.Problem]:
    """Answer a refusal of the game or the table."""
    problem = problem_of(error)
    headers = {"retry-after": str(RETRY_AFTER)} if problem.code == "busy" else {}
    return Response(problem, status_code=STATUS.get(problem.code, 400), headers=headers)


def on_client_gone(request: AnyRequest, error: ClientGone) -> Response[None]:
    """Answer nobody: the client has closed the connection."""
    return Response(None, status_code=HTTP_400_BAD_REQUEST)


def on_http_error(request: AnyRequest, error: HTTPException) -> Response[msg.Problem]:
    """Answer a refusal of the framework: unknown path, invalid body, too many requests."""
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        places = [each for each in error.extra if isinstance(each, dict)]
        detail = "; ".join(": ".join(str(each[part]) for part in ("key", "message") if part in each) for each in places)
    code = CODES.get(error.status_code, "bad_request")
    words = {
        "not_found": msg.Words("There is nothing here.", "Hier ist nichts."),
        "too_fast": msg.Words("Too many requests: wait a minute.", "Zu viele Anfragen: Warte eine Minute."),
        "too_large": msg.Words("That is too large.", "Das ist zu groß."),
    }.get(code, msg.Words(f"This request is not understood: {detail}", f"Diese Anfrage ist unverständlich: {detail}"))
    return Response(msg.Problem(code, words), status_code=error.status_code, headers=error.headers)


def on_crash(request: AnyRequest, error: Exception) -> Response[msg.Problem]:
    """Log an unexpected error and answer with 500, without details."""
    log.error("crash", route=request.scope.get("path_template"), exc_info=error)
    words = msg.Words("Something went wrong here.", "Hier ist etwas schiefgegangen.")
    return Response(msg.Problem("crash", words), status_code=HTTP_500_INTERNAL_SERVER_ERROR)


def on_too_deep(request: AnyRequest, error: RecursionError) -> Response[msg.Problem]:
    """Answer a body that is too deeply nested to be decoded."""
    words = msg.Words("This request is too deeply nested.", "Diese Anfrage ist zu tief verschachtelt.")
    return Response(msg.Problem("bad_request", words), status_code=HTTP_400_BAD_REQUEST)


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    RecursionError: on_too_deep,
    TercetError: on_refusal,
    ClientGone: on_client_gone,
    HTTPException: on_http_error,
    Exception: on_crash,
}
