"""REST of profiles: yours, how it moves to another device, and what others may see of it."""

from typing import Annotated, Any

from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import structs

from tercet.server import ids
from tercet.server import profile_messages as msg
from tercet.server.guard import OPTED_OUT, has_opted_out, profile_cookie, profile_secret_of
from tercet.server.hub import Hub
from tercet.server.limits import too_fast
from tercet.server.names import clean_name
from tercet.server.problems import Declined
from tercet.server.profile_store import Profile
from tercet.server.rest import AnyRequest, problem_responses


@get("/api/profile", responses=problem_responses())
async def yourself(request: AnyRequest, hub: NamedDependency[Hub]) -> Response[msg.Yourself]:
    """Who this browser is. Its cookie is kept for longer from now on."""
    profile, secret = await hub.profiles.of(request), profile_secret_of(request)
    cookies = [profile_cookie(request, secret)] if profile and secret else []
    content = msg.Yourself(await info_of(hub, profile) if profile else None, has_opted_out(request))
    return Response(content, cookies=cookies)


@post("/api/profile", responses=problem_responses())
async def create(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.NewProfile]
) -> Response[msg.Yourself]:
    """Create a profile, also after opting out. Who has one keeps it as it is."""
    name = clean_name(data.name)
    profile, cookies = await hub.profiles.of(request), []
    if profile is None:
        if not hub.profiles.may_create(request):
            raise too_fast()
        profile, cookie = await hub.profiles.create(request, name)
        cookies.append(cookie)
    return Response(msg.Yourself(await info_of(hub, profile), opted_out=False), cookies=cookies)


@patch("/api/profile", responses=problem_responses(404))
async def change(request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.ProfileChange]) -> msg.Yourself:
    """Change your name, or what others may see of you. Tables keep the name that you had there."""
    profile = await own_profile(request, hub)
    values: dict[str, Any] = {} if data.name is None else {"name": clean_name(data.name)}
    values |= {} if data.public is None else {"public": data.public}
    values |= {} if data.named is None else {"named": data.named}
    if values:
        await hub.profiles.store.change(profile.id, **values)
    return msg.Yourself(await info_of(hub, await own_profile(request, hub)), opted_out=False)


@delete("/api/profile", responses=problem_responses(404), status_code=HTTP_200_OK)
async def remove(request: AnyRequest, hub: NamedDependency[Hub]) -> Response[msg.Yourself]:
    """Delete your profile, on all devices: your name, also at your tables, your results and your ratings.

    Matches stay to the others who played them, with a nameless seat in your place.
    """
    await hub.profiles.delete(await own_profile(request, hub))
    return Response(msg.Yourself(None, opted_out=False), cookies=[profile_cookie(request, "")])


@post("/api/profile/opt-out", responses=problem_responses(), status_code=HTTP_200_OK)
async def opt_out(request: AnyRequest, hub: NamedDependency[Hub]) -> Response[msg.Yourself]:
    """Play without a profile in this browser. One that it has stays on other devices; without any it is deleted."""
    await hub.profiles.leave(request)
    return Response(msg.Yourself(None, opted_out=True), cookies=[profile_cookie(request, OPTED_OUT)])


@post("/api/profile/link", limit="linking", responses=problem_responses(404), status_code=HTTP_200_OK)
async def link(request: AnyRequest, hub: NamedDependency[Hub]) -> msg.ProfileLink:
    """What brings your profile to another device, once and within ten minutes. An earlier one no longer does."""
    return await hub.profiles.link(await own_profile(request, hub))


@post("/api/profile/take", limit="linking", responses=problem_responses(404, 409), status_code=HTTP_200_OK)
async def take(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.TakeProfile]
) -> Response[msg.Yourself]:
    """Have the profile of another device in this browser too. One that it has already is added to it with `merge`."""
    profile, cookie = await hub.profiles.take(request, data.code, is_merged=data.merge)
    content = msg.Yourself(await info_of(hub, profile), opted_out=False)
    return Response(content, cookies=[] if cookie is None else [cookie])


@post("/api/profile/sign-out-others", responses=problem_responses(404), status_code=HTTP_200_OK)
async def sign_out_others(request: AnyRequest, hub: NamedDependency[Hub]) -> msg.Yourself:
    """Take your profile from all other browsers, as when a device is lost."""
    profile, secret = await own_profile(request, hub), profile_secret_of(request)
    await hub.profiles.store.delete_keys(profile.id, other_than=ids.token_hash(secret or ""))
    return msg.Yourself(await info_of(hub, profile), opted_out=False)


@get("/api/profile/results", responses=problem_responses(404))
async def results(
    request: AnyRequest, hub: NamedDependency[Hub], page: Annotated[int, QueryParameter(ge=0, lt=10_000)] = 0
) -> msg.ResultsPage:
    """Your matches, the newest first, twenty to a page."""
    return await hub.results.page(await own_profile(request, hub), page)


@get("/api/profile/statistics", responses=problem_responses(404))
async def statistics(request: AnyRequest, hub: NamedDependency[Hub]) -> msg.ProfileStatistics:
    """What has come of your matches: ratings, wins, scores, streaks, form, and you and your friends."""
    return await hub.results.statistics(await own_profile(request, hub))


@get("/api/profiles/{profile_id:str}", responses=problem_responses(404))
async def public_profile(hub: NamedDependency[Hub], profile_id: FromPath[str]) -> msg.PublicProfile:
    """What others may see of a profile: the name, and the statistics if its owner shows them."""
    profile = await hub.profiles.store.get(profile_id) if ids.is_table_id(profile_id) else None
    if profile is None:
        raise Declined("not_found", en="There is no such profile.", de="Dieses Profil gibt es nicht.")
    found = structs.replace(await hub.results.statistics(profile), friends=[]) if profile.is_public else None
    return msg.PublicProfile(profile.id, profile.name, found)


async def own_profile(request: AnyRequest, hub: Hub) -> Profile:
    """Return the profile of whoever asks. Raise Declined without one."""
    profile = await hub.profiles.of(request)
    if profile is None:
        raise Declined("not_found", en="You have no profile here.", de="Du hast hier kein Profil.")
    return profile


async def info_of(hub: Hub, profile: Profile) -> msg.ProfileInfo:
    browsers = await hub.profiles.store.count_keys(profile.id)
    return msg.ProfileInfo(
        id=profile.id,
        name=profile.name,
        created=profile.created,
        public=profile.is_public,
        named=profile.is_named,
        browsers=browsers,
    )


OWN_ROUTES = [yourself, create, change, remove, opt_out, link, take, sign_out_others, results, statistics]
ROUTES = [*OWN_ROUTES, public_profile]
