// Zones: labelled lists of tokens with their counters, made once and changed in place.

const PLACES = ["far", "middle", "near", "hands", "side"];

/** All zones of a board, by id, laid into the places of `parents`. */
export class ZoneViews {
  constructor(parents, prefix) {
    this.parents = parents;
    this.prefix = prefix;
    this.views = new Map();
  }

  /** Make the views agree with the scene; `items(id)` gives the list item of a token. */
  update(scene, words, hinted, items, counting) {
    for (const id of [...this.views.keys()]) if (!scene.zones[id]) this.views.delete(id);
    const places = placeZones(scene);
    for (const place of PLACES) {
      fit(this.parents[place], places[place].map((id) => this.view(id).section));
      reveal(this.parents[place], places[place].length > 0);
    }
    for (const id of scene.order || []) {
      const zone = scene.zones[id];
      if (zone) paintZone(this.view(id), zone, { words, items, counting, hinted: hinted.includes(id) });
    }
  }

  view(id) {
    if (!this.views.has(id)) this.views.set(id, makeZone(id, `${this.prefix}-${this.views.size}-${id}`));
    return this.views.get(id);
  }

  section(id) {
    return this.views.get(id)?.section;
  }
}

function makeZone(id, domId) {
  const labelId = `tk-zone-${domId}`.replace(/[^\w-]/g, "_");
  const label = make("span", "tk-zone-label", { id: labelId });
  const badge = make("span", "tk-badge");
  const note = make("span", "tk-note");
  const head = make("div", "tk-zone-head", {}, [label, badge, note]);
  const counters = make("div", "tk-counters");
  const empty = make("div", "tk-empty");
  const list = make("ul", "tk-list", { role: "list", "aria-labelledby": labelId });
  const tray = make("div", "tk-tray", {}, [list, empty]);
  const section = make("section", "tk-zone", { role: "group", "aria-labelledby": labelId, "data-zone": id });
  section.append(head, counters, tray);
  return { section, label, badge, note, counters, list, empty, tray, counted: new Map() };
}

function paintZone(view, zone, look) {
  put(view.section, "data-layout", zone.layout);
  put(view.section, "data-place", zone.place);
  put(view.section, "data-leads", Boolean(zone.leads));
  put(view.section, "data-hinted", look.hinted);
  say(view.label, zone.label);
  say(view.badge, zone.leads ? look.words.ahead : "");
  say(view.note, zone.note);
  const tokens = zone.tokens || [];
  fit(view.list, tokens.map(look.items).filter(Boolean));
  put(view.section, "data-count", tokens.length);
  say(view.empty, tokens.length ? "" : zone.empty);
  const counters = Object.entries(zone.counters || {});
  reveal(view.tray, !(zone.layout === "score" && tokens.length === 0 && !zone.empty));
  reveal(view.counters, counters.length > 0);
  paintCounters(view, counters, look);
}

function paintCounters(view, counters, look) {
  const ids = new Set(counters.map(([id]) => id));
  for (const id of [...view.counted.keys()]) if (!ids.has(id)) view.counted.delete(id);
  for (const [id, counter] of counters) {
    if (!view.counted.has(id)) view.counted.set(id, makeCounter());
    paintCounter(view.counted.get(id), counter, look);
  }
  fit(view.counters, counters.map(([id]) => view.counted.get(id).node));
}

function makeCounter() {
  const drawing = make("span", "tk-drawing", { "aria-hidden": "true" });
  const label = make("span", "tk-counter-label", { "aria-hidden": "true" });
  const told = make("span", "tk-told");
  const node = make("div", "tk-counter", {}, [drawing, label, told]);
  return { node, drawing, label, told, value: null };
}

function paintCounter(view, counter, look) {
  const { value = 0, most = 0, form = "number" } = counter;
  put(view.node, "data-form", form);
  put(view.node, "data-tone", counter.tone || null);
  say(view.label, counter.label);
  say(view.told, `${counter.label} ${most ? fill(look.words.of, { value, most }) : value}`);
  if (form === "number") {
    if (look.counting && view.value !== null && view.value !== value) countTo(view.drawing, view.value, value);
    else if (view.value !== value) say(view.drawing, value);
  } else if (form === "pips") paintPips(view.drawing, value, most);
  else paintGauge(view.drawing, value, most);
  view.value = value;
}

function paintPips(drawing, value, most) {
  const count = Math.max(most, value);
  const pips = Array.from({ length: count }, (_, index) => drawing.children[index] || make("i", "tk-pip"));
  pips.forEach((pip, index) => put(pip, "data-full", index < value));
  fit(drawing, pips);
}

function paintGauge(drawing, value, most) {
  const bar = drawing.firstElementChild || make("i", "tk-fill");
  bar.style.inlineSize = `${most ? Math.min(100, (100 * value) / most) : 0}%`;
  const number = drawing.children[1] || make("b", "tk-gauge-number");
  say(number, most ? `${value}/${most}` : value);
  fit(drawing, [bar, number]);
}
