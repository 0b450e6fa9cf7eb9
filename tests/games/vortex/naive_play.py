"""The naive Vortex played: rounds, windows, Crusades with all that follows, one long story.

The story is a generator that stops wherever somebody is asked, and is told the move.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from copy import deepcopy
from typing import Any

from tests.games.vortex.naive import CONDITIONAL, LASTING, MODES, ORDER, Unit
from tests.games.vortex.naive_rulings import Judge

Story = Generator[None, str, None]
Choice = Generator[None, str, str]


class Naive(Judge):
    """A game from a position; ``chance`` holds every shuffling in the order in which it fell."""

    def __init__(self, keys: dict[str, Any], script: list[Any] | None = None, dice: int = 0):
        super().__init__(keys)
        self.script, self.dice = list(script or []), random.Random(dice)
        self.phase, self.choice = keys.get("phase", "turn"), ""
        self.served: list[dict[str, Any]] = []
        self.confessing: int | None = None
        self.window = keys.get("window", "")
        self.began(keys)
        self.story = self.tell(keys.get("to_act"))
        self.go_on(None)

    def began(self, keys: dict[str, Any]) -> None:
        """Who has acted: as told, or as it follows from where the round stands."""
        if "acted" in keys:
            self.acted = list(keys["acted"])
        elif self.phase == "turn" and "to_act" in keys:
            before = self.order[: self.order.index(keys["to_act"])]
            self.acted = [seat in before for seat in self.seats]
        elif self.phase == "refill" or self.window == "refill":
            self.acted = [True for _ in self.seats]
        if self.phase == "refill" and "sealed" in keys:
            self.sealed = list(keys["sealed"])

    def play(self, move: str) -> str | None:
        """Make a move; what refuses it is answered, and then nothing has happened."""
        why = self.ruling(move)
        if why is None:
            self.go_on(move)
        return why

    def go_on(self, move: str | None) -> None:
        try:
            self.story.send(move)  # type: ignore[arg-type]
        except StopIteration:
            self.phase = "over"

    def ask(self, seat: int, what: str, options: list[str]) -> Choice:
        """A choice inside a move; one that has only one possible answer is none."""
        options = list(dict.fromkeys(options))
        if len(options) == 1:
            return options[0]
        before = self.phase, self.window, self.to_act
        self.phase, self.choice, self.to_act, self.options = "choice", what, seat, options
        move: str = yield
        self.phase, self.window, self.to_act = before
        return move

    # -- the round -----------------------------------------------------------------------------

    def tell(self, seat: int | None) -> Story:
        if self.phase == "window":
            yield from self.open_window(self.window, seat)
            if self.window == "refill" and not self.locations:
                return
        elif self.phase == "refill":
            yield from self.refill()
            if not self.locations:
                return
        elif self.phase == "turn":
            yield from self.turn(self.next_to_act() if seat is None else seat)
        if self.window == "refill" or self.phase == "refill":
            yield from self.reveal()
        while True:
            while (seat := self.next_to_act()) is not None:
                yield from self.turn(seat)
            yield from self.refill()
            if not self.locations:
                return
            yield from self.reveal()

    def next_to_act(self) -> Any:
        return next((seat for seat in self.order if not self.acted[seat]), None)

    def reveal(self) -> Story:
        for one in [one for one in self.rogations if one["card"] in LASTING]:
            self.rogations.remove(one)
            self.vortex.append(one["card"])
        self.used.append(self.location)
        self.location = self.locations.pop(0)
        self.round += 1
        self.start_round()
        yield from self.at_once()
        yield from self.open_window("location", None)

    def start_round(self) -> None:
        self.order = [
            self.colours.index(one) for one in ORDER[self.location] if one in self.colours
        ]
        self.acted = [False for _ in self.seats]
        self.played = [0 for _ in self.seats]
        self.declared, self.engaged = 0, []
        self.sealed = ["" for _ in self.seats]

    def at_once(self) -> Story:
        if self.at("L30"):
            move = yield from self.ask(self.order[0], "reverse", ["choose reverse", "choose none"])
            if move == "choose reverse":
                self.order.reverse()
        for seat in self.order:
            if self.at("L02"):
                count = len(self.hands[seat])
                self.throw(seat, list(self.hands[seat]))
                self.take(seat, count)
            elif self.at("L08"):
                yield from self.excursion(seat)
            elif self.at("L17"):
                self.turn_up(self.field[seat])
            elif self.at("L20"):
                self.take(seat, 1)
            elif self.at("L34"):
                yield from self.give_up(seat, 1)
            elif self.at("L43"):
                for unit in self.field[seat]:
                    self.strip(unit)

    def excursion(self, seat: int) -> Story:
        options = [f"choose {unit.card}" for unit in self.field[seat]]
        move = yield from self.ask(seat, "recall", [*options, "choose none"])
        unit = self.unit(move.split()[1])
        if unit is not None:
            self.leave(unit, self.hands[seat])

    def open_window(self, window: str, seat: int | None) -> Story:
        self.window = window
        if self.silent:
            return
        waiting = list(self.order if seat is None else self.order[self.order.index(seat) :])
        while waiting:
            seat = waiting.pop(0)
            if not self.hands[seat] or self.played[seat] >= (2 if self.at("L19") else 1):
                continue
            self.phase, self.window, self.to_act = "window", window, seat
            move: str = yield
            if move != "pass":
                yield from self.rogation(seat, move.split()[1:])
                waiting = list(self.order)

    # -- a turn --------------------------------------------------------------------------------

    def turn(self, seat: int) -> Story:
        self.forced = not self.done and not self.field[seat]
        if not self.forced or self.can_reinforce(seat):
            yield from self.actions(seat)
        self.acted[seat], self.done, self.forced = True, [], False
        yield from self.open_window("turn", None)

    def can_reinforce(self, seat: int) -> bool:
        """R30, R31: the hand is changed until a Devotee is in it, if there is one at all."""
        if not self.devotees([*self.hands[seat], *self.draw[seat], *self.discard[seat]]):
            return False
        while not self.devotees(self.hands[seat]):
            self.throw(seat, list(self.hands[seat]))
            self.take(seat, 7)
        return True

    def actions(self, seat: int) -> Story:
        while True:
            self.phase, self.to_act = "turn", seat
            if self.done and not self.moves() - {"pass"}:
                return
            move: str = yield
            kind, *words = move.split()
            if kind == "pass":
                return
            self.phase = "turn"
            yield from getattr(self, f"do_{kind}")(seat, words)
            self.done.append("reinforce" if kind == "withdraw" else kind)
            if self.forced or not self.at("L04") or len(self.done) == 2:
                return

    def do_reinforce(self, seat: int, cards: list[str]) -> Story:
        yield from self.enter(seat, cards)

    def do_withdraw(self, seat: int, words: list[str]) -> Story:
        for card in words:
            unit = self.unit(card)
            if unit is not None:
                self.leave(unit, (self.hands if words[-1] == "hand" else self.discard)[seat])
        yield from ()

    def do_frenzy(self, seat: int, words: list[str]) -> Story:
        if "/" in words[0]:
            unit, place = self.attached_at(words[0])  # type: ignore[misc]
            self.discard[seat].append(unit.attached[place][0])
            if words[1] == "discard":
                del unit.attached[place]
            else:
                unit.attached[place] = self.laid(seat, unit, words[1])
        else:
            for bearer, card in zip(words[::2], words[1::2], strict=True):
                unit = self.unit(bearer)  # type: ignore[assignment]
                unit.attached.append(self.laid(seat, unit, card))
        yield from ()

    def laid(self, seat: int, unit: Unit, card: str) -> list[Any]:
        self.hands[seat].remove(card)
        return [card, self.at("L39") or unit.card == "R03"]

    def do_crusade(self, seat: int, words: list[str]) -> Story:
        yield from self.crusade(seat, self.unit(words[0]), self.unit(words[1]), words[2])

    # -- coming and going ----------------------------------------------------------------------

    def enter(self, seat: int, cards: list[str]) -> Story:
        for card in cards:
            self.hands[seat].remove(card)
            self.field[seat].append(Unit(card))
        for card in cards:
            if card in ("B22", "G03"):
                self.take(seat, 1)
            elif card == "G13":
                yield from self.read_one(seat)
            elif card == "Y21":
                yield from self.assess(seat)
            elif card == "Y24":
                yield from self.watch(seat)

    def read_one(self, seat: int) -> Story:
        options = [
            f"choose {unit.card}/{place}"
            for other in self.opponents(seat)
            for unit in self.field[other]
            for place, (_card, up) in enumerate(unit.attached)
            if not up
        ]
        if options and not self.at("L28"):
            move = yield from self.ask(seat, "reveal", options)
            unit, place = self.attached_at(move.split()[1])  # type: ignore[misc]
            self.turn_up([unit], place)

    def assess(self, seat: int) -> Story:
        others = [other for other in self.opponents(seat) if self.hands[other]]
        if others:
            other = yield from self.one_of(seat, others)
            yield from self.give_up(other, 1)

    def watch(self, seat: int) -> Story:
        others = [
            other
            for other in self.opponents(seat)
            if any(unit.hidden for unit in self.field[other])
        ]
        if others and not self.at("L28"):
            other = yield from self.one_of(seat, others)
            self.turn_up(self.field[other])

    def one_of(self, seat: int, others: list[int]) -> Generator[None, str, int]:
        options = [f"choose {self.colours[other]}" for other in others]
        move = yield from self.ask(seat, "player", options)
        return self.colours.index(move.split()[1])

    def give_up(self, seat: int, count: int) -> Story:
        """Discard so many cards of own choice, or all there are."""
        hand = sorted(self.hands[seat])
        count = min(count, len(hand))
        if not count:
            return
        some = [[card] for card in hand]
        if count == 2:
            some = [[a, b] for place, a in enumerate(hand) for b in hand[place + 1 :]]
        options = [" ".join(["choose", *cards]) for cards in some]
        move = yield from self.ask(seat, f"discard {count}", options)
        self.throw(seat, move.split()[1:])

    def turn_up(self, units: list[Unit], only: int | None = None, however: bool = False) -> None:
        """Turn face-down cards up; then what they do on being turned up."""
        if self.at("L28") and not however:
            return
        for unit in units:
            fresh = []
            for place, one in enumerate(unit.attached):
                if not one[1] and only in (None, place):
                    one[1] = True
                    fresh.append(one[0])
            self.take(self.owner(unit), [one for one in fresh if not self.at("L25")].count("F19"))

    def strip(self, unit: Unit) -> None:
        self.discard[self.owner(unit)] += [card for card, _up in unit.attached]
        unit.attached = []

    def gone(self, unit: Unit) -> None:
        self.field[self.owner(unit)].remove(unit)
        if unit.card in self.engaged:
            self.engaged.remove(unit.card)

    def leave(self, unit: Unit, pile: list[str]) -> None:
        """From play to a pile; attached cards go to their owner's discard pile."""
        self.strip(unit)
        self.gone(unit)
        pile.append(unit.card)

    # -- a Crusade -----------------------------------------------------------------------------

    def crusade(self, seat: int, offensive: Any, target: Any, mode: str) -> Story:
        foe = self.owner(target)
        self.declared += 1
        if lullabies := self.in_force("P24", foe):
            self.used_up(lullabies[:1])
            return
        if offensive.card == "R09":
            modes = [one for one in MODES if not self.barred(seat, offensive, target, one)]
            move = yield from self.ask(foe, "mode", [f"choose {one}" for one in modes])
            mode = move.split()[1]
        self.engaged += [one.card for one in (offensive, target) if one.card not in self.engaged]
        for unit in (offensive, target):
            self.turn_up([unit])
        self.served = self.in_force("P21", foe)
        compare = {"reason": self.by_reason, "fire": self.by_fire, "kill": self.by_sword}[mode]
        found = compare(offensive, target)
        if found and found[0][0] == "repelled":
            yield from self.repelled(seat, foe, offensive, target)
        else:
            yield from self.carried_out(found, {offensive.card: seat, target.card: foe})
        for unit in (offensive, target):
            if unit.card == "R10" and self.in_play(unit):
                yield from self.follow([self.kill(unit, None)], {})
        self.used_up(self.served)
        self.served = []

    def used_up(self, served: list[dict[str, Any]]) -> None:
        for one in served:
            self.rogations = [other for other in self.rogations if other is not one]
            self.vortex.append(one["card"])

    def waiting(self, card: str, seat: int) -> list[dict[str, Any]]:
        return [
            one
            for one in self.in_force(card, seat)
            if not any(one is other for other in self.served)
        ]

    def carried_out(self, found: list[Any], seats: dict[str, int]) -> Story:
        """C7 to C9: what was compared happens, then what follows from it."""
        done = []
        for what, loser, winner in found:
            taken = what == "killed" and winner.card in ("B09", "Y03")
            if what == "killed" and not taken:
                done.append(self.kill(loser, winner, seats[winner.card]))
                continue
            feared = winner.card == "Y03" if taken else what == "feared"
            piles = self.fearful if feared else self.discard
            done.append(self.convert(loser, winner, seats[winner.card], piles))
        yield from self.follow(done, seats)

    def convert(self, loser: Unit, winner: Unit, taker: int, piles: Any) -> dict[str, Any]:
        seat = self.owner(loser)
        attached = [card for card, _up in loser.attached]
        self.gone(loser)
        told = {"what": "converted", "card": loser.card, "seat": seat, "by": winner, "to": taker}
        if anathemas := self.waiting("P23", seat):
            self.served = self.served + anathemas
            self.vortex += [loser.card, *attached]
            return {**told, "what": "banned"}
        piles[taker].append(loser.card)
        (self.hands[taker] if winner.card == "B07" else self.discard[seat]).extend(attached)
        return told

    def kill(self, loser: Unit, winner: Unit | None, taker: int = -1) -> dict[str, Any]:
        seat, active = self.owner(loser), self.frenzies(loser)
        attached = [card for card, _up in loser.attached]
        self.gone(loser)
        rites, penances = self.in_force("P15", seat), self.waiting("P22", seat)
        self.served = self.served + penances
        saved = True
        if rites or penances or loser.card == "B10":
            self.discard[seat].append(loser.card)
        elif loser.card == "R01" or "F15" in active:
            self.hands[seat].append(loser.card)
        else:
            self.vortex.append(loser.card)
            saved = False
        by_mud = saved and not (rites or penances or loser.card in ("B10", "R01"))
        if winner is not None and winner.card == "B07":
            self.hands[taker] += attached
        elif saved:
            if by_mud:
                attached.remove("F15")
                self.vortex.append("F15")
            self.discard[seat] += attached
        else:
            self.vortex += attached
        told = {"what": "killed", "card": loser.card, "seat": seat, "by": winner, "to": taker}
        return {**told, "active": active}

    def follow(self, done: list[dict[str, Any]], seats: dict[str, int]) -> Story:
        """C9, trigger by trigger, the attacker's card first within each."""
        converted = [one for one in done if one["what"] == "converted"]
        killed = [one for one in done if one["what"] == "killed"]
        for one in converted:
            if one["card"] == "Y01":
                yield from self.give_up(one["to"], 2)
        for one in killed:  # Feedback may add to them
            draws = 2 * (one["card"] in ("B06", "R07")) + 2 * one["active"].count("F17")
            self.take(one["seat"], draws)
            other = self.unit(next((card for card in seats if card != "R20"), ""))
            if one["card"] == "R20" and other is not None:
                killed.append(self.kill(other, None))
        for one in converted:
            if one["by"].card == "G23":
                self.take(one["to"], 2)
            elif one["by"].card == "Y07":
                yield from self.give_up(one["seat"], 1)
        self.for_killing(killed)

    def for_killing(self, killed: list[dict[str, Any]]) -> None:
        survived = [one for one in killed if one["by"] is not None and self.in_play(one["by"])]
        for one in survived:
            self.take(one["to"], int(one["by"].card == "R19"))
        for one in killed:
            self.take(one["seat"], int(self.at("L14")))
        for one in survived:
            self.take(one["to"], int(self.at("L46")))

    def repelled(self, seat: int, foe: int, offensive: Unit, target: Unit) -> Story:
        both = target.card == "B12" or "F24" in self.frenzies(target) or self.at("L06")
        if target.card == "G05":
            self.leave(offensive, self.discard[seat])
        options = [] if both else ["reward cards"]
        if both:
            self.bonus[foe] += 2
        if self.count(foe) < self.most(foe):
            options += [f"reward {card}" for card in sorted(self.devotees(self.hands[foe]))]
        move = yield from self.ask(foe, "reward", [*options, "reward none"])
        if move == "reward cards":
            self.bonus[foe] += 2
        elif move != "reward none":
            yield from self.enter(foe, [move.split()[1]])

    # -- a Rogation ----------------------------------------------------------------------------

    def rogation(self, seat: int, words: list[str]) -> Story:
        card, objects = words[0], words[1:]
        paid = "sacrifice" in objects
        reached = self.reached(seat, "fewer")
        self.hands[seat].remove(card)
        self.played[seat] += 1
        if paid:
            self.sacrifice(seat, objects[-1])
            objects = objects[:-2]
        others: list[int] = []
        if card == "P07":
            others = [self.colours.index(objects[0])]
        elif card == "P19":
            others = sorted(reached)
        played = {"by": seat, "card": card, "others": others, "paid": paid}
        self.rogations.append(played)  # an immediate one lies here while it is carried out
        yield from self.carry(seat, card, objects, reached)
        if card not in LASTING and card not in CONDITIONAL:
            self.used_up([played])
        if self.at("L29"):
            self.take(seat, 1)

    def sacrifice(self, seat: int, card: str) -> None:
        if card in self.hands[seat]:
            self.hands[seat].remove(card)
            self.vortex.append(card)
            return
        unit = self.unit(card)
        assert unit is not None
        self.vortex += [card, *[one for one, _up in unit.attached]]
        self.gone(unit)

    def carry(self, seat: int, card: str, objects: list[str], reached: list[int]) -> Story:
        if card == "P03":
            for other in self.order:
                yield from self.give_up(other, 2)
        elif card == "P05":
            for other in reached:
                yield from self.miracle(other)
        elif card == "P09":
            other = self.colours.index(objects[0])
            options = [f"choose {one}" for one in sorted(self.hands[other])]
            self.confessing = other
            move = yield from self.ask(seat, "confess", options)
            self.choice = ""
            self.throw(other, move.split()[1:])
        elif card == "P11":
            yield from self.enter(seat, objects)
        elif card == "P12":
            other = self.colours.index(objects[0])
            options = [f"choose {unit.card}" for unit in self.field[other]]
            move = yield from self.ask(other, "recall", options)
            self.leave(self.unit(move.split()[1]), self.discard[other])  # type: ignore[arg-type]
        else:
            self.carry_plainly(seat, card, objects)

    def miracle(self, seat: int) -> Story:
        options = [f"choose {unit.card}" for unit in self.field[seat]]
        move = yield from self.ask(seat, "kill", options)
        unit = self.unit(move.split()[1])
        assert unit is not None
        yield from self.follow([self.kill(unit, None)], {})
        self.used_up(self.served)
        self.served = []

    def carry_plainly(self, seat: int, card: str, objects: list[str]) -> None:
        """Those in which nobody is asked."""
        if card == "P01":
            self.take(seat, 3)
        elif card == "P02":
            self.discard[seat].remove(objects[0])
            self.hands[seat].append(objects[0])
        elif card == "P04":
            self.vortex.remove(objects[0])
            self.hands[seat].append(objects[0])
        elif card == "P06":
            for other in self.opponents(seat):
                self.turn_up(self.field[other], however=True)
        elif card == "P07":
            pair = (seat, self.colours.index(objects[0]))
            for one in [one for one in self.order if one in pair]:
                self.take(one, 1)
        elif card == "P08":
            for one in objects:
                self.leave(self.unit(one), self.hands[seat])  # type: ignore[arg-type]
        elif card == "P20":
            left = [one for one in self.order if not self.acted[one]][::-1]
            self.order = [one if self.acted[one] else left.pop(0) for one in self.order]
        else:
            self.carry_elsewhere(seat, card, objects)

    def carry_elsewhere(self, seat: int, card: str, objects: list[str]) -> None:
        if card == "P10":
            pile = next(pile for pile in self.fearful if objects[0] in pile)
            pile.remove(objects[0])
            self.discard[seat].append(objects[0])
        elif card == "P13":
            unit, place = self.attached_at(objects[0]) or (None, 0)
            if unit is not None:
                self.discard[self.owner(unit)].append(unit.attached.pop(place)[0])
        elif card == "P14":
            one, other = (self.unit(name) for name in objects)
            assert one is not None and other is not None
            one.attached, other.attached = other.attached, one.attached

    # -- refill --------------------------------------------------------------------------------

    def refill(self) -> Story:
        for seat in self.seats:
            if not self.hands[seat]:
                self.sealed[seat] = "refill"
        while any(not choice for choice in self.sealed):
            self.phase = "refill"
            self.to_act = next(seat for seat in self.order if not self.sealed[seat])
            self.sealed[self.to_act] = yield
        for seat in self.order:
            kind, *cards = self.sealed[seat].split()
            if kind == "discard":
                self.throw(seat, cards)
            else:
                self.take(seat, max(0, self.refill_to() - len(self.hands[seat])))
                self.take(seat, self.bonus[seat])
                onlookers = any(unit.card == "B04" for unit in self.field[seat])
                if onlookers and self.declared and "B04" not in self.engaged:
                    self.take(seat, 1)
            self.bonus[seat] = 0
        yield from self.open_window("refill", None)

    # -- as position keys ----------------------------------------------------------------------

    def keys(self) -> dict[str, Any]:
        """The position keys, unordered lists sorted."""
        found: dict[str, Any] = {
            "colours": self.colours,
            "plain_locations": self.plain,
            "no_rogations": self.silent,
            "no_red": self.no_red,
            "fire_three": self.fire_three,
            "length": self.length,
            "round": self.round,
            "location": self.location,
            "locations": self.locations,
            "used": self.used,
            "order": [self.colours[seat] for seat in self.order],
            "acted": self.acted,
            "phase": self.phase,
            "done": self.done,
            "draw": self.draw,
            "hands": [sorted(pile) for pile in self.hands],
            "discard": [sorted(pile) for pile in self.discard],
            "fearful": [sorted(pile) for pile in self.fearful],
            "field": [sorted(unit.text() for unit in units) for units in self.field],
            "rogations": [self.write_rogation(one) for one in self.rogations],
            "vortex": sorted(self.vortex),
            "played": self.played,
            "bonus": self.bonus,
            "declared": self.declared,
            "engaged": sorted(self.engaged),
            "score": self.score(),
        }
        if self.phase == "over":
            best = max(self.score())
            found["outcome"] = [seat for seat in self.seats if self.score()[seat] == best]
            return deepcopy(found)
        found["to_act"] = self.to_act
        if self.phase == "window":
            found["window"] = self.window
        if self.phase == "refill":
            found["sealed"] = list(self.sealed)
        if self.phase == "choice":
            found["choice"] = self.choice
        return deepcopy(found)

    def seen(self, eyes: int) -> dict[str, Any]:
        """The position keys as a seat may know them."""
        found = self.keys()
        for name in ("hands", "draw"):
            for seat in self.seats:
                mine = name == "hands" and seat in (eyes, self.shown_to(eyes))
                found[name][seat] = found[name][seat] if mine else ["?"] * len(found[name][seat])
        found["locations"] = ["?"] * len(self.locations)
        for seat in self.seats:
            for unit in self.field[seat] if seat != eyes else []:
                text = unit.text()
                hidden = " ".join("-?" if word[0] == "-" else word for word in text.split())
                found["field"][seat][found["field"][seat].index(text)] = hidden
        if "sealed" in found:
            found["sealed"] = [
                text if seat == eyes or not text or not self.hands[seat] else "?"
                for seat, text in enumerate(found["sealed"])
            ]
        return found

    def shown_to(self, eyes: int) -> int | None:
        """Whose hand lies open to this seat while a Confession is carried out."""
        return self.confessing if self.choice == "confess" and self.to_act == eyes else None

    def write_rogation(self, one: dict[str, Any]) -> str:
        others = [self.colours[seat] for seat in one["others"]]
        mark = ["!"] if one["paid"] else []
        return " ".join([self.colours[one["by"]], one["card"], *others, *mark])
