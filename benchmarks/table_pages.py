"""The pages that ``table.py`` measures: what their notebooks run, and how they are clicked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

BUTTON = """
import ipywidgets
ipywidgets.Button(description="A single button")
"""

ECHO = '''
import anywidget, traitlets
class Echo(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const button = document.createElement("button");
      button.className = "echo";
      const show = () => { button.dataset.count = model.get("count"); };
      button.onclick = () => model.send({});
      model.on("change:count", show); show(); el.append(button);
    } }
    """
    count = traitlets.Int(0).tag(sync=True)
echo = Echo()
echo.on_msg(lambda *_message: setattr(echo, "count", echo.count + 1))
echo
'''
"""The least that can be: a click that only counts up."""

BURST = """
import gc, json, os
import ipywidgets, psutil
from ipywidgets.widgets import widget as registry
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.play import PlayPanel

game = find_game("tempus")

def fresh(seed):
    match = Match.new(game, seed)
    match.names = ("One", "Two")
    match.extra = {"players": ["random", "random"]}
    return match

# A game of people is shown until the burst begins: nobody moves by themselves.
waiting = fresh(0)
waiting.extra = {"players": ["human", "greedy"]}
panel = PlayPanel(game, MemoryStore(), waiting)
panel.later.run = lambda seconds, action: None
told = ipywidgets.HTML()

def moves(count, seed):
    for _ in range(count):
        if panel.match.outcome is not None:
            seed += 1
            panel.begin(fresh(seed))
        panel.session.play_by_itself()
        panel.refresh()

def games(count, seed):
    for number in range(count):
        panel.begin(fresh(seed + number))

def size():
    gc.collect()
    memory = psutil.Process(os.getpid()).memory_info()
    return {"rss": memory.rss, "widgets": len(registry._instances)}

def run(_button):
    panel.begin(fresh(1))
    moves(200, 1)
    games(20, 5_000)
    before = size()
    seq = panel.board.state["seq"]
    panel.begin(fresh(9))
    moves(1_000, 100)
    after_moves = size()
    sent = panel.board.state["seq"] - seq
    games(100, 10_000)
    after_games = size()
    panel.begin(fresh(77))
    moves(6, 77)
    rows = [[die.value for die in row] for row in panel.match.position.rows]
    told.value = "<pre class='told'>" + json.dumps({"before": before, "after_moves": after_moves,
        "after_games": after_games, "sent": sent, "rows": rows, "ply": panel.match.ply}) + "</pre>"

go = ipywidgets.Button(description="Run the burst")
go.on_click(run)
ipywidgets.VBox([panel.box, go, told])
"""

TABLE = """
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.play import PlayPanel

game = find_game({game!r})
match = Match.at(game, {position}, seed={seed})
match.options = match.options | {options}
match.names = {names}
match.extra = {{"players": {players}}}
panel = PlayPanel(game, MemoryStore(), match)
panel.box
"""
"""A table with a position in which nobody answers the moves that are measured."""

CHANGE = """
  const rest = ms => new Promise(done => setTimeout(done, ms));
  const able = verb => {
    const found = document.querySelector(`.tk-board [data-verb="${verb}"]`);
    return found && found.getAttribute('aria-disabled') !== 'true' ? found : null;
  };
  const pick = id => document.querySelector(`.tk-board [data-id="${id}"]`).click();
  const counted = () => document.querySelector(`[data-zone="${zone}"]`);
  const change = click => new Promise(done => {
    const before = counted().dataset.count;
    const begun = performance.now();
    const watch = new MutationObserver(() => {
      if (counted().dataset.count === before) return;
      watch.disconnect();
      done(performance.now() - begun);
    });
    watch.observe(document.querySelector('.tk-board'),
      { attributes: true, childList: true, subtree: true });
    click();
  });
  const weighed = async () => {
    while (!able(verb)) await rest(5);
    await rest(100);
  };
  const made = async turn => {
    const hand = document.querySelectorAll('[data-zone="hand-0"] .tk-token');
    if (!verb) return () => hand[turn % hand.length].click();
    choose(hand, turn);
    await weighed();
    return () => able(verb).click();
  };
"""
"""How a move is made. ``change`` tells how long a click takes to change the number of things in
``zone``. Without a ``verb`` a touch is the move; with one, things are chosen and weighed by the
kernel before the click that is measured."""

CLICKS = """
  const coach = document.querySelector('.tk-coach');
  let spoken = false;
  if (coach) new MutationObserver(() => { spoken = true; }).observe(coach,
    { attributes: true, childList: true, characterData: true, subtree: true });
  const tools = [...document.querySelectorAll('.tk-tools button')];
  const undo = () => tools.find(button => button.textContent === 'Undo').click();
  const times = [];
  let silent = 0;
  const measured = async click => {
    if (!spoken) silent += 1;
    times.push(await change(click));
    spoken = false;
  };
  const unmeasured = async click => {
    await change(click);
    spoken = spoken && !after;
  };
  await rest(pause);
  for (let turn = 0; times.length < count; turn += 1) {
    if (after) {
      await unmeasured(await made(turn));
      await rest(pause);
    }
    await measured(await made(turn + after));
    await rest(pause);
    await (undoing ? measured : unmeasured)(undo);
    await rest(pause);
    if (after) {
      await change(undo);
      await rest(pause);
    }
  }
  return { times: times.slice(0, count), silent };
"""
"""Moves are made and taken back, ``after`` one that is not measured where the coach needs a move
before them to speak about; where ``undoing``, the click on *Undo* is measured, too. ``silent``
counts clicks since the last of which the coach has shown nothing."""

LAY = """
  const before = counted().dataset.count;
  (await made(0))();
  while (counted().dataset.count === before) await rest(5);
  await rest(250);
"""

ECHOES = """async count => {
  const button = document.querySelector('.echo');
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise(done => setTimeout(done, 100));
    times.push(await new Promise(done => {
      const begun = performance.now();
      const watch = new MutationObserver(() => {
        watch.disconnect();
        done(performance.now() - begun);
      });
      watch.observe(button, { attributes: true });
      button.click();
    }));
  }
  return times;
}"""

SAME_ROWS = """want => JSON.stringify([0, 1].map(seat => [...document.querySelectorAll(
  `[data-zone="row-${seat}"] .tk-face`)].map(face => Number(face.textContent))))
  === JSON.stringify(JSON.parse(want))"""


@dataclass(frozen=True)
class Sitting:
    """How a game is measured: where nobody answers, and with the coach speaking of each move.

    ``ready`` is there once the page can be played. ``zone`` is where a move changes the number of
    things; ``verb`` the button that plays what ``choose`` (of the ``hand``, in a ``turn``) has
    selected. ``after`` and ``undoing`` are told at ``CLICKS``. A move works so many times in a row
    as ``lays``; ``states`` is how many states one may send: the move, and each that is weighed.
    ``bars`` are the milliseconds that a click may take, the median one and a late one.
    """

    game: str
    position: dict[str, Any]
    players: tuple[str, ...]
    zone: str
    verb: str = ""
    choose: str = ""
    after: bool = False
    undoing: bool = True
    ready: str = ".tk-bar[data-asked]"
    lays: int = 1
    states: int = 1
    seed: int = 5
    bars: tuple[int, int] = (15, 30)
    with_coach: dict[str, Any] = field(default_factory=dict)

    @property
    def alone(self) -> str:
        """The notebook of the table without options for the coach."""
        return self._table({name: False for name in self.with_coach})

    @property
    def coached(self) -> str:
        """The notebook of the table where the coach speaks."""
        return self._table(self.with_coach)

    @property
    def clicks(self) -> str:
        """The script of the clicks; it takes how many, and how long to rest before each."""
        settings = f"const after = {int(self.after)}, undoing = {int(self.undoing)};"
        return f"async ([count, pause]) => {{ {settings} {self._moves}{CLICKS}}}"

    @property
    def lay(self) -> str:
        """The script that makes one move."""
        return f"async () => {{ {self._moves}{LAY}}}"

    @property
    def _moves(self) -> str:
        chosen = f"const choose = (hand, turn) => {{ {self.choose} }};"
        return f"const zone = '{self.zone}', verb = '{self.verb}'; {chosen}{CHANGE}"

    def _table(self, options: dict[str, Any]) -> str:
        names = ("Ada", "Bo", "Cy", "Di")[: len(self.players)]
        return TABLE.format(
            game=self.game,
            position=self.position,
            seed=self.seed,
            options=options,
            names=names,
            players=list(self.players),
        )


TEMPUS = Sitting(
    "tempus",
    {
        "factions": ["council", "harpers"],
        "hands": [
            ["d4:1", "d4:2", "d4:3", "d6:1", "d6:2", "d6:3", "d8:1", "d8:2", "d8:3", "d10:1"],
            ["d10:9", "d8:8"],
        ],
        "rows": [[], ["d10:10", "d8:8"]],
        "passed": [False, True],
        "to_act": 0,
    },
    ("human", "greedy"),
    "row-0",
    undoing=False,
    ready='[data-zone="hand-0"] .tk-token[data-able]',
    lays=8,
    seed=1,
)
"""The kit has passed, so that each click of the person is one move and no answer follows."""

TOMES = Sitting(
    "tomes",
    {
        "edition": True,
        "rung": "waking",
        "entity": "KD",
        "ward": 25,
        "echoes": 2,
        "hands": [["2H", "3H", "5D", "6C", "8H", "9S", "KH", "8D"]],
        "grave": ["2D", "4H", "7C", "7H"],
        "pantheon": ["QC", "QS", "KC", "KS"],
        "gathering": ["5S", "7S", "9D", "10C", "AD", "2C", "4C", "6S", "6H"],
    },
    ("human",),
    "table",
    verb="play",
    choose="hand[turn % hand.length].click();",
    after=True,
    lays=4,
    states=2,
    with_coach={"inoculation": True},
)
"""The ward is more than the Strike, so that nothing is due and each play is one move. What is
measured is the second of two: there the coach has a move before to speak about."""

VORTEX = Sitting(
    "vortex",
    {
        "round": 7,
        "location": "L04",
        "locations": [f"L{number:02d}" for number in range(20, 40)],
        "acted": [False] * 4,
        "to_act": 0,
        "order": ["blue", "red", "green", "yellow"],
        "hands": [
            ["B04", "B22", "F01", "F02", "F09", "P01", "P04"],
            ["G03", "F02"],
            ["Y03"],
            ["R05"],
        ],
        "field": [
            ["B01", "B13", "Y08", "B09"],
            ["G09 -F04", "G08", "G11"],
            ["Y05", "Y12 +P09", "Y06"],
            ["R11", "R02 -F20", "R09", "R12"],
        ],
        "draw": [["B05", "B06"], ["G04", "G05"], ["Y02", "Y04"], ["R01", "R03"]],
        "rogations": ["yellow P15", "red P18"],
        "vortex": ["B11", "R20", "P03"],
    },
    ("human", "random", "random", "random"),
    "field-0",
    verb="frenzy",
    choose="""
    pick(['F01', 'F02', 'F09'][turn % 3]);
    pick(['B01', 'B13', 'Y08', 'B09'][turn % 4]);""",
    states=3,
)
"""In this Location the turn stands open after a Frenzy action, so that nobody answers it."""

TEMPEST = Sitting(
    "tempest",
    {
        "seats": 4,
        "turn": 0,
        "turns": [4, 4, 3, 3],
        "phase": "main",
        "to_act": 0,
        "hands": [["beggar", "farmer", "peasant", "pilgrim", "garrison"], [], [], []],
        "wander": [
            ["alms-priest", "peasant", "beggar drained", "farmer", "novice", "pilgrim drained"],
            ["woodland-drue drained", "novice#2 drained", "peasant#2 drained", "minstrel drained"],
            ["druine drained", "thrall drained", "imp drained", "cultist#2 drained"],
            ["blood-priest drained", "beggar#2 drained", "thrall#2 drained"],
        ],
        "battleground": [
            ["steward(tower-shield)", "garrison", "unicorn drained"],
            ["darkwalker(enchanted-blade) drained", "elivari-bowmen drained"],
            ["bone-jackal drained", "vulne+vulne#2 drained", "raider-band#2 drained"],
            ["black-knight drained", "raider-band drained", "griffon drained"],
        ],
        "temples": [
            [{"card": "wayshrine", "relics": ["great-library"], "in": ["abbess-of-thale"]}],
            [{"card": "rose-ossuary", "in": ["archprelate drained", "farmer#3 drained"]}],
            [{"card": "the-dead-wood", "in": ["high-druine drained", "cultist drained"]}],
            [{"card": "sunken-crypt", "in": ["necromancer drained"]}],
        ],
        "decks": [["peasant"] * 9, ["peasant"] * 9, ["peasant"] * 9, ["peasant"] * 9],
    },
    ("human", "random", "random", "random"),
    "wander-0",
    verb="offer-0",
    choose="hand[turn % 4].click();",
    lays=2,
    states=2,
    bars=(20, 50),
)
"""Forty cards in play. All of the others are drained, so that nobody answers what is put down."""

SITTINGS = {one.game: one for one in (TEMPUS, TOMES, VORTEX, TEMPEST)}
