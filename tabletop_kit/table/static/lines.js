// Lines between what lies on the table: who attacks, blocks, answers whom.

const SETTLED = 320;

/** All lines of a scene, over the table and out of the way of every touch. */
export class LineViews {
  constructor(tokens, zones) {
    this.tokens = tokens;
    this.zones = zones;
    this.lines = [];
    this.shown = "";
    this.node = drawnNode("svg", { class: "tk-lines", "aria-hidden": "true", focusable: "false" });
  }

  /** Draw the lines of the scene where their ends are now. Nothing is measured where there are none. */
  update(scene, table) {
    this.lines = scene.lines || [];
    this.table = table;
    this.place();
    // What still glides from the move before lies elsewhere a moment later.
    clearTimeout(this.later);
    if (this.lines.length) this.later = setTimeout(() => this.place(), SETTLED);
  }

  /** Draw them anew, after the table has changed its size. */
  place() {
    if (!this.lines.length && !this.shown) return;
    const spots = this.spots();
    const curves = wordsApart(this.lines.map((line, nth) => this.curve(line, nth, spots.get(line))).filter(Boolean));
    const key = JSON.stringify(curves);
    if (key === this.shown) return;
    this.shown = curves.length ? key : "";
    // No line lies over a word.
    this.node.replaceChildren(...curves.flatMap(drawLine), ...curves.filter((curve) => curve.label).map(drawWord));
  }

  /** The ends of lines that meet at one thing, side by side; a line alone ends where it will. */
  spots() {
    const spots = new Map();
    for (const target of new Set(this.lines.map((line) => line.target))) {
      const box = this.boxOf(target);
      const met = this.lines.filter((line) => line.target === target && this.boxOf(line.source));
      if (!box || met.length < 2) continue;
      const ends = landings(met.map((line) => this.boxOf(line.source)), box, this.tokens.item(target) ? 0 : undefined);
      met.forEach((line, place) => spots.set(line, ends[place]));
    }
    return spots;
  }

  curve(line, nth, spot) {
    const [from, whole] = [this.boxOf(line.source), this.boxOf(line.target)];
    if (!from || !whole) return null;
    const to = spot || (this.tokens.item(line.target) ? whole : landing(whole, from));
    const twins = this.lines.slice(0, nth).filter((other) => other.source === line.source && other.target === line.target);
    return { kind: line.kind || "aim", label: line.label || "", ...curveBetween(from, to, spot ? 0 : twins.length) };
  }

  /** Where a token or zone lies on the table. The item stays where it is while its token glides. */
  boxOf(id) {
    const node = this.tokens.item(id)?.querySelector(":scope > .tk-token") || this.zones.section(id);
    const box = node?.offsetParent ? node.getBoundingClientRect() : null;
    if (!box) return null;
    const home = this.table.getBoundingClientRect();
    const [dx, dy] = [home.left + this.table.clientLeft, home.top + this.table.clientTop];
    return { left: Math.round(box.left - dx), top: Math.round(box.top - dy), width: Math.round(box.width), height: Math.round(box.height) };
  }
}

function drawLine({ kind, start, middle, end }) {
  const path = `M${whole(start)}Q${whole(middle)} ${whole(end)}`;
  const halo = drawnNode("path", { class: "tk-line-halo", d: path });
  const line = drawnNode("path", { class: "tk-line", "data-kind": kind, d: path });
  const head = drawnNode("path", { class: "tk-line-head", "data-kind": kind, d: arrow(middle, end) });
  return [halo, line, head];
}

function drawWord({ label, word: at }) {
  const word = drawnNode("text", { class: "tk-line-word", x: Math.round(at.x), y: Math.round(at.y) });
  word.textContent = label;
  return word;
}

/** The head of an arrow that comes from one point and ends at another. */
function arrow(from, at) {
  const angle = Math.atan2(at.y - from.y, at.x - from.x);
  const corner = (turn) => ({ x: at.x - 13 * Math.cos(angle + turn), y: at.y - 13 * Math.sin(angle + turn) });
  return `M${whole(at)}L${whole(corner(0.45))}L${whole(corner(-0.45))}Z`;
}

function whole({ x, y }) {
  return `${Math.round(x)} ${Math.round(y)}`;
}

/** A new node of a drawing, in the namespace that other drawings have. */
function drawnNode(name, attributes) {
  const node = document.createElementNS(drawGlyph("sword").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) put(node, key, value);
  return node;
}
