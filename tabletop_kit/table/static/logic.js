// What can be decided without a page: labels, places, selections, and where a key leads.

/** The zones of a scene by where they are drawn; one's own hands come last of all. */
export function placeZones(scene) {
  const places = { far: [], left: [], middle: [], right: [], near: [], hands: [], side: [], beside: [] };
  for (const id of scene.order || []) {
    const zone = scene.zones[id];
    if (!zone) continue;
    const own = zone.place === "near" && zone.layout === "hand";
    (own ? places.hands : places[zone.place] || places.middle).push(id);
  }
  return places;
}

/** The zone within which a zone lies, or `""`. */
export function homeOfZone(scene, id) {
  const home = scene.zones[id]?.within;
  return home && home !== id && scene.zones[home] ? home : "";
}

/** The zones that lie within the zone `id`, in the order of the scene. */
export function zonesWithin(scene, id) {
  return (scene.order || []).filter((other) => homeOfZone(scene, other) === id);
}

/** Do any zones of a scene lie within others? */
export function isNested(scene) {
  return (scene.order || []).some((id) => homeOfZone(scene, id));
}

const DENSE = 24;

/** Do so many cards lie on the table that each must do with less room? */
export function isDense(scene) {
  const lies = (id) => scene.tokens[id]?.shape === "page" && !scene.tokens[id].on;
  const camps = (scene.order || []).filter((id) => scene.zones[id]?.layout === "camp");
  return camps.flatMap((id) => scene.zones[id].tokens || []).filter(lies).length >= DENSE;
}

/** Do the players sit around the table: does any of them have a place to the left or right, or a field? */
export function isRound(scene) {
  return hasSides(scene) || (scene.order || []).some((id) => scene.zones[id]?.layout === "field");
}

/** Does anybody sit at the left or right? */
export function hasSides(scene) {
  return (scene.order || []).some((id) => ["left", "right"].includes(scene.zones[id]?.place));
}

/** The zone of every token: `{tokenId: zoneId}`. */
export function zoneOfToken(scene) {
  const homes = {};
  for (const id of scene.order || []) {
    for (const token of scene.zones[id]?.tokens || []) homes[token] = id;
  }
  return homes;
}

/** Are tokens to be selected: for a verb of this scene, or for moves that a weighing composes? */
export function wantsSelection(scene) {
  if (scene.weighs && scene.composes) return true;
  return Object.values(scene.verbs || {}).some((verb) => (verb.most || 0) > 0);
}

/** What touching the token does: `"select"`, `"move"` or `""`. */
export function touchOf(token, selecting) {
  if (selecting && token.word) return "select";
  return token.move ? "move" : "";
}

/** Can something be done with the token now? */
export function isAble(token, selecting) {
  const touch = touchOf(token, selecting);
  return touch === "select" || (touch === "move" && token.able === true);
}

/** The name of a token for a screen reader. */
export function tokenLabel(token, words, hinted) {
  const signs = (token.signs || []).map((sign) => sign.word);
  const parts = [token.label || (token.hidden ? words.hidden : token.face || ""), ...signs, ...(token.marks || [])];
  if (hinted) parts.push(words.hinted);
  return parts.filter(Boolean).join(", ");
}

/** The selection after `id` was touched; where only so many may be chosen, the new one is among them. */
export function toggle(selected, id, scene) {
  if (selected.includes(id)) return selected.filter((other) => other !== id);
  const most = Math.max(0, ...Object.values(scene.verbs || {}).map((verb) => verb.most || 0));
  return most === 1 ? [id] : [...makeRoom(selected, id, scene), id];
}

/** The selected tokens that stay when one more of its zone, or of the zone's group, is selected. */
function makeRoom(selected, id, scene) {
  const homes = zoneOfToken(scene);
  const zone = scene.zones[homes[id]];
  if (!zone?.most) return selected;
  const together = (other) => homes[other] === homes[id] || (zone.group && scene.zones[homes[other]]?.group === zone.group);
  const rivals = selected.filter(together);
  const leaving = rivals.slice(0, Math.max(0, rivals.length + 1 - zone.most));
  return selected.filter((other) => !leaving.includes(other));
}

/**
 * The scene with the verbs that a weighing offers. An `old` weighing is of a selection before: what it
 * offers keeps its place until the new answer is there, but cannot be said.
 */
export function withOffers(scene, weighing, old = false) {
  const offers = weighing?.offers || [];
  if (!offers.length) return scene;
  const order = [...offers.map((offer) => offer.id), ...verbOrder(scene)];
  const offered = offers.map(({ id, ...verb }) => [id, { ...verb, able: !old && verb.able === true, offered: true, old }]);
  return { ...scene, verbs: { ...scene.verbs, ...Object.fromEntries(offered) }, verb_order: order };
}

/** The selected tokens that are still there, in the order of choosing. */
export function stillThere(selected, scene) {
  const there = new Set((scene.order || []).flatMap((id) => scene.zones[id]?.tokens || []));
  return selected.filter((id) => there.has(id) && scene.tokens[id]?.word);
}

/** Does any verb of this scene care for the order of choosing? */
export function isNumbered(scene) {
  return Object.values(scene.verbs || {}).some((verb) => verb.ordered === true);
}

/** The words of the selected tokens, in the order of choosing. */
export function wordsChosen(selected, scene) {
  return stillThere(selected, scene).map((id) => scene.tokens[id].word);
}

/** The weighing of a picture, if it is of these words; of others it is `undefined`. */
export function weighingOf(picture, words) {
  const told = picture.weighing;
  return told && words.length && JSON.stringify(told.words) === JSON.stringify(words) ? told : undefined;
}

/** The selected tokens that are still there, in the order in which they lie. */
export function inOrder(selected, scene) {
  return (scene.order || [])
    .flatMap((id) => scene.zones[id]?.tokens || [])
    .filter((id) => selected.includes(id) && scene.tokens[id]?.word);
}

/** Does the verb ask for a selection? */
export function isChoice(verb) {
  return (verb.most || 0) > 0;
}

/** Can the verb be said with so many tokens selected? A weighing of them knows it exactly. */
export function isReady(verb, count, weighing, id) {
  if (!isChoice(verb)) return verb.able === true;
  if (weighing) return (weighing.verbs || []).includes(id);
  return count >= (verb.least || 0) && count <= verb.most;
}

/**
 * Is the verb there? One that has to be called is, when a selection calls for it or a hint names it;
 * then those that this selection cannot be said with make room.
 */
export function isThere(scene, id, weighing, hinted = []) {
  const called = weighing?.verbs || [];
  if (hinted.includes(id) || called.includes(id)) return true;
  const verb = scene.verbs[id];
  if (verb.called) return false;
  return !(isChoice(verb) && called.some((other) => scene.verbs[other]?.called));
}

/** The move a verb says: `{words}` is replaced by the words of the selected tokens. */
export function verbMove(verb, selected, scene) {
  const ids = verb.ordered ? stillThere(selected, scene) : inOrder(selected, scene);
  const said = ids.map((id) => scene.tokens[id].word);
  return verb.move.replace("{words}", () => said.join(" ")).replace(/\s+/g, " ").trim();
}

/** The ids of the verbs in the order of the scene; a patch keeps no order in what it names by id. */
export function verbOrder(scene) {
  const ids = Object.keys(scene.verbs || {});
  const place = (id) => (scene.verb_order || []).indexOf(id);
  return ids.filter((id) => place(id) >= 0).sort((a, b) => place(a) - place(b)).concat(ids.filter((id) => place(id) < 0));
}

/** The id of the verb with this shortcut, or `""`. */
export function verbForKey(key, scene) {
  const found = Object.entries(scene.verbs || {}).find(
    ([, verb]) => verb.key && verb.key.toLowerCase() === key.toLowerCase(),
  );
  return found ? found[0] : "";
}

/** Is anything asked of the one who looks: is there a token or a verb that is able? */
export function isAsked(scene) {
  const selecting = wantsSelection(scene);
  return (
    selecting ||
    Object.values(scene.tokens || {}).some((token) => isAble(token, false)) ||
    Object.values(scene.verbs || {}).some((verb) => verb.able)
  );
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Where a key leads from the spot `from`: `spots` are `{id, zone, x, y}` with centres.
 * Arrows go to the nearest spot in their direction, Home and End to the ends of the zone.
 */
export function keyTarget(key, from, spots) {
  const here = spots.find((spot) => spot.id === from);
  if (!here) return spots.length ? spots[0].id : "";
  if (key === "Home" || key === "End") {
    const zone = spots.filter((spot) => spot.zone === here.zone);
    return zone[key === "Home" ? 0 : zone.length - 1].id;
  }
  const direction = ARROWS[key];
  if (!direction) return "";
  let best = "";
  let bestCost = Infinity;
  for (const spot of spots) {
    const cost = stepCost(here, spot, direction);
    if (cost < bestCost) [best, bestCost] = [spot.id, cost];
  }
  return best || beside(key, here, spots);
}

function stepCost(here, spot, [dx, dy]) {
  const along = (spot.x - here.x) * dx + (spot.y - here.y) * dy;
  const across = Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx);
  if (along < 8) return Infinity;
  if (dx && across > 24) return Infinity;
  return along + 2 * across;
}

/** At the end of a line, left and right go on to the neighbour in reading order. */
function beside(key, here, spots) {
  const index = spots.indexOf(here);
  if (key === "ArrowRight") return spots[index + 1]?.id || "";
  if (key === "ArrowLeft") return spots[index - 1]?.id || "";
  return "";
}

/**
 * Who gets the focus after an update. `before` and `after` list `{id, zone}` in drawing order;
 * the focused token keeps it while it stays in its zone, else the nearest in that zone has it.
 */
export function focusHeir(id, before, after) {
  const old = before.find((spot) => spot.id === id);
  const now = after.find((spot) => spot.id === id);
  if (now && (!old || old.zone === now.zone)) return id;
  if (!old) return "";
  const place = before.filter((spot) => spot.zone === old.zone).findIndex((spot) => spot.id === id);
  const zone = after.filter((spot) => spot.zone === old.zone);
  return zone.length ? zone[Math.min(place, zone.length - 1)].id : now ? id : "";
}

/** The token to which Tab leads first: an able one near by, else any able one, else the first. */
export function firstStop(scene, spots) {
  const selecting = wantsSelection(scene);
  const able = spots.filter((spot) => isAble(scene.tokens[spot.id] || {}, selecting));
  const near = able.filter((spot) => scene.zones[spot.zone]?.place === "near");
  return (near[0] || able[0] || spots[0] || { id: "" }).id;
}

/**
 * The curve from one box to another: from edge to edge, bent a little so that two lines between the
 * same things can be told apart. Boxes are `{left, top, width, height}`.
 */
export function curveBetween(from, to, nth = 0) {
  const [a, b] = [centreOf(from), centreOf(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  if (to.row ?? inOneRow(from, to)) return below(from, to, nth);
  const bend = Math.min(34, length * 0.12) + 10 * nth;
  const middle = { x: (a.x + b.x) / 2 - (dy / length) * bend, y: (a.y + b.y) / 2 + (dx / length) * bend };
  const [start, end] = [edgeOf(from, middle), edgeOf(to, middle)];
  return { start, middle, end };
}

/** The same curves, each with the spot of its word: in the middle, or where no earlier word lies. */
export function wordsApart(curves) {
  const taken = [];
  return curves.map((curve) => {
    const half = 4 * (curve.label || "").length;
    const free = (at) => taken.every((one) => Math.abs(one.x - at.x) > one.half + half || Math.abs(one.y - at.y) > 14);
    const spots = [0.5, 0.36, 0.64, 0.24, 0.76].map((share) => onCurve(curve, share));
    const word = spots.find(free) || spots[0];
    if (half) taken.push({ ...word, half });
    return { ...curve, word };
  });
}

/** The point of a curve at a share of its way. */
function onCurve({ start, middle, end }, share) {
  const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
  return { x: a * start.x + b * middle.x + c * end.x, y: a * start.y + b * middle.y + c * end.y };
}

/** The curve between two things in one row: below what lies between them. */
function below(from, to, nth) {
  const foot = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height });
  const [start, end] = [foot(from), foot(to)];
  const depth = Math.min(46, 16 + Math.abs(end.x - start.x) * 0.08) + 10 * nth;
  // One of several turns upwards at its end: there it lies beside the others, not on them.
  const [lean, drop] = to.row ? [0.08, 14 + Math.abs(end.x - start.x) * 0.04] : [0.5, 0];
  return { start, middle: { x: end.x + (start.x - end.x) * lean, y: Math.max(start.y, end.y) + depth + drop }, end };
}

function centreOf(box) {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Where the straight line from the centre of a box to a point leaves the box. */
export function edgeOf(box, point) {
  const { x, y } = centreOf(box);
  const [dx, dy] = [point.x - x, point.y - y];
  const part = Math.min(box.width / 2 / (Math.abs(dx) || 1e-6), box.height / 2 / (Math.abs(dy) || 1e-6), 1);
  return { x: x + dx * part, y: y + dy * part };
}

/** The spot of a place where a line from the box `from` comes in: just within the edge nearest to it. */
export function landing(place, from, inset = 7) {
  const { x, y } = centreOf(from);
  const into = (at, start, size) => Math.max(start + Math.min(inset, size / 2), Math.min(at, start + size - Math.min(inset, size / 2)));
  return { left: into(x, place.left, place.width), top: into(y, place.top, place.height), width: 0, height: 0 };
}

const APART = 20;
const HEAD = 18;

/** Do two boxes lie in one row, so that the line between them goes below what lies there? */
function inOneRow(from, to) {
  const [a, b] = [centreOf(from), centreOf(to)];
  return Math.abs(b.x - a.x) > 60 && Math.abs(b.y - a.y) < Math.max(from.height, to.height) / 2;
}

/**
 * Where lines from the boxes `froms` end at the box `to`: side by side, so that each head can be
 * followed back to where it comes from. No two of them cross there.
 */
export function landings(froms, to, inset = 7) {
  const edge = Math.min(7, to.width / 2);
  const [low, high] = [to.left + edge, to.left + to.width - edge];
  const gap = Math.min(APART, (high - low) / Math.max(1, froms.length - 1));
  const ends = froms.map((from, nth) => ({ nth, row: inOneRow(from, to), x: centreOf(from).x, at: low }));
  // Within a row the nearest one ends at the nearest spot; from above each keeps its side.
  const within = ({ x }) => Math.max(low, Math.min(x, high));
  ends.sort((a, b) => within(a) - within(b) || (a.row && b.row ? b.x - a.x : a.x - b.x));
  ends.forEach((end, place) => (end.at = Math.max(within(end), place ? ends[place - 1].at + gap : low)));
  for (let place = ends.length - 1, most = high; place >= 0; place -= 1) most = (ends[place].at = Math.min(ends[place].at, most)) - gap;
  const [top, bottom] = [to.top + Math.min(inset, to.height / 2), to.top + to.height - Math.min(inset, to.height / 2)];
  const spots = [];
  for (const { nth, row, at } of ends) spots[nth] = { left: at, top: row ? Math.max(to.top, bottom - HEAD) : Math.max(top, Math.min(centreOf(froms[nth]).y, bottom)), width: 0, height: 0, row };
  return spots;
}

/** Where a card of `width` stands so that it points at `middle` and stays within `room`. */
export function clampLeft(middle, width, room, margin = 8) {
  return Math.max(margin, Math.min(middle - width / 2, room - width - margin));
}
