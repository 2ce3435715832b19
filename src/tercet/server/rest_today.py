"""REST of today's deal and of duplicates."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from tercet.server import ids
from tercet.server import messages as msg
from tercet.server import today_messages as today
from tercet.server.guard import seat_cookie
from tercet.server.hub import Hub
from tercet.server.limits import visitor_of
from tercet.server.names import clean_name
from tercet.server.problems import Declined
from tercet.server.rest import AnyRequest, problem_responses, seated_response, with_clean_name


@get("/api/today", responses=problem_responses())
async def todays(request: AnyRequest, hub: NamedDependency[Hub]) -> today.TodayPage:
    """Today's deal in each game, the commitments of the next days, and how you are doing."""
    return await hub.today.page(await hub.profiles.of(request))


@post("/api/today/{game:str}", limit="creating", responses=problem_responses(403, 404, 409))
async def play_today(
    request: AnyRequest, hub: NamedDependency[Hub], game: FromPath[str], data: JSONBody[today.PlayToday]
) -> Response[msg.Seated]:
    """Play today's deal: a table that begins at once. Your first attempt counts, the others are practice."""
    hub.pass_phrase.check(data.pass_phrase)
    name = clean_name(data.name)
    profile, cookie = await hub.profiles.ensure(request, name)
    live, token = await hub.today.play(game, name, profile, visitor_of(request))
    hashed = ids.token_hash(token)
    live.remember_visitor(hashed, visitor_of(request))
    if profile is not None:
        await hub.profiles.store.claim(profile.id, live.id, hashed, ids.now())
    cookies = [cookie] if cookie else []
    return seated_response(request, live.id, await live.actor_for(hashed), token, cookies=cookies)


@get("/api/today/{day:str}/{game:str}", responses=problem_responses(404))
async def day_field(
    request: AnyRequest, hub: NamedDependency[Hub], day: FromPath[str], game: FromPath[str]
) -> today.DayField:
    """The results of a day in a game and, once it is open, its seed. Before you have finished, only how many have."""
    return await hub.today.day_field(day, game, await hub.profiles.of(request))


@post("/api/duplicates", limit="creating", responses=problem_responses(403, 409))
async def make_duplicate(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[today.NewDuplicate]
) -> Response[today.MadeDuplicate]:
    """Make tables with the same deals. The link is `/duplicate/` and its id; whoever knows it can join."""
    hub.pass_phrase.check(data.pass_phrase)
    wish = with_clean_name(data)
    duplicate_id, token = await hub.duplicates.make(wish, visitor_of(request))
    _, setup = await hub.duplicates.find(duplicate_id)
    first, hashed = setup.tables[0], ids.token_hash(token)
    live = await hub.find(first)
    live.remember_visitor(hashed, visitor_of(request))
    cookies = []
    if wish.name is not None:
        await live.join(wish.name, None, hashed, "")
        cookies = await hub.profiles.note_seat(request, first, hashed, name=wish.name)
        await hub.duplicates.start_if_alone(live)
    made = await hub.duplicates.view(duplicate_id, request, hashed)
    return Response(today.MadeDuplicate(made, token), cookies=[seat_cookie(request, first, token), *cookies])


@get("/api/duplicates/{duplicate_id:str}", responses=problem_responses(404))
async def duplicate(request: AnyRequest, hub: NamedDependency[Hub], duplicate_id: FromPath[str]) -> today.Duplicate:
    """Who sits where and, when everybody has finished, how the tables compare."""
    return await hub.duplicates.view(duplicate_id, request)


@post(
    "/api/duplicates/{duplicate_id:str}/join",
    limit="joining",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def join_duplicate(
    request: AnyRequest,
    hub: NamedDependency[Hub],
    duplicate_id: FromPath[str],
    data: JSONBody[today.JoinDuplicate],
) -> Response[msg.Seated]:
    """Take a seat at one of the tables. Against bots it begins at once."""
    hub.check_may_run(visitor_of(request))
    wish = with_clean_name(data)
    live, seat = await hub.duplicates.open_seat(duplicate_id, wish)
    await hub.duplicates.check_newcomer(live, request)
    token = ids.new_token()
    hashed = ids.token_hash(token)
    actor = await live.join(wish.name, seat, hashed, "")
    live.remember_visitor(hashed, visitor_of(request))
    cookies = await hub.profiles.note_seat(request, live.id, hashed, name=wish.name)
    await hub.duplicates.start_if_alone(live)
    return seated_response(request, live.id, actor, token, cookies=cookies)


@post(
    "/api/duplicates/{duplicate_id:str}/end",
    limit="joining",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def end_duplicate(request: AnyRequest, hub: NamedDependency[Hub], duplicate_id: FromPath[str]) -> today.Duplicate:
    """Wait for nobody else: it is compared when the tables that have begun have finished. For its host only."""
    await hub.duplicates.end(duplicate_id, request)
    return await hub.duplicates.view(duplicate_id, request)


@post(
    "/api/duplicates/{duplicate_id:str}/rematch",
    limit="creating",
    responses=problem_responses(403, 404, 409),
    status_code=HTTP_200_OK,
)
async def rematch_duplicate(
    request: AnyRequest, hub: NamedDependency[Hub], duplicate_id: FromPath[str]
) -> Response[today.Duplicate]:
    """Play again with new deals, in the same seats and with your old token. The first who asks makes it."""
    again, number, seat = await hub.duplicates.rematch(duplicate_id, request, visitor_of(request))
    _, earlier = await hub.duplicates.find(duplicate_id)
    _, setup = await hub.duplicates.find(again)
    key = await hub.profiles.seat_key(request, earlier.tables[number])
    live = await hub.find(setup.tables[number])
    if key.token_hash is None or (await live.actor_for(key.token_hash)).seat != seat:
        raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
    await hub.profiles.note_seat(request, live.id, key.token_hash)
    await hub.duplicates.start_if_alone(live)
    cookies = [seat_cookie(request, live.id, key.token)] if key.token else []
    return Response(await hub.duplicates.view(again, request, key.token_hash), cookies=cookies)


ROUTES = [
    todays,
    play_today,
    day_field,
    make_duplicate,
    duplicate,
    join_duplicate,
    end_duplicate,
    rematch_duplicate,
]
