// Motion tells where a thing came from, and then stops. Nothing loops.

const GLIDE = { duration: 220, easing: "cubic-bezier(.2,.8,.2,1)" };

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
  const home = table.getBoundingClientRect();
  for (const [id, view] of tokens.views) {
    const token = scene.tokens[id];
    const old = before.tokens.get(id);
    const from = old || before.tokens.get(token.came_from) || before.zones.get(token.came_from);
    if (!moving) {
      if (!old) light(view.body);
    } else if (from) slide(view.body, from, spotOf(view.body, home), token.turn && !old);
    else appear(view.body, token.turn);
  }
}

function slide(body, from, to, turning) {
  if (!to.width || !from.width) return;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const spin = turning ? " rotate(-1turn)" : "";
  const start = { transform: `translate(${dx}px, ${dy}px)${spin}`, zIndex: 5 };
  body.animate([start, { transform: "none", zIndex: 5 }], GLIDE);
}

function appear(body, turning) {
  const spin = turning ? " rotate(-1turn)" : "";
  body.animate([{ transform: `scale(.6)${spin}`, opacity: 0 }, { transform: "none", opacity: 1 }], GLIDE);
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
