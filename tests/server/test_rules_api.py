"""The rules of the games, for clients."""

import pytest

from server.playing import Rest
from server.test_schema import check
from tercet.games.registry import NAMES, find
from tercet.rules_text import rules_of


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_is_there_in_both_languages(rest: Rest, game: str) -> None:
    page = rest.get(f"/api/rules/{game}")
    check("RulesPage", page)
    assert page["game"] == game
    assert page["title"]["en"].startswith(find(game).title)
    assert page["title"]["de"].startswith(find(game).title)
    rules = [rule for section in page["sections"] for rule in section["rules"]]
    for language in ("en", "de"):
        assert {rule["id"]: rule["text"][language] for rule in rules} == rules_of(game, language)
        assert not any("\n" in rule["text"][language] for rule in rules)
    assert [int(rule["id"][1:]) for rule in rules] == list(range(1, len(rules) + 1)), "in their order"
    assert all(section["rules"] and section["title"]["de"] for section in page["sections"])


def test_headings_go_with_their_rules(rest: Rest) -> None:
    sections = rest.get("/api/rules/triple")["sections"]
    assert [section["title"] for section in sections] == [
        {"en": "Material", "de": "Material"},
        {"en": "Set-up", "de": "Aufbau"},
        {"en": "Play", "de": "Spielen"},
        {"en": "End", "de": "Ende"},
    ]


def test_rules_can_be_cached(rest: Rest) -> None:
    assert rest.http.get("/api/rules/zatre").headers["cache-control"] == "public, max-age=3600"


@pytest.mark.parametrize("name", ["chess", "README", "zatre.de", "..%2Frecords", "%00"])
def test_rules_of_unknown_games_are_not_found(rest: Rest, name: str) -> None:
    response = rest.http.get(f"/api/rules/{name}")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"
    assert response.headers["cache-control"] == "no-store"
