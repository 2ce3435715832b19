"""Honest deals: the definition in docs/fairness.md, computed here a second time from its text."""

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import tercet
from tables import SETTINGS, Setting
from tercet import fair

FAIRNESS = Path(__file__).parents[1] / "docs" / "fairness.md"
SEED = fair.seed_from_number(7)


def test_the_page_carries_a_program_that_recomputes_every_deal() -> None:
    """The page's own Python, run on a record that it has not seen: it imports nothing of ours."""
    program = "\n".join(re.findall(r"```python\n(.*?)```", FAIRNESS.read_text("utf-8"), re.DOTALL))
    assert "tercet." not in program
    namespace: dict[str, object] = {}
    exec(program, namespace)
    check = namespace["check_deals"]
    assert callable(check)
    for setting in SETTINGS:
        record = setting.new(99).record()
        check(json.loads(record.to_json()))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_same_seed_deals_the_same_and_entropy_changes_it(setting: Setting) -> None:
    deal = setting.new(3).round_record().chance
    assert setting.new(3).round_record().chance == deal
    assert setting.new(4).round_record().chance != deal
    entropy = ["", "beef", *[""] * (setting.players - 2)]
    other = tercet.new(setting.game, setting.players, seed=3, entropy=entropy, **dict(setting.options))
    assert other.round_record().chance != deal


def test_every_round_and_every_purpose_has_a_stream_of_its_own() -> None:
    labels = {
        fair.label("z3bra", number, purpose, ["", ""]) for number in (1, 2) for purpose in ("starter", "chance 0 deck")
    }
    assert len({next(fair.words(SEED, label)) for label in labels}) == 4


def test_words_are_the_bytes_of_hmac_blocks() -> None:
    stream = fair.words(SEED, "x")
    blocks = [hmac.new(bytes.fromhex(SEED), f"x|{n}".encode(), hashlib.sha256).digest() for n in (0, 1)]
    assert b"".join(next(stream).to_bytes(4, "big") for _ in range(16)) == b"".join(blocks)


def test_numbers_that_would_favour_some_are_thrown_away() -> None:
    """Of 2^32 words the last one is no multiple of three any more."""
    assert fair.below(iter([2**32 - 1, 4]), 3) == 1


def test_every_order_is_about_as_likely() -> None:
    orders = Counter(tuple(fair.shuffled(SEED, f"try {n}", "abc")) for n in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@pytest.mark.parametrize("seed", ["", "xyz", "AB" * 32, "00" * 31, -1, 2**256])
def test_what_is_no_seed_is_refused(seed: int | str) -> None:
    with pytest.raises(tercet.UsageError, match="seed"):
        tercet.new("zatre", seed=seed)


@pytest.mark.parametrize("entropy", [["00"], ["00", "zz"], ["00", "0" * 65]])
def test_what_is_no_entropy_is_refused(entropy: list[str]) -> None:
    with pytest.raises(tercet.UsageError, match="Entropy"):
        tercet.new("zatre", entropy=entropy)


def test_without_a_seed_the_deal_is_secret() -> None:
    assert tercet.new("zatre").record().seed != tercet.new("zatre").record().seed
