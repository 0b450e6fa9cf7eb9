"""What a fight would come to: both totals, and who would fall (TG-A50 to A52)."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.fights import totals
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import keywords, strength
from tabletop_kit.games.tempest.position import Fight, Position
from tabletop_kit.games.tempest.reach import attackers


@dataclass(frozen=True, slots=True)
class Clash:
    """Both totals, and what would come of them if nobody answers.

    ``result`` is ``defender``, ``attacker`` or ``both``, whoever would fall; ``hidden``: the
    defending card lies face down, so that nobody knows its Strength.
    """

    attack: int
    defence: int
    result: str
    hidden: bool = False
    pair: bool = False

    @property
    def facts(self) -> dict[str, str]:
        """Both totals, to be told."""
        return {"attack": str(self.attack), "defence": "?" if self.hidden else str(self.defence)}

    def told(self, texts: Texts) -> str:
        """What would come of it, in one sentence."""
        if self.hidden:
            return texts("table.fight.hidden")
        if self.pair and self.result == "defender":
            return texts("table.fight.pair")
        return texts(f"table.fight.{self.result}")


def standing(position: Position, fight: Fight, known: bool = True) -> Clash:
    """What a fight with this defender would come to.

    ``known``: the one who asks may know a face-down defender, being its owner.
    """
    spot = spot_named(position, fight.defender)
    found = attackers(position, fight.names)
    if spot is not None and not spot.unit.name and not known:
        attack = sum([strength(position, one, "attacking") for one in found])
        return Clash(attack, 0, "", True)
    attack, defence = totals(position, fight)
    lethal = spot is not None and any("lethal" in keywords(position, one) for one in found)
    deadly = spot is not None and "lethal" in keywords(position, spot)
    defender, attacker = attack >= defence or lethal, attack <= defence or deadly
    result = "both" if defender and attacker else "defender" if defender else "attacker"
    return Clash(attack, defence, result, False, len(found) > 1)
