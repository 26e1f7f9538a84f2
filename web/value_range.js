// value_range.js: the palette as a strip with two handles. Values outside the range between them are
// dimmed in the picture.

import { element } from "./dom.js";
import { strip } from "./legend.js";
import { colourOf, palette } from "./palettes.js";
import { count } from "./words.js";

const mostParts = 128; // of the strip

export class ValueRange {
  // `changed` is called after another range was chosen.
  constructor(picture, changed) {
    Object.assign(this, { picture, changed });
    this.colours = element("span", { class: "strip" });
    this.low = this.handle("Least value shown");
    this.high = this.handle("Largest value shown");
    this.words = element("output", { class: "besides" });
    this.all = element(
      "button",
      { type: "button", click: () => this.take([0, this.picture.most]) },
      "All values",
    );
    this.place = element(
      "div",
      { class: "range" },
      element("span", { class: "handles" }, this.colours, this.low, this.high),
      this.words,
      this.all,
    );
  }

  handle(name) {
    const input = element("input", {
      type: "range",
      min: 0,
      "aria-label": name,
      input: () => {
        const [one, other] = [Number(this.low.value), Number(this.high.value)];
        // The handle that is dragged stops at the other one.
        if (one <= other) this.take([one, other]);
        else this.take(input === this.low ? [other, other] : [one, one]);
      },
    });
    return input;
  }

  // The last colour is also that of all values above it.
  take([low, high]) {
    const { picture } = this;
    const isAll = low === 0 && high === picture.most;
    picture.showRange(isAll ? null : [low, high === picture.most ? picture.info.max_value : high]);
    this.changed();
  }

  show() {
    const { range, most, palette: key } = this.picture;
    this.place.hidden = most < 2;
    const [low, high] = range ?? [0, most];
    for (const [handle, value] of [
      [this.low, low],
      [this.high, high],
    ]) {
      handle.max = most;
      handle.value = value;
    }
    this.words.textContent = range
      ? `values from ${count(low)} to ${count(high)}`
      : "all values; drag an end to dim others";
    this.all.hidden = range === null;
    if (this.drawn === `${key} ${most}`) return;
    this.drawn = `${key} ${most}`;
    const parts = Math.min(most + 1, mostParts);
    const colours = palette(key, most);
    const values = Array.from({ length: parts }, (_, at) => Math.round((at * most) / (parts - 1)));
    this.colours.replaceChildren(strip(values.map((value) => colourOf(colours, value))));
  }
}
