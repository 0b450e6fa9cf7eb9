"""The first hands of Tempest, with and without the option of a second one (TG-O18)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.engine.event import Event
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.cards import CARD, IS_CHARACTER, SU


@given(st.integers(0, 100_000), st.integers(2, 4))
def test_with_the_option_everybody_begins_with_a_character_for_nothing(
    seed: int, seats: int
) -> None:
    log: list[Event] = []
    options = {"seats": seats, "opening_redraw": True}
    position = GAME.setup(options, GAME.luck(seed), log)
    plain = GAME.setup({"seats": seats}, GAME.luck(seed))
    for seat in range(seats):
        assert any(IS_CHARACTER[card] and SU[card] == 0 for card in position.hands[seat])
        owned = (*position.hands[seat], *position.decks[seat])
        assert sorted(owned) == sorted((*plain.hands[seat], *plain.decks[seat]))
    for event in log:
        if event.kind == "redrawn":
            cards = [CARD[text] for text in event.facts["cards"]]
            assert not any(IS_CHARACTER[card] and SU[card] == 0 for card in cards)
