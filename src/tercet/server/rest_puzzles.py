"""REST: puzzles and the spotting trainer. Everything works without a profile too: then nothing is kept."""

from functools import partial
from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import json, structs

from tercet.coach.puzzles.base import Puzzle
from tercet.server import ids
from tercet.server import puzzle_messages as msg
from tercet.server.hub import Hub
from tercet.server.limits import visitor_of
from tercet.server.profile_store import Profile
from tercet.server.puzzle_store import Counted
from tercet.server.puzzles import (
    after_moves,
    begin,
    count_message,
    key_of,
    puzzle_at,
    spotting_tasks,
    standing_message,
)
from tercet.server.rest import AnyRequest, check_study, disconnected, problem_responses
from tercet.server.rest_profile import own_profile

Number = Annotated[int, PathParameter(ge=1, lt=2**31)]


@get("/api/puzzles/today", responses=problem_responses())
async def today(request: AnyRequest, hub: NamedDependency[Hub]) -> msg.TodaysPuzzles:
    """Today's puzzle of each game that has some. The day is in UTC."""
    return await hub.puzzles.today(await hub.profiles.of(request))


@get("/api/puzzles/{game:str}/next", responses=problem_responses(404))
async def next_puzzle(request: AnyRequest, hub: NamedDependency[Hub], game: FromPath[str]) -> msg.NextPuzzle:
    """A puzzle that suits your rating, and that you have neither found nor given up; never today's."""
    return await hub.puzzles.next(game, await hub.profiles.of(request))


@get(
    "/api/puzzles/{game:str}/{number:int}",
    limit="studying",
    before_request=check_study,
    responses=problem_responses(404),
)
async def position(
    request: AnyRequest, hub: NamedDependency[Hub], game: FromPath[str], number: Number
) -> msg.PuzzlePosition:
    """A puzzle: the position as its seat sees it, with the legal moves, but not the solution."""
    puzzle_at(game, number)
    await hub.compiler.wait_until_ready(game)
    hub.spawn(hub.coaching.prepare(game))
    puzzle, situation = await hub.studies.run(visitor_of(request), disconnected(request), partial(begin, game, number))
    return await hub.puzzles.position(puzzle, situation, await hub.profiles.of(request))


@post(
    "/api/puzzles/{game:str}/{number:int}/answer",
    limit="coaching",
    before_request=check_study,
    responses=problem_responses(404, 409),
    status_code=HTTP_200_OK,
)
async def answer(
    request: AnyRequest,
    hub: NamedDependency[Hub],
    game: FromPath[str],
    number: Number,
    data: JSONBody[msg.PuzzleAnswer],
) -> msg.PuzzleAnswered:
    """Play the moves of a turn. A whole turn is judged; if it is the best one, the solution is explained.

    With a profile tries are counted until you find the puzzle or give it up.
    """
    puzzle, visitor = puzzle_at(game, number), visitor_of(request)
    await hub.compiler.wait_until_ready(game)
    played = partial(after_moves, puzzle, data.moves)
    situation = await hub.studies.run(visitor, disconnected(request), played)
    if situation is not None:
        return msg.PuzzleAnswered(goes_on=situation)
    gone = partial(disconnected, request)
    judged = await hub.coaching.judge_answer(visitor, gone, game, number, data.moves)
    verdict = json.decode(judged, type=msg.PuzzleVerdict)
    answered = msg.PuzzleAnswered(verdict=verdict)
    profile = await hub.profiles.of(request)
    if profile:
        counted = await hub.puzzles.count(puzzle, profile, is_right=verdict.is_right)
        answered = with_standing(answered, counted)
    return await with_solution(request, hub, puzzle, answered) if verdict.is_right else answered


@post(
    "/api/puzzles/{game:str}/{number:int}/solution",
    limit="coaching",
    before_request=check_study,
    responses=problem_responses(404),
    status_code=HTTP_200_OK,
)
async def solution(
    request: AnyRequest, hub: NamedDependency[Hub], game: FromPath[str], number: Number
) -> msg.PuzzleAnswered:
    """Give up and see the solution. Who has found it already only sees it again."""
    puzzle, profile = puzzle_at(game, number), await hub.profiles.of(request)
    answered = msg.PuzzleAnswered()
    if profile:
        answered = with_standing(answered, await hub.puzzles.count(puzzle, profile, is_right=False, gives_up=True))
    return await with_solution(request, hub, puzzle, answered)


def with_standing(answered: msg.PuzzleAnswered, counted: Counted) -> msg.PuzzleAnswered:
    """Add what a try has changed for its profile."""
    return structs.replace(
        answered,
        progress=msg.PuzzleProgress(*counted.progress),
        standing=standing_message(counted.after),
        change=counted.after.skill.rating - counted.before.skill.rating,
    )


async def with_solution(
    request: AnyRequest, hub: Hub, puzzle: Puzzle, answered: msg.PuzzleAnswered
) -> msg.PuzzleAnswered:
    """Add the solution of a puzzle, and how many have found it."""
    gone = partial(disconnected, request)
    solved = await hub.coaching.solve_puzzle(visitor_of(request), gone, puzzle.game, puzzle.number)
    count = count_message(await hub.puzzles.store.counts(key_of(puzzle)))
    return structs.replace(answered, solved=json.decode(solved, type=msg.SolvedPuzzle), count=count)


@get("/api/puzzles/spotting", limit="studying", before_request=check_study, responses=problem_responses())
async def spotting(request: AnyRequest, hub: NamedDependency[Hub]) -> msg.Spotting:
    """The tasks for a run of the spotting trainer, with every place where a card fits, and your runs so far."""
    await hub.compiler.wait_until_ready("triple")
    tasks = await hub.studies.run(visitor_of(request), disconnected(request), partial(spotting_tasks, ids.new_number()))
    profile = await hub.profiles.of(request)
    return msg.Spotting(tasks, await hub.puzzles.store.history(profile.id) if profile else None)


@post("/api/puzzles/spotting", responses=problem_responses(404), status_code=HTTP_200_OK)
async def keep_run(
    request: AnyRequest, hub: NamedDependency[Hub], data: JSONBody[msg.SpottingResult]
) -> msg.SpottingHistory:
    """Keep a run with your profile. It is what your browser has measured, and only you see it."""
    profile: Profile = await own_profile(request, hub)
    run = msg.SpottingRun(times=data.times, wrong=data.wrong, missed=data.missed, at=ids.now())
    return await hub.puzzles.store.add_run(profile.id, run)


ROUTES = [today, next_puzzle, position, answer, solution, spotting, keep_run]
