// The outlines of tokens. A die's outline is the die; its bevel is computed, lit from the top left.

const OUTLINES = {
  triangle: [[50, 5], [97, 90], [3, 90]],
  square: [[9, 9], [91, 9], [91, 91], [9, 91]],
  diamond: [[50, 2], [96, 50], [50, 98], [4, 50]],
  kite: [[50, 2], [96, 40], [50, 98], [4, 40]],
  pentagon: [[50, 4], [97, 39], [79, 94], [21, 94], [3, 39]],
  hexagon: [[28, 7], [72, 7], [97, 50], [72, 93], [28, 93], [3, 50]],
};

/** What is a sheet with a layout of its own: cards with figures, a word with a number. */
const FLAT = new Set(["leaf", "chip", "page"]);

/** The sheets whose names may be broken in the middle of a word. */
const NARROW = new Set(["leaf", "page"]);

const INNER = { triangle: 0.52, square: 0.74, diamond: 0.66, kite: 0.66, pentagon: 0.68, hexagon: 0.72 };

/** A new drawing of the token's shape; `hidden` tokens show their back. */
export function drawShape(token) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="tk-shape" viewBox="0 0 100 100" aria-hidden="true" focusable="false">${
    token.hidden ? backMarks(token) : faceMarks(token)
  }</svg>`;
  return template.content.firstChild;
}

/** A new drawing of the sign or picture with this name; `null` for a name that is none. */
export function drawGlyph(name, className = "tk-glyph") {
  const path = GLYPHS[name];
  if (!path) return null;
  const template = document.createElement("template");
  template.innerHTML =
    `<svg class="${className}" viewBox="0 0 100 100" aria-hidden="true" focusable="false">` +
    `<path fill-rule="evenodd" d="${path}"/></svg>`;
  put(template.content.firstChild, "data-glyph", name);
  return template.content.firstChild;
}

/** Put the drawing `name` first into `parent`, in place of the one before; none for no name. */
export function setGlyph(parent, name, className = "tk-glyph") {
  const old = parent.querySelector(`:scope > .${className}`);
  if ((old?.dataset.glyph || "") === (name || "")) return;
  old?.remove();
  const drawn = name ? drawGlyph(name, className) : null;
  if (drawn) parent.prepend(drawn);
}

/** Is this token a sheet (a card) rather than a piece with an outline? */
export function isSheet(token) {
  return token.shape === "card" || FLAT.has(token.shape) || (token.kind === "card" && !OUTLINES[token.shape]);
}

function faceMarks(token) {
  if (token.shape === "circle") return roundMarks();
  if (isSheet(token)) return "";
  const points = OUTLINES[token.shape] || OUTLINES.square;
  const inner = shrink(points, INNER[token.shape] || INNER.square);
  const sides = points.map((point, index) => side(points, inner, index)).join("");
  return `${polygon(points, "tk-body")}${sides}${polygon(inner, "tk-top")}${polygon(points, "tk-edge")}`;
}

function side(points, inner, index) {
  const next = (index + 1) % points.length;
  const tone = toneOf(points[index], points[next]);
  return polygon([points[index], points[next], inner[next], inner[index]], `tk-tone-${tone}`);
}

/** From 1, turned to the light, to 4, turned away from it. */
function toneOf([ax, ay], [bx, by]) {
  const [nx, ny] = [by - ay, ax - bx];
  const light = (-0.45 * nx - 0.89 * ny) / Math.hypot(nx, ny);
  return light > 0.5 ? 1 : light > 0 ? 2 : light > -0.6 ? 3 : 4;
}

function shrink(points, scale) {
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return points.map((point) => point.map((value, axis) => middle[axis] + (value - middle[axis]) * scale));
}

function polygon(points, className) {
  const list = points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
  return `<polygon class="${className}" points="${list}"/>`;
}

function roundMarks() {
  return (
    '<circle class="tk-body" cx="50" cy="50" r="46"/><circle class="tk-tone-2" cx="50" cy="50" r="46"/>' +
    '<circle class="tk-top" cx="50" cy="50" r="36"/><circle class="tk-edge" cx="50" cy="50" r="46"/>'
  );
}

/** The back of a piece: cloth with a woven mark, the same for all so that it tells nothing. */
function backMarks(token) {
  if (isSheet(token)) return "";
  return (
    '<rect class="tk-back" x="8" y="8" width="84" height="84" rx="18"/>' +
    '<path class="tk-weave" d="M50 20 80 50 50 80 20 50Z M50 34 66 50 50 66 34 50Z"/>' +
    '<rect class="tk-edge" x="8" y="8" width="84" height="84" rx="18"/>'
  );
}
