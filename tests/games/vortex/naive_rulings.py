"""The naive Vortex: which rule, if any, refuses a move. Legal moves are those nothing refuses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.games.vortex.naive import DEVOTEES, LETTER, MODES, NEEDS, Table, Unit

UNREADABLE = "VX-N1"


class Judge(Table):
    """What a player who is asked may say."""

    phase, window, to_act = "turn", "", 0
    options: list[str]
    forced = False
    choice = ""

    # -- a turn --------------------------------------------------------------------------------

    def ruling(self, move: str) -> str | None:
        """The rule that refuses a move of the seat asked, or nothing."""
        kind, *words = move.split()
        if self.phase == "over":
            return UNREADABLE
        if kind == "rogation" and self.phase != "window":
            return "VX-R38"
        if self.phase == "choice":
            return self.in_a_choice(move, kind, words)
        if self.phase == "window":
            return self.in_a_window(kind, words)
        if self.phase == "refill":
            return self.in_refill(kind, words)
        return self.in_a_turn(kind, words)

    def in_a_choice(self, move: str, kind: str, words: list[str]) -> str | None:
        if move in self.options:
            return None
        held = len(words) == 1 and words[0] in self.devotees(self.hands[self.to_act])
        return "VX-R10" if self.choice == "reward" == kind and held else UNREADABLE

    def in_a_turn(self, kind: str, words: list[str]) -> str | None:
        judges = {
            "reinforce": self.why_not_reinforce,
            "withdraw": self.why_not_withdraw,
            "frenzy": self.why_not_frenzy,
            "crusade": self.why_not_crusade,
        }
        if kind == "pass" and not words:
            why = None
        elif kind in judges and words:
            why = judges[kind](self.to_act, words)
        else:
            return UNREADABLE
        if why == UNREADABLE:
            return why
        if self.forced and kind != "reinforce":
            return "VX-R29"
        if self.done and self.done[0] != "frenzy" and kind not in ("frenzy", "pass"):
            return why if why and why.startswith("VX") else "L04"
        return why or self.compelled(kind, words)

    def compelled(self, kind: str, words: list[str]) -> str | None:
        if self.forced or (self.done and self.done[0] != "frenzy"):
            return None
        if kind == "frenzy" and self.at("L04") and not self.done:
            return None
        legal = self.crusades(self.to_act)
        if any(one.card == "R04" for one, _target, _mode in legal):
            return None if kind == "crusade" and words[0] == "R04" else "R04"
        return "L44" if self.at("L44") and legal and kind != "crusade" else None

    def why_not_reinforce(self, seat: int, words: list[str]) -> str | None:
        if not self.listed(words) or any(card not in self.hands[seat] for card in words):
            return UNREADABLE
        if len(self.devotees(words)) < len(words):
            return UNREADABLE
        if len(words) > 2 or self.count(seat) + len(words) > self.most(seat):
            return "VX-R26"
        return "L03" if self.at("L03") and len(words) > 1 else None

    def why_not_withdraw(self, seat: int, words: list[str]) -> str | None:
        to_hand = words[-1] == "hand"
        cards = words[:-1] if to_hand else words
        mine = [unit.card for unit in self.field[seat]]
        if not cards or not self.listed(cards) or any(card not in mine for card in cards):
            return UNREADABLE
        if to_hand and cards == ["B03"]:
            return None
        if len(cards) > 2 or (to_hand and self.count(seat) >= self.most(seat)):
            return "VX-R27"
        return None if self.count(seat) >= self.most(seat) else "VX-R28"

    def listed(self, words: list[str]) -> bool:
        """Different cards in ascending order."""
        return words == sorted(set(words))

    def why_not_frenzy(self, seat: int, words: list[str]) -> str | None:
        if len(words) not in (2, 4):
            return UNREADABLE
        if "/" in words[0]:
            return self.why_not_instead(seat, words)
        bearers, cards = words[::2], words[1::2]
        mine = {unit.card: unit for unit in self.field[seat]}
        if not self.listed(bearers) or any(bearer not in mine for bearer in bearers):
            return UNREADABLE
        if any(cards.count(card) > self.hands[seat].count(card) for card in cards):
            return UNREADABLE
        if len(bearers) == 2 and not self.at("L22"):
            return "VX-R18"
        if not all(self.room(mine[bearer]) for bearer in bearers):
            return "VX-R18"
        return "B08" if "B08" in bearers else None

    def why_not_instead(self, seat: int, words: list[str]) -> str | None:
        place = self.attached_at(words[0])
        if len(words) != 2 or place is None or place[0] not in self.field[seat]:
            return UNREADABLE
        up = place[0].attached[place[1]][1]
        if words[1] == "discard":
            return None if up else "VX-R18"
        if words[1] not in self.hands[seat]:
            return UNREADABLE
        return "VX-R18" if up else None

    def attached_at(self, word: str) -> tuple[Unit, int] | None:
        card, _, number = word.partition("/")
        unit = self.unit(card)
        if unit is None or not number.isdigit() or int(number) >= len(unit.attached):
            return None
        return unit, int(number)

    def why_not_crusade(self, seat: int, words: list[str]) -> str | None:
        if len(words) != 3 or words[2] not in MODES:
            return UNREADABLE
        offensive, target = self.unit(words[0]), self.unit(words[1])
        if offensive is None or target is None:
            return UNREADABLE
        if self.owner(offensive) != seat or self.owner(target) == seat:
            return UNREADABLE
        return self.barred(seat, offensive, target, words[2])

    # -- refill --------------------------------------------------------------------------------

    def in_refill(self, kind: str, words: list[str]) -> str | None:
        if kind == "refill" and not words:
            return None
        if kind != "discard":
            return UNREADABLE
        if not words:
            return "VX-R34"
        hand = self.hands[self.to_act]
        if words != sorted(words) or any(words.count(one) > hand.count(one) for one in words):
            return UNREADABLE
        return None

    # -- Rogations -----------------------------------------------------------------------------

    def in_a_window(self, kind: str, words: list[str]) -> str | None:
        if kind == "pass" and not words:
            return None
        if kind != "rogation" or not words or words[0] not in self.hands[self.to_act]:
            return UNREADABLE
        card, objects, paid = words[0], words[1:], None
        if "sacrifice" in objects:
            if len(objects) < 2 or objects[-2] != "sacrifice":
                return UNREADABLE
            objects, paid = objects[:-2], objects[-1]
        seat = self.to_act
        if card in NEEDS and not objects and not self.is_form(card, objects):
            return self.alone(seat, card)
        if card not in NEEDS or not self.is_form(card, objects):
            return UNREADABLE
        return (
            self.lacking(seat, card, objects)
            or self.pointless(seat, card, objects)
            or self.unpaid(seat, card, objects, paid)
        )

    def alone(self, seat: int, card: str) -> str:
        """A Rogation that names nothing, though it should: told off, unless there is nothing."""
        for objects in self.objects(seat, card):
            players = card in ("P07", "P09", "P12")
            fits = not players or self.lacking(seat, card, list(objects)) is None
            if fits and self.pointless(seat, card, list(objects)) is None:
                return UNREADABLE
        return self.lacking(seat, card, [self.colours[seat]]) or "VX-R43"

    def is_form(self, card: str, words: list[str]) -> bool:
        """Whether a Rogation takes objects of this kind, whatever lies on the table."""
        if card in ("P07", "P09", "P12"):
            return len(words) == 1 and words[0] in LETTER.values()
        if card == "P02":
            return len(words) == 1
        if card in ("P04", "P10"):
            return len(words) == 1 and "/" not in words[0] and words[0] not in LETTER.values()
        if card == "P13":
            return len(words) == 1 and "/" in words[0]
        if card in ("P08", "P11", "P14"):
            least = 2 if card == "P14" else 1
            good = all(word in DEVOTEES for word in words)
            return good and self.listed(words) and least <= len(words) <= 2
        return not words

    def lacking(self, seat: int, card: str, objects: list[str]) -> str | None:
        """Its requirement: R41 for a number, R42 for fewer and more."""
        need, mine = NEEDS[card], self.count(seat)
        if need["type"] == "min":
            return "VX-R41" if mine < need["n"] else None
        if need["type"] == "shared_min":
            partners = [
                self.colours[other]
                for other in self.opponents(seat)
                if mine and self.count(other) and mine + self.count(other) >= need["n"]
            ]
            named = objects[0] in self.colours and objects[0] != self.colours[seat]
            return "VX-R41" if not partners or (named and objects[0] not in partners) else None
        if need["type"] in ("fewer", "more"):
            reached = [self.colours[other] for other in self.reached(seat, need["type"])]
            named = card in ("P09", "P12") and objects[0] != self.colours[seat]
            if not reached or (named and objects[0] in self.colours and objects[0] not in reached):
                return "VX-R42"
        return None

    def reached(self, seat: int, kind: str) -> list[int]:
        """The opponents who have more cards in play than this seat (fewer), or fewer (more)."""
        mine = self.count(seat)
        if kind == "fewer":
            return [other for other in self.opponents(seat) if self.count(other) > mine]
        return [other for other in self.opponents(seat) if self.count(other) < mine]

    def pointless(self, seat: int, card: str, objects: list[str]) -> str | None:
        """R43: nothing it could do, or an object that is not there or not allowed."""
        test = getattr(self, f"can_{card.lower()}", None)
        return "VX-R43" if test and not test(seat, objects) else None

    def can_p01(self, seat: int, _objects: list[str]) -> bool:
        return bool(self.draw[seat] or self.discard[seat])

    def can_p02(self, seat: int, objects: list[str]) -> bool:
        return objects[0] in self.discard[seat]

    def can_p03(self, seat: int, _objects: list[str]) -> bool:
        return sum(map(len, self.hands)) > 1

    def can_p04(self, seat: int, objects: list[str]) -> bool:
        return objects[0] in self.vortex and LETTER.get(objects[0][0]) == self.colours[seat]

    def can_p06(self, seat: int, _objects: list[str]) -> bool:
        return any(unit.hidden for other in self.opponents(seat) for unit in self.field[other])

    def can_p07(self, seat: int, objects: list[str]) -> bool:
        return objects[0] in self.colours and objects[0] != self.colours[seat]

    def can_p08(self, seat: int, objects: list[str]) -> bool:
        return set(objects) <= {unit.card for unit in self.field[seat]}

    def can_p09(self, seat: int, objects: list[str]) -> bool:
        if objects[0] not in self.colours:
            return False
        return objects[0] != self.colours[seat] and bool(self.hands[self.colours.index(objects[0])])

    def can_p10(self, seat: int, objects: list[str]) -> bool:
        return LETTER.get(objects[0][0]) == self.colours[seat] and any(
            objects[0] in self.fearful[other] for other in self.opponents(seat)
        )

    def can_p11(self, seat: int, objects: list[str]) -> bool:
        fits = self.count(seat) + len(objects) <= self.most(seat)
        return fits and set(objects) <= set(self.hands[seat])

    def can_p12(self, seat: int, objects: list[str]) -> bool:
        return objects[0] in self.colours and objects[0] != self.colours[seat]

    def can_p13(self, _seat: int, objects: list[str]) -> bool:
        return self.attached_at(objects[0]) is not None

    def can_p14(self, seat: int, objects: list[str]) -> bool:
        mine = {unit.card: unit for unit in self.field[seat]}
        if not set(objects) <= set(mine):
            return False
        return "B08" not in objects and any(mine[card].attached for card in objects)

    def can_p20(self, _seat: int, _objects: list[str]) -> bool:
        return self.acted.count(False) >= 2

    def needs_sacrifice(self, card: str) -> bool:
        """Whether the Location contradicts this Rogation (4.4)."""
        contradicted = {
            "L28": ["P06"],
            "L36": ["P16", "P17"],
            "L38": ["P04"],
            "L44": ["P07", "P19"],
        }
        return self.at("L11") or any(
            self.at(place) and card in cards for place, cards in contradicted.items()
        )

    def unpaid(self, seat: int, card: str, objects: list[str], paid: str | None) -> str | None:
        if not self.needs_sacrifice(card):
            return "VX-R45" if paid else None
        named = [word.split("/")[0] for word in objects]
        if paid is None or paid in named or paid not in self.offerings(seat):
            return "VX-R45"
        return None

    def offerings(self, seat: int) -> list[str]:
        return self.devotees([*self.hands[seat], *[unit.card for unit in self.field[seat]]])

    # -- everything that might be said ---------------------------------------------------------

    def moves(self) -> set[str]:
        """The legal moves of the seat asked, by trying whatever could be one."""
        if self.phase == "over":
            return set()
        if self.phase == "choice":
            return set(self.options)
        tries = {"turn": self.turns, "window": self.calls, "refill": self.discards}[self.phase]
        return {move for move in tries() if self.ruling(move) is None}

    def turns(self) -> Iterator[str]:
        hand, mine = sorted(set(self.hands[self.to_act])), self.field[self.to_act]
        units = sorted(unit.card for unit in mine)
        yield "pass"
        yield "withdraw B03 hand"
        for kind, cards in (("reinforce", hand), ("withdraw", units)):
            for size in (1, 2, 3):
                yield from (" ".join([kind, *some]) for some in combinations(cards, size))
        yield from (f"frenzy {unit} {card}" for unit in units for card in hand)
        for one, other in combinations(units, 2):
            yield from (f"frenzy {one} {a} {other} {b}" for a in hand for b in hand)
        for unit in mine:
            for place in range(len(unit.attached)):
                for card in ("discard", *hand):
                    yield f"frenzy {unit.card}/{place} {card}"
        theirs = [unit.card for foe in self.opponents(self.to_act) for unit in self.field[foe]]
        yield from (f"crusade {a} {b} {mode}" for a in units for b in theirs for mode in MODES)

    def calls(self) -> Iterator[str]:
        seat = self.to_act
        yield "pass"
        for card in sorted(set(self.hands[seat])):
            yield f"rogation {card}"
            if card not in NEEDS:
                continue
            for objects in self.objects(seat, card):
                said = " ".join(["rogation", card, *objects])
                yield said
                yield from (f"{said} sacrifice {one}" for one in self.offerings(seat))

    def objects(self, seat: int, card: str) -> list[tuple[Any, ...]]:
        attached = [
            f"{unit.card}/{place}"
            for units in self.field
            for unit in units
            for place in range(len(unit.attached))
        ]
        mine = sorted(unit.card for unit in self.field[seat])
        held = sorted(self.devotees(self.hands[seat]))
        lost = sorted({card for pile in self.fearful for card in pile})
        universe: dict[str, list[tuple[Any, ...]]] = {
            "P02": [(one,) for one in sorted(set(self.discard[seat]))],
            "P04": [(one,) for one in self.devotees(sorted(set(self.vortex)))],
            "P08": [*combinations(mine, 1), *combinations(mine, 2)],
            "P10": [(one,) for one in lost],
            "P11": [*combinations(held, 1), *combinations(held, 2)],
            "P13": [(one,) for one in attached],
            "P14": [*combinations(mine, 2)],
        }
        for one in ("P07", "P09", "P12"):
            universe[one] = [(colour,) for colour in self.colours]
        return universe.get(card, [()])

    def discards(self) -> Iterator[str]:
        hand = sorted(self.hands[self.to_act])
        yield "refill"
        for number in range(1, 1 << len(hand)):
            yield " ".join(
                ["discard", *[card for place, card in enumerate(hand) if number >> place & 1]]
            )
