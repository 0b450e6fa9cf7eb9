"""Tomes of Power once more, written from the rules page alone: slow, plain, and sharing nothing.

Cards are texts, piles are lists. It shuffles for itself and keeps what fell, so that the engine can
be given the same script, and must then come to the same position after every move.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

SUITS = "HDCS"
FORCE = {"H": "blood", "D": "dream", "C": "swarm", "S": "void"}
WORTH = {"A": 1, "J": 10, "Q": 15, "K": 20, "E": 25, "X": 0}
LIMIT = {1: 8, 2: 7, 3: 6, 4: 5}
PRICE = {"slumbering": 2, "stirring": 2, "waking": 3, "ravenous": 4}
MUSTER = {"slumbering": 3, "stirring": 2, "waking": 1, "ravenous": 1}
NUMBERS = [rank + suit for rank in ["A", *map(str, range(2, 11))] for suit in SUITS]


def rank(card: str) -> str:
    return card[:-1] if card != "X" else "X"


def value(card: str) -> int:
    return WORTH[rank(card)] if rank(card) in WORTH else int(rank(card))


def entity(card: str) -> bool:
    return rank(card) in ("J", "Q", "K")


def canonical(cards: list[str]) -> list[str]:
    """Value ascending, then Blood, Dream, Swarm, Void, then the number before the entity."""
    return sorted(cards, key=lambda card: (value(card), SUITS.find(card[-1]), entity(card)))


def worth(cards: list[str]) -> int:
    return sum(value(card) for card in cards)


class Naive:
    """A game in plain lists. ``chance`` holds every result in the order in which it fell."""

    def __init__(
        self,
        dice: random.Random,
        seats: int = 1,
        edition: bool = True,
        rung: str | None = None,
        readings: list[str] | None = None,
        terror: bool = False,
    ) -> None:
        self.dice, self.seats, self.edition = dice, seats, edition
        self.rung, self.terror = rung, terror
        self.chance: list[Any] = []
        self.readings = (readings or ["blood"]) if seats == 1 else readings
        self.heretics = {1: 0, 2: 1 if terror else 0, 3: 1, 4: 2}[seats]
        self.echoes = 2 if seats <= 2 else 0
        self.descent, self.channels, self.run, self.beckons = 1, 0, 0, 0
        self.stones: list[list[int]] = [[] for _ in range(seats)]
        self.owed: list[str] = []
        self.expunged: list[str] = []
        self.subdued: list[str] = []
        self.worn: list[str] = []
        self.outcome = self.why = ""
        self.begin_descent(0, [None] * seats, deal_readings=readings is None)

    # -- beginning -----------------------------------------------------------------------------

    def shuffle(self, cards: list[str]) -> list[str]:
        order = list(cards)
        self.dice.shuffle(order)
        self.chance.append(list(order))
        return order

    def begin_descent(self, first: int, carried: list[str | None], deal_readings: bool) -> None:
        if self.edition and self.seats > 1 and deal_readings:
            self.readings = self.shuffle(["blood", "dream", "swarm", "void"])[: self.seats]
        order: list[str] = []
        for tier in "JQK":
            order += self.shuffle([tier + suit for suit in SUITS])
        self.entity, self.pantheon = order[0], order[1:]
        self.gathering = self.shuffle(NUMBERS + ["X"] * self.heretics)
        self.grave: list[str] = []
        self.table: list[str] = []
        self.clear_entity()
        self.fired = dict.fromkeys(SUITS, 0)
        self.endured = [False] * self.seats
        self.hands = [[] if card is None else [card] for card in carried]
        seat = first
        while any(len(hand) < LIMIT[self.seats] for hand in self.hands):
            if len(self.hands[seat]) < LIMIT[self.seats]:
                self.hands[seat].append(self.gathering.pop(0))
            seat = (seat + 1) % self.seats
        self.phase, self.to_act = "turn", first

    def clear_entity(self) -> None:
        self.ruin = self.ward = self.withheld = 0
        self.broken = self.mustered = False

    # -- what may be done ------------------------------------------------------------------------

    def strike(self) -> int:
        return max(0, value(self.entity) - self.ward)

    def due(self) -> int:
        return self.strike() if self.phase == "pay" else 0

    def hand(self) -> list[str]:
        return self.hands[self.to_act]

    def full(self, seat: int) -> bool:
        return len(self.hands[seat]) >= LIMIT[self.seats]

    def moves(self) -> set[str]:
        if self.phase == "over":
            return set()
        found = {"concede"} | self.rescues()
        if self.phase == "pay":
            for size in range(1, len(self.hand()) + 1):
                for cards in combinations(self.hand(), size):
                    if worth(list(cards)) >= self.due():
                        found.add("pay " + " ".join(canonical(list(cards))))
            return found
        return found | self.invokes(self.hand())

    def invokes(self, hand: list[str]) -> set[str]:
        found = set()
        for size in range(1, len(hand) + 1):
            for some in combinations(hand, size):
                cards = list(some)
                if self.is_play(cards):
                    found.add("play " + " ".join(canonical(cards)))
                if self.is_rite(cards):
                    found |= {f"rite {cards[0]} {cards[1]}", f"rite {cards[1]} {cards[0]}"}
        if "X" in hand:
            found |= {f"heretic {seat}" for seat in range(self.seats)}
        if self.may_endure():
            found.add("endure")
        return found

    def is_play(self, cards: list[str]) -> bool:
        if "X" in cards:
            return False
        if len(cards) == 1:
            return True
        if any(rank(card) == "A" for card in cards):
            return len(cards) == 2
        alike = len({rank(card) for card in cards}) == 1
        return alike and worth(cards) <= 10 and not any(map(entity, cards))

    def is_rite(self, cards: list[str]) -> bool:
        alike = len({rank(card) for card in cards}) == 1
        return self.edition and len(cards) == 2 and alike and worth(cards) > 10

    def may_endure(self) -> bool:
        others = [self.endured[seat] for seat in range(self.seats) if seat != self.to_act]
        return self.seats > 1 and not all(others)

    def rescues(self) -> set[str]:
        found = {f"break {stone}" for stone in self.stones[self.to_act]}
        if self.echoes and (self.phase == "turn" or worth(self.hand()) < self.due()):
            found.add("echo")
        found |= {f"reach {card}" for card in self.reachable()}
        if self.phase == "turn" and self.beckons:
            if self.entity[0] != "E":
                found |= {f"redress {card}" for card in self.owed}
            found |= {f"recall {card}" for card in self.recallable()}
        return found

    def reachable(self) -> list[str]:
        if self.seats != 2 or self.full(self.to_act):
            return []
        return self.hands[1 - self.to_act][: self.channels]

    def recallable(self) -> set[str]:
        if self.seats > 1 or self.full(0):
            return set()
        return set(self.expunged) & {*self.gathering, *self.grave}

    # -- doing it ----------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        word, *rest = move.split()
        {
            "play": self.do_play,
            "rite": self.do_rite,
            "heretic": self.do_heretic,
            "endure": self.do_endure,
            "pay": self.do_pay,
            "echo": self.do_echo,
            "break": self.do_break,
            "redress": self.do_redress,
            "recall": self.do_recall,
            "reach": self.do_reach,
            "concede": self.do_concede,
        }[word](rest)

    def do_play(self, cards: list[str]) -> None:
        total = worth(cards)
        suits = {card[-1] for card in cards}
        denied = "" if self.broken else self.entity[-1]
        fires = {suit for suit in suits if suit != denied}
        kept_back = total if "S" in suits and denied == "S" and self.heretics else 0
        amounts = {suit: total for suit in fires}
        self.invoke(cards, total, amounts, fires, kept_back)

    def do_rite(self, cards: list[str]) -> None:
        one, lead = value(cards[0]), cards[0][-1]
        reading = self.readings[self.to_act] if self.readings else ""
        denied = "" if self.broken else self.entity[-1]
        amounts = {suit: one for suit in SUITS if FORCE[suit] == reading}
        if reading == "dream":
            amounts["D"] = 2
        fires = set()
        if lead != denied:
            fires.add(lead)
            amounts[lead] = one
        kept_back = 0
        if lead == "S" and denied == "S" and reading != "void" and self.heretics:
            kept_back = one
        self.invoke(cards, one, amounts, fires, kept_back)

    def invoke(
        self,
        cards: list[str],
        total: int,
        amounts: dict[str, int],
        fires: set[str],
        kept_back: int,
    ) -> None:
        seat = self.to_act
        for card in cards:
            self.hands[seat].remove(card)
            self.table.append(card)
        self.endured[seat] = False
        if self.terror:
            for suit in fires:
                self.fired[suit] += 1
        self.withheld += kept_back
        self.recover(amounts.get("H", 0))
        self.draw(amounts.get("D", 0))
        self.ward += amounts.get("S", 0)
        in_one = self.ruin == 0
        self.ruin += total * 2 if "C" in amounts else total
        if self.ruin >= 2 * value(self.entity):
            self.maroon(in_one)
        else:
            self.step_4()

    def recover(self, count: int) -> None:
        count = min(count, len(self.grave))
        if count:
            taken = [self.grave[place] for place in self.dice.sample(range(len(self.grave)), count)]
            self.chance.append(list(taken))
            for card in taken:
                self.grave.remove(card)
            self.gathering += taken

    def draw(self, count: int) -> None:
        seat, passed_over = self.to_act, 0
        while count and self.gathering and passed_over < self.seats:
            if self.full(seat):
                passed_over += 1
            else:
                self.hands[seat].append(self.gathering.pop(0))
                count, passed_over = count - 1, 0
            seat = (seat + 1) % self.seats

    def step_4(self) -> None:
        if self.strike() == 0:
            self.open_turn((self.to_act + 1) % self.seats)
            return
        self.phase = "pay"
        self.test()

    def open_turn(self, seat: int) -> None:
        self.phase, self.to_act = "turn", seat
        most = MUSTER.get(self.rung or "", -1)
        if len(self.hand()) <= most and not self.mustered:
            self.mustered = True
            for _ in range(2):
                if self.gathering and not self.full(seat):
                    self.hand().append(self.gathering.pop(0))
        self.test()

    def test(self) -> None:
        """The loss tests of R1 and R6."""
        if self.phase == "turn":
            rescue = any(move.split()[0] in ("echo", "recall", "reach") for move in self.rescues())
            if not self.hand() and not self.may_endure() and not rescue:
                self.end("lost", "TM-1")
        elif self.phase == "pay" and worth(self.hand()) < self.due():
            rescue = any(move.split()[0] in ("echo", "reach") for move in self.rescues())
            if not rescue:
                self.end("lost", "TM-6")

    def end(self, outcome: str, why: str) -> None:
        self.phase, self.outcome, self.why = "over", outcome, why

    def maroon(self, in_one: bool) -> None:
        fallen = self.entity
        exact = self.ruin == 2 * value(fallen)
        debts = self.terror or self.rung in PRICE
        empyrean = fallen[0] == "E"
        debtor = debts and self.subdued.count(fallen) > self.owed.count(fallen)
        strict = debts and not self.pantheon
        if self.terror:
            strict = empyrean and self.descent == 3
        if exact:
            self.expunge(fallen, debtor, in_one)
        else:
            self.subdue(fallen, debtor, debts)
        self.grave += self.table
        self.table = []
        self.entity = ""
        self.clear_entity()
        if strict and not exact:
            self.end("lost", "TM-23" if self.terror else "TM-21")
        elif empyrean:
            self.after_empyrean()
        else:
            self.reveal(debts)

    def expunge(self, fallen: str, debtor: bool, in_one: bool) -> None:
        if fallen[0] != "E":
            if debtor:
                self.subdued.remove(fallen)
            self.expunged.append(fallen)
            self.gathering.insert(0, fallen)
        if in_one and self.edition:
            self.stones[self.to_act].append(value(fallen))
        if self.seats == 2:
            self.channels += 1
        price = 3 if self.terror else PRICE.get(self.rung or "")
        if price:
            self.run += 1
            if self.run == price:
                self.run, self.beckons = 0, self.beckons + 1

    def subdue(self, fallen: str, debtor: bool, debts: bool) -> None:
        if not self.terror:
            self.run = 0
        if fallen[0] != "E":
            if not debtor:
                self.subdued.append(fallen)
            (self.owed if debts else self.grave).append(fallen)

    def reveal(self, debts: bool) -> None:
        if self.pantheon:
            self.entity = self.pantheon.pop(0)
        elif self.terror:
            most = max(self.fired.values())
            open_forces = [suit for suit in SUITS if suit not in self.worn]
            fair = [suit for suit in open_forces if self.fired[suit] < most] or open_forces
            suit = self.dice.choice(fair)
            self.chance.append(suit)
            self.worn.append(suit)
            self.entity = "E" + suit
        elif debts and self.owed:
            self.entity = self.owed.pop(0)
        else:
            self.end("won", "TM-21" if debts else "TM-24")
            return
        self.open_turn(self.to_act)

    def after_empyrean(self) -> None:
        if self.descent == 3:
            self.end("lost" if self.owed else "won", "TM-23")
            return
        if self.seats == 2 and not self.owed:
            self.echoes = 2
        self.descent += 1
        carried = [self.to_carry(hand) for hand in self.hands]
        self.begin_descent(self.to_act, carried, deal_readings=True)
        self.open_turn(self.to_act)

    def to_carry(self, hand: list[str]) -> str | None:
        best = None
        for card in hand:
            if entity(card) and (best is None or value(card) > value(best)):
                best = card
        return best

    def do_heretic(self, rest: list[str]) -> None:
        self.hand().remove("X")
        self.table.append("X")
        self.endured[self.to_act] = False
        self.ward, self.withheld, self.broken = self.ward + self.withheld, 0, True
        self.open_turn(int(rest[0]))

    def do_endure(self, _rest: list[str]) -> None:
        self.endured[self.to_act] = True
        self.step_4()

    def do_pay(self, cards: list[str]) -> None:
        for card in cards:
            self.hand().remove(card)
            self.grave.append(card)
        self.open_turn((self.to_act + 1) % self.seats)

    def do_echo(self, _rest: list[str]) -> None:
        self.echoes -= 1
        self.grave += self.hand()
        self.hands[self.to_act] = self.gathering[: LIMIT[self.seats]]
        self.gathering = self.gathering[LIMIT[self.seats] :]
        self.test()

    def do_break(self, rest: list[str]) -> None:
        self.stones[self.to_act].remove(int(rest[0]))
        self.recover(int(rest[0]))
        self.test()

    def do_redress(self, rest: list[str]) -> None:
        self.owed.remove(rest[0])
        self.pantheon.insert(0, rest[0])
        self.beckons -= 1
        self.test()

    def do_recall(self, rest: list[str]) -> None:
        (self.gathering if rest[0] in self.gathering else self.grave).remove(rest[0])
        self.hand().append(rest[0])
        self.beckons -= 1
        self.test()

    def do_reach(self, rest: list[str]) -> None:
        self.hands[1 - self.to_act].remove(rest[0])
        self.hand().append(rest[0])
        self.channels -= 1
        self.test()

    def do_concede(self, _rest: list[str]) -> None:
        self.end("lost", "TM-24")

    # -- telling -----------------------------------------------------------------------------------

    def keys(self) -> dict[str, Any]:
        """The position keys that the rules page names; unordered lists are sorted."""
        data: dict[str, Any] = {
            "seats": self.seats,
            "edition": self.edition,
            "hands": [list(hand) for hand in self.hands],
            "gathering": list(self.gathering),
            "grave": sorted(self.grave),
            "table": sorted(self.table),
            "pantheon": list(self.pantheon),
            "owed": list(self.owed),
            "ruin": self.ruin,
            "ward": self.ward,
            "withheld": self.withheld,
            "domain": "broken" if self.broken else "whole",
            "phase": self.phase,
            "due": self.due(),
            "endured": list(self.endured),
            "echoes": self.echoes,
            "stones": [list(held) for held in self.stones],
            "channels": self.channels,
            "run": self.run,
            "beckons": self.beckons,
            "mustered": self.mustered,
            "expunged": list(self.expunged),
            "subdued": list(self.subdued),
        }
        if self.edition:
            data["readings"] = list(self.readings or [])
        if self.rung:
            data["rung"] = self.rung
        if self.terror:
            data["campaign"], data["descent"] = "terror", self.descent
            data["worn"], data["fired"] = list(self.worn), dict(self.fired)
        if self.entity:
            data["entity"] = self.entity
        if self.phase != "over":
            data["to_act"] = self.to_act
        else:
            data["outcome"], data["why"] = self.outcome, self.why
        if self.outcome == "won" and self.seats == 1:
            blemishes = (2 - self.echoes) + len(self.subdued)
            data["medal"] = ["gold", "silver", "bronze"][min(2, blemishes)]
        return data
