"""Figures of a deck as tables to be read: make-up, costs, who goes with whom, odds, trials."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kit.engine.building import Table
from tabletop_kit.engine.odds import at_least, both, expected
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.cards import (
    BULLET,
    FT,
    IS_CHARACTER,
    IS_TEMPLE,
    OCCUPATION,
    PANTHEONS,
    ST,
    SU,
    Card,
)
from tabletop_kit.games.tempest.collection import BULLET_MARK, OCCUPATIONS, shown
from tabletop_kit.games.tempest.deck_check import Counts, mix
from tabletop_kit.games.tempest.goldfish import FIRSTS, Trial
from tabletop_kit.games.tempest.position import HAND


def total(counts: Counts, wanted: Callable[[Card], bool] | None = None) -> int:
    """How many cards there are (of a kind) in a deck."""
    return sum([number for card, number in counts.items() if wanted is None or wanted(card)])


def makeup(counts: Counts, texts: Texts) -> Table:
    """By occupation: how many, how many of SU 0, and the ST and FT printed on them together."""
    rows = []
    for occupation in OCCUPATIONS:
        own = {card: number for card, number in counts.items() if OCCUPATION[card] == occupation}
        if own:
            figures = (
                total(own),
                total(own, lambda card: SU[card] == 0),
                sum([max(ST[card], 0) * number for card, number in own.items()]),
                sum([max(FT[card], 0) * number for card, number in own.items()]),
            )
            label = texts(f"word.occupation.{occupation}")
            rows.append((label, *[str(one) if one else "" for one in figures]))
    return _table("makeup", texts, ("occupation", "cards", "su0", "st", "ft"), rows)


def costs(counts: Counts, texts: Texts) -> Table:
    """How many cards cost how much."""
    found = sorted({SU[card] for card in counts}, key=lambda su: (su == BULLET, su))
    numbers = [total(counts, lambda card, su=su: SU[card] == su) for su in found]  # type: ignore[misc]
    size = max(total(counts), 1)
    rows = [
        (shown(su), str(number), f"{100 * number / size:.0f} %")
        for su, number in zip(found, numbers, strict=True)
    ]
    return _table("costs", texts, ("su", "cards", "share"), rows, bullet=BULLET_MARK)


def pantheon_table(counts: Counts, texts: Texts) -> Table:
    """Who pays for what, and who may enter whose Temples (TG-A23 to A25)."""
    words = {number: texts(f"building.pays.{number}") for number in range(3)}
    rows = []
    for payer, pays, enters in mix(counts):
        temples = [
            texts(f"word.pantheon.{one}") for one, may in zip(PANTHEONS, enters, strict=True) if may
        ]
        label = texts(f"word.pantheon.{payer}")
        rows.append((label, *[words[one] for one in pays], ", ".join(temples)))
    heads = [texts(f"word.pantheon.{one}") for one in PANTHEONS]
    columns = (texts("building.column.payer"), *heads, texts("building.column.temples"))
    return Table(texts("building.mix.title"), texts("building.mix.about"), columns, tuple(rows))


def odds(counts: Counts, texts: Texts) -> Table:
    """Exact chances of the opening hand (TG-C1), and with the first card drawn (TG-C3)."""
    size, hands = total(counts), (HAND, HAND + 1)
    kinds = {name: total(counts, wanted) for name, wanted in _KINDS.items()}
    both_of = total(counts, lambda card: _free(card, "Follower") or OCCUPATION[card] == "Priest")
    rows: list[tuple[str, ...]] = []
    for name, number in kinds.items():
        chances = [at_least(size, number, drawn) for drawn in hands]
        rows.append((texts(f"building.odds.{name}"), str(number), *map(_percent, chances)))
    for least in (2, 3):
        chances = [at_least(size, kinds["zero"], drawn, least) for drawn in hands]
        label = texts(f"building.odds.zero-{least}")
        rows.append((label, str(kinds["zero"]), *map(_percent, chances)))
    pair = (kinds["follower"], kinds["priest"], both_of)
    chances = [both(size, *pair, drawn) for drawn in hands]
    rows.append((texts("building.odds.both"), str(both_of), *map(_percent, chances)))
    means = [f"{expected(size, kinds['zero'], drawn):.2f}" for drawn in hands]
    rows.append((texts("building.odds.mean"), str(kinds["zero"]), *means))
    return _table("odds", texts, ("kind", "cards", "first-hand", "drawn"), rows)


def _free(card: Card, occupation: str = "") -> bool:
    """Whether a Character (of an occupation) can be played without being paid for."""
    fits = IS_CHARACTER[card] if not occupation else OCCUPATION[card] == occupation
    return fits and SU[card] == 0


_KINDS: dict[str, Callable[[Card], bool]] = {
    "zero": _free,
    "follower": lambda card: _free(card, "Follower"),
    "priest": lambda card: OCCUPATION[card] == "Priest",
    "priest-zero": lambda card: _free(card, "Priest"),
    "temple": lambda card: IS_TEMPLE[card],
    "cheap": lambda card: IS_CHARACTER[card] and SU[card] in (0, 1),
}


def trial_tables(found: Trial, texts: Texts) -> tuple[Table, Table]:
    """What many games alone came to: by turn, and when the first of each kind came."""
    figures = ("faith", "strength", "characters", "temples")
    means = [found.mean(figure) for figure in figures]
    turns = [
        (str(number + 1), *[f"{mean[number]:.1f}" for mean in means])
        for number in range(found.length)
    ]
    firsts = []
    for kind in FIRSTS:
        share, turn = found.first(kind)
        label = texts(f"word.occupation.{kind}")
        firsts.append((label, _percent(share), "–" if turn is None else f"{turn:.1f}"))
    facts = {"games": len(found.games), "turns": found.length, "seed": found.seed}
    columns = ("turn", "faith", "strength", "characters", "temple-count")
    lost = texts("building.lost", share=_percent(found.out))
    return (
        _table("turns", texts, columns, turns, **facts, lost=lost),
        _table("firsts", texts, ("kind", "came", "mean"), firsts, **facts),
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _table(
    name: str,
    texts: Texts,
    columns: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    **facts: str | int,
) -> Table:
    heads = tuple([texts(f"building.column.{one}") for one in columns])
    title, about = texts(f"building.{name}.title"), texts(f"building.{name}.about", **facts)
    return Table(title, about, heads, tuple(rows))
