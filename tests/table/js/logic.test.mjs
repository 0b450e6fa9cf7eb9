import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const board = await load("words.js", "logic.js", "theme.js");

const zone = (place, layout, tokens) => ({ label: "z", place, layout, tokens });
const scene = {
  order: ["far", "row", "hand"],
  zones: {
    far: zone("far", "hand", ["b"]),
    row: zone("near", "row", ["r"]),
    hand: zone("near", "hand", ["x", "y", "w"]),
  },
  tokens: {
    b: { hidden: true },
    r: { face: "4" },
    x: { move: "lay x", able: true, word: "xx" },
    y: { move: "lay y", word: "yy" },
    w: { word: "ww" },
  },
  verbs: { pass: { move: "pass", able: true, key: "p" } },
};
const choosing = { ...scene, verbs: { pool: { move: "pool {words} now", least: 1, most: 2 } } };

test("one's own hand lies below the rest of what is near", () => {
  const places = board.placeZones(scene);
  assert.deepEqual(places.near, ["row"]);
  assert.deepEqual(places.hands, ["hand"]);
  assert.deepEqual(places.far, ["far"]);
});

test("touching a token says its move, unless words are asked for", () => {
  assert.equal(board.touchOf(scene.tokens.x, false), "move");
  assert.equal(board.touchOf(scene.tokens.x, true), "select");
  assert.equal(board.touchOf(scene.tokens.r, true), "");
  assert.equal(board.isAble(scene.tokens.y, false), false);
  assert.equal(board.isAble(scene.tokens.y, true), true);
});

test("the words of a selection stand in the order of the tokens", () => {
  const verb = choosing.verbs.pool;
  assert.equal(board.verbMove(verb, ["w", "x"], choosing), "pool xx ww now");
  assert.equal(board.verbMove(verb, ["gone"], choosing), "pool now");
});

test("words with a dollar sign are said as they are", () => {
  const odd = { ...choosing, tokens: { ...choosing.tokens, x: { word: "$&" } } };
  assert.equal(board.verbMove(choosing.verbs.pool, ["x"], odd), "pool $& now");
});

test("a verb is ready when the count fits", () => {
  const verb = choosing.verbs.pool;
  assert.deepEqual([0, 1, 2, 3].map((count) => board.isReady(verb, count)), [false, true, true, false]);
  assert.equal(board.isReady({ move: "pass" }, 0), false);
});

test("where one may be chosen, the new one takes the place of the old", () => {
  const one = { ...choosing, verbs: { v: { move: "v", least: 1, most: 1 } } };
  assert.deepEqual(board.toggle(["x"], "y", one), ["y"]);
  assert.deepEqual(board.toggle(["x"], "y", choosing), ["x", "y"]);
  assert.deepEqual(board.toggle(["x"], "x", choosing), []);
});

test("a label tells marks and hints, and names a back", () => {
  assert.equal(board.tokenLabel({ label: "d4", marks: ["new"] }, board.WORDS, true), "d4, new, hint");
  assert.equal(board.tokenLabel({ hidden: true }, board.WORDS, false), "face down");
});

test("a letter finds its verb, in either case", () => {
  assert.equal(board.verbForKey("P", scene), "pass");
  assert.equal(board.verbForKey("q", scene), "");
});

const spots = [
  { id: "r", zone: "row", x: 100, y: 0 },
  { id: "x", zone: "hand", x: 0, y: 100 },
  { id: "y", zone: "hand", x: 100, y: 100 },
  { id: "w", zone: "hand", x: 200, y: 100 },
];

test("arrows go to the nearest in their direction", () => {
  assert.equal(board.keyTarget("ArrowRight", "x", spots), "y");
  assert.equal(board.keyTarget("ArrowUp", "y", spots), "r");
  assert.equal(board.keyTarget("ArrowUp", "x", spots), "r");
  assert.equal(board.keyTarget("ArrowDown", "w", spots), "");
});

test("at the end of a line left and right go on in reading order", () => {
  assert.equal(board.keyTarget("ArrowRight", "r", spots), "x");
  assert.equal(board.keyTarget("ArrowLeft", "x", spots), "r");
  assert.equal(board.keyTarget("ArrowRight", "w", spots), "");
});

test("home and end stay in the zone", () => {
  assert.equal(board.keyTarget("Home", "w", spots), "x");
  assert.equal(board.keyTarget("End", "x", spots), "w");
});

test("when the focused token goes away, the nearest of its zone has the focus", () => {
  const after = spots.filter((spot) => spot.id !== "y");
  assert.equal(board.focusHeir("y", spots, after), "w");
  assert.equal(board.focusHeir("w", spots, spots.slice(0, 3)), "y");
  assert.equal(board.focusHeir("x", spots, spots), "x");
});

test("a token that went to another zone leaves the focus behind", () => {
  const after = [{ id: "y", zone: "row" }, { id: "x", zone: "hand" }, { id: "w", zone: "hand" }];
  assert.equal(board.focusHeir("y", spots, after), "w");
  assert.equal(board.focusHeir("y", spots, [{ id: "y", zone: "row" }]), "y");
});

test("tab leads to a token that can be played", () => {
  assert.equal(board.firstStop(scene, spots), "x");
});

test("a bubble stays within its room", () => {
  assert.equal(board.clampLeft(10, 100, 400), 8);
  assert.equal(board.clampLeft(390, 100, 400), 292);
  assert.equal(board.clampLeft(200, 100, 400), 150);
});

test("somebody is asked when anything can be done", () => {
  assert.equal(board.isAsked(scene), true);
  assert.equal(board.isAsked({ ...scene, tokens: {}, verbs: { pass: { move: "pass" } } }), false);
});

test("words are filled in, and unknown names stay", () => {
  assert.equal(board.fill("{a} and {b}", { a: 1 }), "1 and {b}");
  assert.equal(board.wordsOf({ words: { log: "Was geschah" } }).log, "Was geschah");
  assert.equal(board.wordsOf({}).close, "Close");
});

test("the lightness of a colour tells light from dark", () => {
  assert.equal(board.lightness("white"), 1);
  assert.equal(board.lightness("#111") < 0.5, true);
  assert.equal(board.lightness("rgb(250, 250, 250)") > 0.5, true);
  assert.equal(board.lightness("var(--x)"), null);
});

const leading = { ...choosing, verbs: { rite: { move: "rite {words}", least: 2, most: 2, ordered: true } } };

test("an ordered verb says the words in the order of choosing", () => {
  assert.equal(board.verbMove(leading.verbs.rite, ["w", "x"], leading), "rite ww xx");
  assert.deepEqual(board.stillThere(["w", "gone", "x"], leading), ["w", "x"]);
  assert.deepEqual(board.wordsChosen(["w", "x"], leading), ["ww", "xx"]);
  assert.equal(board.isNumbered(leading), true);
  assert.equal(board.isNumbered(choosing), false);
});

test("a weighing counts only for the words it was made of", () => {
  const picture = { weighing: { words: ["ww", "xx"], verbs: ["rite"] } };
  assert.equal(board.weighingOf(picture, ["ww", "xx"]), picture.weighing);
  assert.equal(board.weighingOf(picture, ["xx", "ww"]), undefined);
  assert.equal(board.weighingOf(picture, []), undefined);
  assert.equal(board.weighingOf({}, ["ww"]), undefined);
});

test("a weighing knows exactly which verb can be said", () => {
  const verb = leading.verbs.rite;
  assert.equal(board.isReady(verb, 2), true);
  assert.equal(board.isReady(verb, 2, { verbs: [] }, "rite"), false);
  assert.equal(board.isReady(verb, 2, { verbs: ["rite"] }, "rite"), true);
  assert.equal(board.isReady({ move: "echo", able: true }, 2, { verbs: [] }, "echo"), true);
});

test("a verb that has to be called is there when a selection or a hint calls for it", () => {
  const verbs = { play: { most: 4 }, rite: { most: 2, called: true }, echo: { able: true } };
  const shown = (weighing, hinted) => Object.keys(verbs).filter((id) => board.isThere({ verbs }, id, weighing, hinted));
  assert.deepEqual(shown(), ["play", "echo"]);
  assert.deepEqual(shown({ verbs: ["play"] }), ["play", "echo"]);
  assert.deepEqual(shown({ verbs: ["rite"] }), ["rite", "echo"]);
  assert.deepEqual(shown(undefined, ["rite"]), ["play", "rite", "echo"]);
});

test("verbs keep the order of the scene whatever order a patch left them in", () => {
  const verbs = { echo: {}, again: {}, pay: {} };
  assert.deepEqual(board.verbOrder({ verbs, verb_order: ["pay", "echo"] }), ["pay", "echo", "again"]);
  assert.deepEqual(board.verbOrder({ verbs }), ["echo", "again", "pay"]);
});

test("what lies beside the table has a place of its own", () => {
  const beside = { ...scene, order: ["hand", "g"], zones: { ...scene.zones, g: zone("beside", "gallery", []) } };
  assert.deepEqual(board.placeZones(beside).beside, ["g"]);
});

const composed = {
  order: ["hand", "one", "other", "own"],
  zones: {
    hand: { ...zone("near", "hand", ["a", "b", "c"]), most: 2 },
    one: { ...zone("left", "field", ["p", "q"]), most: 1, group: "rivals" },
    other: { ...zone("right", "field", ["r"]), most: 1, group: "rivals" },
    own: zone("near", "field", ["s", "t"]),
  },
  tokens: Object.fromEntries("abcpqrst".split("").map((id) => [id, { word: id.toUpperCase() }])),
  verbs: { pass: { move: "pass", able: true } },
  weighs: true,
  composes: true,
};

test("where moves are composed, what has a word is selected", () => {
  assert.equal(board.wantsSelection(composed), true);
  assert.equal(board.wantsSelection({ ...composed, composes: false }), false);
  assert.equal(board.touchOf(composed.tokens.a, true), "select");
});

test("of a zone, or of a group of zones, only so many stay selected, the latest", () => {
  assert.deepEqual(board.toggle(["a", "b"], "c", composed), ["b", "c"]);
  assert.deepEqual(board.toggle(["s", "p"], "q", composed), ["s", "q"]);
  assert.deepEqual(board.toggle(["s", "p"], "r", composed), ["s", "r"]);
  assert.deepEqual(board.toggle(["s", "a"], "t", composed), ["s", "a", "t"]);
});

test("offers are verbs of one selection; old ones stay but cannot be said", () => {
  const told = { offers: [{ id: "kill", label: "Kill", move: "crusade S P kill", able: true }] };
  const now = board.withOffers(composed, told);
  assert.deepEqual(board.verbOrder(now), ["kill", "pass"]);
  assert.equal(now.verbs.kill.able, true);
  assert.equal(board.verbMove(now.verbs.kill, ["s", "p"], now), "crusade S P kill");
  const waiting = board.withOffers(composed, told, true).verbs.kill;
  assert.deepEqual([waiting.able, waiting.old, now.verbs.kill.old], [false, true, false]);
  assert.equal(board.withOffers(composed, undefined), composed);
  assert.equal("kill" in composed.verbs, false);
});

test("a table is round where somebody sits at its side or has a field", () => {
  assert.equal(board.isRound(composed), true);
  assert.equal(board.isRound(scene), false);
});

test("long words get soft hyphens, short ones none, and no letter is lost", () => {
  assert.equal(board.softened("Axiom Wardens"), "Axiom Wardens");
  assert.equal(board.softened("Beweismaschinen"), "Beweis\u00adma\u00adschi\u00adnen");
  assert.equal(board.softened("Schilfeinsiedler").replaceAll("\u00ad", ""), "Schilfeinsiedler");
});

test("zones lie within zones, in the order of the scene; one that is not there is no home", () => {
  const nested = {
    order: ["realm", "second", "first", "stray"],
    zones: {
      realm: zone("near", "realm", []),
      second: { ...zone("near", "camp", []), within: "realm" },
      first: { ...zone("near", "camp", []), within: "realm" },
      stray: { ...zone("near", "camp", []), within: "nowhere" },
    },
  };
  assert.deepEqual(board.zonesWithin(nested, "realm"), ["second", "first"]);
  assert.deepEqual(board.zonesWithin(nested, "second"), []);
  assert.equal(board.homeOfZone(nested, "stray"), "");
  assert.deepEqual([board.isNested(nested), board.isNested(scene)], [true, false]);
  assert.deepEqual(board.placeZones(nested).near, ["realm", "second", "first", "stray"]);
});

test("a line goes from edge to edge, and twins do not lie on each other", () => {
  const left = { left: 0, top: 0, width: 40, height: 20 };
  const under = { left: 200, top: 100, width: 40, height: 20 };
  const { start, middle, end } = board.curveBetween(left, under);
  assert.ok(start.x > 20 && start.x <= 40 && start.y > 10 && start.y <= 20);
  assert.ok(end.x >= 200 && end.x < 220 && end.y >= 100);
  assert.ok(board.curveBetween(left, under, 1).middle.y > middle.y);
  const right = { left: 200, top: 0, width: 40, height: 20 };
  const row = board.curveBetween(left, right);
  assert.deepEqual([row.start, row.end], [{ x: 20, y: 20 }, { x: 220, y: 20 }]);
  assert.ok(row.middle.y > 30 && board.curveBetween(left, right, 1).middle.y > row.middle.y);
  assert.deepEqual(board.edgeOf(left, { x: 20, y: 500 }), { x: 20, y: 20 });
  assert.deepEqual(board.edgeOf(left, { x: 20, y: 10 }), { x: 20, y: 10 });
});

test("the words of lines side by side do not lie on each other", () => {
  const line = (x) => ({ label: "attacks", start: { x, y: 0 }, middle: { x, y: 100 }, end: { x, y: 200 } });
  const [one, two, far] = board.wordsApart([line(0), line(20), line(300)]).map((curve) => curve.word);
  assert.deepEqual([one, far], [{ x: 0, y: 100 }, { x: 300, y: 100 }]);
  assert.ok(Math.abs(two.y - one.y) > 14 && two.x === 20 && two.y > 0);
  const silent = board.wordsApart([{ ...line(0), label: "" }, line(0)]);
  assert.deepEqual(silent[1].word, { x: 0, y: 100 });
});

test("a line comes into a place at the edge nearest to where it began", () => {
  const place = { left: 100, top: 200, width: 300, height: 80 };
  const above = { left: 180, top: 40, width: 40, height: 60 };
  assert.deepEqual(board.landing(place, above), { left: 200, top: 207, width: 0, height: 0 });
  const beside = { left: 600, top: 220, width: 40, height: 20 };
  assert.deepEqual(board.landing(place, beside), { left: 393, top: 230, width: 0, height: 0 });
});

test("lines that end at one thing end side by side and do not cross", () => {
  const place = { left: 100, top: 200, width: 300, height: 80 };
  const at = (left, top) => ({ left, top, width: 40, height: 60 });
  const above = board.landings([at(300, 40), at(600, 40), at(560, 40), at(310, 40)], place);
  const xs = above.map((end) => end.left);
  assert.deepEqual(xs, [320, 393, 373, 340]);
  assert.ok(above.every((end) => end.top === 207 && !end.row));
  // In a row the nearest one ends nearest, so that one arc lies within the other.
  const row = board.landings([at(500, 210), at(600, 210), at(700, 210)], place);
  assert.deepEqual(row.map((end) => end.left), [393, 373, 353]);
  assert.ok(row.every((end) => end.top === 255 && end.row));
  const arcs = [at(500, 210), at(700, 210)].map((from, nth) => board.curveBetween(from, row[nth * 2]));
  assert.ok(arcs[0].start.x < arcs[1].start.x && arcs[0].end.x > arcs[1].end.x && arcs[0].middle.y <= arcs[1].middle.y);
  const narrow = board.landings([at(300, 40), at(310, 40), at(320, 40)], { ...place, width: 20 }, 0);
  assert.deepEqual(narrow.map(({ left, top }) => [left, top]), [[107, 200], [110, 200], [113, 200]]);
});

test("cards do with less room where very many stand together", () => {
  const pages = Object.fromEntries([...Array(24)].map((_, nth) => [`p${nth}`, { shape: "page" }]));
  const scene = (ids, layout) => ({ order: ["z"], zones: { z: { layout, tokens: ids } }, tokens: pages });
  const ids = Object.keys(pages);
  assert.equal(board.isDense(scene(ids, "camp")), true);
  assert.equal(board.isDense(scene(ids.slice(1), "camp")), false);
  assert.equal(board.isDense(scene(ids, "hand")), false);
});
