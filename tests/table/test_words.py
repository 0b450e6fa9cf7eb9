"""The table in words, and the table of plain buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ipywidgets.widgets.widget import _instances

from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.table.coach_words import rule_html
from tabletop_kit.table.picture import picture
from tabletop_kit.table.plain import PlainTable
from tabletop_kit.table.session import Session
from tabletop_kit.table.words import table_in_words
from tests.table.demo import scenes


def described(table: PlainTable) -> list[str]:
    """The words on the buttons that are shown."""
    shown = [button for button in table._buttons if button.layout.display != "none"]
    return [button.description for button in shown]


def press(table: PlainTable, words: str) -> None:
    """Press the button with these words."""
    table._buttons[described(table).index(words)].click()


def test_the_table_is_told_zone_by_zone() -> None:
    text = table_in_words(scenes.middle())
    assert "Mira's hand, 7 dice left: 7 × face down" in text
    assert "Mira's row (ahead): Strength 14. d10 showing 10, d6 showing 3, d4 showing 1" in text
    assert "You can say: lay d4:1;" in text


def test_a_refusal_is_told_with_its_rule() -> None:
    assert "one die is laid a turn. (TP-5)" in table_in_words(scenes.refusal())


def test_before_a_curtain_only_what_everybody_heard_is_told() -> None:
    told = table_in_words(scenes.curtain()).splitlines()
    heard = ["Ilse laid a d8 showing 5; strength 9.", "It is the turn of Mira."]
    assert told == [*heard, "Mira, please take the table. Ilse, look away."]


def test_plain_buttons_say_the_same_moves() -> None:
    heard: list[Mapping[str, Any]] = []
    table = PlainTable(heard.append)
    table.show(scenes.middle())
    press(table, "d8 showing 8")
    press(table, "Pass")
    assert [intent["text"] for intent in heard] == ["lay d8:8", "pass"]
    assert heard[0] == {"do": "move", "rev": 8, "n": 0, "text": "lay d8:8", "at": "h0-d8:8"}


def test_plain_buttons_choose_words() -> None:
    heard: list[Mapping[str, Any]] = []
    table = PlainTable(heard.append)
    table.show(scenes.cards())
    assert "Pool Faith" not in described(table)
    press(table, "Herald")
    press(table, "Beggar, Follower")
    assert "Herald (chosen)" in described(table)
    press(table, "Pool Faith")
    assert heard[-1]["text"] == "pool c0 c3"


def test_plain_buttons_are_made_once() -> None:
    table = PlainTable(lambda intent: None)
    table.show(scenes.middle())
    count = len(_instances)
    for make in (scenes.end, scenes.curtain, scenes.middle, scenes.waiting, scenes.middle) * 20:
        table.show(make())
    assert len(_instances) == count
    table.close()


def test_closing_the_plain_table_leaves_nothing() -> None:
    count = len(_instances)
    table = PlainTable(lambda intent: None)
    table.show(scenes.refusal())
    table.close()
    assert len(_instances) == count


def test_markup_in_names_is_text() -> None:
    table = PlainTable(lambda intent: None)
    picture = scenes.middle()
    picture["scene"]["ask"] = "<img src=x onerror=alert(1)>"
    table.show(picture)
    assert "<img" not in table._text.value
    assert "&lt;img" in table._text.value


def test_plain_buttons_pick_and_ask_before_what_wants_to_be_sure() -> None:
    heard: list[Any] = []
    table = PlainTable(heard.append)
    zones = {"hand": {"label": "Hand", "tokens": ["a", "b"]}}
    tokens = {"a": {"label": "Three", "word": "3H"}, "b": {"label": "Eight", "word": "8H"}}
    verbs = {
        "rite": {"label": "Rite", "move": "rite {words}", "least": 2, "most": 2, "ordered": True},
        "cheapest": {"label": "Cheapest", "picks": ["b"], "able": True},
        "end": {"label": "Concede", "move": "concede", "able": True, "sure": "Really concede?"},
    }
    scene = {"order": ["hand"], "zones": zones, "tokens": tokens, "verbs": verbs}
    table.show({"rev": 1, "scene": scene})
    press(table, "Cheapest")
    assert "Eight (chosen)" in described(table)
    press(table, "Three")
    press(table, "Rite")
    assert heard[-1]["text"] == "rite 8H 3H"
    press(table, "Concede")
    assert len(heard) == 1
    press(table, "Really concede?")
    assert heard[-1]["text"] == "concede"
    table.close()


COMPOSED: dict[str, Any] = {
    "rev": 1,
    "comparison": {
        "title": "Sword against Sword",
        "one": {"name": "Hermits", "value": "2"},
        "other": {"name": "Wardens", "value": "1"},
        "lead": "1 ahead",
        "result": "Wardens falls.",
        "rule": "R-12",
    },
    "scene": {
        "order": ["own", "left", "right"],
        "zones": {
            "own": {"label": "Own", "tokens": ["a"]},
            "left": {"label": "Left", "tokens": ["p", "q"], "most": 1, "group": "rivals"},
            "right": {"label": "Right", "tokens": ["r"], "most": 1, "group": "rivals"},
        },
        "tokens": {
            name: {"label": name.upper() * 2, "word": name.upper()} for name in ("a", "p", "q", "r")
        },
        "verbs": {"pass": {"label": "Pass", "move": "pass", "able": True}},
        "weighs": True,
        "composes": True,
    },
}


def test_plain_buttons_offer_what_a_selection_can_mean() -> None:
    heard: list[Any] = []

    def weigh(words: list[str]) -> dict[str, Any]:
        if len(words) < 2:
            return {"text": "Choose a target."}
        kill = {"id": "kill", "label": "Kill", "note": "2 : 1", "move": "x", "able": True}
        kill["move"] = " ".join(["crusade", *words, "kill"])
        fire = {"id": "fire", "label": "Fire", "note": "forbidden", "move": "no"}
        return {"text": "Which?", "offers": [kill, fire]}

    table = PlainTable(heard.append, weigh)
    table.show(COMPOSED)
    assert "Sword against Sword: Hermits 2, Wardens 1, 1 ahead. Wardens falls. (R-12)" in (
        table._text.value
    )
    press(table, "AA")
    assert "&gt; Choose a target." in table._text.value
    press(table, "PP")
    press(table, "RR")
    assert "PP (chosen)" not in described(table)
    assert "Fire: forbidden" not in described(table)
    press(table, "Kill: 2 : 1")
    assert heard[-1]["text"] == "crusade A R kill"
    press(table, "RR (chosen)")
    assert "Kill: 2 : 1" not in described(table)


def test_a_value_that_is_no_whole_number_is_told_as_it_is_written() -> None:
    picture = COMPOSED | {"scene": {**COMPOSED["scene"], "order": ["left"]}}
    points = {"p": {"label": "points", "value": 1, "shown": "1.5"}}
    zones = {"left": {**COMPOSED["scene"]["zones"]["left"], "counters": points}}
    picture["scene"]["zones"] = zones
    assert "Left: points 1.5. PP, QQ" in table_in_words(picture)


def test_a_rule_that_is_a_card_is_cited_by_its_name() -> None:
    game = find_game("tempest")
    match = Match.at(game, {"wander": [["pilgrim"], ["beggar"]]})
    session = Session(match, (None, game.players()["random"]))
    session.card = "pilgrim"
    drawn = picture(session)
    drawn["refusal"] = {"at": "end", "text": "No.", "rule": "rose-ossuary"}
    drawn["log"] = {"1": {"text": "A card came back.", "rule": "rose-ossuary"}}
    told = table_in_words(drawn)
    assert "No. (Rose Ossuary)" in told
    assert "A card came back. (Rose Ossuary)" in told
    assert "(Pilgrim)" in told
    table = PlainTable(lambda intent: None)
    table.show(drawn)
    assert "Rose Ossuary" in described(table)
    rules = game.rulebook.markdown(game.texts("de"))
    assert "rose-ossuary" not in rules
    assert game.texts("de")("rule.rose-ossuary.title") in rules
    assert "rose-ossuary" not in rule_html(game, game.texts("en"), "rose-ossuary")
    assert "cards" not in picture(Session(Match.new(find_game("tempus"), 3), (None, None)))
