"""Parts of the drawer for deck building: cards, remarks and tables as markup; decks as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any
from urllib.parse import quote

from ipywidgets import FileUpload, Layout, Textarea

from tabletop_kit.engine.building import Builder, Piece, Remark, Table
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, row, say, words

MARKS = {"fault": "✗", "advice": "!", "note": "·"}


def card_markup(piece: Piece, language: str) -> str:
    """All that is to be known of a card, and how many of it are in the deck."""
    tell = table_texts(language)
    used = tell("building.used", used=piece.used, limit=piece.limit)
    note = f"<br><em>{escape(piece.note)}</em>" if piece.note else ""
    return (
        f"<h3>{escape(piece.label)}</h3><p>{escape(piece.line)}<br>{escape(piece.text)}"
        f"{note}<br><strong>{escape(used)}</strong></p>"
    )


def remarks_markup(remarks: Iterable[Remark], about: str, language: str) -> str:
    """What the rules say of a deck: the verdict first, then each remark with its rule."""
    tell, found = table_texts(language), list(remarks)
    faults = sum(one.kind == "fault" for one in found)
    verdict = tell("building.faults", count=faults) if faults else tell("building.sound")
    lines = [
        f"<li>{MARKS[one.kind]} {escape(tell(f'building.kind.{one.kind}'))}: "
        f"{escape(one.text)} ({escape(one.rule)})</li>"
        for one in found
    ]
    title = f"<h3>{escape(tell('building.rules'))}</h3>"
    listed = f'<ul class="tk-said">{"".join(lines)}</ul>'
    return f"{title}<p>{escape(about)} <strong>{escape(verdict)}</strong></p>{listed}"


def table_markup(table: Table, *, opened: bool = False) -> str:
    """A table that can be opened and shut."""
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in table.columns)
    rows = [
        f'<tr><th scope="row">{escape(one[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in one[1:])
        + "</tr>"
        for one in table.rows
    ]
    return (
        f'<details class="tk-figures"{" open" if opened else ""}>'
        f"<summary>{escape(table.title)}</summary><p>{escape(table.about)}</p>"
        f'<div class="tk-scroll" tabindex="0" role="region" aria-label="{escape(table.title)}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>"
    )


class TextPart:
    """The open deck as text, and decks from text; ``taken`` gets the builder with them."""

    def __init__(
        self, builder: Callable[[], Builder | None], taken: Callable[[Builder], None]
    ) -> None:
        self.builder, self.taken = builder, taken
        self.language = "en"
        self.heading, self.links, self.result = words(), words(), words()
        self.area = Textarea(rows=8, layout=Layout(width="100%"))
        self.as_list, self.as_toml = button(self._list), button(self._toml)
        self.take = button(self._read)
        self.upload = FileUpload(accept=".txt,.toml", multiple=False)
        self.upload.observe(lambda _change: self._uploaded(), names="value")
        buttons = row([self.as_list, self.as_toml, self.take, self.upload])
        self.box = column([self.heading, self.area, buttons, self.links, self.result])

    def speak(self, language: str) -> None:
        """Say everything in a language."""
        self.language = language
        tell = table_texts(language)
        title = (
            f"<h3>{escape(tell('building.text'))}</h3><p>{escape(tell('building.text-about'))}</p>"
        )
        say(self.heading, title, markup=True)
        self.area.description = tell("building.area")
        self.as_list.description, self.as_toml.description = (
            tell("building.as-list"),
            tell("building.as-toml"),
        )
        self.take.description, self.upload.description = (
            tell("building.read"),
            tell("building.upload"),
        )

    def _list(self) -> None:
        self._write("list")

    def _toml(self) -> None:
        self._write("toml")

    def _write(self, form: Any) -> None:
        builder = self.builder()
        if builder is None:
            return
        self.area.value = builder.write(form)
        name = "deck.toml" if form == "toml" else "deck.txt"
        data = f"data:text/plain;charset=utf-8,{quote(self.area.value)}"
        link = f'<a class="tk-door" download="{name}" href="{data}">'
        said = escape(table_texts(self.language)("building.download"))
        say(self.links, f"{link}{said}</a>", markup=True)
        say(self.result, "")

    def _read(self) -> None:
        builder = self.builder()
        if builder is None:
            return
        tell = table_texts(self.language)
        after, faults = builder.read(self.area.value)
        if after is None:
            lines = "".join(f"<li>{escape(one)}</li>" for one in faults)
            title = tell("building.read-faults", count=len(faults))
            say(self.result, f"<p>{escape(title)}</p><ul>{lines}</ul>", markup=True)
            return
        self.taken(after)
        say(self.result, tell("building.read-done", name=after.open.label))

    def _uploaded(self) -> None:
        if not self.upload.value:
            return
        [file] = self.upload.value
        self.area.value = bytes(file["content"]).decode("utf-8", errors="replace")
        self.upload.value = ()
        self._read()
