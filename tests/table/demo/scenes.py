"""Made-up pictures for the board: a dice duel and a card table, as a panel would send them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.scene import Counter, Layout, Place, Scene, Shape, Token, Verb, Zone
from tabletop_kit.games import find_game

SHAPES: dict[int, Shape] = {4: "triangle", 6: "square", 8: "diamond", 10: "kite", 12: "pentagon"}
NAMES = {"0": "Ilse", "1": "Mira"}


def die(token_id: str, size: int, value: int, **more: Any) -> Token:
    """An open die."""
    text = f"d{size} showing {value}"
    return Token(token_id, "die", text, SHAPES[size], str(value), f"d{size}", **more)


def roll(seed: int) -> list[tuple[int, int]]:
    """Ten dice, rolled."""
    luck = random.Random(seed)
    sizes = (4, 4, 4, 6, 6, 6, 8, 8, 8, 10)
    return [(size, luck.randint(1, size)) for size in sizes]


class Duel:
    """A dice duel that is played out just far enough to look like one."""

    def __init__(self) -> None:
        self.hands = [roll(1), roll(2)]
        self.rows: list[list[tuple[int, int]]] = [[], []]
        self.won, self.lost = [0, 0], [0, 0]
        self.to_act: int | None = 0
        self.came: dict[str, str] = {}

    def lay(self, seat: int, place: int) -> None:
        """Move a die from a hand to the row."""
        dice = self.hands[seat].pop(place)
        self.rows[seat].append(dice)
        self.came = {f"r{seat}-{len(self.rows[seat]) - 1}": self._home(seat, dice, place)}

    def _home(self, seat: int, dice: tuple[int, int], place: int) -> str:
        return f"h0-d{dice[0]}:{dice[1]}" if seat == 0 else f"h1-{place}"

    def scene(self, ask: str, over: bool = False) -> Scene:
        """The table for seat 0."""
        zones = (
            self._score(1),
            self._score(0),
            self._far_hand(),
            self._row(1, "far"),
            self._row(0, "near"),
            self._near_hand(),
        )
        verbs = (Verb("pass", "Pass", "pass", able=self.to_act == 0, key="p"),)
        return Scene("tempus", zones, () if over else verbs, ask, self.to_act, over, "Tempus")

    def _score(self, seat: int) -> Zone:
        counters = tuple(
            Counter(f"{what}{seat}", f"rounds {what}", count[seat], 2, "pips")
            for what, count in (("won", self.won), ("lost", self.lost))
        )
        return Zone(f"score{seat}", NAMES[str(seat)], "score", "side", seat, counters=counters)

    def _far_hand(self) -> Zone:
        tokens = tuple(
            Token(f"h1-{place}", "die", "", hidden=True, seat=1)
            for place in range(len(self.hands[1]))
        )
        return Zone(
            "hand1", "Mira's hand", "hand", "far", 1, tokens, note=f"{len(tokens)} dice left"
        )

    def _row(self, seat: int, place: Place) -> Zone:
        tokens = tuple(
            die(f"r{seat}-{n}", *dice, turn=True, came_from=self.came.get(f"r{seat}-{n}", ""))
            for n, dice in enumerate(self.rows[seat])
        )
        strength = [sum(value for _, value in row) for row in self.rows]
        counters = (Counter(f"s{seat}", "Strength", strength[seat]),)
        leads = strength[seat] > strength[1 - seat]
        whose = "Your row" if seat == 0 else "Mira's row"
        return Zone(
            f"row{seat}",
            whose,
            "row",
            place,
            seat,
            tokens,
            counters,
            empty="No die laid yet",
            leads=leads,
        )

    def _near_hand(self) -> Zone:
        seen: dict[tuple[int, int], int] = {}
        tokens = []
        for dice in self.hands[0]:
            n = seen[dice] = seen.get(dice, -1) + 1
            name = f"h0-d{dice[0]}:{dice[1]}" + (f"-{n}" if n else "")
            move = f"lay d{dice[0]}:{dice[1]}"
            tokens.append(die(name, *dice, seat=0, move=move, able=self.to_act == 0))
        return Zone(
            "hand0", "Your hand", "hand", "near", 0, tuple(tokens), empty="Your hand is empty"
        )


def picture(scene: Scene, rev: int = 0, **more: Any) -> dict[str, Any]:
    """A picture around a scene."""
    return {"rev": rev, "language": "en", "scene": scene.data(), "names": NAMES, "log": {}} | more


def log(*lines: str) -> dict[str, Any]:
    """Log lines; one of them names a rule."""
    return {
        str(n): {"text": line, "rule": "TP-5" if n == 1 else ""} for n, line in enumerate(lines)
    }


def start() -> dict[str, Any]:
    """The first turn of a match."""
    return picture(
        Duel().scene("Your turn: lay a die, or pass."),
        say={"n": 1, "text": "The coin fell for Ilse; she begins the first round."},
        log=log("The dice are rolled.", "The coin fell for Ilse; she begins."),
        tools={"hint": True, "undo": False, "redo": False},
    )


def middle_duel() -> Duel:
    """A duel in its second round."""
    duel = Duel()
    for seat, place in ((0, 8), (1, 9), (0, 4), (1, 3), (0, 0), (1, 1)):
        duel.lay(seat, place)
    duel.won, duel.lost = [0, 1], [1, 0]
    return duel


def middle() -> dict[str, Any]:
    """Three dice in each row."""
    lines = ["Round 1 went to Mira, 31 to 24.", "Mira begins round 2."]
    lines += [f"{name} laid a d{n}." for n in (4, 6, 8, 10) for name in ("Ilse", "Mira")]
    return picture(
        middle_duel().scene("Your turn: lay a die, or pass."),
        8,
        say={"n": 9, "text": "Mira laid a d4 showing 3; her row is ahead."},
        log=log(*lines),
        tools={"hint": True, "undo": True, "redo": False},
    )


def waiting() -> dict[str, Any]:
    """The other side is thinking."""
    duel = middle_duel()
    duel.to_act = 1
    return picture(duel.scene("Mira is to lay a die or pass."), 8, busy="Mira is thinking …")


def refusal() -> dict[str, Any]:
    """A move was refused, at the token."""
    no = {"at": "h0-d6:1", "text": "It is Mira's turn; one die is laid a turn.", "rule": "TP-5"}
    return middle() | {"refusal": no}


def hint() -> dict[str, Any]:
    """A hint with lit tokens and a verb."""
    text = "Mira is only a little ahead. A large die now asks her for two of hers."
    tokens = ["h0-d8:8", "h0-d10:2"]
    return middle() | {
        "hint": {
            "step": 1,
            "text": text,
            "rule": "TP-6",
            "tokens": tokens,
            "zones": ["row1"],
            "verbs": ["pass"],
        }
    }


def card() -> dict[str, Any]:
    """An open rule card."""
    text = "A seat that has passed is out for this round. The other may lay as many as it likes."
    return middle() | {
        "card": {
            "rule": "TP-7",
            "title": "Passing",
            "text": text,
            "ruling": "",
            "source": "Tempus, the game",
        }
    }


def curtain() -> dict[str, Any]:
    """Two people share the screen."""
    empty = Scene("tempus", ()).data()
    text = "Mira, please take the table. Ilse, look away."
    told = ["Ilse laid a d8 showing 5; strength 9.", "It is the turn of Mira."]
    shown = {"text": text, "button": "I am Mira", "told": told}
    return {"rev": 8, "scene": empty, "curtain": shown}


def window() -> dict[str, Any]:
    """Somebody is asked out of turn, and need not look to answer nothing."""
    shown = curtain()
    shown["curtain"]["others"] = [
        {"label": "Mira lets it pass, unseen", "move": "unseen"},
        {"label": "Nobody at this screen answers", "move": "nobody"},
    ]
    return shown


def end() -> dict[str, Any]:
    """The match is over."""
    duel = middle_duel()
    duel.hands[0], duel.to_act = [], None
    duel.won, duel.lost = [2, 1], [1, 2]
    return picture(
        duel.scene("You won the match, two rounds to one.", over=True),
        30,
        say={"n": 30, "text": "Ilse won the last round, 38 to 35."},
        log=log("Ilse won the last round, 38 to 35."),
        notice={"text": "This match is kept; you can go through it again.", "kind": "info"},
    )


def cards(mood: str = "tempest") -> dict[str, Any]:
    """A card table whose verbs need a selection."""

    def sheet(n: int, face: str, label: str, **more: Any) -> Token:
        return Token(f"c{n}", "card", label, "card", face, "3/2", **more)

    hand = tuple(
        sheet(n, face, label, word=f"c{n}", marks=("new",) if n == 2 else ())
        for n, (face, label) in enumerate(
            [
                ("☉", "Beggar, Follower"),
                ("II", "Priest of the Sun"),
                ("Skull", "Grave keeper"),
                ("7", "Herald"),
            ]
        )
    )
    layouts: tuple[tuple[str, Layout], ...] = (("grid", "grid"), ("deck", "pile"))
    field = tuple(sheet(10 + n, "V", f"Temple guard {n}", dim=n == 1) for n in range(3))
    deck = tuple(Token(f"p{n}", "card", "", "card", hidden=True) for n in range(5))
    coins = tuple(Token(f"m{n}", "coin", "Faith", "circle", "1") for n in range(4))
    zones = (
        Zone(
            "foe",
            "Across the table",
            "hand",
            "far",
            1,
            tuple(replace(t, id="f" + t.id) for t in deck),
        ),
        Zone("grid", "The field", layouts[0][1], "middle", None, field),
        Zone("deck", "Deck", layouts[1][1], "middle", None, deck, note="5 cards"),
        Zone("pool", "Faith", "row", "middle", 0, coins, (Counter("pool", "in the pool", 4),)),
        Zone("hand", "Your hand", "hand", "near", 0, hand),
        Zone(
            "score",
            "Pantheon",
            "score",
            "side",
            0,
            counters=(Counter("ruin", "Ruin", 4, 10, "gauge"), Counter("faith", "Faith", 12)),
        ),
    )
    verbs = (
        Verb("pool", "Pool Faith", "pool {words}", least=1, most=2, key="f"),
        Verb("end", "End the turn", "end", able=True, key="e"),
    )
    scene = Scene(
        mood,
        zones,
        verbs,
        "Pool the Faith of one or two cards, or end the turn.",
        0,
        False,
        mood.title(),
    )
    return picture(
        scene, 3, say={"n": 2, "text": "Ilse drew a card."}, log=log("Ilse drew a card.")
    )


def real() -> dict[str, Any]:
    """The game itself, played at random into its second round."""
    game = find_game("tempus")
    match: Match[Any, Any] = Match.new(game, 5, factions=["harpers", "enclave"])
    luck = random.Random(6)
    while match.ply < 9 or match.to_act != 0:
        match.play(luck.choice(match.moves))
    texts = game.texts("en", names=("Ilse", "Mira"))
    said = {"n": 17, "text": texts.narrate(match.last.events[-1], 0)}
    scene = game.scene(match.position, 0, texts, match.last.events)
    return picture(scene, match.ply, say=said, log=log(said["text"]))


def markup() -> dict[str, Any]:
    """Names and labels that would like to be more than text."""
    bad = "<img src=x onerror='window.harmed = 1'>"
    shown = middle() | {"names": {"0": bad, "1": bad}, "busy": bad, "notice": {"text": bad}}
    scene = shown["scene"]
    scene["ask"] = scene["title"] = bad
    for thing in (*scene["tokens"].values(), *scene["zones"].values(), *scene["verbs"].values()):
        thing["label"] = thing["note"] = bad
    shown["log"] = {"0": {"text": bad, "rule": bad}}
    shown["refusal"] = {"at": "pass", "text": bad, "rule": bad}
    shown["card"] = {"rule": bad, "title": bad, "text": bad, "ruling": bad, "source": bad}
    return shown


def tomes(
    position: dict[str, Any] | None = None,
    words: tuple[str, ...] = (),
    language: str = "en",
    seat: int | None = 0,
    moves: tuple[str, ...] = (),
    refused: str = "",
) -> dict[str, Any]:
    """A table of Tomes of Power; ``words`` are weighed, ``refused`` is a move that is tried."""
    game = find_game("tomes")
    given = {"edition": True, "gathering": GATHERING, **(position or {})}
    match: Match[Any, Any] = Match.at(game, given, 5)
    for move in moves:
        match.play(move)
    texts = game.texts(language, names=("Ilse", "Mira", "Tom", "Uwe"))
    scene = game.scene(match.position, seat, texts, match.last.events)
    told = [texts.narrate(event, seat) for event in match.last.events] or ["."]
    shown = picture(scene, match.ply, say={"n": 3, "text": told[-1]}, log=log(*told))
    shown["language"] = language
    if words:
        weighed = game.weigh(match.position, seat or 0, list(words), texts)
        assert weighed is not None
        shown["weighing"] = {"words": list(words), **weighed.data()}
    if refused:
        ruling = game.ruling(match.position, seat or 0, game.parse(refused))
        text = texts.explain(ruling, seat)
        shown["refusal"] = {"at": refused.split()[0], "text": text, "rule": ruling.rule}
    return shown


GATHERING = ["5S", "6S", "7S", "9D", "10C", "AD", "2C", "4C", "2S", "8C", "9H", "10S"]
MIDDLE = {
    "rung": "waking",
    "entity": "QD",
    "ruin": 12,
    "ward": 4,
    "hands": [["AS", "3H", "5D", "6C", "8H", "9S", "KH", "8D"]],
    "grave": ["2D", "4H", "7C", "7H"],
    "table": ["8S", "4S"],
    "pantheon": ["QC", "QS", "KD", "KC", "KS"],
    "expunged": ["JH", "JS", "JC"],
    "subdued": ["JD", "QH"],
    "owed": ["JD", "QH"],
    "echoes": 1,
    "stones": [[10]],
    "run": 1,
    "beckons": 1,
}
TWO = {
    "seats": 2,
    "entity": "JS",
    "ruin": 7,
    "hands": [["2D", "6H", "9C", "10D", "5H"], ["7D", "AC", "3S", "8C", "4D", "9S"]],
    "grave": ["7H", "10C", "6D"],
    "table": ["7C"],
    "channels": 2,
    "pantheon": ["JD", "JC", *[rank + suit for rank in "QK" for suit in "HDCS"]],
    "expunged": ["JH"],
    "echoes": 2,
    "gathering": ["5S", "6S", "JH"],
}
FOUR = {
    "seats": 4,
    "entity": "KS",
    "ruin": 22,
    "withheld": 9,
    "hands": [
        ["X", "9S", "6S", "10H", "AD"],
        ["2D", "6H", "9C"],
        ["7D", "AC", "3S", "8C", "4D"],
        ["9H", "5H"],
    ],
    "grave": ["7H", "10C", "6D", "8H"],
    "table": ["7C", "8S", "10S", "AS", "5D", "3C"],
    "pantheon": ["KH", "KD"],
    "endured": [False, True, False, False],
    "expunged": ["JH", "QC", "QH", "JC"],
    "subdued": ["JD", "JS", "QD", "QS", "KC"],
    "stones": [[], [10], [], []],
    "gathering": ["5S", "2S", "4S", "X", "3D", "8D", "4H", "2H"],
}
TOMES_HAND = ["AC", "2H", "5D", "6C", "8H", "9S", "10D", "10H"]
PAY = MIDDLE | {"phase": "pay", "ruin": 20}
LOST = MIDDLE | {"phase": "over", "outcome": "lost", "why": "TM-6"}
WON = {
    "rung": "waking",
    "entity": "KS",
    "ruin": 32,
    "hands": [["8H", "4D"]],
    "echoes": 1,
    "expunged": [rank + suit for rank in "JQK" for suit in "HDCS"][:-1],
}


PICTURES = {
    "markup": markup,
    "real": real,
    "start": start,
    "middle": middle,
    "waiting": waiting,
    "refusal": refusal,
    "hint": hint,
    "card": card,
    "curtain": curtain,
    "window": window,
    "end": end,
    "tempest": cards,
    "tomes": lambda: tomes({"entity": "JH", "hands": [TOMES_HAND]}),
    "tomes-play": lambda: tomes(MIDDLE, ("3H",)),
    "tomes-exact": lambda: tomes(MIDDLE, ("8D", "8H")),
    "tomes-spill": lambda: tomes(MIDDLE, ("KH",)),
    "tomes-bad": lambda: tomes(MIDDLE, ("5D", "9S"), refused="play 5D 9S"),
    "tomes-pay": lambda: tomes(PAY, ("9S", "3H")),
    "tomes-two": lambda: tomes(TWO, ("10D",)),
    "tomes-four": lambda: tomes(FOUR, ("9S",)),
    "tomes-heretic": lambda: tomes(FOUR, ("X",)),
    "tomes-german": lambda: tomes(MIDDLE, ("3H",), "de"),
    "tomes-won": lambda: tomes(WON, moves=("play 8H",)),
    "tomes-lost": lambda: tomes(LOST),
    "tomes-moved": lambda: tomes(MIDDLE, moves=("play 3H",)),
    "vortex": lambda: cards("vortex"),
}
