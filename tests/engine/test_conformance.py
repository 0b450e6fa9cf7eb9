"""The conformance suite catches faults: each broken game fails the check that is meant for it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from tabletop_kit.engine.conformance import Nonconformance, check, check_player
from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import IllegalMove, Outcome, Prompt, Ruling
from tabletop_kit.games.tempus.game import Tempus
from tabletop_kit.games.tempus.moves import PASS, Lay
from tabletop_kit.games.tempus.position import DICE, strength
from tests.engine.toy import Bazaar
from tests.engine.toy_table import KEEP, Move, at

# -- what a seat may see -------------------------------------------------------------------------


class PeekingView(Tempus):
    """A view that shows how strong the hidden hand is."""

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        hands = [strength(hand) for hand in position.hands]
        return {**super().view(position, seat), "strength": hands}


class SpectatorSees(Tempus):
    """Spectators see everything."""

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        return self.dump(position) if seat is None else super().view(position, seat)


class PromptTells(Tempus):
    """The other seat is asked differently when the hidden hand is strong."""

    def prompts(self, position: Any) -> tuple[Prompt, ...]:
        prompts = super().prompts(position)
        strong = [strength(hand) > 40 for hand in position.hands]
        return tuple(
            replace(prompt, ask="alone" if strong[prompt.seat] else "turn") for prompt in prompts
        )


class LabelTells(Tempus):
    """A hidden die is labelled with what it is."""

    def scene(self, position: Any, seat: int | None, texts: Any, events: Any = ()) -> Any:
        scene = super().scene(position, seat, texts, events)
        zones = []
        for zone in scene.zones:
            tokens = list(zone.tokens)
            for place, token in enumerate(tokens):
                if token.hidden and token.seat is not None:
                    label = str(position.hands[token.seat][place])
                    tokens[place] = replace(token, label=label)
            zones.append(replace(zone, tokens=tuple(tokens)))
        return replace(scene, zones=tuple(zones))


class GlideTells(Tempus):
    """The id of the die that glides from the hidden hand says how strong that hand is."""

    def scene(self, position: Any, seat: int | None, texts: Any, events: Any = ()) -> Any:
        scene = super().scene(position, seat, texts, events)
        laid = [event.seat for event in events if event.kind == "laid"]
        title = "".join(str(strength(position.hands[owner])) for owner in laid)
        return replace(scene, title=scene.title + title)


class TrueHand(Tempus):
    """A re-deal that deals the real hand."""

    def imagine(self, position: Any, seat: int, seed: int) -> Any:
        return replace(position, luck=super().imagine(position, seat, seed).luck)


class KnowsLuck(Tempus):
    """A re-deal in which the dice to come are the real ones."""

    def imagine(self, position: Any, seat: int, seed: int) -> Any:
        return replace(super().imagine(position, seat, seed), luck=position.luck)


class HandToHand(Tempus):
    """A re-deal that keeps the sizes of the real hand, each with one pip more."""

    def imagine(self, position: Any, seat: int, seed: int) -> Any:
        imagined = super().imagine(position, seat, seed)
        hand = [DICE[die.size, die.value % die.size + 1] for die in position.hands[1 - seat]]
        return replace(imagined, hands=at(imagined.hands, 1 - seat, tuple(sorted(hand))))


class ImpossibleHand(Tempus):
    """A re-deal that forgets a die."""

    def imagine(self, position: Any, seat: int, seed: int) -> Any:
        imagined = super().imagine(position, seat, seed)
        gone = at(imagined.gone, 1 - seat, ())
        return replace(imagined, gone=gone)


# -- events --------------------------------------------------------------------------------------


def retold(log: Any, start: int, change: Any) -> None:
    if log is not None:
        log[start:] = [told for event in log[start:] for told in change(event)]


class Retelling(Tempus):
    """Tempus in which each event is changed by ``change``."""

    def change(self, event: Event, before: Any) -> list[Event]:
        return [event]

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        start = 0 if log is None else len(log)
        after = super().apply(position, seat, move, log)
        retold(log, start, lambda event: self.change(event, position))
        return after


class SilentPass(Retelling):
    def change(self, event: Event, before: Any) -> list[Event]:
        return [] if event.kind in ("passed", "passed-empty") else [event]


class OpenGain(Retelling):
    """The die that the Harpers gain is told to everybody."""

    def change(self, event: Event, before: Any) -> list[Event]:
        facts = {**event.facts, **event.secret}
        return [replace(event, facts=facts, secret={}, seen_by=())]


class DoubledSecret(Retelling):
    """The secret is kept, and said aloud under another name as well."""

    def change(self, event: Event, before: Any) -> list[Event]:
        return [replace(event, facts={**event.facts, "aloud": list(event.secret.values())})]


class NobodysSecret(Retelling):
    def change(self, event: Event, before: Any) -> list[Event]:
        return [replace(event, seen_by=())]


class WrongReader(Retelling):
    """The gained die is told to the other seat."""

    def change(self, event: Event, before: Any) -> list[Event]:
        return [replace(event, seen_by=tuple(1 - seat for seat in event.seen_by))]


class PassTellsStrength(Retelling):
    """A pass tells how strong the hand is, as a number."""

    def change(self, event: Event, before: Any) -> list[Event]:
        if event.kind != "passed" or event.seat is None:
            return [event]
        return [replace(event, facts={"hand": strength(before.hands[event.seat])})]


class SighsWhenStrong(Retelling):
    """Whoever passes with a strong hand passes twice in the log."""

    def change(self, event: Event, before: Any) -> list[Event]:
        strong = event.seat is not None and strength(before.hands[event.seat]) > 25
        return [event, event] if strong and event.kind == "passed" else [event]


class UnknownRule(Retelling):
    def change(self, event: Event, before: Any) -> list[Event]:
        return [replace(event, rule="TP-99")]


class Wordless(Retelling):
    def change(self, event: Event, before: Any) -> list[Event]:
        return [replace(event, kind="hiccup") if event.kind == "laid" else event]


class Unfilled(Retelling):
    def change(self, event: Event, before: Any) -> list[Event]:
        return [replace(event, facts={}) if event.kind == "laid" else event]


# -- playing -------------------------------------------------------------------------------------


class GlobalLuck(Tempus):
    """Who begins the next round is asked of the global generator."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        after = super().apply(position, seat, move, log)
        if after.round == position.round or after.to_act is None:
            return after
        beginner = random.randrange(2)
        return replace(after, beginner=beginner, to_act=beginner)


class Forgetful(Tempus):
    """``moves`` leaves out the last die."""

    def moves(self, position: Any, seat: int) -> Any:
        moves = super().moves(position, seat)
        return (*moves[:-2], PASS) if len(moves) > 2 and moves[-1] == PASS else moves


class Generous(Tempus):
    """``moves`` lists a die that is not there."""

    def moves(self, position: Any, seat: int) -> Any:
        moves = super().moves(position, seat)
        return (*moves, Lay(DICE[12, 12])) if moves else moves


class Twice(Tempus):
    def moves(self, position: Any, seat: int) -> Any:
        moves = super().moves(position, seat)
        return (*moves, *moves[-1:])


class AnySeat(Tempus):
    """A third seat may pass as well."""

    def ruling(self, position: Any, seat: int, move: Any) -> Ruling:
        return Ruling(True, "TP-7") if seat == 2 else super().ruling(position, seat, move)


class LenientApply(Tempus):
    """``apply`` plays what ``ruling`` refuses."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        try:
            return super().apply(position, seat, move, log)
        except IllegalMove:
            return position


class TellsRefused(Tempus):
    """A refused move is in the log."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        ruling = self.ruling(position, seat, move)
        if log is not None and not ruling:
            log.append(Event("passed", "TP-7", seat))
        return super().apply(position, seat, move, log)


class LosesDice(Tempus):
    """The dice of the rows vanish at the end of a round."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        return replace(super().apply(position, seat, move, log), gone=((), ()))


class Endless(Tempus):
    """No round is ever lost."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        lost = replace(position, lost=(0, 0), won=(0, 0))
        return replace(super().apply(lost, seat, move, log), lost=(0, 0), won=(0, 0))

    def breaches(self, position: Any) -> Iterator[str]:
        yield from ()


class Mutating(Tempus):
    """``apply`` changes the position it was handed."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        after = super().apply(position, seat, move, log)
        object.__setattr__(position, "round", position.round + 1)
        return after

    def breaches(self, position: Any) -> Iterator[str]:
        yield from ()


class MutatingView(Tempus):
    """Looking changes the position."""

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        object.__setattr__(position, "won", (position.won[0] + 1, position.won[1]))
        return {**super().view(position, seat), "won": [0, 0]}

    def scene(self, position: Any, seat: int | None, texts: Any, events: Any = ()) -> Any:
        return super().scene(replace(position, won=(0, 0)), seat, texts, events)

    def dump(self, position: Any) -> dict[str, Any]:
        return {**super().dump(position), "won": [0, 0]}


class NobodyAsked(Tempus):
    """In the second round nobody is asked."""

    def prompts(self, position: Any) -> tuple[Prompt, ...]:
        return super().prompts(position) if position.round == 1 else ()

    def to_act(self, position: Any) -> int | None:
        return position.to_act if position.round == 1 else None


class AsksWithoutWords(Tempus):
    def prompts(self, position: Any) -> tuple[Prompt, ...]:
        return tuple(replace(prompt, ask="whatever") for prompt in super().prompts(position))


class OutOfRulebook(Tempus):
    def ruling(self, position: Any, seat: int, move: Any) -> Ruling:
        return replace(super().ruling(position, seat, move), rule="TP-13")


class ReasonWithoutWords(Tempus):
    def ruling(self, position: Any, seat: int, move: Any) -> Ruling:
        ruling = super().ruling(position, seat, move)
        return ruling if ruling else replace(ruling, why="because")


class Mumbling(Tempus):
    """A die is written without its size."""

    def write(self, move: Any) -> str:
        return f"lay {move.die.value}" if isinstance(move, Lay) and move.die else str(move)


class Misheard(Tempus):
    """Every die is written as a d4."""

    def write(self, move: Any) -> str:
        text = str(move)
        return f"lay d4:{move.die.value}" if isinstance(move, Lay) and move.die else text


class ForgetsWon(Tempus):
    """The won rounds are not written down."""

    def dump(self, position: Any) -> dict[str, Any]:
        data = super().dump(position)
        del data["won"]
        return data


class DumpsTuples(Tempus):
    def dump(self, position: Any) -> dict[str, Any]:
        return {**super().dump(position), "lost": position.lost}


class LoadsAnother(Tempus):
    """Loading raises the round."""

    def load(self, mapping: Mapping[str, Any], luck: Any, log: Any = None) -> Any:
        position = super().load(mapping, luck, log)
        return replace(position, round=position.round + 1)


class NewEachTime(Tempus):
    """No set-up is like the one before."""

    count = 0

    def setup(self, options: Mapping[str, Any], luck: Any, log: Any = None) -> Any:
        NewEachTime.count += 1
        return super().setup(options, self.luck(NewEachTime.count), log)


class Unrepeatable(Tempus):
    """The end of a match that is played a second time is another."""

    ended = 0

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        after = super().apply(position, seat, move, log)
        if after.phase == "over" and log is not None:
            Unrepeatable.ended += 1
        return replace(after, round=after.round + 7) if Unrepeatable.ended > 1 else after


class Overpaid(Tempus):
    def outcome(self, position: Any) -> Outcome | None:
        outcome = super().outcome(position)
        return outcome and replace(outcome, scores=(2.0, -1.0))


TEMPUS_FAULTS: dict[type[Tempus], str] = {
    PeekingView: "fair",
    SpectatorSees: "fair",
    PromptTells: "fair",
    LabelTells: "fair",
    GlideTells: "fair",
    HandToHand: "fair",
    ImpossibleHand: "fair",
    TrueHand: "dealt",
    KnowsLuck: "dealt",
    SilentPass: "told",
    OpenGain: "secret",
    DoubledSecret: "secret",
    NobodysSecret: "secret",
    WrongReader: "secret",
    PassTellsStrength: "secret",
    SighsWhenStrong: "secret",
    UnknownRule: "known",
    OutOfRulebook: "known",
    Wordless: "words",
    AsksWithoutWords: "words",
    Unfilled: "words",
    ReasonWithoutWords: "words",
    GlobalLuck: "lucky",
    Forgetful: "agree",
    Generous: "agree",
    Twice: "agree",
    AnySeat: "agree",
    LenientApply: "refused",
    TellsRefused: "refused",
    LosesDice: "whole",
    Endless: "ends",
    Mutating: "pure",
    MutatingView: "pure",
    NobodyAsked: "asked",
    Mumbling: "spoken",
    Misheard: "spoken",
    ForgetsWon: "plain",
    DumpsTuples: "plain",
    LoadsAnother: "plain",
    NewEachTime: "seeded",
    Unrepeatable: "saved",
    Overpaid: "scored",
}


@pytest.mark.parametrize(("broken", "name"), TEMPUS_FAULTS.items(), ids=lambda it: str(it))
def test_a_broken_tempus_fails_its_check(broken: type[Tempus], name: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        for seed in range(6):
            check(broken(), seed, {"factions": ["harpers", "enclave"]}, limit=150)
    assert caught.value.check == name, str(caught.value)
    assert str(caught.value).startswith("tempus, seed ") and f": {name}: " in str(caught.value)


# -- windows and sealed choices ------------------------------------------------------------------


class SealedInView(Bazaar):
    """What was chosen sealed can be seen, and the re-deal does not deal it anew."""

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        return {**super().view(position, seat), "sealed": self.dump(position)["sealed"]}

    def imagine(self, position: Any, seat: int, seed: int) -> Any:
        imagined = super().imagine(position, seat, seed)
        hands = list(imagined.hands)
        for other, move in enumerate(position.sealed):
            if move and move != KEEP:
                hands[other] = position.hands[other]
        return replace(imagined, sealed=position.sealed, hands=tuple(hands))

    def breaches(self, position: Any) -> Iterator[str]:
        yield from ()


class SealedInView2(Bazaar):
    """What was chosen sealed can be seen."""

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        return {**super().view(position, seat), "sealed": self.dump(position)["sealed"]}


class SealedAloud(Bazaar):
    """A sealed choice is told to all."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        start = 0 if log is None else len(log)
        after = super().apply(position, seat, move, log)
        retold(log, start, self.aloud)
        return after

    def aloud(self, event: Event) -> list[Event]:
        if event.kind != "sealed":
            return [event]
        return [replace(event, facts=event.secret, secret={}, seen_by=())]


class FirstComeFirstServed(Bazaar):
    """Whoever chooses first is dealt a card at once."""

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        after = super().apply(position, seat, move, log)
        if position.phase != "refill" or after.phase != "refill" or not after.draw:
            return after
        hand = tuple(sorted((*after.hands[seat], after.draw[0])))
        return replace(after, draw=after.draw[1:], hands=at(after.hands, seat, hand))


class OnlyHolders(Bazaar):
    """Only those are asked who hold a Nay."""

    def _ask(self, position: Any, log: Any) -> Any:
        after = super()._ask(position, log)
        while after.phase == "window" and "N" not in after.hands[after.asked or 0]:
            after = super()._ask(replace(after, passed=(*after.passed, after.asked or 0)), log)
        return after


class SeesThroughCards(Bazaar):
    """A card that lies face down is told by the suit of its pile."""

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        data = super().view(position, seat)
        true = self.dump(position)["fields"]
        for field, piles in zip(data["fields"], true, strict=True):
            for pile in field:
                if pile["suit"] == "?":
                    pile["suit"] = piles[0]["suit"]
        return data


class PartOfTheMoves(Bazaar):
    """Only single cards are listed for discarding; the rulings know all."""

    whole: ClassVar[bool] = True

    def lists_all(self, position: Any, seat: int) -> bool:
        return self.whole

    def moves(self, position: Any, seat: int) -> Any:
        return tuple(move for move in super().moves(position, seat) if len(move.cards) < 2)

    def candidates(self, position: Any, seat: int) -> Any:
        return [*super().candidates(position, seat), *super().moves(position, seat)]

    def ruling(self, position: Any, seat: int, move: Move) -> Ruling:
        good = move in super().moves(position, seat)
        return Ruling(True, "BZ-7") if good else super().ruling(position, seat, move)


class PartAndSaysSo(PartOfTheMoves):
    whole = False


class LoadsInside(Bazaar):
    """A position inside a move is said to be loadable, and is not."""

    def loadable(self, position: Any) -> bool:
        return True


@pytest.mark.parametrize(
    ("broken", "name"),
    [
        (SealedInView, "sealed"),
        (SealedInView2, "sealed"),
        (SealedAloud, "sealed"),
        (FirstComeFirstServed, "sealed"),
        (OnlyHolders, "secret"),
        (SeesThroughCards, "fair"),
        (PartOfTheMoves, "agree"),
        (LoadsInside, "plain"),
    ],
    ids=lambda it: str(it),
)
def test_a_broken_bazaar_fails_its_check(broken: type[Bazaar], name: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        for seed in range(12):
            check(broken(), seed, {"seats": 3})
    assert caught.value.check == name, str(caught.value)


def test_a_game_may_list_a_part_of_its_moves() -> None:
    for seed in range(4):
        check(PartAndSaysSo(), seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bazaar_conforms(seats: int) -> None:
    cited: set[str] = set()
    made: set[str] = set()
    for seed in range(4):
        report = check(Bazaar(), seed, {"seats": seats})
        cited |= report.cited.keys()
        made |= report.made.keys()
    assert cited >= {"BZ-1", "BZ-2", "BZ-3", "BZ-5", "BZ-7", "BZ-8"}
    assert made >= {*TEMPUS_FAULTS.values(), "sealed", "undo"}


# -- players -------------------------------------------------------------------------------------


def test_a_player_that_peeks_is_caught() -> None:
    def peeks(position: Any, seat: int, number: int) -> Any:
        moves = Tempus().moves(position, seat)
        return moves[strength(position.hands[1 - seat]) % len(moves)]

    with pytest.raises(Nonconformance) as caught:
        check_player(Tempus(), peeks, 1)
    assert caught.value.check == "peeks"


def test_a_player_that_cheats_is_caught() -> None:
    with pytest.raises(Nonconformance) as caught:
        check_player(Tempus(), lambda position, seat, number: Lay(DICE[12, 12]), 1)
    assert caught.value.check == "plays"


def test_an_honest_player_passes() -> None:
    def honest(position: Any, seat: int, number: int) -> Any:
        moves = Tempus().moves(position, seat)
        return moves[number % len(moves)]

    assert check_player(Tempus(), honest, 1, factions=["harpers", "enclave"]) > 4
