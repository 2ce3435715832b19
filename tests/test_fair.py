"""Fair deals: they follow the definition in docs/fairness.md, whose own program recomputes them."""

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tercet
from tables import SETTINGS, Setting
from tercet import fair

FAIRNESS = Path(__file__).parents[1] / "docs" / "fairness.md"
SEED = fair.seed_from_number(7)


def test_the_program_in_the_docs_recomputes_every_deal() -> None:
    check = program_in_the_docs()["check_deals"]
    for setting in SETTINGS:
        record = setting.new(99).record()
        check(json.loads(record.to_json()))


def program_in_the_docs() -> dict[str, Any]:
    """Return the functions of the program in docs/fairness.md."""
    program = "\n".join(re.findall(r"```python\n(.*?)```", FAIRNESS.read_text("utf-8"), re.DOTALL))
    assert "tercet." not in program
    namespace: dict[str, Any] = {}
    exec(program, namespace)
    return namespace


def test_a_shuffle_skips_the_words_that_would_favour_some_items(monkeypatch: pytest.MonkeyPatch) -> None:
    highest = 2**32 - 1
    monkeypatch.setattr(fair, "words", lambda seed, name: iter([highest, 7, highest, highest, 4, 5, highest - 1, 2, 1]))
    stream, order = fair.words("", ""), list("abcde")
    for i in range(4, 0, -1):
        j = fair.below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    assert fair.shuffled("", "", "abcde") == order


@pytest.mark.parametrize("items", [[], ["the only one"]])
def test_what_has_one_order_is_not_shuffled(items: list[str]) -> None:
    assert fair.shuffled(SEED, "few", items) == items


def test_the_program_in_the_docs_checks_commitments_to_entropy() -> None:
    program, entropy = program_in_the_docs(), ["beef", "", ""]
    game = tercet.new("zatre", players=3, seed=99, entropy=entropy)
    game.dealer.entropy_commitments[1] = fair.entropy_commitment("cafe")  # committed to, and withheld
    record = json.loads(game.record().to_json())
    kept = record["commitment"], record["entropy_commitments"]
    program["check_deals"](record)
    program["check_own"](record, 0, "beef", *kept)
    for forged in (
        {**record, "entropy_commitments": [fair.entropy_commitment("cafe"), "", ""]},
        {**record, "entropy_commitments": ["", "", ""]},
        {**record, "entropy": ["beef", "beef", ""]},
    ):
        with pytest.raises(AssertionError):
            program["check_deals"](forged)
    left_out = json.loads(tercet.new("zatre", players=3, seed=99).record().to_json())
    other_seed = json.loads(tercet.new("zatre", players=3, seed=98, entropy=entropy).record().to_json())
    for forged in (left_out, other_seed):
        program["check_deals"](forged)
        with pytest.raises(AssertionError):
            program["check_own"](forged, 0, "beef", *kept)


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


@pytest.mark.parametrize("items", [[], [5], list(range(9)), list(range(121)), [3, 3, 1] * 40])
def test_the_compiled_shuffle_gives_the_same_order(items: list[int]) -> None:
    for number in range(20):
        seed = fair.seed_from_number(number)
        assert fair.shuffled_numbers(seed, "deck", items).tolist() == fair.shuffled(seed, "deck", items)


def test_the_compiled_shuffle_leaves_words_that_are_skipped_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    words, items = [2**32 - 1, *range(2**30, 2**30 + 31)], list(range(11))
    monkeypatch.setattr(fair, "words", lambda seed, name: iter(words))
    monkeypatch.setattr(fair, "hashed_words", lambda seed, name, count: np.array(words, np.uint32))
    assert fair.shuffled_numbers(SEED, "deck", items).tolist() == fair.shuffled(SEED, "deck", items)
    assert fair.number_below(SEED, "starter", 5) == fair.below(iter(words), 5) == 2**30 % 5


def test_the_compiled_stream_is_that_of_hmac_for_labels_of_any_length() -> None:
    for length in range(140):
        label = "é" * (length % 2) + "x" * length
        stream = fair.words(SEED, label)
        assert fair.hashed_words(SEED, label, 88).tolist() == [next(stream) for _ in range(88)]
        assert fair.number_below(SEED, label, 5) == fair.below(fair.words(SEED, label), 5)


def test_words_that_would_bias_a_number_are_skipped() -> None:
    """2^32 is not a multiple of three: the last word would make 0 more likely than 1 and 2."""
    assert fair.below(iter([2**32 - 1, 4]), 3) == 1


def test_every_order_is_about_as_likely() -> None:
    orders = Counter(tuple(fair.shuffled(SEED, f"try {n}", "abc")) for n in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@pytest.mark.parametrize("seed", ["", "xyz", "AB" * 32, "00" * 31, -1, 2**256])
def test_an_invalid_seed_is_refused(seed: int | str) -> None:
    with pytest.raises(tercet.UsageError, match="seed"):
        tercet.new("zatre", seed=seed)


@pytest.mark.parametrize("entropy", [["00"], ["00", "zz"], ["00", "0" * 65]])
def test_invalid_entropy_is_refused(entropy: list[str]) -> None:
    with pytest.raises(tercet.UsageError, match="Entropy"):
        tercet.new("zatre", entropy=entropy)


def test_without_a_seed_the_deal_is_secret() -> None:
    assert tercet.new("zatre").record().seed != tercet.new("zatre").record().seed
