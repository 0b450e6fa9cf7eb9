// Motion tells where a thing came from, and then stops. Nothing loops.

const GLIDE = { duration: 220, easing: "cubic-bezier(.2,.8,.2,1)" };

/** From one beat to the next: what happened first is over before the next begins. */
const BEAT = 230;
const MOST_SEEN = 5;

/** May things move: does neither the picture nor the visitor forbid it? */
export function mayMove(picture) {
  return picture.motion !== false && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Where the tokens and zones are now: `{tokens, zones}`, each a map to `{x, y, width}` of centres.
 * Measured from the table, so that a line appearing above it does not set everything in motion.
 */
export function whereabouts(tokens, zones, table) {
  const home = table.getBoundingClientRect();
  const spots = (views, node) => new Map([...views].map(([id, view]) => [id, spotOf(node(view), home)]));
  return { tokens: spots(tokens.views, (view) => view.body), zones: spots(zones.views, (view) => view.section) };
}

function spotOf(node, home) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2 - home.left, y: box.top + box.height / 2 - home.top, width: box.width };
}

/** Let every token glide from where it was; without motion, new ones are lit for a moment. */
export function glide(before, tokens, scene, moving, table) {
  // Where a thing lies is asked only where it moves: the page has to be laid out for the answer.
  const home = moving ? table.getBoundingClientRect() : null;
  for (const [id, view] of tokens.views) {
    const token = scene.tokens[id];
    const old = before.tokens.get(id);
    const from = old || before.tokens.get(token.came_from) || before.zones.get(token.came_from);
    if (!moving) {
      if (!old) light(view.body);
    } else if (from) slide(view.body, from, spotOf(view.body, home), token.turn && !old, waitOf(token, old));
    else appear(view.body, token.turn, waitOf(token, old));
  }
}

/** How long a token waits for its beat; one that only makes room does not wait. */
function waitOf(token, old) {
  return token.beat ? { delay: token.beat * BEAT, fill: "backwards" } : {};
}

/**
 * Let hidden things be seen on their way from one place to another, each passage in its beat.
 * Without motion the place they came to is lit for a moment.
 */
export function passBy(passages, zones, tokens, moving, table) {
  const home = moving && passages.length ? table.getBoundingClientRect() : null;
  const placeOf = (id) => tokens.body(id) || zones.section(id)?.querySelector(".tk-slot .tk-token, .tk-tray") || zones.section(id);
  for (const { source, target, count = 1, beat = 0 } of passages) {
    const [from, to] = [placeOf(source), placeOf(target)];
    if (!from || !to) continue;
    if (!moving) light(to);
    else for (let nth = 0; nth < Math.min(count, MOST_SEEN); nth += 1) passOne(spotOf(from, home), spotOf(to, home), beat, nth, table);
  }
}

function passOne(from, to, beat, nth, table) {
  const ghost = make("i", "tk-ghost", { "aria-hidden": "true" });
  ghost.style.left = `${to.x}px`;
  ghost.style.top = `${to.y}px`;
  table.append(ghost);
  const start = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, opacity: 1 };
  const options = { ...GLIDE, duration: GLIDE.duration - 70, delay: beat * BEAT + nth * 18, fill: "backwards" };
  ghost.animate([start, { transform: "none", opacity: 1 }], options).finished.finally(() => ghost.remove());
}

function slide(body, from, to, turning, wait) {
  if (!to.width || !from.width) return;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const spin = turning ? " rotate(-1turn)" : "";
  const start = { transform: `translate(${dx}px, ${dy}px)${spin}`, zIndex: 5 };
  body.animate([start, { transform: "none", zIndex: 5 }], { ...GLIDE, ...wait });
}

function appear(body, turning, wait) {
  const spin = turning ? " rotate(-1turn)" : "";
  body.animate([{ transform: `scale(.6)${spin}`, opacity: 0 }, { transform: "none", opacity: 1 }], { ...GLIDE, ...wait });
}

function light(body) {
  body.animate([{ filter: "brightness(1.5)" }, { filter: "none" }], { duration: 600 });
}

/** Let a number count from `from` to `to` in a quarter of a second. */
export function countTo(element, from, to) {
  const began = performance.now();
  const run = (element.tkRun = (element.tkRun || 0) + 1);
  const step = (now) => {
    if (element.tkRun !== run) return;
    const part = Math.min(1, (now - began) / 250);
    say(element, Math.round(from + (to - from) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  setTimeout(() => element.tkRun === run && say(element, to), 400);
}
