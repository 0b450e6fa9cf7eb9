"""The pages that ``table.py`` measures: what their notebooks run, and how they are clicked."""

from __future__ import annotations

from dataclasses import dataclass

ALONE = """
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.play import PlayPanel

game = find_game("tempus")
hand = ["d4:1", "d4:2", "d4:3", "d6:1", "d6:2", "d6:3", "d8:1", "d8:2", "d8:3", "d10:1"]
match = Match.at(game, {
    "factions": ["council", "harpers"], "hands": [hand, ["d10:9", "d8:8"]],
    "rows": [[], ["d10:10", "d8:8"]], "passed": [False, True], "to_act": 0,
}, seed=1)
match.names = ("Ada", "The kit")
match.extra = {"players": ["human", "greedy"]}
panel = PlayPanel(game, MemoryStore(), match)
panel.box
"""
"""The kit has passed, so that each click of the person is one move and no answer follows."""

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

TOMES = """
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.play import PlayPanel

game = find_game("tomes")
match = Match.at(game, {
    "edition": True, "rung": "waking", "entity": "KD", "ward": 25, "echoes": 2,
    "hands": [["2H", "3H", "5D", "6C", "8H", "9S", "KH", "8D"]],
    "grave": ["2D", "4H", "7C", "7H"], "pantheon": ["QC", "QS", "KC", "KS"],
    "gathering": ["5S", "7S", "9D", "10C", "AD", "2C", "4C", "6S", "6H"],
}, seed=5)
match.options = {"inoculation": INOCULATION}
match.names = ("Ada",)
match.extra = {"players": ["human"]}
panel = PlayPanel(game, MemoryStore(), match)
panel.box
"""
"""The ward is more than the Strike, so that nothing is due and each play is one move."""

VORTEX = """
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.play import PlayPanel

game = find_game("vortex")
locations = [f"L{number:02d}" for number in range(20, 40)]
match = Match.at(game, {
    "round": 7, "location": "L04", "locations": locations, "acted": [False] * 4, "to_act": 0,
    "order": ["blue", "red", "green", "yellow"],
    "hands": [["B04", "B22", "F01", "F02", "F09", "P01", "P04"], ["G03", "F02"], ["Y03"], ["R05"]],
    "field": [["B01", "B13", "Y08", "B09"], ["G09 -F04", "G08", "G11"], ["Y05", "Y12 +P09", "Y06"],
        ["R11", "R02 -F20", "R09", "R12"]],
    "draw": [["B05", "B06"], ["G04", "G05"], ["Y02", "Y04"], ["R01", "R03"]],
    "rogations": ["yellow P15", "red P18"], "vortex": ["B11", "R20", "P03"],
}, seed=5)
match.names = ("Ada", "Bo", "Cy", "Di")
match.extra = {"players": ["human", "random", "random", "random"]}
panel = PlayPanel(game, MemoryStore(), match)
panel.box
"""
"""In this Location the turn stands open after a Frenzy action, so that nobody answers it."""

CHANGE = """
  const rest = ms => new Promise(done => setTimeout(done, ms));
  const counted = () => document.querySelector(`[data-zone="${zone}"]`);
  const tools = [...document.querySelectorAll('.tk-tools button')];
  const undo = tools.find(button => button.textContent === 'Undo');
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
  const coach = document.querySelector('.tk-coach');
  let spoken = false;
  new MutationObserver(() => { spoken = true; }).observe(coach,
    { attributes: true, childList: true, characterData: true, subtree: true });
  const times = [];
  let silent = 0;
  const measured = async click => {
    if (!spoken) silent += 1;
    times.push(await change(click));
    spoken = false;
  };
"""
"""What both games' clicks need: ``measured`` keeps how long a click takes to change the number of
things in ``zone``, and whether the coach has shown nothing since the last one."""

TEMPUS_CLICKS = (
    """async ([count, pause]) => {
  const zone = 'row-0';"""
    + CHANGE
    + """
  for (let turn = 0; turn < count; turn += 1) {
    await rest(pause);
    const dice = document.querySelectorAll('[data-zone="hand-0"] .tk-token');
    await measured(() => dice[turn % dice.length].click());
    await rest(pause);
    await change(() => undo.click());
  }
  return { times, silent };
}"""
)
"""From the click to the changed row; each die is taken back before the next is laid."""

CHOOSE = """
  const play = () => document.querySelector('.tk-board [data-verb="play"]');
  const choose = async turn => {
    const cards = document.querySelectorAll('[data-zone="hand-0"] .tk-token');
    cards[turn % cards.length].click();
    while (!play() || play().getAttribute('aria-disabled') === 'true') await rest(5);
    await rest(100);
  };
"""
"""A card is selected, and weighed by the kernel, before the click that plays it."""

TOMES_CLICKS = (
    """async ([count, pause]) => {
  const zone = 'table';"""
    + CHANGE
    + CHOOSE
    + """
  for (let turn = 0; times.length < count; turn += 1) {
    await choose(turn);
    await change(() => play().click());
    spoken = false;
    await rest(pause);
    await choose(turn + 1);
    await measured(() => play().click());
    await rest(pause);
    await measured(() => undo.click());
    await rest(pause);
    await change(() => undo.click());
    await rest(pause);
  }
  return { times: times.slice(0, count), silent };
}"""
)
"""Two cards are played, each anew, and taken back; what is measured is the second: its click on
*Invoke* and its *Undo*, where the coach has a move before them to speak about."""

BEAR = """
  const laid = () => document.querySelector('.tk-board [data-verb="frenzy"]');
  const choose = async turn => {
    const pick = id => document.querySelector(`.tk-board [data-id="${id}"]`).click();
    pick(['F01', 'F02', 'F09'][turn % 3]);
    pick(['B01', 'B13', 'Y08', 'B09'][turn % 4]);
    while (!laid() || laid().getAttribute('aria-disabled') === 'true') await rest(5);
    await rest(100);
  };
"""
"""A card and its bearer are selected, and weighed by the kernel, before the click that lays it."""

VORTEX_CLICKS = (
    """async ([count, pause]) => {
  const zone = 'field-0';"""
    + CHANGE.replace(
        "new MutationObserver(() => { spoken", "if (coach) new MutationObserver(() => { spoken"
    )
    + BEAR
    + """
  for (let turn = 0; times.length < count; turn += 1) {
    await choose(turn);
    await measured(() => laid().click());
    await rest(pause);
    await measured(() => undo.click());
    await rest(pause);
  }
  return { times: times.slice(0, count), silent };
}"""
)
"""A card is laid on a Devotee, and taken back; both clicks are measured."""

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

TEMPUS_LAY = """async () => {
  const row = document.querySelector('[data-zone="row-0"]');
  const before = row.dataset.count;
  document.querySelector('[data-zone="hand-0"] .tk-token').click();
  while (row.dataset.count === before) await new Promise(done => setTimeout(done, 5));
  await new Promise(done => setTimeout(done, 250));
}"""

TOMES_LAY = (
    """async () => {
  const rest = ms => new Promise(done => setTimeout(done, ms));
  const table = document.querySelector('[data-zone="table"]');
  const before = table.dataset.count;"""
    + CHOOSE
    + """
  await choose(0);
  play().click();
  while (table.dataset.count === before) await rest(5);
  await rest(250);
}"""
)

VORTEX_LAY = (
    """async () => {
  const rest = ms => new Promise(done => setTimeout(done, ms));
  const field = document.querySelector('[data-zone="field-0"]');
  const before = field.dataset.count;"""
    + BEAR
    + """
  await choose(0);
  laid().click();
  while (field.dataset.count === before) await rest(5);
  await rest(250);
}"""
)

SAME_ROWS = """want => JSON.stringify([0, 1].map(seat => [...document.querySelectorAll(
  `[data-zone="row-${seat}"] .tk-face`)].map(face => Number(face.textContent))))
  === JSON.stringify(JSON.parse(want))"""


@dataclass(frozen=True)
class Sitting:
    """How a game is measured: where nobody answers, and with the coach speaking of each move.

    ``ready`` is there once the page can be played. ``clicks`` gives ``times`` and how often the
    coach was ``silent``; ``lay`` makes one move, and works so many times in a row as ``lays``.
    ``states`` is how many states one may send: the move, and where cards are weighed, that, too.
    """

    alone: str
    coached: str
    ready: str
    clicks: str
    lay: str
    lays: int
    states: int


SITTINGS = {
    "tempus": Sitting(
        ALONE,
        ALONE,
        '[data-zone="hand-0"] .tk-token[data-able]',
        TEMPUS_CLICKS,
        TEMPUS_LAY,
        8,
        1,
    ),
    "tomes": Sitting(
        TOMES.replace("INOCULATION", "False"),
        TOMES.replace("INOCULATION", "True"),
        ".tk-bar[data-asked]",
        TOMES_CLICKS,
        TOMES_LAY,
        4,
        2,
    ),
    "vortex": Sitting(
        VORTEX,
        VORTEX,
        ".tk-bar[data-asked]",
        VORTEX_CLICKS,
        VORTEX_LAY,
        1,
        3,
    ),
}
