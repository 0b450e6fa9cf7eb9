"""A rulebook as data: every rule with its id, its source, and whether it is printed or ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Literal

from tabletop_kit.engine.text import Texts, read_toml

if TYPE_CHECKING:
    from tabletop_kit.engine.game import Game

Status = Literal["printed", "derived", "house"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``source`` names the passage of the original text that it rests on.

    ``status``: printed in the source, derived from it, or a house ruling throughout. A printed
    rule may still carry a ruling for what the source leaves open; its text is ``ruling`` below.
    ``card``: it is the text of a card of the game, which refusals and events cite like any rule;
    it is read where it lies, so no lesson has to teach it and no passage of the source carries it.
    """

    id: str
    source: str
    status: Status
    core: bool
    card: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence of the source (line and sentence, from 1) and the rules that carry it.

    No rules: the sentence is flavour.
    """

    line: int
    sentence: int
    rules: tuple[str, ...]


class Rulebook(Mapping[str, Rule]):
    """The rules of a game by id, in the order of the book; then its cards, if rules name them."""

    def __init__(self, rules: tuple[Rule, ...], passages: tuple[Passage, ...] = ()) -> None:
        """``rules`` in reading order; ``passages`` map the source's sentences to them."""
        self._rules = {rule.id: rule for rule in rules}
        self.passages = passages

    @classmethod
    def read(cls, path: Traversable) -> Rulebook:
        """A rulebook from its TOML file. Raises ``KeyError`` on a rule without id or source."""
        data = read_toml(path)
        rules = (
            Rule(entry["id"], entry["source"], entry["status"], entry.get("core", True))
            for entry in data["rule"]
        )
        passages = (
            Passage(entry["line"], entry["sentence"], tuple(entry["rules"]))
            for entry in data.get("passage", ())
        )
        return cls(tuple(rules), tuple(passages))

    def with_cards(self, cards: Iterable[Rule]) -> Rulebook:
        """The same book with the cards of the game behind its rules."""
        return Rulebook((*self._rules.values(), *cards), self.passages)

    def __getitem__(self, rule: str) -> Rule:
        """The rule with this id."""
        return self._rules[rule]

    def __iter__(self) -> Iterator[str]:
        """The ids in reading order."""
        return iter(self._rules)

    def __len__(self) -> int:
        """How many rules there are."""
        return len(self._rules)

    def card(self, rule: str, texts: Texts) -> dict[str, str]:
        """A rule as a card to read: rule, title, text, ruling (may be empty), source, status."""
        entry = self[rule]
        ruling = f"rule.{rule}.ruling"
        return {
            "rule": rule,
            "title": texts(f"rule.{rule}.title"),
            "text": texts(f"rule.{rule}.text"),
            "ruling": texts(ruling) if ruling in texts else "",
            "source": entry.source,
            "status": entry.status,
        }

    def card_names(self, texts: Texts) -> dict[str, str]:
        """What the cards among the rules are called, by their ids: nobody reads those."""
        return {rule: texts(f"rule.{rule}.title") for rule in self if self[rule].card}

    def name(self, rule: str, texts: Texts) -> str:
        """What a rule is called where it is cited: a card by its name, any other by its id."""
        entry = self.get(rule)
        return texts(f"rule.{rule}.title") if entry is not None and entry.card else rule

    def heading(self, rule: str, texts: Texts) -> str:
        """The heading of a rule that is read: its id and its title; of a card the name alone."""
        title = texts(f"rule.{rule}.title")
        return title if self[rule].card else f"{rule} · {title}"

    def markdown(self, texts: Texts, heading: str = "") -> str:
        """The whole rulebook as Markdown, house rulings visibly marked."""
        lines = [f"# {heading}", ""] if heading else []
        for rule in self:
            card = self.card(rule, texts)
            lines += [f"**{self.heading(rule, texts)}** {card['text']}", ""]
            if card["ruling"]:
                lines += [f"> {texts('word.ruling')}: {card['ruling']}", ""]
        return "\n".join(lines)


class Rules:
    """A rulebook in one language, as a notebook shows it; ``print`` gives the Markdown."""

    def __init__(self, game: Game[Any, Any], language: str = "en") -> None:
        """The rules of ``game`` in ``language``."""
        self.game, self.language = game, language

    def __str__(self) -> str:
        texts = self.game.texts(self.language)
        return self.game.rulebook.markdown(texts, texts("title"))

    def __repr__(self) -> str:
        return f"<rules of {self.game.id}, {len(self.game.rulebook)} of them>"

    def _repr_markdown_(self) -> str:
        return str(self)


def matches(asked: str, rule: str) -> bool:
    """Whether ``rule`` is the rule asked for, or a lettered part of it.

    >>> matches("TM-6", "TM-6b"), matches("TM-6", "TM-60"), matches("TP-F1", "TP-F1")
    (True, False, True)
    """
    return rule == asked or (rule.startswith(asked) and rule[len(asked) :].isalpha())
