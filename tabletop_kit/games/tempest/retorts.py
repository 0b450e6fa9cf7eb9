"""What the kit's players answer in windows, from what their seat knows.

Everything is judged by what is on the table and by the own hand; who holds nothing passes at once.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.areas import DOWN
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    CARD,
    IS_CHARACTER,
    IS_SPELL,
    OCCUPATION,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.casting import casters, weakest
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.fights import both, totals
from tabletop_kit.games.tempest.funding import bill, purses
from tabletop_kit.games.tempest.harming import Harm
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.laying import helping, revealing
from tabletop_kit.games.tempest.moves import PASS, Move, number_order
from tabletop_kit.games.tempest.names import relics, spot_name, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import faith, keywords, outside
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Spot,
    partners,
    spots,
)
from tabletop_kit.games.tempest.reach import able_blockers, attackers, picked
from tabletop_kit.games.tempest.strengths import Strength
from tabletop_kit.games.tempest.worths import COST, WORTH, temple_worth

# The cards that answer in each window.
AT_SUMMON = frozenset([CARD["blasphemy"]])
AT_SPELL = frozenset([CARD["divine-intervention"], CARD["krill-vortex"]])
AT_ATTACK = frozenset([CARD["shield-of-air"], CARD["confusion"], CARD["domination"]])
AT_FIGHT = frozenset([CARD["unholy-strength"], CARD["sanctuary"]])
AT_DEATH = frozenset([CARD["healing-touch"]])
AT_EASE = frozenset([CARD["flood"]])
UNFLOODED = frozenset(("flying", "water"))
"""Keywords that Flood leaves alone."""
UNHOLY_STRENGTH = 3
"""The ST that this Miracle adds."""
STEP_BACK = 0.8
"""What it costs that a fighter has to step to the front once more."""
ANSWERS = AT_SUMMON | AT_SPELL | AT_ATTACK | AT_FIGHT | AT_DEATH
"""Cards that are kept to answer with; Flood is not worth waiting for."""
_ANSWERING: dict[str, frozenset[Card]] = {
    "summon": AT_SUMMON,
    "spell": AT_SPELL,
    "attack": AT_ATTACK,
    "fight": AT_FIGHT,
    "destroy": AT_DEATH,
    "open": AT_EASE,
}


def answer(position: Position, seat: Seat, strategy: int, strength: Strength) -> Move:
    """The answer that is worth it, or ``pass``."""
    window = position.window
    wanted = _ANSWERING.get(window)
    if wanted is None or window not in strength.answers:
        return PASS
    held = [card for card in position.hands[seat] if card in wanted]
    if not held and window not in ("fight", "destroy"):
        return PASS
    found = _WINDOWS[window](_Window(position, seat, held, strategy, strength))
    if found is None or not ruling(position, seat, found).legal:
        return PASS
    return found


class _Window:
    """A window as one seat sees it."""

    def __init__(
        self,
        position: Position,
        seat: Seat,
        held: list[Card],
        strategy: int,
        strength: Strength,
    ) -> None:
        self.position, self.seat, self.held = position, seat, held
        self.strength, self.serious = strength, strength.serious
        self.strategy = strategy
        self.fights = Fights(position, seat, self.strategy)

    def has(self, text: str) -> bool:
        """Whether the seat holds a card."""
        return CARD[text] in self.held

    def miracle(self, text: str) -> Move | None:
        """A Miracle of the hand with the cheapest payers."""
        card = CARD[text]
        if card not in self.held:
            return None
        found = bill(self.position, card, purses(self.position, self.seat))
        return found.move("summon", text) if found is not None else None

    def spell(self, text: str) -> Move | None:
        """A Spell of the hand by the weakest caster that reaches it."""
        card = CARD[text]
        if card not in self.held:
            return None
        found = casters(self.position, self.seat, self.strength.tricks)
        caster = weakest(self.position, card, found)
        return caster.cast(self.position, card) if caster is not None else None


def _summoned(window: _Window) -> Move | None:
    """Blasphemy against what is worth it."""
    play = window.position.stack[0]
    if play.seat in partners(window.position, window.seat) or not play.channelled:
        return None
    value = WORTH[window.strategy][play.card] * (1.0 if IS_CHARACTER[play.card] else 0.8)
    spot = spot_named(window.position, play.summoner)
    if spot is not None:
        value = 0.6 * value + window.fights.worth(spot)
    return window.miracle("blasphemy") if value > window.serious + 1.5 else None


def _announced(window: _Window) -> Move | None:
    """Divine Intervention or Krill Vortex against a Spell or Miracle that hurts."""
    play = window.position.stack[0]
    if play.seat in partners(window.position, window.seat):
        return None
    stake = _stake(window)
    if not IS_SPELL[play.card] and window.has("krill-vortex"):
        gain = 0.4 * play.paid
        if _god_within(window, play.paid) or stake + gain > window.serious:
            return window.spell("krill-vortex")
    if stake > window.serious:
        return window.miracle("divine-intervention")
    return None


def _god_within(window: _Window, paid: int) -> bool:
    hand = window.position.hands[window.seat]
    return any([OCCUPATION[card] == "Deity" and SU[card] <= paid for card in hand])


def _stake(window: _Window) -> float:
    """What the topmost play would cost this seat, so far as it is told."""
    position, play = window.position, window.position.stack[0]
    if play.card in ANSWERS:
        return 2.0 if len(position.stack) > 1 and position.stack[1].seat == window.seat else 0.0
    total = 0.0
    for name in play.targets:
        spot, temple = spot_named(position, name), temple_named(position, name)
        if spot is not None and spot.seat == window.seat:
            total += window.fights.worth(spot)
        elif temple is not None and temple[0] == window.seat:
            total += temple_worth(temple[1], window.strategy)
    if not play.targets:
        total += _mass(window, play.card, play.move)
    return total


def _mass(window: _Window, card: Card, move: Move) -> float:
    """What a play that picks by itself would cost this seat."""
    if move.at_seat >= 0 and move.at_seat != window.seat:
        return 0.0
    fights, harm = window.fights, Harm(window.fights)
    text = TEXT[card]
    if text == "apocalypse":
        return sum([fights.worth(one) for one in harm.struck(window.seat, "miracle")])
    if text == "rain-of-arrows":
        found = harm.struck(window.seat, "spell")
        return sum([fights.worth(one) for one in found if fights.worth(one) < 4.0])
    return COST.get(text, COST["other"])


# -- fights --------------------------------------------------------------------------------------


def _attacked(window: _Window) -> Move | None:
    """An attack that would cost more than it brings is stopped, or its attacker taken."""
    position, fight = window.position, window.position.fight
    if fight is None or fight.seat != window.seat:
        return None
    found = attackers(position, fight.names)
    if not found:
        return None
    loss = -_expected(window, found)
    best = max([window.fights.worth(one) for one in found])
    if window.has("domination") and best > window.serious + 1.0:
        move = window.spell("domination")
        prey = max(found, key=window.fights.worth)
        if move is not None and prey.area in (WANDER, BATTLEGROUND):
            return move._replace(at=(prey.unit.name,))
    if loss <= window.serious:
        return None
    return window.spell("shield-of-air") or window.spell("confusion")


def _expected(window: _Window, found: list[Spot]) -> float:
    """What the attack in progress comes to for the seat attacked."""
    position, fight, fights = window.position, window.position.fight, window.fights
    assert fight is not None
    able = able_blockers(position, found, fight.tunnel, fight.seat)
    if able:
        return max([sum([fights.clash(one, spot) for one in found]) for spot in able])
    worst = 0.0
    for name in picked(position, fight):
        spot, temple = spot_named(position, name), temple_named(position, name)
        if spot is not None and spot.unit.name:
            worst = min(worst, sum([fights.clash(one, spot) for one in found]))
        elif temple is not None:
            attack, defence = fights.totals(found, temple[1])
            falls = attack >= defence
            worst = min(worst, -temple_worth(temple[1], window.strategy) if falls else 0.0)
    return worst


def _fought(window: _Window) -> Move | None:
    """A face-down Relic, Bowmen, Unholy Strength or Sanctuary, where it turns a fight."""
    position, fight = window.position, window.position.fight
    if fight is None or not fight.defender:
        return None
    own = partners(position, window.seat)
    attacking = fight.by in own
    if not attacking and fight.seat not in own:
        return None
    attack, defence = totals(position, fight)
    lead = attack - defence if attacking else defence - attack
    if lead > 0:
        return None
    mine = [spot for spot in _fighters(window) if spot.seat == window.seat]
    if not mine:
        return None
    stake = max([window.fights.worth(spot) for spot in mine])
    prize = max([window.fights.worth(spot) for spot in _fighters(window)], default=0.0)
    helped = mine[0].unit.name
    if window.strength.tricks:
        shown = _shown(window, mine, attacking, lead)
        if shown is not None:
            return shown
    if lead >= -1:
        archer = _user(window, "elivari-bowmen", helped)
        if archer is not None:
            return Move("use", archer, at=(helped,))
    if lead > -UNHOLY_STRENGTH and stake + prize > window.serious:
        move = window.miracle("unholy-strength")
        if move is not None:
            return move._replace(at=(helped,))
    if not attacking and stake > window.serious:
        return window.miracle("sanctuary")
    return None


def _shown(window: _Window, mine: list[Spot], attacking: bool, lead: int) -> Move | None:
    """A face-down Relic of a fighter turned up, where it turns the fight."""
    position = window.position
    if not board(position).sides[window.seat].kinds & DOWN:
        return None
    others = [spot for spot in _fighters(window) if spot.seat != window.seat]
    foe = both(others) if others else None
    for held in relics(position, window.seat):
        if held.relic.name or held.bearer is None:
            continue
        if any([spot.unit is held.bearer for spot in mine]):
            role = "attacking" if attacking else "defending"
            if lead + helping(position, held, role, foe) > 0:
                return revealing(position, window.seat, held)
    return None


def _fighters(window: _Window) -> list[Spot]:
    position, fight = window.position, window.position.fight
    assert fight is not None
    found = [spot_named(position, name) for name in (*fight.names, fight.defender)]
    return [spot for spot in found if spot is not None]


def _user(window: _Window, text: str, but: str) -> str | None:
    """An own undrained card with an ability, not the one that fights."""
    for spot in spots(window.position, window.seat):
        named = any([TEXT[member.card] == text for member in spot.unit.members])
        if named and not spot.unit.drained and spot.unit.name not in ("", but):
            return spot.unit.name
    return None


# -- saving --------------------------------------------------------------------------------------


def _doomed(window: _Window) -> Move | None:
    """The best of the doomed cards is saved, the cheapest way first."""
    position = window.position
    found = []
    for one in position.doomed:
        spot = spot_named(position, one.name)
        if spot is not None and spot.seat == window.seat:
            found.append((window.fights.worth(spot), one.name, spot))
    if not found:
        return None
    found.sort(key=lambda one: (-one[0], number_order(one[1])))
    for worth, name, spot in found:
        move = _saved(window, worth, name, spot)
        if move is not None and ruling(position, window.seat, move).legal:
            return move
    return None


def _saved(window: _Window, worth: float, name: str, doomed: Spot) -> Move | None:
    position, seat = window.position, window.seat
    for held in relics(position, seat):
        borne = held.bearer is not None and held.bearer.name == name
        if borne and TEXT[held.relic.card] == "chalice-of-mercy":
            if held.relic.name:
                return Move("use", held.relic.name)
            shown = revealing(position, seat, held) if window.strength.tricks else None
            if shown is not None:
                return shown
    for spot in spots(position, seat):
        saves = ACTIVATED[spot.unit.card]
        if not spot.unit.name or saves is None or saves.timing != "destroy":
            continue
        text = TEXT[spot.unit.card]
        if text == "vampire-lord" and spot.unit.name == name:
            given = _least_follower(window)
            if given is not None:
                return Move("use", name, cost=given)
        elif text != "vampire-lord" and not spot.unit.drained and spot.area == doomed.area:
            fallen = [one.name for one in position.doomed]
            if spot.unit.name not in (name, *fallen):
                return Move("use", spot.unit.name, at=(name,))
    if worth > window.serious - 1.0:
        move = window.miracle("healing-touch")
        return move._replace(at=(name,)) if move is not None else None
    return None


def _least_follower(window: _Window) -> str | None:
    found = [
        (window.fights.worth(spot), spot_name(window.position, spot))
        for spot in spots(window.position, window.seat)
        if OCCUPATION[spot.unit.card] == "Follower"
    ]
    return min(found)[1] if found else None


# -- in between ----------------------------------------------------------------------------------


def _flooded(window: _Window) -> Move | None:
    """Flood early in another's turn, before he has spent his Faith and sent his attackers."""
    position, seat = window.position, window.seat
    if position.turn in partners(position, seat):
        return None
    lost = 0.0
    for other in (position.turn, seat):
        mine = other == seat
        for spot in spots(position, other):
            if spot.area not in (WANDER, BATTLEGROUND) or keywords(position, spot) & UNFLOODED:
                continue
            if mine:
                lost -= STEP_BACK * (spot.area == BATTLEGROUND)
            elif not spot.unit.drained:
                lost += 0.5 * faith(position, spot)
                lost += 0.3 * outside(position, spot) * (spot.area == BATTLEGROUND)
    return window.miracle("flood") if lost > window.serious + 1.0 else None


_WINDOWS: dict[str, Callable[[_Window], Move | None]] = {
    "summon": _summoned,
    "spell": _announced,
    "attack": _attacked,
    "fight": _fought,
    "destroy": _doomed,
    "open": _flooded,
}
