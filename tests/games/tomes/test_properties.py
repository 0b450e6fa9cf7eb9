"""What holds in every game of Tomes of Power, whatever is dealt and played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop_kit.engine.event import seen_from
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import IllegalMove
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.moves import CONCEDE, Play, Rite
from tabletop_kit.games.tomes.position import (
    DOMINION,
    ENTITIES,
    IS_ENTITY,
    NUMBERS,
    TEXT,
    Position,
)
from tests.games.playing import SEED
from tests.games.playing import games as games_of
from tests.games.tomes.playing import FEW

GAME = find_game("tomes")
Tomes = Match[Any, Any]

games = partial(games_of, "tomes")


# -- what is never lost ----------------------------------------------------------------------------


def lying(position: Position) -> Counter[int]:
    """Every card, wherever it lies, the entity in front and what is face down included."""
    piles = (*position.hands, position.gathering, position.grave, position.table)
    found = Counter(card for pile in piles for card in pile)
    found.update((*position.pantheon, *position.owed))
    if position.entity >= 0:
        found[position.entity] += 1
    return found


@given(games(whole=True))
@FEW
def test_cards_are_conserved(match: Tomes) -> None:
    for step in match.steps():
        position = step.position
        found = lying(position)
        assert {card for card in NUMBERS if found[card] == 1} == set(NUMBERS)
        assert found[0] == position.heretics
        if not position.terror:
            assert all(found[card] == 1 for card in ENTITIES)
        assert not list(GAME.breaches(position))


@given(games(whole=True))
@FEW
def test_numbers_stay_within_what_they_may_be(match: Tomes) -> None:
    for before, after in pairwise(match.steps()):
        old, new = before.position, after.position
        assert all(len(hand) <= new.limit for hand in new.hands)
        assert new.entity < 0 or 0 <= new.ruin < DOMINION[new.entity]
        assert new.entity != old.entity or new.descent != old.descent or new.ruin >= old.ruin
        assert new.descent - old.descent in (0, 1)
        assert new.withheld == 0 or (not new.broken and new.heretics)
        if new.phase == "pay":
            assert new.due > 0
        if old.phase == "pay" and str(after.move)[:3] == "pay":
            assert not Counter(new.table) - Counter(old.table)


@given(games(whole=True))
@FEW
def test_it_ends_with_a_rule_that_ends_games(match: Tomes) -> None:
    position, outcome = match.position, match.outcome
    assert outcome is not None and position.to_act is None
    assert not match.moves and position.why in {"TM-1", "TM-6", "TM-21", "TM-23", "TM-24"}
    assert outcome.winners == (tuple(range(position.seats)) if position.result == "won" else ())
    with pytest.raises(IllegalMove) as refused:
        match.play("concede", 0)
    assert refused.value.ruling.rule == "TM-24"


@given(games(whole=True))
@FEW
def test_nobody_wins_before_all_twelve_are_down(match: Tomes) -> None:
    """A public implementation declared victory after eleven."""
    for step in match.steps():
        position = step.position
        down = len(position.expunged) + len(position.subdued)
        if position.result == "won":
            assert down == 12 * position.descent
        elif position.entity >= 0 and not position.terror:
            open_debts = len(position.owed)
            assert down <= 12 and (down < 12 or open_debts or position.entity in position.subdued)


# -- moves and rulings -----------------------------------------------------------------------------


@given(games())
@FEW
def test_moves_and_rulings_agree_on_everything_a_hand_can_form(match: Tomes) -> None:
    position = match.position
    assume(position.to_act is not None)
    seat, legal = position.to_act, [str(move) for move in match.moves]
    assert legal[-1] == str(CONCEDE) and len(set(legal)) == len(legal)
    for move in (*formed(position, seat), *GAME.candidates(position, seat)):
        assert GAME.ruling(position, seat, move).legal == (str(move) in legal), move
        assert not GAME.ruling(position, position.seats, move)


def formed(position: Position, seat: int) -> Iterator[Any]:
    """Every play and Rite that up to four cards of the hand would form."""
    hand = tuple(sorted(position.hands[seat]))
    for number in range(1, 1 << len(hand)):
        cards = tuple([card for place, card in enumerate(hand) if number >> place & 1])
        if len(cards) <= 4:
            yield Play(cards)
        if len(cards) == 2:
            yield from (Rite(cards), Rite(cards[::-1]))


# -- what is hidden --------------------------------------------------------------------------------


def all_that_is_seen(position: Position, seat: int, events: Any) -> list[Any]:
    seen = seen_from(events, seat)
    scenes = [GAME.scene(position, seat, GAME.texts(language), seen) for language in LANGUAGES]
    asked = position.to_act == seat
    return [
        GAME.view(position, seat),
        GAME.prompts(position) if asked else None,
        list(GAME.moves(position, seat)),
        [scene.data() for scene in scenes],
        GAME.question(position, "marks", seat),
    ]


@given(games(), st.integers(0, 3), SEED)
@FEW
def test_what_is_face_down_changes_nothing_that_is_seen(match: Tomes, seat: int, seed: int) -> None:
    position = match.position
    assume(seat < position.seats)
    twin = shuffled_unseen(position, seat, seed)
    events = match.last.events
    assert all_that_is_seen(twin, seat, events) == all_that_is_seen(position, seat, events)


def shuffled_unseen(position: Position, seat: int, seed: int) -> Position:
    """Another order of all that the seat does not see, whatever might be remembered."""
    luck = GAME.luck(seed)
    shown = position.channels if position.seats == 2 else 0
    keeps = [len(hand) if one == seat else shown for one, hand in enumerate(position.hands)]
    unseen = [
        card for hand, keep in zip(position.hands, keeps, strict=True) for card in hand[keep:]
    ]
    unseen += [*position.gathering, *position.grave[:-1]]
    cards, luck = luck.shuffled("deal", unseen)
    rest = list(cards)

    def some(count: int) -> tuple[int, ...]:
        taken = tuple(rest[:count])
        del rest[:count]
        return taken

    hands = tuple(
        (*hand[:keep], *some(len(hand[keep:])))
        for hand, keep in zip(position.hands, keeps, strict=True)
    )
    gathering = some(len(position.gathering))
    grave = (*rest, *position.grave[-1:])
    pantheon = position.pantheon
    for rank in "JQK":  # what lies in which depth is known: Spawns above Heralds above Ancients
        tier = [card for card in pantheon if TEXT[card][0] == rank]
        order, luck = luck.shuffled("deal", tier)
        left = iter(order)
        pantheon = tuple(next(left) if TEXT[card][0] == rank else card for card in pantheon)
    return replace(
        position, hands=hands, gathering=gathering, grave=grave, pantheon=pantheon, luck=luck
    )


@given(games())
@FEW
def test_no_card_is_told_to_those_who_may_not_see_it(match: Tomes) -> None:
    for event in match.events(None):
        assert not event.secret
    for seat in range(match.position.seats):
        for event in match.events(seat):
            if event.kind in ("dealt", "drew", "echo", "mustered") and event.seat != seat:
                assert "cards" not in event.facts and not event.secret


@given(games(), st.integers(0, 3), SEED)
@FEW
def test_an_imagined_position_moves_only_what_is_hidden(match: Tomes, seat: int, seed: int) -> None:
    position = match.position
    assume(seat < position.seats)
    world = GAME.imagine(position, seat, seed)
    assert lying(world) == lying(position)
    assert world.hands[seat] == position.hands[seat]
    assert world.gathering[: position.known] == position.gathering[: position.known]
    assert world.grave[position.mixed :] == position.grave[position.mixed :]
    assert [TEXT[card][:-1] for card in world.pantheon] == [
        TEXT[card][:-1] for card in position.pantheon
    ]


@given(games(whole=True))
@FEW
def test_what_is_known_on_top_of_the_gathering_was_expunged(match: Tomes) -> None:
    for step in match.steps():
        position = step.position
        top = position.gathering[: position.known]
        assert all(IS_ENTITY[card] and card in position.expunged for card in top)


def seen(position: Position, seat: int) -> set[str]:
    """Every card that lies open to the seat, but for Heretics, which are alike."""
    view = GAME.view(position, seat)
    piles = [view[key] for key in ("table", "owed", "expunged", "subdued", "grave")]
    cards = {card for pile in (*piles, *view["hands"]) for card in pile}
    return {*cards, view.get("entity", "?")} - {"?", "X"}


@given(games(whole=True))
@FEW
def test_what_shows_a_card_is_not_taken_back_fairly(match: Tomes) -> None:
    """A move that shows somebody more than the cards it names has an event that says so."""
    steps = match.steps()
    for seat in range(match.position.seats):
        known = seen(steps[0].position, seat)
        for step in steps[1:]:
            now = seen(step.position, seat)
            named = {*str(step.move).split()[1:]}
            for event in step.events:
                named |= {*event.facts.get("gone", ())}
            if now - known - named:
                assert any(event.reveals for event in step.events), step.move
            known |= now | named
