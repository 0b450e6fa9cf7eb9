"""Matches, positions and rulebooks show themselves in a notebook."""

from __future__ import annotations

import tabletop_kit as kit


def test_a_match_draws_itself_without_telling_a_hidden_die() -> None:
    match = kit.new("tempus", seed=4)
    match.names = ("<b>Ada</b>", "Bram")
    shown = match._repr_html_()
    assert "<table>" in shown
    assert "&lt;b&gt;Ada" in shown and "<b>Ada" not in shown
    assert shown.count("aria-label='hidden die'") == 20
    match.play(match.moves[0])
    assert match._repr_html_().count("aria-label='hidden die'") == 19


def test_a_position_draws_itself() -> None:
    match = kit.position("tempus", hands=[["d8:5"], ["d4:2"]], rows=[["d12:11"], []])
    shown = match.position._repr_html_()
    assert ">11</text>" in shown
    assert "Strength 11" in shown


def test_a_rulebook_shows_itself_with_its_house_rulings_in_both_languages() -> None:
    assert "House ruling" in kit.rulebook("tempus")._repr_markdown_()
    assert "Hausregel" in kit.rulebook("tempus", "de")._repr_markdown_()
