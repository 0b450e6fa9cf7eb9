"""The course of Tempest: what its texts say is so, rules in order, and a game taken over."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.match import Step as Ply
from tabletop_kit.engine.save import AnyMatch
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games.tempest.cards import CARD, FT, OCCUPATION, PANTHEON, ST, SU, TEXT
from tabletop_kit.games.tempest.decks import DECKS
from tabletop_kit.teaching import Runner, load_course
from tabletop_kit.teaching.course import Lesson, Step
from tabletop_kit.teaching.predicates import shown_by
from tabletop_kit.teaching.puzzles import posed
from tabletop_kit.teaching.trial import Trial, legal, solved, way_to_goal

COURSE = load_course("tempest")
GAME = COURSE.game
STEPS = [(lesson, step) for lesson in COURSE.lessons for step in lesson.steps]
EXAMPLE = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "tempest" / "replay.toml").read_text(encoding="utf-8")
)["case"][0]
LEARNT_FIRST = [
    *("TG-L1", "TG-L5", "TG-C2", "TG-L2", "TG-L4", "TG-A13", "TG-L3", "TG-A16", "TG-C4"),
    *("TG-A7", "TG-A21", "TG-B10", "TG-L8", "TG-A59", "TG-L7", "TG-A34", "TG-F1", "TG-F5"),
    *("TG-A46", "TG-F4", "TG-F6", "TG-A23", "TG-A24", "TG-B12", "TG-A39", "TG-B13", "TG-W1"),
    *("TG-A61", "TG-A62", "TG-A10", "TG-V1", "TG-A28", "TG-V2"),
    *("TG-K1", "TG-K3", "TG-K5", "TG-P4", "TG-K14", "TG-A49", "TG-L6", "TG-E14", "TG-E6"),
    *("TG-O12", "TG-D1"),
]
FIGURES = {"ST": ST, "FT": FT, "SU": SU}
STATED = re.compile(r"\b(ST|FT|SU) (\d+)\b(?! or less)")


def names_of(language: str) -> dict[str, str]:
    """The names of the cards, longest first, and their ids."""
    texts = GAME.texts(language)
    named = {texts(f"card.{card}.name"): card for card in CARD}
    return dict(sorted(named.items(), key=lambda pair: -len(pair[0])))


def said_by(lesson: Lesson, step: Step, language: str) -> str:
    texts = COURSE.texts(language)
    key = f"lesson.{lesson.id}.{step.id}"
    return " ".join(texts(one) for one in texts.keys(key))


def on_the_table(step: Step) -> str:
    deal = step.deal
    given = [dict(deal.position), dict(deal.options), list(deal.chance)] if deal else []
    dealt = [
        [dict(one.deal.position), dict(one.deal.options)] for one in step.candidates if one.deal
    ]
    return json.dumps([given, dealt, step.play, step.solution])


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_a_text_names_are_on_the_table(language: str) -> None:
    names, seen = names_of(language), 0
    for lesson, step in STEPS:
        if step.deal is None or not step.deal.position:
            continue
        texts, lies = COURSE.texts(language), on_the_table(step)
        text = texts(f"lesson.{lesson.id}.{step.id}.text")
        quoted = re.findall(r"„([^“]+)“", text) if language == "de" else []
        for name in (
            quoted
            if language == "de"
            else [one for one in names if re.search(rf"\b{re.escape(one)}\b", text)]
        ):
            if name in names:
                assert f'"{names[name]}' in lies or names[name] in lies, (lesson.id, step.id, name)
                seen += 1
    assert seen >= 60


def test_figures_that_a_text_states_are_on_cards_of_the_table() -> None:
    """Where it says "ST 4" some card of the step has ST 4, printed or by what lies on it."""
    seen = 0
    for lesson, step in STEPS:
        if step.deal is None or not step.deal.position:
            continue
        lies = on_the_table(step)
        cards = [card for name, card in CARD.items() if f'"{name}' in lies or name in lies]
        text = COURSE.texts("en")(f"lesson.{lesson.id}.{step.id}.text")
        trial = solved(COURSE, lesson, step)
        assert trial is not None
        asked = {GAME.question(trial.match.position, f"st.{name}") for name in standing(trial)}
        for figure, number in STATED.findall(text):
            printed = {FIGURES[figure][card] for card in cards}
            assert int(number) in printed | asked, (lesson.id, step.id, figure, number)
            seen += 1
    assert seen >= 40


def standing(trial: object) -> list[str]:
    """The names of cards that can be asked for their Strength at the end of a trial."""
    position = trial.match.position  # type: ignore[attr-defined]
    data = GAME.dump(position)
    names = re.findall(
        r'"-?([a-z][a-z0-9-]*(?:#\d+)?)', json.dumps([data["wander"], data["battleground"]])
    )
    found = []
    for name in names:
        try:
            GAME.question(position, f"st.{name}")
        except KeyError:
            continue
        found.append(name)
    return found


def test_what_one_needs_is_learnt_in_the_core() -> None:
    core = {rule for lesson in COURSE.lessons if lesson.core for rule in lesson.teaches}
    needed = {rule for rule in GAME.rulebook if GAME.rulebook[rule].core}
    assert {rule for rule in needed if not GAME.rulebook[rule].card} <= core
    for lesson in COURSE.lessons:
        assert lesson.core == (lesson.id in {one.id for one in COURSE.lessons[:13]})


def test_rules_come_in_a_good_order() -> None:
    places = [COURSE.teaches.index(rule) for rule in LEARNT_FIRST]
    assert places == sorted(places)


def test_wrong_tries_are_answered_by_a_rule() -> None:
    """At least thirty steps let the learner try what is refused, each by a rule of its own."""
    refused = [step for _, step in STEPS if step.kind == "do" and "RefusedBy" in repr(step.goal)]
    assert len(refused) >= 30


# -- the source's own example of play ------------------------------------------------------------


def test_the_example_is_the_replay_move_by_move() -> None:
    lesson = COURSE.lesson("example")
    played = [move for step in lesson.steps for move in (*step.play, *step.solution)]
    assert played == EXAMPLE["do"]
    first = lesson.steps[0].deal
    assert first is not None and list(first.chance) == EXAMPLE["chance"]
    last = solved(COURSE, lesson, lesson.steps[-1])
    assert last is not None and last.match.outcome is not None
    dumped = GAME.dump(last.match.position)
    assert dumped["outcome"] == [2] and dumped["why"] == "deity"
    assert GAME.same("discard", EXAMPLE["expect"]["discard"], dumped["discard"])


def watching(steps: int, presses: int = 0) -> Runner:
    """Somebody at a step of the example who has pressed Watch so often."""
    runner = Runner(COURSE, "example", seed=3)
    runner._enter(steps)
    for _ in range(presses):
        runner.next()
    return runner


def test_passes_are_shown_with_what_was_passed_on() -> None:
    runner = watching(4)
    told = runner.next()
    assert told is not None and told.kind == "told"
    step = runner.step
    assert runner.attempt.watched == 1
    while runner.attempt.watched < len(step.play):
        assert step.play[runner.attempt.watched] not in ("pass", "keep")
        runner.next()


@pytest.mark.parametrize(("step", "presses"), [(0, 2), (2, 3), (5, 4), (10, 2), (12, 0)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_any_part_of_it_can_be_taken_over_and_played_on(
    step: int, presses: int, language: str
) -> None:
    runner = watching(step, presses)
    runner.language = language
    assert runner.picture()["can_take_over"]
    before = runner.attempt
    kept = GAME.dump(before.trial.match.position)  # type: ignore[union-attr]
    runner.take_over()
    picture = runner.picture()
    assert picture["kind"] == "do" and picture["next"] and not picture["can_take_over"]
    assert runner.legal(), "there is something to do"
    cost = dict(runner.costs)
    for _ in range(6):
        if runner.attempt.done or not runner.legal():
            break
        assert runner.try_move(runner.legal()[-1]).kind in ("on", "right")
    assert runner.hint() is None
    back = runner.next()
    assert back is not None and runner.attempt is before
    assert GAME.dump(before.trial.match.position) == kept  # type: ignore[union-attr]
    assert runner.costs == cost and not runner.results


@pytest.mark.parametrize(("step", "presses"), [(0, 2), (3, 2), (5, 9), (10, 2), (12, 0)])
def test_what_is_taken_over_can_be_played_to_the_end(step: int, presses: int) -> None:
    """The learner's own moves chosen by the quick policy; afterwards the lesson goes on."""
    runner = watching(step, presses)
    runner.take_over()
    policy = GAME.policy()
    for number in range(400):
        match = runner.attempt.match
        assert match is not None
        if runner.attempt.done or match.outcome is not None:
            break
        move = GAME.write(policy(match.position, 0, mix(step, number)))
        assert runner.try_move(move).kind in ("on", "right"), move
    ended = runner.attempt.match
    assert ended is not None and ended.outcome is not None
    assert runner.picture()["next"], "back to the lesson"
    back = runner.next()
    assert back is not None and runner.step is COURSE.lesson("example").steps[step]


def test_a_refused_move_of_a_game_taken_over_is_explained() -> None:
    runner = watching(0)
    runner.take_over()
    answer = runner.try_move("summon avatar by peasant")
    assert answer.kind == "refused" and answer.rule in GAME.rulebook and answer.text


def test_what_is_over_or_to_be_done_cannot_be_taken_over() -> None:
    runner = Runner(COURSE, "followers", seed=1)
    assert not runner.picture()["can_take_over"]
    runner.take_over()
    assert runner.aside is None
    assert TEXT[CARD["avatar"]] == "avatar"


@pytest.mark.parametrize(
    ("step", "moves", "kind"),
    [
        ("faith", "summon abbess-of-thale by alms-priest with beggar#2", "right"),
        ("faith", "summon gate-warden by alms-priest with beggar peasant", "wrong"),
        ("board", "summon gate-warden by alms-priest with beggar peasant to battleground", "right"),
        ("board", "summon gate-warden by alms-priest with beggar peasant", "wrong"),
        (
            "deity",
            "summon rose-ossuary by alms-priest with beggar beggar#2 peasant "
            "inside alms-priest beggar beggar#2 peasant",
            "right",
        ),
        ("deity", "summon rose-ossuary by alms-priest with beggar beggar#2", "wrong"),
    ],
)
def test_a_priority_is_understood_whoever_pays(step: str, moves: str, kind: str) -> None:
    runner = Runner(COURSE, "coach", seed=1)
    for place in range(len(runner.lesson.steps)):
        if runner.lesson.steps[place].id == step:
            break
        runner.try_move(runner.lesson.steps[place].solution[0])
        runner.next()
    assert runner.try_move(moves).kind == kind


# -- questions, deck figures, puzzles -------------------------------------------------------------


def test_the_right_answer_of_a_guess_shows_what_its_step_teaches() -> None:
    """The answer that comes true is the one that names the rules, not one that merely fits."""
    asked = 0
    for lesson, step in STEPS:
        trial = solved(COURSE, lesson, step) if step.kind == "guess" else None
        if trial is None:
            continue
        (right,) = [choice for choice in step.choices if choice.when.holds(trial.seen())]
        assert set(step.teaches) <= set(shown_by(right.when, trial.seen())), (lesson.id, step.id)
        asked += 1
    assert asked >= 60


def deck_of(step: str, candidate: str) -> list[str]:
    lesson = COURSE.lesson("decks")
    found = {one.id: one for one in lesson.steps[lesson.place(step)].candidates}[candidate].deal
    assert found is not None
    deck = found.options["deck_lists"][0]
    return [TEXT[card] for card in DECKS[deck]] if isinstance(deck, str) else list(deck)


def costing(deck: list[str], cost: int) -> int:
    return sum(SU[CARD[card]] == cost for card in deck)


def test_decks_of_the_lessons_are_what_they_are_called() -> None:
    """The figures in the choices, counted: sizes, cheap cards, Pantheons."""
    sizes = {"sixty": 60, "fifty-five": 55, "fifty-four": 54}
    assert {name: len(deck_of("size", name)) for name in sizes} == sizes
    assert len(deck_of("loose", "loose")) == 52
    quarter, strong = deck_of("cheap", "quarter"), deck_of("cheap", "strong")
    assert (costing(quarter, 0), costing(quarter, 1), len(quarter)) == (15, 6, 60)
    assert (costing(strong, 0), len(strong)) == (0, 60)
    pantheons = {name: Counter(map(pantheon, deck_of("pantheon", name))) for name in PANTHEONS}
    assert pantheons == PANTHEONS


PANTHEONS = {
    "mixed": Counter(Good=20, Evil=20, Chaos=20),
    "night": Counter(Evil=52, Neutral=8),
}


def pantheon(card: str) -> str:
    return PANTHEON[CARD[card]]


PUZZLES = [step for step in COURSE.lesson("puzzles").steps if step.kind == "puzzle"]


@pytest.mark.parametrize("step", PUZZLES, ids=lambda step: step.id)
@pytest.mark.parametrize("seed", range(3))
def test_a_puzzle_is_solved_by_some_moves_in_every_world(step: Step, seed: int) -> None:
    """Not by just any move, and in worlds that the generator has not seen as in this one."""
    lesson = COURSE.lesson("puzzles")
    task, match = posed(COURSE, lesson, step, seed)
    offered = legal(Trial(match, 0), task)
    right = [move for move in offered if meets(match, task, move)]
    assert 0 < len(right) <= step.by_chance * len(offered)
    for number in range(2):
        position = GAME.imagine(match.position, 0, mix(seed + 1000, number))
        world: AnyMatch = Match(GAME, Ply(position), match.seed)
        assert world.view(0) == match.view(0)
        assert meets(world, task, task.solution[0])


def meets(match: AnyMatch, task: Step, move: str) -> bool:
    trial = Trial(match.branch(), 0)
    trial.learner_says(move, task)
    return trial.met(task) or way_to_goal(trial, task, task.most - 1) is not None


@pytest.mark.parametrize("seed", range(6))
def test_what_stays_unseen_is_neither_priest_nor_fighter(seed: int) -> None:
    """Worked out from the cards: what comes in is no Priest and does not go to the Battleground."""
    lesson = COURSE.lesson("puzzles")
    task, _ = posed(COURSE, lesson, lesson.steps[lesson.place("unseen")], seed)
    verb, card, *rest = task.solution[0].split()
    assert verb in ("play", "summon") and "battleground" not in rest
    assert OCCUPATION[CARD[card]] not in ("Priest", "Demi-god", "Deity")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_asks_why_and_offers_rules_that_can_be_read(language: str) -> None:
    """What a step let one try is asked about as such; answers are a sentence, and differ."""
    course, longest = load_course("tempest", language), 0
    for rule in course.teaches[::4]:
        item = Runner.review(course, [rule], language, seed=2).attempt.item
        assert item is not None
        labels = [choice.label for choice in item.choices]
        assert len(set(labels)) == len(labels), rule
        longest = max(longest, *(len(label.split()) for label in labels))
    assert longest <= 40
    full = Runner.review(course, ["TG-T2"], language).attempt.item
    assert full is not None
    why = {"en": "Why is that not possible?", "de": "Warum geht das nicht?"}[language]
    assert full.question.endswith(why)


def test_on_the_right_way_nobody_hears_what_is_wrong() -> None:
    """Between the moves of a solution no sentence meant for a wrong move is said."""
    words, heard = COURSE.texts("en"), 0
    for lesson, step in STEPS:
        if step.kind != "do" or len(step.solution) < 2 or lesson.id == "example":
            continue
        runner = Runner(COURSE, lesson.id, "en", seed=3)
        runner._enter(lesson.place(step.id))
        key = f"lesson.{lesson.id}.{step.id}.feedback"
        wrong = {words(f"{key}.{entry.id}") for entry in step.feedback}
        for move in step.solution:
            answer = runner.try_move(move)
            assert answer.kind in ("on", "right") and answer.text not in wrong, (step.id, move)
            heard += answer.kind == "on"
    assert heard >= 15
