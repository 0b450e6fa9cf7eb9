"""The table as a person finds it: lobby, saving and sharing, tournament, workshop, languages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from ipywidgets.widgets import widget as widgets

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import code, save_text
from tabletop_kit.games import find_game
from tabletop_kit.progress import BrowserStore, MemoryStore
from tabletop_kit.table.play import SLOT, PlayPanel
from tabletop_kit.table.seating import HUMAN
from tabletop_kit.table.session import Preferences

GAME = find_game("tempus")


@pytest.fixture(autouse=True)
def faults_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def panel(store: MemoryStore) -> PlayPanel:
    made = PlayPanel(GAME, store)
    send(made, "ready", kept={}, address="")
    return made


def send(panel: PlayPanel, doing: str, **more: Any) -> None:
    number = getattr(panel, "test_number", 0) + 1
    panel.test_number = number  # type: ignore[attr-defined]
    panel.board.receive(
        {"type": "intent", "rev": panel.session.revision, "n": number, "do": doing, **more}
    )


def say(panel: PlayPanel, move: str, at: str = "") -> None:
    send(panel, "move", text=move, at=at)


def play_out(panel: PlayPanel) -> None:
    while panel.match.to_act is not None or panel.session.ended is not None:
        if panel.session.ended is not None:
            say(panel, "go-on", "go-on")
            continue
        if panel.session.curtain is not None:
            send(panel, "lift")
        say(panel, GAME.write(panel.match.moves[0]))


def test_a_first_visit_finds_a_game_to_play_at_once(panel: PlayPanel) -> None:
    assert panel.match.extra["players"][0] == HUMAN
    assert panel.session.viewer == 0
    assert panel.board.text().count("\n") > 5


def test_a_game_that_is_left_is_found_again(panel: PlayPanel, store: MemoryStore) -> None:
    say(panel, GAME.write(panel.match.moves[0]))
    position = panel.match.position
    again = PlayPanel(GAME, store)
    assert again.match.position == position
    assert again.match.extra == panel.match.extra
    assert "notice" in again.picture()


def kit_begins() -> Match[Any, Any]:
    """A fresh match in which the seat that is asked first is a kit player's."""
    match = Match.new(GAME, 1)
    match.extra = {"players": ["random", "random"]}
    match.extra["players"][1 - (match.to_act or 0)] = HUMAN
    return match


def test_a_stranger_whose_opponent_begins_is_not_welcomed_back() -> None:
    made = PlayPanel(GAME, BrowserStore(), kit_begins())
    assert made.match.ply == 0
    send(made, "ready", kept={}, address="")
    assert made.match.ply == 1
    assert not made.notice


def test_a_game_kept_by_the_browser_is_not_lost_to_an_opponent_who_begins() -> None:
    store = BrowserStore()
    former = PlayPanel(GAME, store, kit_begins())
    send(former, "ready", kept={}, address="")
    say(former, GAME.write(former.match.moves[0]))
    kept = store.values()
    again = PlayPanel(GAME, BrowserStore(), kit_begins())
    send(again, "ready", kept=kept, address="")
    assert again.match.seed == former.match.seed
    assert again.match.position == former.match.position
    assert "back at your game" in again.notice


def test_a_finished_game_is_kept_once_and_a_new_one_waits(
    panel: PlayPanel, store: MemoryStore
) -> None:
    play_out(panel)
    assert len(store.finished("tempus")) == 1
    assert PlayPanel(GAME, store).match.ply <= 1


def test_a_kept_game_that_is_damaged_is_told_in_one_sentence(store: MemoryStore) -> None:
    panel = PlayPanel(GAME, store)
    say(panel, GAME.write(panel.match.moves[0]))
    kept = store.kept_match("tempus", SLOT)
    store.keep_match("tempus", SLOT, {**kept, "moves": ["lay d4:4"] * 30})
    again = PlayPanel(GAME, store)
    assert "move" in again.picture()["notice"]["text"]
    assert again.match.to_act is not None


def test_the_lobby_makes_the_game_that_was_asked_for(panel: PlayPanel) -> None:
    mine, other = panel.lobby.seats
    mine.name.value = "<b>Ada</b>"
    mine.options["factions"].value = "zhentarim"
    other.who.value = "random"
    panel.lobby.seed.value = "77"
    panel.lobby.start.click()
    assert panel.match.seed == 77
    assert panel.match.names[0] == "<b>Ada</b>"
    assert panel.match.position.factions[0] == "zhentarim"
    assert panel.match.extra["players"] == [HUMAN, "random"]


@pytest.mark.parametrize("seed", ["-1", "1.5", "seven", "9" * 40, "١٢"])
def test_a_bad_seed_gets_a_sentence_and_changes_nothing(panel: PlayPanel, seed: str) -> None:
    before = panel.match
    panel.lobby.seed.value = seed
    panel.lobby.start.click()
    assert panel.match is before
    assert "seed is a whole number" in panel.lobby.error.value


def test_a_name_that_is_too_long_gets_a_sentence(panel: PlayPanel) -> None:
    before = panel.match
    panel.lobby.seats[0].name.value = "x" * 41
    panel.lobby.start.click()
    assert panel.match is before
    assert "at most 40" in panel.lobby.error.value


def test_a_preset_opponent_brings_deck_and_faction(panel: PlayPanel) -> None:
    opponent = GAME.opponents(GAME.texts())[0]
    panel.lobby.seats[1].who.value = f"opponent:{opponent.id}"
    panel.lobby.start.click()
    assert panel.match.names[1] == opponent.name
    assert panel.match.position.factions[1] == opponent.options["factions"]
    assert [f"d{size}" for size in panel.match.position.decks[1]] == opponent.options["decks"]


def test_a_shared_code_opens_the_same_position(panel: PlayPanel, store: MemoryStore) -> None:
    say(panel, GAME.write(panel.match.moves[0]))
    link = f"match={code(panel.match)}"
    other = PlayPanel(GAME, MemoryStore())
    send(other, "ready", kept={}, address=link)
    assert other.match.position == panel.match.position


FUTURE = '{"format": "tabletop-kit match", "version": 99, "game": "tempus"}'
BAD = {
    "nothing": "",
    "markup": "<img src=x onerror=alert(1)>",
    "long": "tempus-1-" + "A" * 5000,
    "other-game": "chess-1-AAAA",
    "cut": "tempus-1-izbUMdWp",
    "not-json": "{",
    "future": FUTURE,
    "foreign": '{"format": "pgn"}',
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_what_cannot_be_opened_gets_a_sentence_and_changes_nothing(
    panel: PlayPanel, text: str
) -> None:
    before = panel.match.last
    panel.share.paste.value = text
    panel.share.open.click()
    assert panel.match.last is before
    assert "Nothing was loaded" in panel.share.result_text
    assert "<img" not in panel.share.result.value


def test_a_saved_file_is_opened_and_a_picture_is_not(panel: PlayPanel) -> None:
    say(panel, GAME.write(panel.match.moves[0]))
    position, text = panel.match.position, save_text(panel.match)
    other = PlayPanel(GAME, MemoryStore())
    for content in (b"\x89PNG\r\n\x1a\n\x00", text.encode()):
        file = {
            "name": "x.json",
            "type": "",
            "size": len(content),
            "content": content,
            "last_modified": datetime.now(UTC),
        }
        other.share.upload.set_trait("value", (file,))
    assert other.match.position == position


def test_the_tournament_counts_a_match_once_and_takes_nothing_back(
    panel: PlayPanel, store: MemoryStore
) -> None:
    panel.toggle("tournament")
    panel.tournament.buttons[0].click()
    assert panel.session.strict
    say(panel, GAME.write(panel.match.moves[0]))
    before = panel.match.last
    send(panel, "undo")
    assert panel.match.last is before
    play_out(panel)
    assert panel.news
    assert store.get("collection/tempus") is not None


def test_the_workshop_refuses_what_one_does_not_own_and_exchanges_what_one_does(
    panel: PlayPanel, store: MemoryStore
) -> None:
    panel.toggle("workshop")
    drawer = panel.workshop
    drawer.out.value, drawer.into.value = "d4", "d12"
    drawer.exchange.click()
    assert "TP-D" in drawer.result.value
    workshop = panel.campaign.workshop("en")
    assert workshop is not None
    assert workshop.deck() == ["d4"] * 3 + ["d6"] * 3 + ["d8"] * 3 + ["d10"]


def test_settings_change_the_language_at_once_and_are_kept(
    panel: PlayPanel, store: MemoryStore
) -> None:
    panel.settings.language.value = "de"
    assert "Runde 1" in panel.board.text()
    assert panel.bar.buttons["new"].description == "Neues Spiel"
    assert PlayPanel(GAME, store).preferences.language == "de"


def test_replay_and_a_branch_leave_the_old_game_alone(panel: PlayPanel) -> None:
    for _ in range(3):
        say(panel, GAME.write(panel.match.moves[0]))
    old = panel.match
    last = old.last
    send(panel, "look", ply=1)
    assert panel.session.look is not None
    panel.replay.branch.click()
    assert panel.match is not old
    assert panel.match.steps()[1] is old.steps()[1]
    assert old.last is last


def test_plain_buttons_play_the_same_game(panel: PlayPanel) -> None:
    panel.settings.boxes["plain"].value = True
    buttons = [made for made in panel.plain_table._buttons if made.description.startswith("d")]
    before = panel.match.ply
    buttons[0].click()
    assert panel.match.ply > before


def test_one_move_is_one_state_message(panel: PlayPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    panel.board.observe(lambda change: sent.append(change.new), names="state")
    monkeypatch.setattr(panel.later, "run", lambda _seconds, _action: None)
    say(panel, GAME.write(panel.match.moves[0]))
    assert len(sent) == 1
    assert sent[0]["base"] == sent[0]["seq"] - 1


def test_new_games_and_moves_leave_no_widgets_behind(panel: PlayPanel) -> None:
    play_out(panel)
    panel.lobby.start.click()
    registry = len(_registry())
    for _ in range(10):
        panel.lobby.start.click()
        play_out(panel)
    assert len(_registry()) == registry


def _registry() -> Any:
    return widgets._instances


def test_closing_the_table_closes_every_widget(store: MemoryStore) -> None:
    PlayPanel(GAME, store).close()  # what all tables share is made once
    before = len(_registry())
    panel = PlayPanel(GAME, store)
    panel.close()
    assert len(_registry()) == before


def test_the_lobby_is_made_when_it_is_first_opened_and_speaks_as_the_table_does(
    store: MemoryStore,
) -> None:
    panel = PlayPanel(GAME, store)
    panel.prefer(Preferences(language="de"))
    assert panel.new.box.children == ()
    panel.bar.buttons["new"].click()
    assert panel.lobby.start.description.endswith("Spiel beginnen")
    assert panel.lobby.start in panel.new.box.children[-1].children
    panel.prefer(Preferences(language="en"))
    assert panel.lobby.start.description.startswith("Start ")
    panel.close()


def test_two_kit_players_play_a_whole_match_by_themselves(store: MemoryStore) -> None:
    match = Match.new(GAME, 5)
    match.extra = {"players": ["random", "random"]}
    panel = PlayPanel(GAME, store, match)
    assert panel.match.outcome is not None


def test_a_rematch_has_the_same_pairing_on_fresh_dice(panel: PlayPanel) -> None:
    panel.lobby.seats[0].options["factions"].value = "enclave"
    panel.lobby.start.click()
    assert "again" not in panel.picture()["scene"]["verbs"]
    play_out(panel)
    former = panel.match
    assert panel.picture()["scene"]["verbs"]["again"]["able"]
    say(panel, "again", "again")
    assert panel.match is not former
    assert panel.match.options == former.options
    assert panel.match.names == former.names
    assert panel.match.to_act is not None


def test_a_running_game_that_is_given_up_can_be_gone_back_to(panel: PlayPanel) -> None:
    say(panel, GAME.write(panel.match.moves[0]))
    position = panel.match.position
    panel.lobby.start.click()
    assert panel.match.position != position
    panel.toggle("new")
    panel.lobby.former.click()
    assert panel.match.position == position


def test_after_a_match_of_the_tournament_one_goes_on_in_the_tournament(panel: PlayPanel) -> None:
    panel.tournament.buttons[0].click()
    play_out(panel)
    former = panel.match
    say(panel, "again", "again")
    assert panel.match is former
    assert panel.bar.open == "tournament"


def test_the_rules_are_written_when_they_are_first_opened(panel: PlayPanel) -> None:
    assert not panel.rules.body.value
    panel.toggle("rules")
    assert "TP-1" in panel.rules.body.value and "Rules" in panel.rules.body.value
    panel.prefer(Preferences(language="de"))
    assert "Regeln" in panel.rules.body.value
