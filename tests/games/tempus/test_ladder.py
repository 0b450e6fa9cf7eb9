"""The tournament and the game master's opponents (TP-D2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletop_kit as kit
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import BadPosition, Outcome, Ruling
from tabletop_kit.engine.save import save
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.engine.workshop import Opponent, seat_options
from tabletop_kit.games import find_game
from tabletop_kit.games.tempus import ladder as tournament
from tabletop_kit.games.tempus.campaign import DiceLadder, read_campaign
from tabletop_kit.games.tempus.position import MASTER_DECK, STANDARD_DECK
from tabletop_kit.progress import MemoryStore
from tabletop_kit.progress.base import fingerprint

GAME = find_game("tempus")
WON = Outcome((0,), "TP-12", (1.0, 0.0))
LOST = Outcome((1,), "TP-12", (0.0, 1.0))
DRAWN = Outcome((), "TP-12", (0.5, 0.5))
IDS = [step.id for step in tournament.steps()]


def a_ladder(data: Any = None, language: str = "en") -> DiceLadder:
    found = GAME.ladder(data, GAME.texts(language))
    assert isinstance(found, DiceLadder)
    return found


def recorded(ladder: DiceLadder, rung: str, outcome: Outcome, match: str) -> DiceLadder:
    found = ladder.record(rung, outcome, 0, match)
    assert isinstance(found, DiceLadder)
    return found


# -- the data -------------------------------------------------------------------------------------


def everybody() -> list[Opponent]:
    rungs = [rung.opponent for rung in a_ladder().rungs]
    return rungs + list(GAME.opponents(GAME.texts()))


@pytest.mark.parametrize("opponent", everybody(), ids=lambda one: one.id)
def test_every_opponent_exists_and_can_be_played(opponent: Opponent) -> None:
    player = GAME.players()[opponent.player]
    own = {"factions": "harpers", "decks": [f"d{size}" for size in STANDARD_DECK]}
    match = Match.new(GAME, 5, **seat_options(GAME.options, [own, opponent.options]))
    assert match.position.factions == ("harpers", opponent.options["factions"])
    assert [f"d{size}" for size in match.position.decks[1]] == opponent.options["decks"]
    while match.to_act == 0:
        match.play(match.moves[-1])
    assert match.to_act == 1
    match.play(player.choose(GAME, match.position, 1, 3))


def test_each_has_a_name_and_a_sentence_of_their_own_in_every_language() -> None:
    for language in LANGUAGES:
        texts = GAME.texts(language)
        found = [rung.opponent for rung in a_ladder(None, language).rungs]
        found += GAME.opponents(texts)
        assert len({one.name for one in found}) == len(found) == 14
        for one in found:
            family = "ladder" if one.id in IDS else "master"
            assert f"{family}.{one.id}.name" in texts and f"{family}.{one.id}.about" in texts
            assert one.about.endswith(".")


def test_the_ladder_rises() -> None:
    order = list(GAME.players())
    steps = tournament.steps()
    levels = [order.index(tournament.player_id(step.challenger, GAME.players())) for step in steps]
    decks = [sum(step.challenger.deck) for step in steps]
    for values in (levels, decks, [step.prize for step in steps], [step.wins for step in steps]):
        assert values == sorted(values)
    assert levels[0] == 0 and levels[-1] == len(order) - 1
    assert decks[0] == sum(STANDARD_DECK)
    assert MASTER_DECK in [step.challenger.deck for step in steps]
    assert [step.prize for step in steps][-3:] == [12] * 3
    assert 12 in steps[-1].challenger.deck
    assert len(set(IDS)) == len(IDS)
    assert {step.challenger.faction for step in steps} == set(GAME.options[0].choices)


def test_the_strongest_is_the_last_of_the_players() -> None:
    challenger = tournament.steps()[-1].challenger
    assert tournament.player_id(challenger, {"weak": 0, "new": 1}) == "new"
    assert challenger.player == "strongest"


def test_the_masters_play_decks_with_d12() -> None:
    decks = {master.id: master.deck for master in tournament.masters()}
    assert MASTER_DECK in decks.values()
    assert sum(12 in deck for deck in decks.values()) >= 3


# -- climbing -------------------------------------------------------------------------------------


def test_the_foot_of_the_ladder() -> None:
    ladder = a_ladder()
    assert [rung.state for rung in ladder.rungs] == ["open"] + ["locked"] * 7
    assert ladder.next == ladder.rungs[0]
    assert ladder.news == ""


def test_a_win_opens_the_next_rung_and_the_prize_lies_in_the_collection() -> None:
    ladder = recorded(a_ladder(), "mill", WON, "m1")
    assert [rung.state for rung in ladder.rungs][:3] == ["won", "open", "locked"]
    assert ladder.campaign.collection.owned == (3, 3, 4, 1, 0)
    assert ladder.campaign.collection.deck == STANDARD_DECK
    assert "Lise" in ladder.news and "d8" in ladder.news and "Odo" in ladder.news
    workshop = GAME.workshop(ladder.data(), GAME.texts())
    assert workshop is not None
    assert not isinstance(workshop.swap("d4", "d8"), Ruling)


def test_losing_and_drawing_cost_nothing() -> None:
    ladder = a_ladder()
    for number, outcome in enumerate((LOST, DRAWN, LOST)):
        after = recorded(ladder, "mill", outcome, f"m{number}")
        assert after.campaign == ladder.campaign
        assert after.news != ladder.news
    assert "Unentschieden" in recorded(a_ladder(None, "de"), "mill", DRAWN, "m").news


def test_a_match_counts_once() -> None:
    ladder = a_ladder()
    for step in tournament.steps()[:4]:
        ladder = recorded(ladder, step.id, WON, step.id)
    once = recorded(ladder, "fort", WON, "same")
    twice = recorded(once, "fort", WON, "same")
    assert twice.campaign == once.campaign
    assert (once.rungs[4].wins, once.rungs[4].state) == (1, "open")
    assert "one more" in once.news
    both = recorded(twice, "fort", WON, "other")
    assert (both.rungs[4].wins, both.rungs[4].state) == (2, "won")
    again = recorded(both, "fort", WON, "third")
    assert again.campaign == both.campaign
    assert "honour" in again.news


def test_the_seat_of_the_climber_counts() -> None:
    found = a_ladder().record("mill", LOST, 1, "m")
    assert isinstance(found, DiceLadder)
    assert found.rungs[0].state == "won"


@pytest.mark.parametrize(("rung", "why"), [("tower", "locked-rung"), ("<b>", "no-rung")])
def test_rungs_that_cannot_be_played(rung: str, why: str) -> None:
    found = a_ladder().record(rung, WON, 0, "m")
    assert isinstance(found, Ruling)
    assert (found.rule, found.why) == ("TP-D2", why)
    assert GAME.texts("de").explain(found).endswith(".")


def test_the_whole_ladder_and_all_its_dice() -> None:
    ladder = a_ladder()
    for number in range(100):
        if ladder.next is None:
            break
        ladder = recorded(ladder, ladder.next.id, WON, f"m{number}")
    assert number == sum(step.wins for step in tournament.steps())
    assert {rung.state for rung in ladder.rungs} == {"won"}
    assert ladder.campaign.collection.owned == (3, 3, 5, 4, 3)
    assert "tournament is yours" in ladder.news


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(IDS), st.sampled_from([WON, LOST, DRAWN]), st.integers(0, 5).map(str)
        ),
        max_size=60,
    )
)
def test_whatever_is_reported_each_prize_is_gained_exactly_once(reports: Any) -> None:
    ladder = a_ladder()
    for rung, outcome, match in reports:
        found = ladder.record(rung, outcome, 0, match)
        if isinstance(found, DiceLadder):
            assert len([r for r in found.rungs if r.state == "open"]) <= 1
            ladder = found
    states = [rung.state for rung in ladder.rungs]
    assert states == sorted(states, key=["won", "open", "locked"].index)
    gained = sum(ladder.campaign.collection.owned or ()) - 10
    assert gained == states.count("won")
    assert a_ladder(json.loads(json.dumps(ladder.data()))).campaign == ladder.campaign


# -- the state ------------------------------------------------------------------------------------

HOSTILE: list[Any] = [
    7,
    [],
    {"other": 1},
    {"ladder": []},
    {"ladder": {"mill": 3}},
    {"ladder": {"mill": [3]}},
    {"ladder": {"mill": [""]}},
    {"ladder": {"mill": ["x" * 1_000]}},
    {"ladder": {"mill": {"a": "b"}}},
    {"collection": [], "ladder": {}},
]


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: str(data)[:50])
def test_damaged_states_are_refused_with_a_sentence(data: Any) -> None:
    for hook in (GAME.ladder, GAME.workshop):
        with pytest.raises(BadPosition) as caught:
            hook(data, GAME.texts())
        assert GAME.texts("de").explain(caught.value).endswith(".")


def test_what_another_version_knew_is_left_out() -> None:
    found = read_campaign({"ladder": {"cellar": ["m1"], "mill": ["m2", "m2", "m3"]}})
    assert found.ladder == {"mill": ("m2",)}


def test_a_tournament_match_from_the_table_to_the_store_and_back() -> None:
    """Play a match on the lowest rung, keep it, and find the prize again."""
    store = MemoryStore()
    for seed in range(40):
        ladder = a_ladder(store.get("collection/tempus"))
        if ladder.campaign.ladder:
            break
        rung = ladder.rungs[0]
        workshop = GAME.workshop(ladder.data(), ladder.texts)
        assert workshop is not None
        own = {"factions": "council", workshop.option: workshop.deck()}
        options = seat_options(GAME.options, [own, rung.opponent.options])
        match = kit.new("tempus", seed, **options)
        players = (GAME.players()["sound"], GAME.players()[rung.opponent.player])
        while (seat := match.to_act) is not None:
            match.play(players[seat].choose(GAME, match.position, seat, seed), seat)
        assert match.outcome
        after = ladder.record(rung.id, match.outcome, 0, fingerprint(save(match)))
        assert isinstance(after, DiceLadder)
        assert bool(after.campaign.ladder) == (match.outcome.winners == (0,))
        store.put("collection/tempus", after.data())
    assert a_ladder(store.get("collection/tempus")).campaign.collection.owned == (3, 3, 4, 1, 0)
