"""``tabletop-kit rules``: the rulebook to read, and how well each rule is covered."""

from __future__ import annotations

import re
import sys

from tabletop_kit.cli.command import Commands, Options, add_command, add_json, add_language
from tabletop_kit.cli.console import rich_console, say_json, words
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import AnyGame
from tabletop_kit.engine.text import Texts
from tabletop_kit.games import find_game

_EPILOG = """\
House rulings, which settle what the printed rules leave open, are marked as such.
With --coverage: a table of where each rule is sourced, proved by a case, taught by a lesson and
explained by a text.
Exit codes: 0 printed; 1 the coverage is not whole; 2 there is no such game.

Example:
  $ tabletop-kit rules tempus
  # Tempus
  ...
  **TP-10 · Equal strength**
  ...
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    parser = add_command(commands, "rules", run, "print the rulebook of a game", _EPILOG)
    parser.add_argument("game", metavar="GAME", help="the id of a game, such as tempus")
    parser.add_argument("--coverage", action="store_true", help="print how each rule is covered")
    add_language(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Print the rulebook, or its coverage; return 1 where the coverage is not whole."""
    game = find_game(options.game)
    if options.coverage:
        return _coverage(game, options.language, options.json)
    if options.json:
        say_json(book_data(game, options.language))
    else:
        _show(book_markdown(game, options.language))
    return 0


def _coverage(game: AnyGame, language: str, as_json: bool) -> int:
    from tabletop_kit.teaching.coverage import coverage

    found = coverage(game)
    if as_json:
        say_json(found.data(language))
    else:
        _show(found.markdown(language))
    return 0 if found.whole else 1


def _show(markdown: str) -> None:
    if not sys.stdout.isatty():
        print(markdown)
        return
    from rich.markdown import Markdown

    rich_console().print(Markdown(markdown))


def book_data(game: AnyGame, language: str) -> Json:
    """The rulebook for a program: game, language, and a card for each rule."""
    texts = game.texts(language)
    cards = [
        {**game.rulebook.card(rule, texts), "core": game.rulebook[rule].core}
        for rule in game.rulebook
    ]
    return {"game": game.id, "title": texts("title"), "language": language, "rules": cards}


def book_markdown(game: AnyGame, language: str) -> str:
    """The rulebook as Markdown: each rule with its source, house rulings set apart."""
    texts, own = game.texts(language), words(language)
    lines = [f"# {texts('title')}", "", texts("about"), ""]
    for rule in game.rulebook:
        card = game.rulebook.card(rule, texts)
        lines += [f"**{rule} · {card['title']}**", "", card["text"], ""]
        if card["ruling"]:
            lines += [f"> **{texts('word.ruling')}:** {card['ruling']}", ""]
        source = own(f"rules.{card['status']}", source=_source(card["source"], own))
        lines += [f"*{source}*", ""]
    return "\n".join(lines).rstrip()


def _source(source: str, own: Texts) -> str:
    """The source of a rule, with the words of its pointers in the reader's language."""

    def translated(found: re.Match[str]) -> str:
        key = f"source.{found[0]}"
        return own(key) if key in own else found[0]

    return re.sub(r"[a-z]+", translated, source)
