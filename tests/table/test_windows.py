"""Answers out of turn: who is asked when, what others learn of it, and what is taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.player import Player
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.keeping import kept_preferences
from tabletop_kit.table.pace import PACE_BRIEF
from tabletop_kit.table.picture import picture
from tabletop_kit.table.play import PlayPanel
from tabletop_kit.table.session import Preferences, Session
from tabletop_kit.table.windows import ASK_ME, DECLINE, DECLINE_ALL, REST, has_windows
from tests.engine.lanterns import LANTERNS
from tests.engine.toy import BAZAAR
from tests.engine.toy_table import PASS
from tests.table.fair import FAIR

NOTHING = [["A1", "A2"], ["B1", "B2"], ["A3", "B3"]]
NAYS = [["A1", "N", "S"], ["B1", "N"], ["A3", "N"]]


class Steady:
    """Plays the first card there is, answers nothing, keeps what it holds."""

    id = "steady"

    def choose(self, game: Any, position: Any, seat: int, seed: int) -> Any:
        unasked = game.decline(position, seat)
        return game.moves(position, seat)[0] if unasked is None else unasked


def table(people: list[int], hands: list[list[str]], **keys: Any) -> Session:
    match = Match.at(BAZAAR, {"hands": hands, "rounds": 3, **keys}, 1)
    match.names = ("Ada", "Bo", "Cy", "Di")[: len(hands)]
    sitting: list[Player | None] = [Steady()] * len(hands)
    for seat in people:
        sitting[seat] = None
    return Session(match, tuple(sitting))


def prefer(session: Session, **how: Any) -> Session:
    session.preferences = replace(session.preferences, **how)
    return session


def goes_on(session: Session) -> str:
    """Let the table play what it plays by itself; what is asked then."""
    while session.by_itself:
        session.play_by_itself()
    return str(session.match.position.phase)


def moves(session: Session) -> list[str]:
    return [f"{step.seat} {step.move}" for step in session.match.steps()[1:]]


# -- one person -----------------------------------------------------------------------------------


def test_who_could_play_nothing_is_not_asked() -> None:
    session = table([0], NOTHING, to_act=1)
    assert goes_on(session) == "turn"
    assert moves(session) == ["1 play B1", "2 pass", "0 pass", "2 play A3", "0 pass", "1 pass"]
    assert session.match.to_act == 0


def test_who_could_play_something_is_asked() -> None:
    session = table([0], NAYS, to_act=1)
    assert goes_on(session) == "window"
    assert session.match.to_act == 0
    assert moves(session) == ["1 play B1", "2 pass"]


def test_each_time_is_each_time_also_with_a_single_move() -> None:
    session = prefer(table([0], NOTHING, to_act=1), windows="always")
    assert session.preferences.auto
    assert goes_on(session) == "window"
    assert session.match.to_act == 0


def test_on_request_nobody_is_asked_until_they_say_so() -> None:
    session = prefer(table([0], NAYS, to_act=1), windows="request")
    session.play_by_itself()
    session.say_of_windows(ASK_ME)
    assert goes_on(session) == "window" and session.match.to_act == 0
    assert session.try_move("pass")
    assert not session.windows.wanted
    assert goes_on(session) == "turn"
    assert moves(session)[3:] == ["2 play A3", "0 pass", "1 pass"]


def test_to_ask_to_be_asked_can_be_taken_back() -> None:
    session = prefer(table([0], NAYS, to_act=1), windows="request")
    session.say_of_windows(ASK_ME)
    session.say_of_windows(ASK_ME)
    assert goes_on(session) == "turn"


def test_who_was_asked_and_played_is_asked_again_in_the_same_window() -> None:
    session = prefer(
        table([0], [["N", "N", "A1"], ["B1", "N"], ["A3"]], to_act=1), windows="request"
    )
    session.say_of_windows(ASK_ME)
    goes_on(session)
    assert session.try_move("nay N")
    assert goes_on(session) != "window"
    assert moves(session)[:5] == ["1 play B1", "2 pass", "0 nay N", "1 pass", "2 pass"]


def test_to_rest_is_to_be_asked_no_more_before_ones_own_turn() -> None:
    session = table([0], NAYS, to_act=1)
    goes_on(session)
    assert moves(session) == ["1 play B1", "2 pass"]
    session.say_of_windows(REST)
    session.play_by_itself()
    session.play_by_itself()
    assert moves(session)[2:] == ["0 pass", "2 play A3"]
    assert session.windows.resting == {0} and session.declining == PASS
    assert goes_on(session) == "turn"


def test_resting_ends_with_the_own_turn() -> None:
    session = table([0], NAYS, to_act=2)
    goes_on(session)
    session.say_of_windows(REST)
    goes_on(session)
    assert session.match.position.phase == "turn" and session.match.to_act == 0
    assert session.windows.resting == set()


def test_undo_goes_back_to_the_own_decision_and_stays_there() -> None:
    session = prefer(table([0], NAYS), windows="request")
    before = session.match.last
    session.try_move("play A1")
    goes_on(session)
    assert "0 pass" in moves(session)
    after = session.match.last
    assert session.may_undo
    assert session.undo()
    assert session.match.last is before
    assert not session.by_itself
    assert session.redo()
    assert session.match.last is after


def test_a_window_that_was_gone_back_to_is_not_passed_over_again() -> None:
    session = prefer(table([0], NAYS, to_act=1), windows="request")
    session.say_of_windows(ASK_ME)
    goes_on(session)
    session.try_move("pass")
    goes_on(session)
    assert session.undo()
    assert session.match.position.phase == "window"
    assert not session.by_itself
    assert session.try_move("nay N")


def test_with_nothing_but_unasked_moves_there_is_nothing_to_take_back() -> None:
    session = table([0], NOTHING, to_act=1)
    goes_on(session)
    assert not session.may_undo
    assert not session.undo()
    # What was kept and comes back is judged by how it looks.
    again = Session(session.match.branch(), session.sitting)
    assert not again.may_undo


def test_a_forced_move_is_no_decision_to_go_back_to() -> None:
    session = table([0], [["A1"], ["B1"], ["A3"]])
    session.try_move("play A1")
    goes_on(session)
    assert session.undo()
    assert session.match.ply == 0


def test_the_log_is_the_same_whoever_passed_and_a_window_is_one_line() -> None:
    asked, unasked = table([0], NOTHING, to_act=1), table([0], NOTHING, to_act=1)
    prefer(asked, windows="always", auto=False)
    prefer(unasked, windows="request")
    goes_on(unasked)
    while goes_on(asked) == "window":
        asked.try_move("pass")
    assert picture(asked)["log"] == picture(unasked)["log"]
    lines = [line["text"] for line in picture(unasked)["log"].values()]
    assert "Cy passed. You passed." in lines
    assert lines.count("Cy passed.") == 0


def test_a_line_of_the_log_keeps_its_number_while_it_grows() -> None:
    session = prefer(table([0], NAYS, to_act=1), windows="always")
    goes_on(session)
    before = picture(session)["log"]
    session.try_move("pass")
    after = picture(session)["log"]
    (number,) = [key for key in before if before[key]["text"] == "Cy passed."]
    assert after[number]["text"] == "Cy passed. You passed."


def test_nobody_waits_for_what_answers_nothing() -> None:
    session = table([0], NAYS, to_act=1)
    assert not session.is_brief(session.match.moves[0])
    session.play_by_itself()
    assert session.is_brief(PASS)
    assert not session.is_brief(
        next(m for m in BAZAAR.moves(session.match.position, 2) if m != PASS)
    )
    assert PACE_BRIEF < 0.2


# -- several people at one screen -----------------------------------------------------------------


def test_several_are_asked_alike_whatever_they_hold() -> None:
    seen = []
    for hands in (NOTHING, [["A1", "N"], ["B1", "B2"], ["A3", "B3"]]):
        session = table([0, 1], hands, to_act=2)
        goes_on(session)
        assert session.curtain == 0
        seen.append({**picture(session), "log": None})
        session.lift()
        assert not session.by_itself  # one who can only pass passes by hand, as the others do
        session.try_move("pass")
        assert session.curtain == 1
        seen.append({**picture(session), "log": None})
    assert seen[0] == seen[2] and seen[1] == seen[3]


def test_one_may_pass_without_looking() -> None:
    session = table([0, 1], NAYS, to_act=2)
    goes_on(session)
    curtain = picture(session)["curtain"]
    assert [other["move"] for other in curtain["others"]] == [DECLINE, DECLINE_ALL]
    assert "Ada" in curtain["text"] and "Ada" in curtain["others"][0]["label"]
    session.say_of_windows(DECLINE)
    goes_on(session)
    assert session.curtain == 1
    assert [other["move"] for other in picture(session)["curtain"]["others"]] == [DECLINE]
    assert moves(session) == ["2 play A3", "0 pass"]


def test_nobody_at_the_screen_answers_until_something_new_is_played() -> None:
    session = table([0, 2], [["A1"], ["B1", "N"], ["A3", "N"]], to_act=1)
    goes_on(session)
    assert session.curtain == 2
    session.say_of_windows(DECLINE_ALL)
    goes_on(session)
    assert moves(session)[:3] == ["1 play B1", "2 pass", "0 pass"]
    assert session.curtain == 2 and session.match.position.phase == "turn"
    session.lift()
    session.try_move("play A3")
    goes_on(session)
    assert session.curtain == 0 and session.match.position.phase == "window"


def test_a_curtain_tells_what_has_happened_since_its_person_last_looked() -> None:
    session = table([0, 2], [["A1"], ["B1", "N"], ["A3", "N"]], to_act=1)

    def told() -> Any:
        goes_on(session)
        return picture(session)["curtain"].get("told")

    assert told() == ["Bo plays B1."]
    session.say_of_windows(DECLINE_ALL)
    assert (told(), session.curtain) == (["Bo plays B1.", "Bo has it lie there."], 2)
    session.lift()
    session.try_move("play A3")
    # Who has not looked since the beginning is told all of it; that somebody passed is nothing.
    assert told() == ["Bo plays B1.", "Bo has it lie there.", "Cy plays A3."]
    assert session.curtain == 0
    session.lift()
    session.try_move("pass")
    goes_on(session)  # now it is the turn of the one who has just looked
    session.try_move("play A1")
    assert (told(), session.curtain) == (["Cy has it lie there.", "Ada plays A1."], 2)


def test_a_curtain_tells_the_last_of_much_and_how_much_there_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tabletop_kit.table.picture.CURTAIN_LINES", 1)
    session = table([0, 2], NAYS, to_act=1)
    goes_on(session)
    assert picture(session)["curtain"]["told"] == ["Bo plays B1."]
    session.say_of_windows(DECLINE_ALL)
    goes_on(session)
    earlier = "Before that, one line more in “What happened”."
    assert picture(session)["curtain"]["told"] == [earlier, "Bo has it lie there."]


def test_nobody_answers_in_the_windows_after_it_either_until_something_is_played() -> None:
    position = {
        "seats": 3,
        "turns": [3, 3, 3],
        "hands": [["garrison"], ["domination"], ["fireball"]],
        "wander": [["alms-priest", "novice"], ["novice#2"], ["imp drained"]],
        "battleground": [["steward"], ["warlock"], ["mage-master"]],
        "decks": [["peasant"] * 9] * 3,
    }
    match = Match.at(find_game("tempest"), position, 1)
    session = Session(match, (None, None, None))
    session.lift()
    assert session.try_move("summon garrison by alms-priest with novice")
    assert session.curtain == 1 and session.match.position.window == "summon"
    session.say_of_windows(DECLINE_ALL)
    windows = []
    while session.by_itself:
        windows.append(session.match.position.window)
        session.play_by_itself()
    assert session.match.position.phase == "main" and session.match.to_act == 0
    assert len(set(windows)) > 1, "another window followed, in which nobody was asked"
    assert not session.curtain and session.try_move("end")
    assert session.windows.quiet == set()


def test_who_does_not_lift_the_curtain_cannot_be_passed_for_in_a_turn() -> None:
    session = table([0, 1], NAYS)
    assert "others" not in picture(session)["curtain"]
    session.say_of_windows(DECLINE_ALL)
    assert not session.by_itself


def test_on_request_the_curtain_stays_away_from_windows() -> None:
    session = prefer(table([0, 1], NAYS, to_act=2), windows="request")
    goes_on(session)
    assert session.match.position.phase == "turn" or session.match.position.phase == "refill"
    assert moves(session)[:3] == ["2 play A3", "0 pass", "1 pass"]


def test_only_what_could_be_played_never_decides_with_several() -> None:
    for hands in (NOTHING, NAYS):
        session = prefer(table([0, 1], hands, to_act=2), windows="possible")
        goes_on(session)
        assert session.match.position.phase == "window"


# -- sealed choices -------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [[0], [2], [0, 2], [1, 2], [0, 1, 2]])
def test_sealed_choices_of_people_and_kit_players(people: list[int]) -> None:
    hands = [["A1", "A2", "N"], ["B1", "B2"], ["A3", "B3"]]
    session = table(people, hands, phase="refill", sealed=["", "", ""])
    for seat in people:
        goes_on(session)
        assert session.match.to_act == seat
        if len(people) > 1:
            assert session.curtain == seat
            session.lift()
        shown = picture(session)
        assert not [line for line in shown["log"].values() if "discards" in line["text"]]
        assert session.try_move(f"discard {' '.join(hands[seat])}")
    goes_on(session)
    opened = [event for event in session.match.events(None) if event.kind == "opened"]
    assert {event.seat for event in opened} >= set(people)
    assert session.undo()
    assert session.match.to_act == people[-1]


# -- at the table ---------------------------------------------------------------------------------


def test_only_games_with_windows_have_the_setting() -> None:
    assert has_windows(FAIR) and not has_windows(LANTERNS)
    for game, shown in ((FAIR, True), (LANTERNS, False)):
        panel = PlayPanel(game, MemoryStore())
        box = panel.settings.box.children[2]
        assert (box.layout.display != "none") == shown
        panel.close()


def test_the_setting_is_kept_and_followed() -> None:
    store = MemoryStore()
    panel = PlayPanel(FAIR, store)
    assert panel.settings.windows.value == "possible"
    panel.settings.windows.value = "request"
    assert panel.session.preferences.windows == "request"
    assert kept_preferences(store).windows == "request"
    panel.settings.language.value = "de"
    assert panel.session.preferences.windows == "request"
    assert panel.settings.windows.options[2][0].startswith("Nur wenn ich es")
    panel.close()
    store.put("settings", {"windows": "never", "language": "de"})
    assert kept_preferences(store) == Preferences(language="de")


def test_the_buttons_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    match = Match.at(FAIR, {"hands": NAYS[:2], "rounds": 3, "to_act": 0}, 1)
    match.extra = {"players": ["human", "human"]}
    panel = PlayPanel(FAIR, MemoryStore(), match)
    panel.do({"do": "ready", "kept": {}, "address": ""})
    panel.do({"do": "lift"})
    panel.do({"do": "move", "text": "play A1", "at": ""})
    assert panel.picture()["curtain"]["others"][0]["move"] == DECLINE
    panel.do({"do": "lift"})
    verbs = panel.picture()["scene"]["verbs"]
    assert REST in verbs and ASK_ME not in verbs
    panel.do({"do": "move", "text": REST, "at": REST})
    assert panel.match.position.phase == "turn"
    panel.do({"do": "lift"})
    panel.do({"do": "move", "text": "play B1", "at": ""})
    assert panel.match.to_act == 0
    panel.close()


def test_to_be_asked_can_be_said_on_an_old_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    match = Match.at(FAIR, {"hands": NAYS[:2], "rounds": 3, "to_act": 0}, 1)
    match.extra = {"players": ["human", "random"]}
    panel = PlayPanel(FAIR, MemoryStore(), match)
    panel.prefer(replace(panel.preferences, windows="request"))
    assert ASK_ME in panel.picture()["scene"]["verbs"]
    old = {"type": "intent", "rev": panel.session.revision + 7, "n": 1, "do": "move"}
    panel.board.receive({**old, "text": "play A1", "at": "play"})
    assert panel.match.ply == 0
    panel.board.receive({**old, "text": ASK_ME, "at": ASK_ME})
    assert panel.session.windows.wanted
    panel.close()


def test_who_listens_does_not_hear_every_seat_pass() -> None:
    session = prefer(table([0], NAYS, to_act=1), windows="request")
    goes_on(session)
    assert "passed" not in session.say
    session = table([0], NAYS, to_act=1)
    goes_on(session)
    said = session.said
    session.try_move("pass")
    assert session.said > said and "You passed." in session.say


def test_a_single_move_of_a_turn_goes_by_itself_only_where_all_can_know_it() -> None:
    keys = {"hands": [["N", "N"], ["B1"], ["A3"]], "draw": ["A1", "A2", "B2"], "rounds": 3}
    session = Session(Match.at(BAZAAR, keys, 1), (None, None, Steady()))
    session.lift()
    assert [str(move) for move in session.match.moves] == ["pass"]
    assert not session.forced  # the others could not know that there is no card to play
    keys = {"hands": [[], ["B1"], ["A3"]], "draw": ["A1", "A2", "B2"], "rounds": 3}
    session = Session(Match.at(BAZAAR, keys, 1), (None, None, Steady()))
    session.lift()
    assert session.forced


def test_looking_back_steps_over_what_answered_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    match = Match.at(FAIR, {"hands": NAYS, "rounds": 3, "to_act": 0}, 1)
    for move in ("play A1", "pass", "pass", "play B1", "pass", "pass"):
        match.play(move)
    match.extra = {"players": ["human"] * 3}
    panel = PlayPanel(FAIR, MemoryStore(), match)
    panel.toggle("replay")
    seen = []
    for click in (panel.replay.previous, panel.replay.previous, panel.replay.previous):
        click.click()
        seen.append(panel.replay.at)
    assert seen == [4, 1, 0]
    panel.replay.next.click()
    panel.replay.next.click()
    assert panel.replay.at == 4
    panel.close()
