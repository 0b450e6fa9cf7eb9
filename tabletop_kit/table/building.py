"""A drawer for free deck building: collection, open deck, what the rules say, odds, trials, text.

It draws whatever a game's :class:`~tabletop_kit.engine.building.Builder` describes, of ordinary
widgets that are made once, when it is first opened: two lists of lines in place of a button for
each card. Who plays a match need not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from secrets import randbelow
from typing import Any

from ipywidgets import Checkbox, Dropdown, Layout, Select, Text

from tabletop_kit.engine.building import Builder, Piece, sifted
from tabletop_kit.engine.ruling import Ruling
from tabletop_kit.table.building_parts import TextPart, card_markup, remarks_markup, table_markup
from tabletop_kit.table.campaign import Campaign
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.lobby import FRESH_SEEDS
from tabletop_kit.table.parts import button, column, row, say, show, words

TRIALS = 25
"""Games that the open deck plays alone when it is tried."""
ROWS = 12
_FULL = Layout(width="auto")


class BuilderDrawer:
    """A drawer in which decks are built; ``on_change`` is called after each change of a deck.

    It is empty until :meth:`open` is called; what else it has is there from then on.
    """

    def __init__(self, campaign: Campaign, on_change: Callable[[], None]) -> None:
        self.campaign, self.on_change = campaign, on_change
        self.language = "en"
        self.at = ""
        self._filling = self._made = False
        self.box = column([], "tk-drawer")

    def open(self) -> None:
        """Make what is in it, unless it is there."""
        if not self._made:
            self._made = True
            self._make()
            self.box.children = tuple(self._parts())
            self.speak(self.language)

    def _make(self) -> None:
        self.heading, self.remarks = words(), words()
        self.deck, self.name = Dropdown(), Text(continuous_update=False)
        names = ("begin", "copy", "rename", "drop")
        self.deeds = {name: button(partial(self._managed, name), "") for name in names}
        self.switches = row([])
        self.search, self.counted = Text(continuous_update=True), words()
        self.facets: dict[str, Dropdown] = {}
        self.filters = row([])
        self.filters.add_class("tk-filters")
        self.found, self.used = Select(rows=ROWS, layout=_FULL), Select(rows=ROWS, layout=_FULL)
        self.card, self.result = words(), words()
        steps = (("put", 1), ("fill", 99), ("take", -1), ("clear", -99))
        self.steps = {name: button(partial(self._changed, by)) for name, by in steps}
        self.steps["put"].button_style = "primary"
        self.tables, self.tried = words(), words()
        self.trial, self.solo = button(self._trial), button(self._solo)
        self.text = TextPart(self._builder, self._taken)
        self.deck.observe(lambda change: self._picked(change["new"]), names="value")
        self.search.observe(lambda _change: self._sift(), names="value")
        for listing in (self.found, self.used):
            listing.observe(lambda change: self._look(change["new"]), names="value")

    def _parts(self) -> list[Any]:
        managing = row([self.deck, self.name, *self.deeds.values()])
        collection = column([self.search, self.filters, self.counted, self.found], "tk-main")
        open_deck = column([self.used], "tk-aside")
        beside = row([collection, open_deck])
        beside.add_class("tk-beside")
        beside.add_class("tk-building")
        steps = row(list(self.steps.values()))
        trying = row([self.trial, self.solo])
        parts = [self.heading, managing, self.switches, beside, self.card, steps, self.result]
        return [*parts, self.remarks, self.tables, trying, self.tried, self.text.box]

    def _builder(self) -> Builder | None:
        return self.campaign.builder(self.language)

    # -- speaking ----------------------------------------------------------------------------

    def speak(self, language: str) -> None:
        """Say everything in a language, and show the open deck as it is."""
        self.language = language
        builder = self._builder() if self._made else None
        if builder is None:
            return
        tell = table_texts(language)
        title = f"<h2>{escape(builder.title)}</h2><p>{escape(builder.about)}</p>"
        say(self.heading, title, markup=True)
        self.deck.description, self.name.description = tell("building.deck"), tell("building.name")
        self.search.description = tell("building.search")
        for name, made in (*self.deeds.items(), *self.steps.items()):
            made.description = tell(f"building.{name}")
        self.found.description = tell("building.collection")
        self.trial.description = tell("building.trial", count=TRIALS)
        self.solo.description = tell("building.solo")
        self._filling = True
        self._speak_filters(builder)
        self._filling = False
        self.text.speak(language)
        self.refresh()

    def _speak_filters(self, builder: Builder) -> None:
        tell = table_texts(self.language)
        if not self.facets:
            self.facets = {facet.id: Dropdown() for facet in builder.facets}
            for made in self.facets.values():
                made.observe(lambda _change: self._sift(), names="value")
            self.filters.children = tuple(self.facets.values())
            boxes = [Checkbox(indent=False) for _ in builder.switches]
            for box, switch in zip(boxes, builder.switches, strict=True):
                box.observe(partial(self._turned, switch.id), names="value")
            self.switches.children = tuple(boxes)
        for facet in builder.facets:
            made = self.facets[facet.id]
            chosen = made.value
            made.description = facet.label
            made.options = [(tell("building.any"), ""), *[(one, key) for key, one in facet.values]]
            made.value = chosen or ""
        for box, switch in zip(self.switches.children, builder.switches, strict=True):
            box.description, box.value = switch.label, switch.on

    def refresh(self) -> None:
        """Show the open deck: its cards, what the rules say, what it is made of."""
        builder = self._builder()
        if builder is None:
            return
        tell, open_ = table_texts(self.language), builder.open
        self._filling = True
        self.deck.options = [(f"{one.label} ({one.size})", one.id) for one in builder.decks]
        self.deck.value = open_.id
        self.name.value = open_.label if open_.own else ""
        for name in ("rename", "drop"):
            self.deeds[name].disabled = not open_.own
        self._list(self.used, [piece for piece in builder.pieces if piece.used])
        self._filling = False
        self.used.description = f"{open_.label}: {tell('building.size', count=open_.size)}"
        say(self.remarks, remarks_markup(builder.remarks, open_.about, self.language), markup=True)
        tables = (*builder.tables, builder.odds()) if open_.size else ()
        say(self.tables, "".join(table_markup(one) for one in tables), markup=True)
        self._sift()

    def _sift(self) -> None:
        """Show what of the collection is looked for."""
        builder = self._builder()
        if builder is None or self._filling:
            return
        wanted = {key: made.value or "" for key, made in self.facets.items()}
        found = sifted(builder.pieces, self.search.value, wanted)
        tell = table_texts(self.language)
        say(self.counted, tell("building.found", count=len(found), all=len(builder.pieces)))
        self._filling = True
        self._list(self.found, found)
        self._filling = False
        self._show_card(builder)

    def _list(self, listing: Select, pieces: list[Piece]) -> None:
        """Fill a list; the card that one looks at stays chosen in it."""
        listing.options = [(_line(piece), piece.id) for piece in pieces]
        listing.value = self.at if self.at in [piece.id for piece in pieces] else None

    def _show_card(self, builder: Builder) -> None:
        piece = next((one for one in builder.pieces if one.id == self.at), None)
        for made in self.steps.values():
            made.disabled = piece is None
        say(self.card, "" if piece is None else card_markup(piece, self.language), markup=True)
        if piece is None:
            say(self.card, table_texts(self.language)("building.choose"))

    # -- what a person does ------------------------------------------------------------------

    def _look(self, ident: str | None) -> None:
        """Look at a card that was chosen in one of the lists."""
        builder = self._builder()
        if self._filling or ident is None or builder is None:
            return
        self.at = ident
        self._filling = True
        for listing in (self.found, self.used):
            ids = [value for _, value in listing.options]
            listing.value = ident if ident in ids else None
        self._filling = False
        say(self.result, "")
        self._show_card(builder)

    def _changed(self, by: int) -> None:
        """So many more or fewer of the card that one looks at, as far as may be."""
        builder = self._builder()
        piece = (
            next((one for one in builder.pieces if one.id == self.at), None) if builder else None
        )
        if builder is None or piece is None:
            return
        most = max(piece.limit - piece.used, 1)
        self._keep(builder.change(piece.id, min(by, most)))

    def _picked(self, deck: str | None) -> None:
        builder = self._builder()
        if not self._filling and builder is not None and deck:
            say(self.tried, "")
            self._keep(builder.pick(deck))

    def _turned(self, switch: str, change: Any) -> None:
        builder = self._builder()
        if not self._filling and builder is not None:
            self._keep(builder.turn(switch, bool(change["new"])))

    def _managed(self, deed: str) -> None:
        builder = self._builder()
        if builder is None:
            return
        name = str(self.name.value)
        say(self.tried, "")
        if deed == "rename":
            self._keep(builder.rename(name))
        elif deed == "drop":
            self._keep(builder.drop())
        elif deed == "copy":
            self._keep(builder.copy(name or builder.open.label))
        else:
            self._keep(builder.begin("" if name == builder.open.label else name))

    def _keep(self, after: Builder | Ruling) -> None:
        """Keep what came of a change, or say which rule refuses it; then nothing has changed."""
        if isinstance(after, Ruling):
            why = self.campaign.game.texts(self.language).explain(after)
            say(self.result, f"{why} ({after.rule})")
            return
        say(self.result, "")
        self.campaign.store.put(self.campaign.name, after.data())
        self.refresh()
        self.on_change()

    def _taken(self, after: Builder) -> None:
        self._keep(after)

    def _trial(self) -> None:
        """Let the open deck play alone, many times, with a seed that is shown."""
        builder = self._builder()
        if builder is None:
            return
        tables = builder.trial(randbelow(FRESH_SEEDS), TRIALS)
        told = "".join(table_markup(one, opened=True) for one in tables)
        self._say_tried(told)

    def _solo(self) -> None:
        builder = self._builder()
        if builder is None:
            return
        lines = "".join(f"<li>{escape(one)}</li>" for one in builder.solo(randbelow(FRESH_SEEDS)))
        self._say_tried(f"<ul>{lines}</ul>" if lines else "")

    def _say_tried(self, markup: str) -> None:
        if markup:
            say(self.tried, markup, markup=True)
        else:
            say(self.tried, table_texts(self.language)("building.faulty"))
        show(self.tried, True)


def _line(piece: Piece) -> str:
    number = f"{piece.used}× " if piece.used else ""
    return f"{number}{piece.label} · {piece.line}"
