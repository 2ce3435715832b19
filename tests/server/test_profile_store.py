"""Profiles in the database: what happens at once, at several nodes, and what belongs to whom afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from server.inside import Wire, serving, starting
from server.test_profiles import Browser
from tercet.server import ids
from tercet.server.profile_store import KEYS, PROFILE_TABLES, PROFILES, Claim, Profile, ProfileStore
from tercet.server.result_store import MATCHES, RESULTS, MatchRow, ResultStore, SeatRow
from tercet.server.store import Store

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def two_nodes(url: str) -> AsyncIterator[tuple[Store, Store]]:
    async with AsyncExitStack() as stack:
        stores = [await Store.open(url) for _ in range(2)]
        for store in stores:
            stack.push_async_callback(store.close)
        yield stores[0], stores[1]


async def profile(store: Store, name: str) -> Profile:
    """A new profile, whose browser has the hash of its name."""
    made = Profile(ids.new_profile_id(), name, 1, 1, is_public=False)
    await ProfileStore(store).create(made, ids.token_hash(name))
    return made


async def finished_table(store: Store) -> str:
    table = ids.new_table_id()
    await store.create(table, "z3bra", False, 1, b"made")
    return table


async def found(store: Store, wanted: sa.Select[Any]) -> list[Any]:
    return list(await store.read(lambda connection: connection.execute(wanted).all()))


def match(table: str, *profiles: str | None) -> MatchRow:
    """A match that the first seat has won."""
    seats = [SeatRow(seat, who, None, seat, 1 + seat, 10, 2, None, None) for seat, who in enumerate(profiles)]
    return MatchRow(table, "z3bra", 5, rated=True, coached=False, feats_are="trios", seats=seats)


async def test_one_of_many_who_use_a_code_at_once_gets_the_profile(store_url: str) -> None:
    async with two_nodes(store_url) as stores:
        ann = await profile(stores[0], "Ann")
        await ProfileStore(stores[0]).add_link(ann.id, "code", now=1, expires=100)
        tries = [ProfileStore(stores[each % 2]).take("code", 2, f"browser {each}", None) for each in range(6)]
        assert sorted(await asyncio.gather(*tries)) == [False] * 5 + [True]
        assert await ProfileStore(stores[1]).count_keys(ann.id) == 2


async def test_a_result_that_two_nodes_write_at_once_is_there_once(store_url: str) -> None:
    async with two_nodes(store_url) as stores:
        ann, bob = await profile(stores[0], "Ann"), await profile(stores[0], "Bob")
        table = await finished_table(stores[0])
        for who in (ann, bob):
            await ProfileStore(stores[0]).claim(who.id, table, f"seat of {who.name}", 1)
        row = match(table, ann.id, bob.id, None)
        await asyncio.gather(*(ResultStore(stores[each % 2]).settle(table, [ann.id, bob.id], row) for each in range(6)))
        assert await ResultStore(stores[1]).newest(ann.id) == [row]
        assert len(await found(stores[0], sa.select(RESULTS))) == 3
        assert {each.settled for each in await found(stores[0], sa.select(PROFILE_TABLES))} == {True}


async def test_a_seat_belongs_to_the_profile_that_claimed_it_first(store_url: str) -> None:
    async with two_nodes(store_url) as stores:
        people = [await profile(stores[0], name) for name in ("Ann", "Bob")]
        table = await finished_table(stores[0])
        claims = [ProfileStore(stores[each]).claim(people[each].id, table, "seat", 1) for each in range(2)]
        await asyncio.gather(*claims)
        assert len(await found(stores[0], sa.select(PROFILE_TABLES))) == 1


async def test_what_belongs_to_a_profile_moves_and_goes_with_it(store_url: str) -> None:
    async with two_nodes(store_url) as (store, _):
        profiles, results = ProfileStore(store), ResultStore(store)
        ann, bob, eve = [await profile(store, name) for name in ("Ann", "Bob", "Eve")]
        shared, his = await finished_table(store), await finished_table(store)
        await profiles.claim(ann.id, shared, "one", 1)
        await profiles.claim(bob.id, shared, "two", 1)
        await profiles.claim(bob.id, his, "three", 1)
        await results.settle(his, [bob.id], match(his, bob.id, eve.id))
        await profiles.add_link(ann.id, "code", now=1, expires=100)
        assert await profiles.take("code", 2, "unused", bob)
        assert await profiles.find(ids.token_hash("Bob")) == ann
        assert {claim.table_id: claim.token_hash for claim in await profiles.claims_of(ann.id)} == {
            shared: "one",
            his: "three",
        }
        assert await results.count(ann.id) == 1
        await profiles.delete(ann.id)
        await results.drop_nameless()
        seats = await found(store, sa.select(RESULTS).order_by(RESULTS.c.seat))
        assert [seat.profile_id for seat in seats] == [None, eve.id]
        assert await found(store, sa.select(PROFILE_TABLES)) == []
        assert [each.profile_id for each in await found(store, sa.select(KEYS))] == [eve.id]
        await profiles.delete(eve.id)
        await results.drop_nameless()
        for table in (PROFILES, KEYS, MATCHES, RESULTS):
            assert await found(store, sa.select(table)) == []


async def test_only_tables_that_exist_are_adopted(store_url: str) -> None:
    async with two_nodes(store_url) as (store, _):
        ann, table = await profile(store, "Ann"), await finished_table(store)
        claims = [Claim(each, "seat", is_hidden=False) for each in (table, ids.new_table_id())]
        await ProfileStore(store).adopt(ann.id, claims, 1)
        assert [claim.table_id for claim in await ProfileStore(store).claims_of(ann.id)] == [table]


def test_other_nodes_hear_that_a_name_is_gone(store_url: str) -> None:
    with serving(store_url) as first, starting(store_url) as second, Browser(first) as ann:
        second.wait_for_games()
        table = ann.create("Wilhelmine", players=3)["table"]
        wire = Wire(second.host, f"/api/tables/{table}/live")
        assert wire.hello()["table"]["seats"][0]["name"] == "Wilhelmine"
        ann.delete("/api/profile")
        told = wire.until(lambda message: message.get("event", {}).get("kind") == "renamed")
        assert told["table"]["seats"][0]["name"] == "–"
        wire.drop()
        answer = ann.get(f"{second.url}/api/tables/{table}/events", headers={"origin": second.url})
        assert "Wilhelmine" not in answer.text
