"""REST: what is not live. Every error is a `Problem`."""

import asyncio
from typing import Any

import structlog
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_400_BAD_REQUEST,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from msgspec import json, structs
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tercet import __version__
from tercet.bots.registry import BOTS
from tercet.errors import LANGUAGES, TercetError
from tercet.games.registry import NAMES, find
from tercet.records import Record
from tercet.rules_text import page_of
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.addresses import own_addresses
from tercet.server.guard import COOKIE, MOST_COOKIES, hashed_token_of, seat_cookie, tables_of, token_of
from tercet.server.hub import Hub, default_options
from tercet.server.metrics import REGISTRY
from tercet.server.problems import STATUS, Declined, problem_of
from tercet.server.store import StoreDown
from tercet.server.study import replayed, study
from tercet.server.table import Actor

log = structlog.get_logger()

AnyRequest = Request[Any, Any, Any]

MOST_LISTED = 50

LARGEST_STUDY = 64 * 1024
LARGEST_REPLAY = 2 * 1024 * 1024
"""Bytes of a body; all others are smaller."""


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What else a route may answer, for OpenAPI."""
    every = {400, 429, 500, 503, *statuses}
    return {status: ResponseSpec(msg.Problem, description="Refused", generate_examples=False) for status in every}


@get("/api/games", sync_to_thread=False, responses=problems())
def games() -> list[msg.GameInfo]:
    """The games, with their options and bots."""
    return [game_info(name) for name in NAMES]


def game_info(name: str) -> msg.GameInfo:
    kind = find(name)
    definitions = json.schema(kind.options)["$defs"][kind.options.__name__]["properties"]
    defaults = {field.name: field.default for field in structs.fields(kind.options)} | default_options(kind)
    options = [msg.OptionInfo(option, definitions[option], default) for option, default in defaults.items()]
    return msg.GameInfo(
        kind.name, kind.title, kind.min_players, kind.max_players, kind.has_turns, options, kind.has_turns, list(BOTS)
    )


@get("/api/addresses", sync_to_thread=False, responses=problems())
def addresses(request: AnyRequest, hub: NamedDependency[Hub]) -> list[str]:
    """Where other devices in the same network find this server; none if it listens to this machine alone."""
    _, port = request.scope["server"] or ("", 0)
    return own_addresses(hub.settings.host, port or hub.settings.port)


@post("/api/tables", limit="creating", responses=problems(403, 409))
async def create(request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.NewTable]) -> Response[msg.Seated]:
    """Make a table. Its link is `/t/` and its id; whoever knows it can join."""
    live, token = await hub.create(clean(data))
    return seated(request, live.id, await live.actor_for(ids.token_hash(token)), token)


@get("/api/tables", responses=problems())
async def listed(hub: NamedDependency[Hub]) -> list[msg.Listing]:
    """Listed tables that wait for players, the newest first."""
    return [await hub.listing(row.id) for row in await hub.store.open_tables(MOST_LISTED)]


@get("/api/mine", responses=problems())
async def mine(request: AnyRequest, hub: NamedDependency[Hub]) -> Response[list[msg.Listing]]:
    """The tables at which this browser has a seat. Cookies of tables that are gone are cleared."""
    found, gone = [], []
    for table_id, token in tables_of(request).items():
        try:
            found.append(await hub.listing(table_id, ids.token_hash(token)))
        except Declined:
            gone.append(Cookie(key=COOKIE + table_id, max_age=0))
    return Response(found, cookies=gone)


@get("/api/tables/{table_id:str}", responses=problems(404))
async def table(request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str]) -> msg.Snapshot:
    """A table as you may see it: your seat's view with your token, else a spectator's."""
    live = await hub.find(table_id)
    async with live.lock:
        found = await live.up_to_date()
        actor = found.actor_for(hashed_token_of(request, table_id))
        return msg.Snapshot(
            number=found.number,
            seat=actor.seat,
            host=actor.is_host,
            table=found.info(),
            situation=found.situation(actor.seat, ids.now()),
        )


@post("/api/tables/{table_id:str}/join", limit="joining", responses=problems(403, 404, 409), status_code=HTTP_200_OK)
async def join(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.Join]
) -> Response[msg.Seated]:
    """Take a seat. Who has one already keeps it."""
    live = await hub.find(table_id)
    token = data.token or token_of(request, table_id) or ids.new_token()
    if not data.token and not (await live.actor_for(ids.token_hash(token))).takes_part:
        token = ids.new_token()
    actor = await live.join(clean(data).name, data.seat, ids.token_hash(token), data.entropy)
    return seated(request, table_id, actor, token)


@post("/api/tables/{table_id:str}/enter", limit="joining", responses=problems(403, 404), status_code=HTTP_200_OK)
async def enter(
    request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str], data: JSONBody[msg.Enter]
) -> Response[msg.Seated]:
    """Come back on another device, with the token of the personal link."""
    live = await hub.find(table_id)
    actor = await live.actor_for(ids.token_hash(data.token))
    if not actor.takes_part:
        raise Declined("not_yours", en="This link is no longer valid.", de="Dieser Link gilt nicht mehr.")
    return seated(request, table_id, actor, data.token)


@post(
    "/api/tables/{table_id:str}/rematch", limit="creating", responses=problems(403, 404, 409), status_code=HTTP_200_OK
)
async def rematch(request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str]) -> Response[msg.Seated]:
    """Play again: the new table, with your old token. The first who asks makes it."""
    live = await hub.find(table_id)
    token = token_of(request, table_id)
    if token is None or not (await live.actor_for(ids.token_hash(token))).takes_part:
        raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
    again = await hub.rematch(live)
    return seated(request, again.id, await again.actor_for(ids.token_hash(token)), token)


@get(
    "/api/tables/{table_id:str}/record",
    responses={
        **problems(404, 409),
        200: ResponseSpec(
            Record | msg.UnfinishedRecord,
            description="The record of a finished match; before the end what may be known of it",
            generate_examples=False,
        ),
    },
)
async def record(request: AnyRequest, hub: NamedDependency[Hub], table_id: FromPath[str]) -> Response[Any]:
    """The record of a finished match with its seed; before the end what your seat may know."""
    live = await hub.find(table_id)
    async with live.lock:
        found = await live.up_to_date()
        content = found.record(found.actor_for(hashed_token_of(request, table_id)).seat)
    name = f"tercet-{found.kind.name}-{table_id}.json"
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'})


@post(
    "/api/study",
    limit="studying",
    request_max_body_size=LARGEST_STUDY,
    responses=problems(403, 409),
    status_code=HTTP_200_OK,
    sync_to_thread=True,
)
def study_round(data: JSONBody[msg.Study]) -> msg.Studied:
    """A round without a table, from a given deal and moves: what a seat sees and may do. Nothing is kept."""
    return study(data)


@post(
    "/api/replay",
    limit="studying",
    request_max_body_size=LARGEST_REPLAY,
    responses=problems(403),
    status_code=HTTP_200_OK,
)
async def replay_round(hub: NamedDependency[Hub], data: JSONBody[msg.ReplayQuestion]) -> msg.Replayed:
    """A round of a record, position by position, and whether the record is right. Nothing is kept."""
    async with hub.replaying:
        return await asyncio.to_thread(replayed, data)


@get("/api/rules/{game:str}", sync_to_thread=False, responses=problems(404))
def rules(game: FromPath[str]) -> Response[msg.RulesPage]:
    """The rules of a game in both languages, by the headings of their page."""
    if game not in NAMES:
        raise Declined("not_found", en="There is no such game here.", de="Dieses Spiel gibt es hier nicht.")
    return Response(rules_page(game), headers={"cache-control": "public, max-age=3600"})


def rules_page(game: str) -> msg.RulesPage:
    en, de = (page_of(game, language) for language in LANGUAGES)
    sections = [
        msg.RulesSection(
            msg.Words(title, titel),
            [msg.RuleText(rule, msg.Words(text, rules_de[rule])) for rule, text in rules_en.items()],
        )
        for (title, rules_en), (titel, rules_de) in zip(en.sections, de.sections, strict=True)
    ]
    return msg.RulesPage(game, msg.Words(en.title, de.title), sections)


@get("/api/codes/{code:str}", limit="joining", responses=problems(404))
async def by_code(hub: NamedDependency[Hub], code: FromPath[str]) -> msg.Found:
    """The table that waits for players and has this code: the first six characters of its id."""
    return msg.Found(await hub.by_code(code))


@get("/health", responses={503: ResponseSpec(msg.Health, description="Down or closing", generate_examples=False)})
async def health(hub: NamedDependency[Hub]) -> Response[msg.Health]:
    """Whether tables can be played here."""
    try:
        await hub.store.open_tables(1)
        status = "closing" if hub.is_closing else "ok"
    except StoreDown:
        status = "down"
    content = msg.Health(status, __version__, *hub.counts())  # type: ignore[arg-type]
    return Response(content, status_code=HTTP_200_OK if status == "ok" else HTTP_503_SERVICE_UNAVAILABLE)


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics() -> Response[bytes]:
    """For Prometheus."""
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


AT_TABLES = [create, listed, mine, table, join, enter, rematch, record, by_code]
ROUTES = [games, addresses, rules, *AT_TABLES, study_round, replay_round, health, metrics]


def seated(request: AnyRequest, table_id: str, actor: Actor, token: str) -> Response[msg.Seated]:
    """The answer to whoever has a seat now, with a cookie for browsers. The oldest of too many cookies go."""
    others = [other for other in tables_of(request) if other != table_id]
    gone = [Cookie(key=COOKIE + other, max_age=0) for other in others[: max(0, len(others) + 1 - MOST_COOKIES)]]
    content = msg.Seated(table_id, actor.seat, actor.is_host, token)
    return Response(content, cookies=[seat_cookie(request, table_id, token), *gone])


def clean(wish: Any) -> Any:
    """The same with a name that can be shown: no blanks around it, nothing unprintable in it."""
    if wish.name is None:
        return wish
    name = " ".join(wish.name.split())
    if not name or not name.isprintable():
        raise Declined(
            "bad_request",
            en="A name has 1 to 24 letters that can be shown.",
            de="Ein Name hat 1 bis 24 Zeichen, die man anzeigen kann.",
        )
    return structs.replace(wish, name=name)


# --- Errors

CODES: dict[int, msg.Code] = {404: "not_found", 405: "not_found", 413: "too_large", 429: "too_fast"}
"""What the framework's refusals are called."""


def on_refusal(request: AnyRequest, error: TercetError) -> Response[msg.Problem]:
    """What the game or the table refuses."""
    problem = problem_of(error)
    return Response(problem, status_code=STATUS.get(problem.code, 400))


def on_http_error(request: AnyRequest, error: HTTPException) -> Response[msg.Problem]:
    """What the framework refuses: no such path, a body that is no such message, too many requests."""
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        places = [each for each in error.extra if isinstance(each, dict)]
        detail = "; ".join(": ".join(str(each[part]) for part in ("key", "message") if part in each) for each in places)
    code = CODES.get(error.status_code, "bad_request")
    words = {
        "not_found": msg.Words("There is nothing here.", "Hier ist nichts."),
        "too_fast": msg.Words("Too many requests: wait a minute.", "Zu viele Anfragen: warte eine Minute."),
        "too_large": msg.Words("That is too large.", "Das ist zu groß."),
    }.get(code, msg.Words(f"This request is not understood: {detail}", f"Diese Anfrage ist unverständlich: {detail}"))
    return Response(msg.Problem(code, words), status_code=error.status_code, headers=error.headers)


def on_crash(request: AnyRequest, error: Exception) -> Response[msg.Problem]:
    """A mistake of ours: the log says more than the client hears."""
    log.error("crash", route=request.scope.get("path_template"), exc_info=error)
    words = msg.Words("Something went wrong here.", "Hier ist etwas schiefgegangen.")
    return Response(msg.Problem("crash", words), status_code=HTTP_500_INTERNAL_SERVER_ERROR)


def on_depth(request: AnyRequest, error: RecursionError) -> Response[msg.Problem]:
    """JSON in JSON in JSON ..."""
    words = msg.Words("This request is too deeply nested.", "Diese Anfrage ist zu tief verschachtelt.")
    return Response(msg.Problem("bad_request", words), status_code=HTTP_400_BAD_REQUEST)


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    RecursionError: on_depth,
    TercetError: on_refusal,
    HTTPException: on_http_error,
    Exception: on_crash,
}
