"""Who is out has nothing in play, whoever controlled what; and nobody fights himself."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.games import find_game
from tests.games.tempest.playing import FEW

GAME = find_game("tempest")
PLAIN = ("raider-band", "mage-master", "garrison", "vulne", "beggar", "warlock")
SPELLS = ("domination", "fireball", "whirlwind", "curse-of-weakness", "raise-dead", "polymorph")
STEPS = 40


@st.composite
def tangled(draw: Any) -> dict[str, Any]:
    """Three or four players of whom some control what others own, with Spells in every hand."""
    seats = draw(st.integers(3, 4))
    counts: dict[str, int] = {}

    def named(card: str) -> str:
        counts[card] = counts.get(card, 0) + 1
        return card if counts[card] == 1 else f"{card}#{counts[card]}"

    def piece(seat: int) -> str:
        name = named(draw(st.sampled_from(PLAIN)))
        owner = (seat + draw(st.integers(0, seats - 1))) % seats
        return name if owner == seat else f"{name}@{owner}({named('domination')})"

    few = st.integers(1, 3)
    return {
        "seats": seats,
        "turn": draw(st.integers(0, seats - 1)),
        "ignore_pantheon": True,
        "wander": [[piece(seat) for _ in range(draw(few))] for seat in range(seats)],
        "battleground": [[piece(seat) for _ in range(draw(few))] for seat in range(seats)],
        "hands": [[draw(st.sampled_from(SPELLS)) for _ in range(3)] for _ in range(seats)],
        "discard": [["bone-jackal"] for _ in range(seats)],
    }


def owned_by_others(dump: dict[str, Any], seat: int) -> list[str]:
    """The cards that a player has of another, without a Domination of his own on them."""
    texts = [*dump["wander"][seat], *dump["battleground"][seat]]
    singles = [text for text in texts if "+" not in text]
    return [text for text in singles if "@" in text.split("(")[0] and "domination" not in text]


@FEW
@given(position=tangled(), numbers=st.lists(st.integers(0, 2**32), min_size=STEPS, max_size=STEPS))
def test_who_is_out_has_nothing_in_play(position: dict[str, Any], numbers: list[int]) -> None:
    at = GAME.load(position, GAME.luck(0))
    for number in numbers:
        dump: dict[str, Any] = GAME.dump(at)
        seat = GAME.to_act(at)
        if seat is None:
            return
        for out in dump.get("out", []):
            assert not (dump["wander"][out] or dump["battleground"][out] or dump["temples"][out])
            assert not any(text.startswith(f"{out} ") for text in dump.get("lasting", []))
        assert not any(owned_by_others(dump, one) for one in range(position["seats"]))
        moves = [str(move) for move in GAME.moves(at, seat)]
        if dump["phase"] in ("block", "target"):
            assert dump["fight"]["attacker"] not in [move.partition(" ")[2] for move in moves]
        text = "concede" if number % 23 == 0 else moves[(number >> 8) % len(moves)]
        at = GAME.apply(at, seat, GAME.parse(text))
