// The slider that looks back through a match.

/** A native slider: it has a name, a value in words, and the arrow keys for free. */
export class SliderView {
  constructor(prefix, onLook) {
    const id = `${prefix}-slider`;
    this.label = make("label", "tk-slider-label", { for: id });
    this.input = make("input", "tk-slider-input", { id, type: "range", min: "0", step: "1", "data-lm-suppress-shortcuts": "true" });
    this.value = make("output", "tk-slider-value", { for: id });
    this.node = make("div", "tk-slider", {}, [this.label, this.input, this.value]);
    this.input.addEventListener("input", () => onLook(Number(this.input.value)));
    this.node.hidden = true;
  }

  update(replay, words) {
    reveal(this.node, Boolean(replay));
    if (!replay) return;
    const { at = 0, of = 0 } = replay;
    put(this.input, "max", of);
    if (document.activeElement !== this.input || this.input.value === "") this.input.value = String(at);
    else if (Number(this.input.value) > of) this.input.value = String(of);
    const told = fill(words.of, { value: at, most: of });
    put(this.input, "aria-valuetext", told);
    say(this.label, words.move_number);
    say(this.value, told);
  }
}
