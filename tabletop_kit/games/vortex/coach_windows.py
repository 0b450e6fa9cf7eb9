"""What three priorities would do in a window: the Rogation that serves each, or none.

What a Rogation is worth is weighed in ``weighing.py``; which priority it serves follows from its
verbs.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.vortex.appraisal import weights
from tabletop_kit.games.vortex.cards import (
    COLOURS,
    EFFECTS,
    IS_ROGATION,
    TEXT,
    Card,
    Effect,
    written,
)
from tabletop_kit.games.vortex.invoking import reached
from tabletop_kit.games.vortex.listing import moves
from tabletop_kit.games.vortex.moves import NOWHERE, PASS, Move
from tabletop_kit.games.vortex.position import HAND, Position, refill_to
from tabletop_kit.games.vortex.telling import PRIORITIES, Told
from tabletop_kit.games.vortex.weighing import weighed

Theme = tuple[str, str]
"""The priority that a Rogation serves, and how it does: a key under ``coach.why``."""

_PLAIN: dict[str, Theme] = {
    "cancel": ("safety", "calls-off-next"),
    "swap_attach": ("safety", "swaps"),
    "kill": ("converts", "kills-theirs"),
    "reveal": ("converts", "unmasks"),
    "strip": ("converts", "strips"),
    "draw": ("tempo", "draws"),
    "place": ("tempo", "brings-in"),
    "turn_order": ("tempo", "acts-sooner"),
}


def _theme(effect: Effect) -> Theme:
    """Which priority a verb serves, and how."""
    if effect.op == "forbid":
        return "safety", "weds" if effect.who == "pair" else "shields"
    if effect.op == "redirect":
        return "safety", "denies" if effect.event == "converted" else "rescues"
    if effect.op == "mod":
        return ("safety", "braces") if effect.when == "defend" else ("converts", "strikes-harder")
    if effect.op == "recall":
        own = effect.subject == "own_choice"
        return ("safety", "takes-home") if own else ("converts", "pushes-out")
    if effect.op == "retrieve":
        theirs = effect.zone == "opponent_fearful"
        return ("converts", "absolves") if theirs else ("tempo", "fetches")
    if effect.op == "discard":
        return "tempo", "plagues" if effect.who == "all" else "confesses"
    if effect.op == "limit":
        return "tempo", "feasts" if effect.value > HAND else "starves"
    return _PLAIN[effect.op]


def _themes(card: Card) -> Theme:
    """The last verb says what a Rogation is for; what comes before it goes along."""
    return _theme(EFFECTS[card][-1])


THEMES: dict[Card, Theme] = {card: _themes(card) for card in range(len(TEXT)) if IS_ROGATION[card]}


def invocations(position: Position, seat: Seat) -> Sequence[Told] | None:
    """What each priority would do; ``None`` where the seat can play no Rogation."""
    if len(moves(position, seat)) < 2:
        return None
    best = dict.fromkeys(PRIORITIES, weights(position.seats).invoke)
    chosen: dict[str, Move] = {}
    for worth, move in weighed(position, seat):
        priority = THEMES[move.cards[0]][0]
        if worth > best[priority]:
            best[priority], chosen[priority] = worth, move
    return [_told(position, seat, chosen.get(priority, PASS)) for priority in PRIORITIES]


def _told(position: Position, seat: Seat, move: Move) -> Told:
    left = invoked(position, seat, move)
    if move == PASS:
        return Told(move, "keeps-rogations", "VX-R38", {"hand": left["hand"]}, left)
    card = move.cards[0]
    reach = reached(position, seat, card)
    facts: dict[str, Json] = {
        "rogation": TEXT[card],
        "cards": written(move.cards[1:]),
        "number": EFFECTS[card][0].n,
        "rival": _named(position, move, reach),
        "rivals": list(reach),
    }
    return Told(move, THEMES[card][1], TEXT[card], facts, left)


def _named(position: Position, move: Move, reach: Sequence[Seat]) -> Seat | None:
    """The opponent whom a Rogation names, or else the first that it reaches."""
    if move.word in COLOURS:
        return position.colours.index(COLOURS.index(move.word))
    return reach[0] if reach else None


def invoked(position: Position, seat: Seat, move: Move) -> dict[str, Json]:
    """What a Rogation, or none, leaves: cards in play and in hand, and those to come in Refill."""
    field, hand = len(position.field[seat]), len(position.hands[seat])
    if move.verb == "rogation":
        effect, named = EFFECTS[move.cards[0]][0], len(move.cards) - 1
        hand -= 1 + (move.sacrifice in position.hands[seat])
        field -= move.sacrifice != NOWHERE and move.sacrifice not in position.hands[seat]
        if effect.op == "draw":
            hand += min(effect.n, len(position.draw[seat]) + len(position.discard[seat]))
        elif effect.op == "retrieve":
            hand += effect.to == "own_hand"
        elif effect.op == "place":
            field, hand = field + named, hand - named
        elif effect.op == "recall" and effect.subject == "own_choice":
            field, hand = field - named, hand + named
        elif effect.op == "discard" and effect.who == "all":
            hand -= min(hand, effect.n)
    late = position.window == "refill"
    draw = 0 if late else max(0, _full(position, move) - hand) + position.bonus[seat]
    return {"field": field, "hand": hand, **({} if late else {"draw": draw})}


def _full(position: Position, move: Move) -> int:
    """How many cards a hand is filled up to once the Rogation is in force, unless one is."""
    known = refill_to(position)
    if move.verb != "rogation" or known != HAND:
        return known
    limits = [one for one in EFFECTS[move.cards[0]] if one.key == "refill_to"]
    return int(limits[0].value) if limits else known
