"""Vortex: what must hold in any game of any colours, wherever it has got to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.event import seen_from
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import BadNotation, IllegalMove
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.games.vortex import GAME
from tabletop_kit.games.vortex.cards import (
    DEVOTEES,
    IS_DEVOTEE,
    IS_FRENZY,
    IS_ROGATION,
    TEXT,
)
from tabletop_kit.games.vortex.position import Position
from tests.games.playing import SEED
from tests.games.playing import games as games_of
from tests.games.vortex.playing import FEW, WHOLE, chosen

Vortex = Match[Any, Any]

games = partial(games_of, "vortex")


# -- what is never lost ----------------------------------------------------------------------------


def lying(position: Position) -> Counter[int]:
    """Every card but the Locations, wherever it lies."""
    found: Counter[int] = Counter()
    for piles in (position.draw, position.hands, position.discard, position.fearful):
        for pile in piles:
            found.update(pile)
    for field in position.field:
        for unit in field:
            found[unit.card] += 1
            found.update([code >> 1 for code in unit.attached])
    found.update(position.vortex)
    found.update([one.card for one in position.rogations])
    return found


@given(games(whole=True))
@WHOLE
def test_cards_are_conserved(match: Vortex) -> None:
    first = lying(match.steps()[0].position)
    devotees = [card for colour in match.position.colours for card in DEVOTEES[colour]]
    assert sorted(card for card in first.elements() if IS_DEVOTEE[card]) == sorted(devotees)
    dealt = 12 * match.position.seats
    assert sum(first[card] for card in first if IS_FRENZY[card]) == dealt
    rogations = sum(first[card] for card in first if IS_ROGATION[card])
    assert rogations == (0 if match.position.no_rogations else dealt)
    for step in match.steps():
        position = step.position
        assert lying(position) == first
        locations = (*position.locations, position.location, *position.used)
        assert len(set(locations)) == len(locations) == position.length
        assert not list(GAME.breaches(position))


@given(games(whole=True))
@WHOLE
def test_numbers_stay_within_what_they_may_be(match: Vortex) -> None:
    for before, after in pairwise(match.steps()):
        old, new = before.position, after.position
        assert new.round - old.round in (0, 1)
        assert new.round == new.length - len(new.locations)
        assert all(len(field) <= 5 for field in new.field)
        assert all(len(unit.attached) <= 2 for field in new.field for unit in field)
        assert sorted(new.order) == list(range(new.seats))
        assert all(count <= 2 for count in new.played)
        if new.round == old.round:
            assert new.declared >= old.declared
            assert all(now >= then for then, now in zip(old.acted, new.acted, strict=True))
        in_play = {unit.card for field in new.field for unit in field}
        assert set(new.engaged) <= in_play


@given(games(whole=True))
@WHOLE
def test_the_score_is_what_lies_where(match: Vortex) -> None:
    """Converts by one's own count, half points by what lies in the Vortex."""
    for step in match.steps()[::5]:
        keys = GAME.dump(step.position)
        for seat, colour in enumerate(keys["colours"]):
            cards = [*keys["draw"][seat], *keys["hands"][seat], *keys["discard"][seat]]
            cards += keys["fearful"][seat]
            cards += [word.lstrip("+-") for text in keys["field"][seat] for word in text.split()]
            own = {"blue": "B", "green": "G", "yellow": "Y", "red": "R"}[colour]
            points = 2 * sum(card[0] in "BGYR" and card[0] != own for card in cards)
            if colour == "red":
                points += sum(card[0] in "BGY" for card in keys["vortex"])
            assert keys["score"][seat] * 2 == points


@given(games(whole=True))
@WHOLE
def test_it_ends_after_the_last_location(match: Vortex) -> None:
    position, outcome = match.position, match.outcome
    assert outcome is not None and position.to_act is None and not match.moves
    assert not position.locations and position.round == position.length
    assert all(position.acted)
    score = GAME.dump(position)["score"]
    assert outcome.winners == tuple(s for s, one in enumerate(score) if one == max(score))
    with pytest.raises(IllegalMove) as refused:
        match.play("pass", 0)
    assert refused.value.ruling.rule == "VX-N1"


# -- moves and rulings -----------------------------------------------------------------------------


@given(games())
@FEW
def test_moves_and_rulings_agree(match: Vortex) -> None:
    position = match.position
    assume(position.to_act is not None)
    for seat in range(position.seats):
        legal = GAME.moves(position, seat)
        some = list(legal[:200])
        texts = {GAME.write(move) for move in some}
        assert len(texts) == len(some)
        assert all(GAME.ruling(position, seat, move) for move in some)
        for move in GAME.candidates(position, seat):
            assert GAME.ruling(position, seat, move).legal == (move in legal), move
        assert not any(GAME.ruling(position, position.seats, move) for move in some[:3])


SAID = """
reinforce withdraw frenzy crusade pass rogation refill discard reward choose sacrifice hand cards
none reason fire kill blue red reverse B01 B08 F01 F18 G09 P01 P08 P14 L01 Y05 R09 B01/0 G09/1 B01/x
/ -1 b01
"""
WORDS = st.sampled_from(SAID.split())


@given(st.lists(WORDS, min_size=1, max_size=6), games())
@settings(deadline=None, max_examples=60)
def test_words_in_any_order_are_read_alike_or_refused(words: list[str], match: Vortex) -> None:
    """Whatever is read is written as a line that means the same, and is ruled on."""
    text = " ".join(words)
    try:
        move = GAME.parse(text)
    except BadNotation as bad:
        assert bad.ruling.rule == "VX-N1"
        return
    assert GAME.parse(GAME.write(move)) == move
    for seat in range(match.position.seats):
        ruling = GAME.ruling(match.position, seat, move)
        assert ruling.legal == (move in GAME.moves(match.position, seat))
        if not ruling.legal:
            assert GAME.texts("de").explain(ruling, seat).strip()


# -- there and back --------------------------------------------------------------------------------


@given(games())
@FEW
def test_only_a_position_inside_a_move_cannot_be_loaded(match: Vortex) -> None:
    for step in match.steps():
        assert GAME.loadable(step.position) == (step.position.phase != "choice")


@given(games(), st.integers(0, 999))
@FEW
def test_sealed_choices_may_come_in_any_order(match: Vortex, number: int) -> None:
    while match.to_act is not None and len(match.prompts) < 2:
        match.play(chosen(match, mix(number, match.ply)))
    assume(match.to_act is not None)
    position, asked = match.position, [prompt.seat for prompt in match.prompts]
    answers = {seat: GAME.moves(position, seat) for seat in asked}
    picked = {seat: moves[number % len(moves)] for seat, moves in answers.items()}
    ends = []
    for order in (asked, asked[::-1]):
        reached = position
        for seat in order:
            reached = GAME.apply(reached, seat, picked[seat])
        ends.append(reached)
    assert ends[0] == ends[1]


# -- what is hidden --------------------------------------------------------------------------------


def all_that_is_seen(position: Position, seat: int, events: Any) -> list[Any]:
    seen = seen_from(events, seat)
    scenes = [GAME.scene(position, seat, GAME.texts(language), seen) for language in LANGUAGES]
    units = [unit.card for field in position.field for unit in field]
    pairs = [f"figures.{TEXT[one]}.{TEXT[other]}" for one, other in pairwise(units)]
    return [
        GAME.view(position, seat),
        GAME.prompts(position),
        list(GAME.moves(position, seat)[:100]),
        [scene.data() for scene in scenes],
        [GAME.question(position, pair, seat) for pair in pairs],
    ]


@given(games(), st.integers(0, 3), SEED)
@FEW
def test_what_is_face_down_changes_nothing_that_is_seen(
    match: Vortex, seat: int, seed: int
) -> None:
    position = match.position
    assume(seat < position.seats)
    twin = shuffled_unseen(position, seat, seed)
    events = match.last.events
    assert all_that_is_seen(twin, seat, events) == all_that_is_seen(position, seat, events)


def shuffled_unseen(position: Position, seat: int, seed: int) -> Position:
    """Another order of all that the seat does not see, whatever might be remembered.

    A hand that a Devotee must be in is left alone, and so is one that Confession shows.
    """
    luck = GAME.luck(seed)
    asked = position.asked
    shown = asked.about[0] if asked is not None and asked.kind == "confess" else None
    hands, draws, fields = list(position.hands), list(position.draw), list(position.field)
    for other in range(position.seats):
        keeps = other in (seat, shown, position.to_act) or position.phase == "refill"
        pool = [*draws[other], *(() if keeps else hands[other])]
        if other != seat:
            pool += [code >> 1 for code in covered(position, other)]
        cards, luck = luck.shuffled("deal", pool)
        rest = iter(cards)
        if not keeps:
            hands[other] = tuple(sorted(next(rest) for _ in hands[other]))
        draws[other] = tuple(next(rest) for _ in draws[other])
        if other != seat:
            fields[other] = tuple(recovered(unit, rest) for unit in fields[other])
    locations, luck = luck.shuffled("locations", position.locations)
    return replace(
        position,
        hands=tuple(hands),
        draw=tuple(draws),
        field=tuple(fields),
        locations=locations,
        luck=luck,
    )


def covered(position: Position, seat: int) -> list[int]:
    return [code for unit in position.field[seat] for code in unit.attached if not code & 1]


def recovered(unit: Any, cards: Iterator[int]) -> Any:
    codes = [code if code & 1 else 2 * next(cards) for code in unit.attached]
    return unit._replace(attached=tuple(codes))


@given(games(), st.integers(0, 3), SEED)
@FEW
def test_an_imagined_position_moves_only_what_is_hidden(
    match: Vortex, seat: int, seed: int
) -> None:
    position = match.position
    assume(seat < position.seats)
    world = GAME.imagine(position, seat, seed)
    assert world.hands[seat] == position.hands[seat]
    found, real = lying(world), lying(position)
    assert {card: found[card] for card in found if IS_DEVOTEE[card]} == {
        card: real[card] for card in real if IS_DEVOTEE[card]
    }
    for other in range(position.seats):
        for piles in ("discard", "fearful"):
            assert getattr(world, piles)[other] == getattr(position, piles)[other]


@given(games())
@FEW
def test_no_card_is_told_to_those_who_may_not_see_it(match: Vortex) -> None:
    for seat in range(match.position.seats):
        for event in match.events(seat):
            if event.kind in ("drew", "sealed", "attached", "shown") and event.seat != seat:
                assert "cards" not in event.facts and "attached" not in event.facts
                assert not event.secret
    for event in match.events(None):
        assert not event.secret


@given(games(whole=True))
@WHOLE
def test_what_is_remembered_was_seen_and_lies_there(match: Vortex) -> None:
    """The key ``known``: cards that everybody saw go back into a hand or a Draw Pile."""
    for step in match.steps()[::4]:
        position = step.position
        for seat, cards in enumerate(position.known):
            hidden = Counter((*position.hands[seat], *position.draw[seat]))
            hidden.update([code >> 1 for unit in position.field[seat] for code in unit.attached])
            assert not Counter(cards) - hidden


def test_the_game_is_found_by_its_id() -> None:
    assert find_game("vortex") is GAME
