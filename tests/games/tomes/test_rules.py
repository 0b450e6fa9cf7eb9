"""What cannot be written as a rule case, tables by enumeration, and faults of other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest

from tabletop_kit.engine.case import Case, run_case
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import IllegalMove
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.moves import Play, Rite
from tabletop_kit.games.tomes.position import (
    EMPYREANS,
    ENTITIES,
    NUMBERS,
    READINGS,
    SUITS,
    TEXT,
    VALUE,
    Position,
    written,
)
from tabletop_kit.games.tomes.shapes import ruling_on_play, ruling_on_rite
from tabletop_kit.games.tomes.talk import HERETIC_WORD, KEEN, TALK, UNKEEN

GAME = find_game("tomes")


def load(**keys: Any) -> Position:
    position: Position = GAME.load({"seats": 1, "edition": False, "entity": "JH", **keys}, luck())
    return position


def luck(seed: int = 4) -> Any:
    return GAME.luck(seed)


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        assert position.to_act is not None
        position = GAME.apply(position, position.to_act, GAME.parse(move))
    return position


def refusal(position: Position, seat: int, move: str) -> str:
    ruling = GAME.ruling(position, seat, GAME.parse(move))
    assert not ruling.legal
    with pytest.raises(IllegalMove):
        GAME.apply(position, seat, GAME.parse(move))
    return str(ruling.rule)


# -- prose cases that need two seats at once -------------------------------------------------------


def test_case_46_the_pool_is_spent_by_the_one_whose_turn_it_is() -> None:
    hands = [["3S", "AH"], ["2H", "5S"]]
    keys = {"seats": 2, "entity": "JD", "hands": hands, "phase": "pay"}
    position = load(**keys, gathering=["4H", "6H", "10H"])
    assert refusal(position, 1, "echo") == "TM-1"
    assert GAME.moves(position, 1) == ()
    spent = after(position, "echo")
    assert (spent.echoes, spent.to_act, spent.due) == (1, 0, 10)
    assert refusal(spent, 1, "echo") == "TM-1"
    mine = after(spent, "pay 10H")
    assert mine.to_act == 1 and after(mine, "echo").echoes == 0
    three = load(seats=3, entity="JD", hands=[["3S"], ["2H"], ["5S"]])
    for seat in range(3):
        assert not [move for move in GAME.moves(three, seat) if str(move) == "echo"]


def test_case_63_stones_are_broken_by_their_holder_in_the_windows_only() -> None:
    keys = {"seats": 2, "edition": True, "entity": "QH", "stones": [[10], [15]], "grave": ["5S"]}
    position = load(**keys, hands=[["9C", "8C", "7C"], ["10S", "9S"]])
    assert refusal(position, 1, "break 15") == "TM-1"
    assert refusal(position, 0, "break 15") == "TM-20"
    in_step_4 = after(position, "play 7C")
    assert in_step_4.phase == "pay" and after(in_step_4, "break 10").phase == "pay"
    assert refusal(in_step_4, 1, "break 15") == "TM-1"
    assert refusal(after(position, "concede"), 0, "break 10") == "TM-24"


def test_case_80_the_signals_are_offered_once_a_heretic_is_chosen_and_never_otherwise() -> None:
    hands = [["X", "9C"], ["10C", "2D"], ["5D", "3D"]]
    position = load(seats=3, entity="JH", hands=hands)
    assert TALK.prepared(["X"]) == HERETIC_WORD
    for selected in ([], ["9C"], ["X", "9C"], ["X", "X"]):
        assert TALK.prepared(selected) == ""
    assert TALK.signs(position, 0, HERETIC_WORD) == (KEEN, UNKEEN)
    assert TALK.signs(position, 0, "") == ()
    assert TALK.signs(position, 2, HERETIC_WORD) == ()  # not that seat's turn
    assert TALK.signs(load(seats=3, hands=[["9C"], *hands[1:]]), 0, HERETIC_WORD) == ()
    paying = load(seats=3, hands=[["X", "9C", "4D"], *hands[1:]], phase="pay")
    assert TALK.signs(paying, 0, HERETIC_WORD) == ()
    named = after(position, "heretic 1")
    assert (named.to_act, named.phase) == (1, "turn")
    assert TALK.signs(named, 0, HERETIC_WORD) == TALK.signs(named, 1, HERETIC_WORD) == ()
    assert TALK.signs(after(named, "concede"), 2, HERETIC_WORD) == ()


def test_case_59_three_distinct_readings_are_dealt_whatever_the_seed() -> None:
    met = set()
    for seed in range(60):
        position = GAME.setup({"seats": 3, "edition": True}, luck(seed))
        assert len(set(position.readings)) == 3
        assert GAME.view(position, 1)["readings"] == list(position.readings)
        met.add(position.readings)
    assert {reading for readings in met for reading in readings} == set(READINGS)
    assert len(met) > 12


@pytest.mark.parametrize(("channels", "passes"), [(0, True), (1, False)])
def test_the_order_of_a_hand_counts_while_channels_are_open(channels: int, passes: bool) -> None:
    hands = [["9S", "2H"], ["5D", "7H"]]
    position = {"seats": 2, "entity": "JC", "hands": hands, "channels": channels}
    for expect in ({"hands": [["2H", "9S"], ["5D", "7H"]]}, {"hands.0": ["2H", "9S"]}):
        assert (
            run_case(Case("tomes", "one", position=position, expect=expect), GAME).passed == passes
        )
    same = Case("tomes", "one", position=position, expect={"hands": hands})
    assert run_case(same, GAME).passed


# -- chance ----------------------------------------------------------------------------------------


def test_tiers_and_gathering_are_shuffled_evenly() -> None:
    firsts: dict[str, int] = {}
    tops: dict[int, int] = {}
    for seed in range(800):
        position = GAME.setup({"seats": 1}, luck(seed))
        assert [TEXT[card][0] for card in position.pantheon] == list("JJJQQQQKKKK")
        firsts[TEXT[position.entity]] = firsts.get(TEXT[position.entity], 0) + 1
        tops[position.gathering[0]] = tops.get(position.gathering[0], 0) + 1
    assert sorted(firsts) == ["JC", "JD", "JH", "JS"]
    assert all(150 < count < 250 for count in firsts.values())
    assert set(tops) == set(NUMBERS) and max(tops.values()) < 45


def test_the_empyrean_is_chosen_by_the_seed_among_those_that_may_come() -> None:
    keys = {"seats": 2, "campaign": "terror", "descent": 2, "worn": ["C"], "entity": "KS"}
    keys |= {"ruin": 31, "hands": [["9D", "7C"], ["2H"]], "fired": {"H": 3, "D": 8, "C": 5, "S": 7}}
    met: dict[str, int] = {}
    for seed in range(400):
        position = after(GAME.load(keys, luck(seed)), "play 9D")
        met[TEXT[position.entity]] = met.get(TEXT[position.entity], 0) + 1
    assert sorted(met) == ["EH", "ES"] and all(150 < count < 250 for count in met.values())


def test_blood_takes_any_cards_in_any_order() -> None:
    keys = {"hands": [["2H", "10S"]], "grave": ["3H", "4H", "5H"], "entity": "JS"}
    met: dict[tuple[str, ...], int] = {}
    for seed in range(600):
        position = after(GAME.load({"seats": 1, "edition": False, **keys}, luck(seed)), "play 2H")
        under = tuple(written(position.gathering))
        met[under] = met.get(under, 0) + 1
    assert set(met) == set(permutations(["3H", "4H", "5H"], 2))
    assert all(60 < count < 145 for count in met.values())


# -- table 3.7, by enumeration ---------------------------------------------------------------------


def single_plays(position: Position) -> Iterator[Any]:
    """Every legal single play or Rite of any cards that there are but the target."""
    cards = [card for card in sorted((*NUMBERS, *ENTITIES)) if card != position.entity]
    low = [card for card in cards if VALUE[card] <= 5]
    for card in cards:
        yield Play((card,))
    for pair in combinations(cards, 2):
        if ruling_on_play(replace(position, hands=(pair,)), 0, pair).legal:
            yield Play(pair)
        for order in (pair, pair[::-1]):
            if ruling_on_rite(replace(position, hands=(pair,)), 0, order).legal:
                yield Rite(order)
    for size in (3, 4):
        for some in combinations(low, size):
            if ruling_on_play(replace(position, hands=(some,)), 0, some).legal:
                yield Play(some)


def stone_plays(target: str, reading: str) -> set[str]:
    """All plays that take a stone from a fresh target, found by playing each of them."""
    keys: dict[str, Any] = {"seats": 1, "edition": True, "readings": [reading], "entity": target}
    keys |= {"hands": [[]], "pantheon": ["JH" if target != "JH" else "JD"]}
    empty = GAME.load(keys, luck())
    found = set()
    for play in single_plays(empty):
        position = replace(empty, hands=(tuple(sorted(play.cards)),))
        if GAME.apply(position, 0, play).stones[0]:
            found.add(str(play))
    return found


def said(target: str, reading: str) -> set[str]:
    """The rows of table 3.7 of the rules page, spelled out."""
    tier, suit = target
    found: set[str] = set()
    others = [card for card in "HDCS"]
    if tier == "J" and suit != "C":
        found |= {"play 10C", "play JC"}
        found |= {f"play A{one} 9{two}" for one in SUITS for two in SUITS if "C" in one + two}
        found |= {f"play 5{one} 5C" for one in "HD"} | {"play 5C 5S"}
        found |= {f"play K{one}" for one in "HDS"}
    if tier == "J" and suit == "C":
        found |= {f"play K{one}" for one in others}
    if tier in "QK" and suit != "C":
        found.add(f"play {tier}C")
    ranks = {"J": ["10", "J"], "Q": ["Q"], "K": ["K"]}[tier]
    for rank in ranks:
        for lead, second in permutations(SUITS, 2):
            if target in (rank + lead, rank + second):
                continue
            if reading == "swarm" or (lead == "C" and suit != "C"):
                found.add(f"rite {rank}{lead} {rank}{second}")
    if tier == "J" and reading != "swarm":
        for lead, second in permutations(SUITS, 2):
            if lead != "C" or suit == "C":
                found.add(f"rite K{lead} K{second}")
    return found


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("target", [tier + suit for tier in "JQK" for suit in SUITS])
def test_table_3_7_is_what_playing_every_card_shows(target: str, reading: str) -> None:
    assert stone_plays(target, reading) == said(target, reading)


def test_table_3_7_no_single_play_fells_an_empyrean() -> None:
    for empyrean in EMPYREANS:
        keys = {"seats": 2, "campaign": "terror", "edition": True, "hands": [["2H"], ["3H"]]}
        keys |= {"readings": ["swarm", "void"], "entity": TEXT[empyrean]}
        front = GAME.load(keys, luck())
        for play in single_plays(front):
            position = replace(front, hands=(tuple(sorted(play.cards)), ()))
            assert GAME.apply(position, 0, play).descent == 1


# -- faults of public programs ---------------------------------------------------------------------


def test_no_victory_after_eleven() -> None:
    eleven = [TEXT[card] for card in ENTITIES if TEXT[card] not in ("KS", "KH")]
    position = load(entity="KS", ruin=31, hands=[["9D", "2H"]], pantheon=["KH"], expunged=eleven)
    position = after(position, "play 9D")
    assert len(position.expunged) == 11 and GAME.outcome(position) is None
    assert TEXT[position.entity] == "KH"


def test_an_exact_kill_lies_on_top_and_is_drawn_next() -> None:
    position = load(ruin=10, hands=[["10D", "2D", "9H"]], gathering=["3H", "4H"], pantheon=["QS"])
    position = after(position, "play 10D")
    assert written(position.gathering) == ["JH"] and "JH" not in written(position.grave)
    position = load(ruin=10, hands=[["10S", "2D", "9H"]], gathering=["3H", "4H"], pantheon=["QS"])
    position = after(position, "play 10S")
    assert written(position.gathering) == ["JH", "3H", "4H"]
    assert written(after(position, "play 2D").hands[0]) == ["9H", "JH", "3H"]


def test_paying_with_the_whole_hand_is_no_loss() -> None:
    position = load(seats=2, hands=[["6H", "4S"], ["2D"]], phase="pay")
    position = after(position, "pay 4S 6H")
    assert position.hands[0] == () and GAME.outcome(position) is None and position.to_act == 1


def test_alone_nobody_endures() -> None:
    for keys in ({"hands": [["2H", "9D"]]}, {"hands": [["2H"]], "ward": 10}, {"hands": [[]]}):
        position = load(**keys)
        assert refusal(position, 0, "endure") == "TM-5"
        assert "endure" not in [str(move) for move in GAME.moves(position, 0)]


def test_step_4_has_its_rescue() -> None:
    position = load(hands=[["2C", "3H"]], gathering=["10H", "9H"])
    position = after(position, "play 2C")
    assert [str(move) for move in GAME.moves(position, 0)] == ["echo", "concede"]
    assert after(position, "echo").due == 10


@pytest.mark.parametrize("move", ["play 9D", "echo"])
def test_the_grave_is_never_shuffled_in(move: str) -> None:
    position = load(hands=[["9D", "10S", "2H"]], grave=["3H", "4H", "5H"], echoes=2)
    position = after(position, move)
    assert position.gathering == () and {"3H", "4H", "5H"} <= set(written(position.grave))


def test_a_muster_never_shuffles_the_grave_in_either() -> None:
    keys = {"rung": "stirring", "ward": 10, "hands": [["4H", "10S"]], "entity": "JH"}
    position = after(load(**keys, grave=["3H"]), "play 10S")
    assert written(position.hands[0]) == ["4H"] and written(position.grave) == ["3H"]


def test_endures_do_not_go_on_for_ever() -> None:
    for seats in (2, 3, 4):
        hands = [[f"{seat + 2}H"] for seat in range(seats)]
        position = load(seats=seats, ward=10, hands=hands)
        for _ in range(seats - 1):
            position = after(position, "endure")
        assert position.to_act == seats - 1
        assert refusal(position, seats - 1, "endure") == "TM-5"


def test_forces_do_not_follow_the_order_of_the_cards() -> None:
    """Blood before Dream before Void before Swarm, however the cards are named."""
    keys = {"entity": "KS", "hands": [["2H", "2D", "2C", "2S", "10S", "JD"]], "grave": ["9H"]}
    ends = set()
    for order in permutations(["2H", "2D", "2C"]):
        match = Match.at(GAME, {"seats": 1, "edition": False, **keys}, 1)
        events = match.play("play " + " ".join(order))
        kinds = [event.kind for event in events if event.kind in ("blood", "drew", "doubled")]
        assert kinds == ["blood", "drew", "doubled"]
        ends.add(tuple(written(match.position.hands[0])))
    assert ends == {("2S", "10S", "JD", "9H")}


# -- endings under any play ------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_random_game_is_short(seats: int) -> None:
    """Nothing goes round in circles: a game of random moves ends within a few hundred."""
    for seed in range(30):
        match = Match.begin(GAME, {"seats": seats, "edition": seed % 2 == 0}, seed)
        while match.to_act is not None:
            moves = match.moves
            match.play(moves[mix(seed, match.ply) % max(1, len(moves) - 1)])
            assert match.ply < 400
