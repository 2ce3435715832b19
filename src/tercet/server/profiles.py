"""Profiles: whoever comes back, without an account.

A browser has a secret of its own in a cookie, and the server its hash. A profile is created silently the first time
that it is useful, unless the browser has opted out.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

import structlog
from litestar.datastructures import Cookie

from tercet.server import ids
from tercet.server import profile_messages as msg
from tercet.server.erasing import erase_name
from tercet.server.guard import (
    MOST_COOKIES,
    PROFILE_AGE,
    AnyConnection,
    has_opted_out,
    profile_cookie,
    profile_secret_of,
    tables_of,
    token_of,
)
from tercet.server.limits import UseCounter, visitor_of
from tercet.server.problems import Declined
from tercet.server.profile_store import Claim, Profile, ProfileStore
from tercet.server.store import StoreDown

if TYPE_CHECKING:
    from tercet.server.hub import Hub

log = structlog.get_logger()

DAY = 24 * 3600 * 1000

LINK_AGE = 10 * 60 * 1000
"""Milliseconds for which a link to a profile works."""


class SeatKey(NamedTuple):
    """With what a request takes part at a table."""

    token: str
    """The seat's token; empty if the request has none, and perhaps a profile that has the seat."""
    token_hash: str | None
    """The hash of the seat's token, as the log has it; None if the request has no seat here."""


class Profiles:
    """The profiles of this server."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._created = UseCounter(hub.settings.profiles_per_minute)

    @property
    def store(self) -> ProfileStore:
        """Where they are kept."""
        return ProfileStore(self._hub.store)

    # --- Who asks

    async def of(self, connection: AnyConnection) -> Profile | None:
        """Return the profile of whoever asks; None without one, or if the browser has opted out."""
        secret = profile_secret_of(connection)
        profile = await self.store.find(ids.token_hash(secret)) if secret else None
        if profile and profile.seen < ids.now() - DAY:
            await self.store.change(profile.id, seen=ids.now())
        return profile

    async def ensure(self, connection: AnyConnection, name: str) -> tuple[Profile | None, Cookie | None]:
        """Return the profile of whoever asks, and the cookie to set on the response if it has just been created.

        The name, which must be clean, is that of a new profile. There is none if the browser has opted out, or if too
        many were created from its network in the last minute: everything must work without one too.
        """
        profile = await self.of(connection)
        if profile is not None or has_opted_out(connection) or not self.may_create(connection):
            return profile, None
        return await self.create(connection, name)

    async def create(self, connection: AnyConnection, name: str) -> tuple[Profile, Cookie]:
        """Create a profile, with the seats that the browser has cookies of."""
        secret, now = ids.new_token(), ids.now()
        profile = Profile(ids.new_profile_id(), name, now, now, is_public=False)
        await self.store.create(profile, ids.token_hash(secret))
        await self.adopt_seats(profile, connection)
        return profile, profile_cookie(connection, secret)

    def may_create(self, connection: AnyConnection) -> bool:
        """Count a new profile of a visitor; return whether it is within the limit."""
        return not self._created.most or self._created.count(visitor_of(connection))

    # --- To another device

    async def link(self, profile: Profile) -> msg.ProfileLink:
        """Return what brings a profile to another device, once and soon. An earlier one no longer does."""
        code, now = ids.new_link_code(), ids.now()
        await self.store.add_link(profile.id, ids.token_hash(code), now, now + LINK_AGE)
        return msg.ProfileLink(code, now + LINK_AGE)

    async def take(self, connection: AnyConnection, code: str, *, is_merged: bool) -> tuple[Profile, Cookie | None]:
        """Give the profile of another device to this browser; return it, and the cookie to set if it needs another.

        A profile that the browser has already becomes part of it. Raise Declined, and leave the code as it is, if that
        was not wanted.
        """
        code_hash, now, secret = ids.token_hash(code), ids.now(), ids.new_token()
        taken, own = await self.store.linked(code_hash, now), await self.of(connection)
        if taken is None:
            raise used_up()
        if own is not None and own.id != taken.id and not is_merged:
            raise other_profile(own.name, taken.name)
        if not await self.store.take(code_hash, now, ids.token_hash(secret), own):
            raise used_up()
        self._hub.results.forget(taken.id)
        await self.adopt_seats(taken, connection)
        return taken, profile_cookie(connection, secret) if own is None else None

    # --- Deleting

    async def delete(self, profile: Profile) -> None:
        """Delete a profile: first its name from the logs of its tables, then all that is stored of it."""
        for claim in await self.store.claims_of(profile.id):
            await erase_name(self._hub, claim)
        await self.store.delete(profile.id)
        await self._hub.results.store.drop_nameless()
        self._hub.results.forget(profile.id)
        await self._hub.store.purge()

    async def leave(self, connection: AnyConnection) -> None:
        """Take the profile from this browser; delete it if no other one has it."""
        profile, secret = await self.of(connection), profile_secret_of(connection)
        if profile is None or secret is None:
            return
        if await self.store.count_keys(profile.id) > 1:
            await self.store.delete_key(ids.token_hash(secret))
        else:
            await self.delete(profile)

    async def clean_up(self) -> None:
        """Delete profiles that nobody can have any more, empty ones that are idle, and claims to deleted tables."""
        await self.store.drop_gone()
        now = ids.now()
        empty_since = now - round(self._hub.settings.idle_days * DAY)
        for profile_id in await self.store.idle(empty_since, now - PROFILE_AGE * 1000 - DAY):
            profile = await self.store.get(profile_id)
            if profile is not None:
                await self.delete(profile)

    # --- Seats

    async def adopt_seats(self, profile: Profile, connection: AnyConnection) -> None:
        """Add the tables of a browser's cookies to a profile."""
        newest = list(tables_of(connection).items())[-MOST_COOKIES:]
        claims = [Claim(table_id, ids.token_hash(token), is_hidden=False) for table_id, token in newest]
        await self.store.adopt(profile.id, claims, ids.now())

    async def seat_key(self, connection: AnyConnection, table_id: str) -> SeatKey:
        """Return with what a request takes part at a table: its token or, without one, the seat of its profile."""
        token = token_of(connection, table_id)
        if token is not None:
            return SeatKey(token, ids.token_hash(token))
        return SeatKey("", await self.token_hash_at(connection, table_id))

    async def token_hash_at(self, connection: AnyConnection, table_id: str) -> str | None:
        """Return the hash of the token of the seat that a request's profile has at a table."""
        secret = profile_secret_of(connection)
        return None if secret is None else await self.store.token_hash_at(ids.token_hash(secret), table_id)

    async def tables_of(self, connection: AnyConnection) -> dict[str, SeatKey]:
        """Return the newest tables of whoever asks: those of the profile, and those of the browser's cookies."""
        held = {table_id: SeatKey(token, ids.token_hash(token)) for table_id, token in tables_of(connection).items()}
        profile = await self.of(connection)
        if profile is not None:
            hidden = await self.store.hidden_among(profile.id, held)
            claims = await self.store.tables_of(profile.id, MOST_COOKIES)
            own = {claim.table_id: held.get(claim.table_id, SeatKey("", claim.token_hash)) for claim in claims}
            others = {table_id: key for table_id, key in held.items() if table_id not in (own.keys() | hidden)}
            held = others | own
        return dict(list(held.items())[-MOST_COOKIES:])

    async def forget_tables(self, connection: AnyConnection, table_ids: Collection[str]) -> None:
        """Remove tables from the list of whoever asks."""
        profile = await self.of(connection)
        if profile is not None and table_ids:
            await self.store.hide(profile.id, table_ids)

    async def note_seat(
        self,
        connection: AnyConnection,
        table_id: str,
        token_hash: str,
        *,
        name: str | None = None,
        hidden: bool = False,
    ) -> list[Cookie]:
        """Add a table at which somebody has taken a seat to their profile; return the cookie of a new one.

        With a name a profile is created, if a page asks: programs send no origin. Several people at one device have a
        token each, and no profile. The seat has been taken by now, so that a database that fails here is no reason to
        refuse it.
        """
        if "authorization" in connection.headers:
            return []
        cookie: Cookie | None = None
        try:
            if name is not None and "origin" in connection.headers:
                profile, cookie = await self.ensure(connection, name)
            else:
                profile = await self.of(connection)
            if profile is not None:
                await self.store.claim(profile.id, table_id, token_hash, ids.now(), hidden=hidden)
        except StoreDown:
            log.warning("seat not added to a profile, the database is down", table=table_id)
        return [] if cookie is None else [cookie]


def used_up() -> Declined:
    """Return the refusal of a code that leads to no profile."""
    return Declined(
        "not_found",
        en="This link has been used, or is older than ten minutes. Make a new one on the other device.",
        de="Dieser Link wurde schon benutzt oder ist älter als zehn Minuten. Hol dir dort einen neuen.",
    )


def other_profile(own: str, other: str) -> Declined:
    """Return the question whether a browser's profile may become part of another one."""
    return Declined(
        "other_profile",
        en=f"You are {own} in this browser. Be {other} from now on, and take tables and results along?",
        de=f"In diesem Browser bist du {own}. Willst du ab jetzt {other} sein und Tische und Ergebnisse mitnehmen?",
    )
