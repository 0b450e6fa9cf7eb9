"""Whatever Tempest can say is said, in both languages: what the source can tell has its words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import product

import pytest

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import BadNotation, Json
from tabletop_kit.engine.text import LANGUAGES, read_toml
from tabletop_kit.games.tempest.cards import DECK_TABLES, FORMS, OCCUPATION, PANTHEON, TEXT
from tabletop_kit.games.tempest.decks import deck_faults
from tabletop_kit.games.tempest.game import Tempest
from tabletop_kit.games.tempest.moves import parse_move
from tabletop_kit.games.tempest.position import BATTLEGROUND, WANDER
from tabletop_kit.games.tempest.rulebook import card_tables
from tabletop_kit.table.choices import choice_key
from tests.games.wording import calls as calls_of
from tests.games.wording import (
    every_card_can_be_read,
    every_event_is_told,
    every_refusal_explains_itself,
    facts_of,
    is_sentence,
    same_figures_in_both,
    tell_in_both,
)
from tests.games.wording import tables as tables_of

GAME = Tempest()
calls = partial(calls_of, GAME.id)
tables = partial(tables_of, GAME.id)
NAMES = ("Ada", "Ben", "Cem", "Dot")
WINDOWS = ("summon", "spell", "ability", "attack", "fight", "destroy", "open")
QUESTIONS = ("form", "pair", "recover", "discard", "destroy", "stolen")
PHASES = ("main", "order", "block", "target", "discard", "excess")
ASKS = {
    *PHASES,
    *(f"window-{one}" for one in WINDOWS),
    *(f"choice-{one}" for one in QUESTIONS),
}
AMOUNTS = {"faith", "faith-doubled", "power", "power-doubled"}
"""Reasons that ``paying.py`` puts together from a word of its own."""

SAMPLES: dict[str, Json] = {
    "area": "rose-ossuary", "at": ["beggar"], "attack": 5, "by": "wild-lands", "card": "garrison",
    "cards": ["garrison", "peasant"], "cost": 4, "count": 3, "defence": 4, "drained": True,
    "faults": [{"rule": "TG-N2", "why": "deck-unknown", "card": "chess-king"}],
    "form": "winged-lion", "holds": 4, "host": "steward", "key": "hands", "known": "a, b",
    "least": 55, "left": 2, "limit": 2, "most": 500, "name": "peasant#2",
    "names": ["black-knight", "raider-band"], "number": 3, "one": "vulne", "other": "vulne#2",
    "owner": 1, "paid": 3, "payer": "druine", "phase": "main", "points": 2, "reach": "gate",
    "near": "beggar", "rule": "TG-N2",
    "seat": 0, "seats": 2, "source": "wander", "starter": 1, "sum": 5,
    "temple": "southton-abbey", "text": "nonsense", "to": "hand", "tunnel": False, "verb": "block",
    "why": "deity", "window": "fight", "winners": [0], "x": 3,
}  # fmt: skip
"""A value for every fact of events and refusals."""
ON_A_SEAT = {
    *("attack", "fight-begun", "attack-turned", "special-attack", "exposed-to"),
    *("summons", "casts"),
}
"""Events whose ``on`` is a player; that of the others is a card."""


def texts_of(node: ast.expr) -> set[str]:
    """The texts that an argument can be: itself, a choice, or none where it is a variable."""
    if isinstance(node, ast.IfExp):
        return texts_of(node.body) | texts_of(node.orelse)
    constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return {str(node.value)} if constant and isinstance(node, ast.Constant) else set()


@cache
def told_kinds() -> dict[str, set[frozenset[str]]]:
    """Every kind of event that the source tells, with the facts named at each spot."""
    found: dict[str, set[frozenset[str]]] = {}
    for _, node in calls("tell"):
        for kind in texts_of(node.args[0]):
            found.setdefault(kind, set()).add(facts_of(node))
    return found


def secret_kinds() -> set[str]:
    """Kinds of events of which one seat is told more."""
    return {
        kind for _, node in calls("tell") if len(node.args) > 3 for kind in texts_of(node.args[0])
    }


@cache
def refusals() -> tuple[tuple[str, frozenset[str]], ...]:
    """Every refusal in the source: its reason and its facts."""
    found = [(why, frozenset({"paid", "cost", "card"})) for why in AMOUNTS]
    for function, node in calls("refusal", "refuse", "no"):
        if function.name not in ("refuse", "no"):
            place = 0 if getattr(node.func, "id", "") == "refuse" else 1
            found += [(why, facts_of(node)) for why in texts_of(node.args[place])]
    return tuple(found)


def paths(entry: Json, path: str = "") -> Iterator[str]:
    if isinstance(entry, Mapping):
        for key, inner in entry.items():
            yield from paths(inner, f"{path}.{key}")
    else:
        yield path


# -- what the source can say ----------------------------------------------------------------------


def test_both_languages_have_the_same_keys() -> None:
    english, german = (set(paths(tables(language))) for language in LANGUAGES)
    assert english == german and len(english) > 1000


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["event"]) == set(told_kinds())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["reason"]) == {why for why, _ in refusals()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ask_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["ask"]) == ASKS


def test_every_question_is_one_that_the_source_asks() -> None:
    asked = {kind for _, node in calls("Question") for kind in texts_of(node.args[0])}
    assert asked == set(QUESTIONS)


def test_the_source_says_something() -> None:
    assert len(told_kinds()) > 50 and len(refusals()) > 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_explains_itself_with_the_facts_it_has(language: str) -> None:
    texts = GAME.texts(language, NAMES)
    every_refusal_explains_itself(texts, "TG-N1", refusals(), SAMPLES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_with_the_facts_that_each_spot_names(language: str) -> None:
    def sample(kind: str, fact: str) -> Json:
        if fact == "on":
            return 1 if kind in ON_A_SEAT else "steward"
        return 0 if fact == "seat" else SAMPLES[fact]

    every_event_is_told(GAME.texts(language, NAMES), told_kinds(), sample)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_secret_is_told_to_those_who_know_it(language: str) -> None:
    known = {kind for kind, entry in tables(language)["event"].items() if "known" in entry}
    assert known == secret_kinds() == {"drew", "plays-down", "lays-down"}


# -- random games ---------------------------------------------------------------------------------

PLAYED: tuple[dict[str, Json], ...] = (
    {"seats": 2, "deck_lists": ["good", "evil"]},
    {"seats": 2, "deck_lists": ["chaos", "mixed"], "no_deity_win": True},
    {"seats": 3, "deck_lists": ["evil", "chaos", "good"], "exhaustion": "lose"},
    {"seats": 4, "teams": [[0, 2], [1, 3]], "no_su0_limit": True, "round_cap": 20},
    {"seats": 2, "deck_lists": ["chaos", "chaos"], "ignore_pantheon": True},
)
IDS = re.compile(r"\b(" + "|".join(one for one in TEXT if "-" in one) + r")\b|\w#\d|/relic|/down")


@pytest.mark.parametrize("options", PLAYED, ids=str)
def test_random_games_are_narrated_to_everybody(options: dict[str, Json]) -> None:
    log: Log = []
    seed, kinds = 0, set[str]()
    while len(log) < 300 or ("over" not in kinds and seed < 12):
        seed += 1
        narrated(options, seed, log)
        kinds = {event.kind for event in log}
    assert {"drew", "entered", "turn-began", "over"} <= kinds


def narrated(options: dict[str, Json], seed: int, told_so_far: Log) -> None:
    """One random game, or its beginning, with everything told to everybody; it is logged."""
    log: Log = []
    position = GAME.setup(options, GAME.luck(seed), log)
    seats = GAME.seat_count(position)
    voices = [GAME.texts(language, NAMES[:seats]) for language in LANGUAGES]
    for step in range(600):
        seat = GAME.to_act(position)
        if seat is None:
            break
        moves = GAME.moves(position, seat)
        move = moves[mix(seed, step) % len(moves)]
        for texts in voices:
            for prompt in GAME.prompts(position):
                assert is_sentence(texts.invite(prompt, prompt.seat))
                assert is_sentence(texts.invite(prompt, (prompt.seat + 1) % seats))
            told = GAME.tell_move(position, seat, move, texts)
            assert told[:1].isupper() and "{" not in told and not IDS.search(told), told
        position = GAME.apply(position, seat, move, log)
    told_so_far += log
    for texts, reader in product(voices, (None, *range(seats))):
        for event in log:
            told = texts.narrate(event, reader)
            assert is_sentence(told), f"{event.kind}: {told}"
            assert not IDS.search(told), told


# -- formats --------------------------------------------------------------------------------------


TOLD = [
    ("card", "peasant", "Peasant", "„Bauer“"),
    ("card", "peasant#2", "Peasant 2", "„Bauer 2“"),
    ("label", "peasant#2", "Peasant 2", "Bauer 2"),
    ("card", "garrison/relic", "the face-down Relic of Garrison",
     "das verdeckte Relikt von „Garnison“"),
    ("Card", "rose-ossuary/down#2", "A face-down card in Rose Ossuary, number 2",
     "Eine verdeckte Karte im Tempel „Rosenbeinhaus“, Nummer 2"),
    ("label", "warlock/spell", "the face-down Spell of Warlock", "der verdeckte Zauber von Hexer"),
    ("Card", "?", "A card face down", "Eine verdeckte Karte"),
    ("label", "-?", "a card face down", "eine verdeckte Karte"),
    ("card", "nonsense", "nonsense", "nonsense"),
    ("cards", [], "nothing", "nichts"),
    ("cards", ["beggar"], "Beggar", "„Bettler“"),
    ("cards", ["beggar", "peasant", "peasant#2"], "Beggar, Peasant and Peasant 2",
     "„Bettler“, „Bauer“ und „Bauer 2“"),
    ("labels", ["beggar", "vulne"], "Beggar, Vulne", "Bettler, Vulne"),
    ("labels", [], "nothing", "nichts"),
    ("to", "wander", "to Wander", "in den Wanderbereich"),
    ("to", "rose-ossuary", "into Rose Ossuary", "in „Rosenbeinhaus“"),
    ("area", "battleground", "in the Battleground", "auf dem Schlachtfeld"),
    ("area", "wayshrine#2", "in Wayshrine 2", "in „Wegschrein 2“"),
    ("aim", [], "", ""),
    ("aim", ["beggar", "garrison"], ", at Beggar and Garrison",
     ", Ziel: „Bettler“ und „Garnison“"),
    ("seats", [1, 0], "Ben and Ada", "Ben und Ada"),
    ("winners", [], "nobody", "niemand"),
    ("winners", [0, 2], "Ada and Cem", "Ada und Cem"),
    ("score", [5, 3], "Ada 5, Ben 3", "Ada 5, Ben 3"),
    ("decks", ["good", None], "Ada Dawn over Thale and Ben a deck of their own",
     "Ada „Morgenröte über Thale“ und Ben ein eigenes Deck"),
    ("signed", 2, "+2", "+2"),
    ("signed", -1, "-1", "-1"),
    ("rule", "TG-K3", "Sneak", "Schleichend"),
    ("rule", "rose-ossuary", "Rose Ossuary", "Rosenbeinhaus"),
    ("keywords", ["flying", "mount"], "Flying and Mount", "Fliegend und Reittier"),
    ("form", "sea-serpent", "Sea Serpent", "Meeresschlange"),
    ("many", 0, "no card", "keine Karte"),
    ("many", 1, "one card", "eine Karte"),
    ("many", 5, "5 cards", "5 Karten"),
    ("rounds", 1, "one round", "eine Runde"),
    ("seals", 0, "no seal", "kein Siegel"),
    ("move", "block garrison", "Block with Garrison", "Blocken: Garnison"),
    ("move", "nonsense", "nonsense", "nonsense"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "fact", "english", "german"), TOLD)
def test_formats(form: str, fact: Json, english: str, german: str) -> None:
    tell_in_both(GAME, NAMES, form, fact, (english, german))


MOVES = [
    ("play peasant", "Put down Peasant", "Hinlegen: Bauer"),
    ("play vulne to battleground", "Put down Vulne (to the Battleground)",
     "Hinlegen: Vulne (auf das Schlachtfeld)"),
    ("play beggar to rose-ossuary", "Put down Beggar, face down (into Rose Ossuary)",
     "Verdeckt hinlegen: Bettler (in den Tempel Rosenbeinhaus)"),
    ("play tower-shield on garrison", "Put down Tower Shield, face down (on Garrison)",
     "Verdeckt hinlegen: Turmschild (Träger: Garnison)"),
    ("play fireball on warlock", "Put down Fireball, face down (under Warlock)",
     "Verdeckt hinlegen: Feuerball (darüber: Hexer)"),
    ("summon darkwalker by alms-priest with beggar to battleground",
     "Summon Darkwalker (paid by Alms Priest, Beggar; to the Battleground)",
     "Beschwören: Dunkelgänger (es zahlen: Almosenpriester, Bettler; auf das Schlachtfeld)"),
    ("summon garrison by pilgrim", "Summon Garrison (paid by Pilgrim)",
     "Beschwören: Garnison (es zahlt: Pilger)"),
    ("summon the-dead-wood by druine with farmer inside druine farmer",
     "Summon The Dead Wood (paid by Druine, Farmer; inside it: Druine, Farmer)",
     "Beschwören: Der Tote Wald (es zahlen: Druine, Landmann; darin: Druine, Landmann)"),
    ("summon dark-tithe by abbess-of-thale at 1",
     "Summon Dark Tithe (paid by Abbess of Thale; at Ben)",
     "Beschwören: Dunkler Zehnt (es zahlt: Äbtissin von Thale; Ziel: Ben)"),
    ("summon meteor-shower by drue-elder x 3 at beggar=1 garrison=2",
     "Summon Meteor Shower (paid by Drue Elder; X = 3; at Beggar (1), Garrison (2))",
     "Beschwören: Meteorschauer (es zahlt: Drue-Älteste; X = 3; Ziele: Bettler (1), Garnison (2))"),
    ("summon avatar by woodland-drue with stolen",
     "Summon Avatar (paid by Woodland Drue, the Faith taken)",
     "Beschwören: Avatar (es zahlen: Walddrue, der genommene Glaube)"),
    ("reveal garrison/relic by peasant",
     "Turn up the face-down Relic of Garrison (paid by Peasant)",
     "Aufdecken: das verdeckte Relikt von Garnison (es zahlt: Bauer)"),
    ("cast domination by mage-master at bone-jackal turn the-dead-wood",
     "Cast Domination (cast by Mage Master; at Bone Jackal; turned on The Dead Wood)",
     "Wirken: Unterwerfung (es zaubert: Magiermeister; Ziel: Knochenschakal; "
     "neues Ziel: Der Tote Wald)"),
    ("cast blink by warlock on steward at archprelate",
     "Cast Blink (cast by Warlock; at Archprelate; sends Steward)",
     "Wirken: Wimpernschlag (es zaubert: Hexer; Ziel: Erzprälat; geschickt wird: Truchsess)"),
    ("move garrison to wander", "Move Garrison to Wander",
     "Bewegen: Garnison in den Wanderbereich"),
    ("move rose-ossuary/down to wander", "Move a face-down card in Rose Ossuary to Wander",
     "Bewegen: eine verdeckte Karte im Tempel Rosenbeinhaus in den Wanderbereich"),
    ("join vulne vulne#2", "Join Vulne, Vulne 2", "Verbinden: Vulne, Vulne 2"),
    ("split vulne", "Split Vulne", "Trennen: Vulne"),
    ("power iron-golem with peasant pilgrim", "Power Iron Golem (paid by Peasant, Pilgrim)",
     "Speisen: Eisengolem (es zahlen: Bauer, Pilger)"),
    ("use thief on steward at enchanted-blade",
     "Use Thief (at Enchanted Blade; then on Steward)",
     "Einsetzen: Dieb (Ziel: Verzauberte Klinge; neuer Träger: Truchsess)"),
    ("use bronze-gate by garrison at beggar",
     "Use Bronze Gate (Garrison goes through; at Beggar)",
     "Einsetzen: Bronzetor (hindurch geht: Garnison; Ziel: Bettler)"),
    ("use blood-priest cost thrall", "Use Blood Priest (Thrall is given up)",
     "Einsetzen: Blutpriester (dafür vernichtet: Höriger)"),
    ("attack black-knight + raider-band 1, darkwalker tunnel 2, steward 1",
     "Attack Ben with Black Knight and Raider Band as a pair, Steward; Cem with Darkwalker by "
     "tunnel",
     "Angriff auf Ben: Schwarzer Ritter und Räuberbande als Paar, Truchsess; auf Cem: "
     "Dunkelgänger unter der Erde"),
    ("fight steward", "Steward attacks now", "Jetzt greift an: Truchsess"),
    ("target woodland-drue#2", "Attack Woodland Drue 2", "Angreifen: Walddrue 2"),
    ("target rose-ossuary/down", "Attack a face-down card in Rose Ossuary",
     "Angreifen: eine verdeckte Karte im Tempel Rosenbeinhaus"),
    ("form chimeran armored-goat", "Declare Chimeran as Armored Goat",
     "Gestalt erklären: Chimeran als Gepanzerte Ziege"),
    ("choose seraph", "Seraph", "Seraph"),
    ("choose none", "None", "Nichts davon"),
    ("discard peasant seraph", "Discard Peasant, Seraph", "Abwerfen: Bauer, Seraph"),
    ("keep", "Keep all", "Alles behalten"),
    ("pass", "Pass", "Passen"),
    ("end", "End the turn", "Den Zug beenden"),
    ("concede", "Concede", "Aufgeben"),
]  # fmt: skip


UNREAD = [
    ("hello", "no-verb"),
    ("sumon garrison by pilgrim", "no-verb-near"),
    ("play chess-king", "no-such-card"),
    ("play peasnt", "no-such-card-near"),
    ("move garrison to batleground", "no-such-card-near"),
    ("play beggar to nowhere", "no-such-card"),
    ("join woodland-drue warlock", "out-of-order"),
    ("attack imp + imp 1", "out-of-order"),
    ("attack steward 1, imp 1", "out-of-order"),
    ("discard peasant beggar", "out-of-order"),
    ("summon flood by druine with peasant beggar", "out-of-order"),
    ("summon meteor-shower by drue-elder x 3 at garrison=2 beggar=1", "out-of-order"),
    ("summon warlock by druine with beggar at", "unreadable"),
    ("attack imp + steward", "unreadable"),
    ("summon", "unreadable"),
    ("", "unreadable"),
    ("play peasant " * 500, "unreadable"),
]


@pytest.mark.parametrize(("text", "why"), UNREAD)
def test_what_cannot_be_read_is_told_by_what_is_wrong_with_it(text: str, why: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_move(text)
    ruling = caught.value.ruling
    assert (ruling.rule, ruling.why) == ("TG-N1", why)
    for language in LANGUAGES:
        assert len(GAME.texts(language).explain(ruling)) < 400


@pytest.mark.parametrize(("move", "english", "german"), MOVES)
def test_moves_are_told_in_words(move: str, english: str, german: str) -> None:
    position = GAME.setup({}, GAME.luck(1))
    for language, expected in (("en", english), ("de", german)):
        texts = GAME.texts(language, NAMES)
        assert GAME.tell_move(position, 0, parse_move(move), texts) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_faults_of_a_deck_are_told_at_once(language: str) -> None:
    texts = GAME.texts(language)
    faults = deck_faults(["peasant"] * 5 + ["flood", "flood", "chess-king"])
    plain = [{"rule": one.rule, "why": one.why, **one.facts} for one in faults]
    told = texts("reason.deck-faults", count=len(plain), faults=plain)
    for one in ("chess-king", texts("card.peasant.name"), texts("card.flood.name"), "55"):
        assert one in told


# -- cards and decks ------------------------------------------------------------------------------


def test_german_has_every_card_and_deck_and_no_other() -> None:
    german = read_toml(GAME.folder / "cards" / "de.toml")
    assert sorted(german["card"]) == sorted(TEXT) == list(card_tables())
    assert set(german["deck"]) == {deck["id"] for deck in DECK_TABLES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own_and_can_be_read(language: str) -> None:
    found = {card for card, table in card_tables().items() if table["source"] == "seed"}
    every_card_can_be_read(GAME, language, found)
    assert len(card_tables()) == len(TEXT) == 140


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_deck_has_a_name_and_a_note(language: str) -> None:
    texts = GAME.texts(language)
    for deck in DECK_TABLES:
        assert texts(f"deck.{deck['id']}.name") and is_sentence(texts(f"deck.{deck['id']}.note"))
        assert texts(f"choice.deck_lists.{deck['id']}.title") == texts(f"deck.{deck['id']}.name")


def test_texts_of_cards_tell_the_same_figures_in_both_languages() -> None:
    keys = [f"card.{card}.text" for card in TEXT]
    same_figures_in_both(GAME, [*keys, *(f"rule.{rule}.text" for rule in GAME.rulebook)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_of_cards_tell_their_figures(language: str) -> None:
    texts = GAME.texts(language)
    for card, table in card_tables().items():
        heading = texts(f"rule.{card}.text").removesuffix(texts(f"card.{card}.text"))
        assert texts(f"word.pantheon.{table['pantheon']}") in heading, card
        assert texts(f"word.occupation.{table['occupation']}") in heading, card
        for figure in ("st", "ft", "su"):
            if figure in table and not (figure == "st" and table["occupation"] == "Miracle"):
                shown = "•" if table[figure] == "*" else table[figure]
                assert f"{figure.upper()} {shown}" in heading, card


@pytest.mark.parametrize("language", LANGUAGES)
def test_keywords_of_a_card_stand_in_its_text(language: str) -> None:
    """What the rules read of a card is what its reader reads; a pack names its number."""
    texts = GAME.texts(language)
    undrained = {"en": "undrained", "de": "unerschöpft"}[language]
    spoken = {"enters_undrained": undrained}
    for card, table in card_tables().items():
        for keyword in table.get("keywords", ()):
            word = spoken.get(keyword, texts(f"word.keyword.{keyword}"))
            assert word.lower() in texts(f"card.{card}.text").lower(), (card, keyword)


# -- words, options, rules ------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_all_that_cards_are(language: str) -> None:
    texts = GAME.texts(language)
    for one in {*PANTHEON, *(str(deck["pantheon"]) for deck in DECK_TABLES)}:
        assert texts(f"word.pantheon.{one}")
    for one in set(OCCUPATION):
        assert texts(f"word.occupation.{one}") and texts(f"word.occupations.{one}")
    for table in card_tables().values():
        for trait in table.get("traits", ()):
            assert texts(f"word.trait.{trait}")
        assert texts(f"word.rarity.{table['rarity']}")
        assert texts(f"word.location.{table.get('location', 'ground')}")
    for forms in FORMS:
        for form in forms:
            assert texts(f"word.form.{form.name.lower().replace(' ', '-')}")
    for area in (WANDER, BATTLEGROUND, "hand", "discard"):
        assert texts(f"word.to.{area}")
    for window in WINDOWS:
        assert texts(f"word.window.{window}")


def test_no_option_or_choice_is_left_over() -> None:
    found = tables("en")
    assert set(found["option"]) == set(found["choice"]) == {one.id for one in GAME.options}
    for option in GAME.options:
        words = {choice_key("", value).removeprefix("choice..") for value in option.choices}
        words |= {"none"} if option.default is None else set()
        assert set(found["choice"][option.id]) == words, option.id


def test_all_rules_of_the_rules_page_are_in_the_book() -> None:
    wanted = [f"TG-A{number}" for number in range(1, 73)] + [f"TG-T{one}" for one in range(1, 7)]
    assert {*wanted, "TG-N1", "TG-N2", *TEXT} <= set(GAME.rulebook)


def test_every_line_of_the_source_is_in_the_book() -> None:
    """Every sentence to the last line, and every rule that is not ours on a sentence at least."""
    book = GAME.rulebook
    lines = {passage.line for passage in book.passages}
    assert lines == set(range(1, 421))
    on_lines = {rule for passage in book.passages for rule in passage.rules}
    assert on_lines <= set(book)
    assert {one.id for one in book.values() if one.status != "house" and not one.card} <= on_lines
