"""What must hold in every game of Tempest, whatever is dealt and played."""

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
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import BadNotation, IllegalMove
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.board import Board, board
from tabletop_kit.games.tempest.cards import HOLDS, IS_RELIC, IS_SPELL, SU, TEXT
from tabletop_kit.games.tempest.names import names_in_play, spot_named
from tabletop_kit.games.tempest.pieces import Attached, Member
from tabletop_kit.games.tempest.position import Position, all_spots, units
from tests.games.playing import SEED
from tests.games.playing import games as games_of
from tests.games.tempest.playing import FEW, WHOLE

Tempest = Match[Any, Any]
games = partial(games_of, "tempest")


# -- what is never lost ----------------------------------------------------------------------------


def lying(position: Position) -> list[Counter[int]]:
    """Every card of each owner, wherever it lies."""
    found: list[Counter[int]] = [Counter() for _ in range(position.seats)]
    for seat in range(position.seats):
        for pile in (position.hands[seat], position.decks[seat], position.discard[seat]):
            found[seat].update(pile)
        for unit in units(position, seat):
            for member in unit.members:
                found[member.owner][member.card] += 1
                for one in (*member.relics, *member.spells):
                    found[one.owner][one.card] += 1
        for temple in position.temples[seat]:
            found[seat][temple.card] += 1
            for one in temple.relics:
                found[one.owner][one.card] += 1
    for lasting in position.lasting:
        found[lasting.seat][lasting.card] += 1
    for play in position.stack:
        if play.kind in ("summon", "spell"):
            found[play.seat][play.card] += 1
    return found


@given(games(whole=True))
@WHOLE
def test_cards_are_conserved(match: Tempest) -> None:
    """Each owner keeps the cards of the own deck, whoever controls them."""
    first = lying(match.steps()[0].position)
    for step in match.steps():
        assert lying(step.position) == first
        assert not list(GAME.breaches(step.position))


@given(games(whole=True))
@WHOLE
def test_numbers_stay_within_what_they_may_be(match: Tempest) -> None:
    for before, after in pairwise(match.steps()):
        old, new = before.position, after.position
        names = list(names_in_play(new))
        assert len(set(names)) == len(names)
        assert set(old.out) <= set(new.out)
        assert all(now >= then for then, now in zip(old.turns, new.turns, strict=True))
        assert all(now >= then for then, now in zip(old.harvest, new.harvest, strict=True))
        for seat in range(new.seats):
            for temple in new.temples[seat]:
                assert sum(len(unit.members) for unit in temple.inside) <= HOLDS[temple.card]
            if new.phase in ("main", "order", "block", "target"):
                assert all(len(m.relics) <= 1 for unit in units(new, seat) for m in unit.members)
        limit = new.choices.su0_limit
        assert new.zeros <= limit or new.choices.no_su0_limit or new.turns[new.turn] == 1


@given(games(whole=True))
@WHOLE
def test_it_ends_with_a_reason(match: Tempest) -> None:
    position, outcome = match.position, match.outcome
    assert outcome is not None and position.to_act is None and not match.moves
    assert position.phase == "over" and not position.agenda and position.asked is None
    assert position.why in ("deity", "last", "faith", "strength", "draw")
    assert bool(outcome.winners) == (position.why != "draw")
    assert sum(outcome.scores) == pytest.approx(max(1, len(outcome.winners)))
    if position.why == "last":
        # A partner who is out wins with the other (TG-O12).
        assert set(outcome.winners) - set(position.out)
        assert position.choices.teams or not set(outcome.winners) & set(position.out)
    with pytest.raises(IllegalMove) as refused:
        match.play("pass", 0)
    assert refused.value.ruling.rule == "TG-N1"


@given(games())
@FEW
def test_what_is_kept_of_a_board_is_what_would_be_found_anew(match: Tempest) -> None:
    """A side is known again by the very tuples it was made from: it must never be a stale one."""
    for step in match.steps():
        kept, fresh = board(step.position), Board(step.position, None)
        for side, other in zip(kept.sides, fresh.sides, strict=True):
            for name in ("spots", "relics", "sources", "kinds", "timings"):
                assert getattr(side, name) == getattr(other, name), name
            for area, again in zip(side.areas, other.areas, strict=True):
                assert (area.name, area.named, area.names) == (again.name, again.named, again.names)
        for spot in all_spots(step.position):
            if spot.unit.name:
                assert spot_named(step.position, spot.unit.name) == spot


# -- what is said ----------------------------------------------------------------------------------

SAID = """
play summon cast reveal move join split power use attack fight block target pass form choose
discard keep end concede by with to on inside x at turn cost none stolen tunnel + , wander
battleground 0 1 2 peasant beggar#2 garrison alms-priest rose-ossuary rose-ossuary/down
garrison/relic warlock/spell fireball beggar=1 Vulne vulne#2 chimeran sea-serpent -1
peasant#0 chess-king
"""
WORDS = st.sampled_from(SAID.split())


@given(st.lists(WORDS, min_size=1, max_size=7), games())
@settings(deadline=None, max_examples=60)
def test_words_in_any_order_are_read_alike_or_refused(words: list[str], match: Tempest) -> None:
    """Whatever is read is written as a line that means the same, and is ruled on."""
    text = " ".join(words)
    try:
        move = GAME.parse(text)
    except BadNotation as bad:
        assert bad.ruling.rule == "TG-N1"
        return
    assert GAME.parse(GAME.write(move)) == move
    position = match.position
    for seat in range(position.seats):
        ruling = GAME.ruling(position, seat, move)
        if ruling.legal:
            assert (
                seat == position.to_act
                and list(GAME.breaches(GAME.apply(position, seat, move))) == []
            )
        else:
            assert move not in GAME.moves(position, seat)
            assert GAME.texts("de").explain(ruling, seat).strip()
            with pytest.raises(IllegalMove):
                GAME.apply(position, seat, move)


@given(games())
@FEW
def test_what_inside_a_move_cannot_be_loaded(match: Tempest) -> None:
    for step in match.steps():
        position = step.position
        if position.phase == "choice" or position.doomed:
            assert not GAME.loadable(position)
        if position.phase in ("discard", "over") and not position.agenda:
            assert GAME.loadable(position)


# -- what is hidden --------------------------------------------------------------------------------


def all_that_is_seen(position: Position, seat: int, events: Any) -> list[Any]:
    seen = seen_from(events, seat)
    scenes = [GAME.scene(position, seat, GAME.texts(language), seen) for language in LANGUAGES]
    return [
        GAME.view(position, seat),
        GAME.prompts(position),
        list(GAME.moves(position, seat)[:100]),
        [scene.data() for scene in scenes],
        GAME.advice(position, seat) if len(GAME.moves(position, seat)) < 9 else None,
    ]


def hidden(position: Position, seat: int) -> Iterator[tuple[int, int]]:
    """Owner and card of all that a seat cannot see."""
    for owner in range(position.seats):
        yield from [(owner, card) for card in position.decks[owner]]
        if owner != seat:
            yield from [(owner, card) for card in position.hands[owner]]
    for other in range(position.seats):
        for unit in units(position, other) if other != seat else ():
            for member in unit.members:
                if not unit.name and member.owner != seat:
                    yield member.owner, member.card
                for one in (*member.relics, *member.spells):
                    if not one.name and one.owner != seat:
                        yield one.owner, one.card
        for temple in position.temples[other] if other != seat else ():
            yield from [(one.owner, one.card) for one in temple.relics if not one.name]


def shuffled_unseen(position: Position, seat: int, seed: int) -> Position:
    """Hands and decks of others, dealt anew by another way than the game's own."""
    luck = GAME.luck(seed)
    asked = position.asked
    hands, decks = list(position.hands), list(position.decks)
    for owner in range(position.seats):
        keeps = owner == seat or (asked is not None and asked.seat == owner)
        pool = sorted((*decks[owner], *(() if keeps else hands[owner])))
        cards, luck = luck.shuffled("deck", tuple(pool))
        count = 0 if keeps else len(hands[owner])
        hands[owner] = hands[owner] if keeps else tuple(sorted(cards[:count]))
        decks[owner] = tuple(cards[count:])
    return replace(position, hands=tuple(hands), decks=tuple(decks), luck=luck)


@given(games(), st.integers(0, 3), SEED)
@FEW
def test_what_is_hidden_changes_nothing_that_is_seen(match: Tempest, seat: int, seed: int) -> None:
    position = match.position
    assume(seat < position.seats)
    twin = shuffled_unseen(position, seat, seed)
    events = match.last.events
    assert all_that_is_seen(twin, seat, events) == all_that_is_seen(position, seat, events)


@given(games(), st.integers(0, 3), SEED)
@FEW
def test_an_imagined_position_moves_only_what_is_hidden(
    match: Tempest, seat: int, seed: int
) -> None:
    position = match.position
    assume(seat < position.seats)
    world = GAME.imagine(position, seat, seed)
    assert world.hands[seat] == position.hands[seat] and world.discard == position.discard
    assert GAME.imagine(world, seat, seed) == world
    assert Counter(hidden(world, seat)) == Counter(hidden(position, seat))
    assert lying(world) == lying(position)


def test_who_controls_a_card_keeps_what_lies_face_down_under_it() -> None:
    """The Spell under a caster that is taken is its owner's, and the controller's to see."""
    keys = {
        "hands": [["peasant"], ["beggar", "fireball"]],
        "decks": [["garrison"] * 4, ["domination", "whirlwind", "blink", "polymorph"]],
        "wander": [["warlock@1(-confusion@1, domination)"], ["peasant"]],
    }
    position = GAME.load(keys, GAME.luck(1))
    for seed in range(20):
        own, other = GAME.imagine(position, 0, seed), GAME.imagine(position, 1, seed)
        for world in (own, other):
            spells = world.wander[0][0].members[0].spells
            assert [TEXT[one.card] for one in spells] == ["confusion", "domination"]
        assert Counter(own.hands[1] + own.decks[1]) == Counter(
            position.hands[1] + position.decks[1]
        )
    assert len({GAME.imagine(position, 0, seed).hands[1] for seed in range(20)}) > 1


@given(games())
@FEW
def test_what_lies_face_down_may_lie_there(match: Tempest) -> None:
    """Relics on their hosts, Spells under casters, in Temples only Characters of SU 0."""

    def laid(member: Member) -> list[Attached]:
        return [one for one in (*member.relics, *member.spells) if not one.name]

    for step in match.steps()[::3]:
        position = step.position
        seen = GAME.imagine(position, (match.seed + step.ply) % position.seats, step.ply)
        for one in (position, seen):
            for spot in all_spots(one):
                for member in spot.unit.members:
                    if not spot.unit.name:
                        assert SU[member.card] == 0
                    assert all(IS_RELIC[card.card] or IS_SPELL[card.card] for card in laid(member))


@given(games())
@FEW
def test_no_card_is_told_to_those_who_may_not_see_it(match: Tempest) -> None:
    for seat in (None, *range(match.position.seats)):
        for event in match.events(seat):
            if event.kind in ("drew", "lays-down", "plays-down") and event.seat != seat:
                assert "cards" not in event.facts and "card" not in event.facts
            assert seat is not None or not event.secret


def test_the_game_is_found_by_its_id() -> None:
    assert find_game("tempest") is GAME
