"""What holds in every game, whatever is rolled, dealt and played; each game has more of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import BadNotation
from tabletop_kit.engine.save import code, load_code, load_text, save_text
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import GAMES, find_game
from tests.games.elsewhere import printed_elsewhere
from tests.games.playing import SEED, described, games, many_digests, playing

each = pytest.mark.parametrize("game", described())


def test_every_game_says_how_it_is_played() -> None:
    assert described() == list(GAMES), (
        "write tests/games/<id>/playing.py, as tests/games/playing.py says"
    )


@each
def test_a_position_and_its_keys_are_each_others_inverse(game: str) -> None:
    rules = find_game(game)

    @playing(game).FEW
    @given(games(game))
    def holds(match: Match[Any, Any]) -> None:
        for step in match.steps()[:: 1 + match.ply // 60]:
            if rules.loadable(step.position):
                keys = json.loads(json.dumps(rules.dump(step.position)))
                assert rules.load(keys, step.position.luck) == step.position

    holds()


@each
def test_a_game_is_saved_anywhere(game: str) -> None:
    @playing(game).FEW
    @given(games(game))
    def holds(match: Match[Any, Any]) -> None:
        for again in (load_text(save_text(match), find_game), load_code(code(match), find_game)):
            assert again.position == match.position
            assert again.events(None) == match.events(None)

    holds()


@each
def test_one_seed_is_one_game(game: str) -> None:
    """The same seed and the same moves give the same positions and the same story."""
    how = playing(game)

    @how.WHOLE
    @given(SEED, how.short())
    def holds(seed: int, options: dict[str, Any]) -> None:
        one, other = (Match.begin(find_game(game), options, seed) for _ in range(2))
        while one.to_act is not None:
            assert one.position == other.position and one.last.events == other.last.events
            move = how.chosen(one, mix(seed, one.ply))
            one.play(move)
            other.play(str(move))
        assert one.position == other.position

    holds()


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
@each
def test_another_process_with_another_hash_seed_plays_the_same(game: str, hash_seed: str) -> None:
    call = f"many_digests({game!r})"
    assert printed_elsewhere("tests.games.playing", call, hash_seed) == many_digests(game)


@each
def test_taking_back_and_going_on_keeps_every_position(game: str) -> None:
    how = playing(game)

    @how.FEW
    @given(SEED, how.options(), st.lists(st.integers(0, 999), min_size=10, max_size=120))
    def holds(seed: int, options: dict[str, Any], walk: list[int]) -> None:
        match = Match.begin(find_game(game), options, seed)
        line = [match.last]
        for number in walk:
            if number % 4 == 0:
                match.undo()
            elif number % 4 == 1:
                match.redo()
            elif match.to_act is not None:
                match.play(how.chosen(match, mix(seed, number)))
                line[match.ply :] = [match.last]
            assert match.last is line[match.ply]
            assert [step.ply for step in match.steps()] == list(range(match.ply + 1))

    holds()


@each
def test_a_branch_leaves_its_trunk_alone(game: str) -> None:
    how = playing(game)

    @how.FEW
    @given(games(game), st.integers(0, 999))
    def holds(match: Match[Any, Any], number: int) -> None:
        assume(match.to_act is not None)
        match.extra["kept"] = 1
        last, picture, options = match.last, repr(match.position), dict(match.options)
        branch = match.branch()
        branch.play(how.chosen(branch, number))
        branch.extra["kept"] = 2
        branch.options["more"] = []
        branch.undo()
        branch.undo()
        assert match.last is last and repr(match.position) == picture
        assert match.extra == {"kept": 1} and match.options == options and not match.undone
        trunk = match.branch()
        match.undo()
        assert trunk.last is last

    holds()


@each
def test_any_line_is_read_or_refused_and_ruled_on(game: str) -> None:
    rules = find_game(game)

    @playing(game).FEW
    @given(st.text(max_size=30), st.integers(-2, 9), games(game))
    def holds(text: str, seat: int, match: Match[Any, Any]) -> None:
        before = match.last
        ruling = match.ruling(text, seat)
        assert ruling.rule in rules.rulebook
        try:
            move = rules.parse(text)
        except BadNotation as bad:
            assert bad.ruling == ruling
        else:
            assert rules.parse(rules.write(move)) == move
        if not ruling:
            for language in LANGUAGES:
                assert rules.texts(language).explain(ruling, seat).strip()
        assert match.last is before

    holds()


@each
def test_an_imagined_position_cannot_be_told_from_the_real_one(game: str) -> None:
    rules = find_game(game)

    @playing(game).FEW
    @given(games(game), st.integers(0, 3), SEED)
    def holds(match: Match[Any, Any], seat: int, seed: int) -> None:
        position = match.position
        assume(seat < rules.seat_count(position))
        world = rules.imagine(position, seat, seed)
        assert rules.view(world, seat) == rules.view(position, seat)
        assert rules.imagine(position, seat, seed) == world
        assert not list(rules.breaches(world))

    holds()


@each
def test_an_imagined_position_can_be_played_on(game: str) -> None:
    """The moves of the one that is asked are legal there, and lead on."""
    rules = find_game(game)

    @playing(game).FEW
    @given(games(game))
    def holds(match: Match[Any, Any]) -> None:
        assume(match.to_act is not None)
        assert match.to_act is not None
        world = rules.imagine(match.position, match.to_act, match.seed)
        for _ in range(20):
            asked = rules.to_act(world)
            if asked is None:
                break
            moves = rules.moves(world, asked)
            world = rules.apply(world, asked, moves[match.seed % len(moves)])
            assert not list(rules.breaches(world))

    holds()
