// line_cut.js: the values along the row or the column of the cell at hand, as a plot.

import { choice, element } from "./dom.js";
import { plot, room } from "./plot.js";

const rest = 150; // milliseconds that the cell at hand must stay
const mostValues = 4000;

// What can be cut: pairs of a key and its name.
export const cuts = [
  ["none", "none"],
  ["across", "row"],
  ["down", "column"],
];

// As many coordinates as may be asked for, with `at` among them.
function around(at, low, high) {
  const first = Math.max(low, Math.min(at - mostValues / 2, high - mostValues + 1));
  return [first, Math.min(first + mostValues - 1, high)];
}

export class LineCut {
  // `changed` is called after another cut was chosen.
  constructor(page, picture, changed) {
    Object.assign(this, { page, picture, changed, looks: 0 });
    this.place = element("div", { class: "cut" });
    page.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  choice() {
    return choice("line cut", cuts, this.picture.cut, (key) => {
      this.picture.cut = key;
      this.changed();
    });
  }

  // Soon, if the cell at hand does not change before.
  look() {
    clearTimeout(this.timer);
    ++this.looks;
    if (this.picture.cut === "none" || !this.picture.cursor) this.place.replaceChildren();
    else this.timer = setTimeout(() => this.draw(), rest);
  }

  // The line in sight: its axis, first and last coordinate, and a position on it.
  line() {
    const { slice, view, cursor, cut, info } = this.picture;
    const axis = slice[cut];
    const [left, right, top, bottom] = view.seen();
    const [first, last] = cut === "across" ? [left, right] : [top, bottom];
    const position = slice.position(cursor);
    const origin = info.origin[axis];
    const ends = [origin + first, origin + last];
    const at = Math.min(Math.max(position[axis], ends[0]), ends[1]);
    return { axis, range: around(at, ...ends), position };
  }

  async draw() {
    const { info } = this.picture;
    const { axis, range, position } = this.line();
    const slice = position.with(axis, range.join(":")).join(",");
    const look = this.looks;
    try {
      if (slice !== this.known?.slice)
        this.known = { slice, values: await this.picture.source.cells(slice, this.page.signal) };
    } catch {
      return; // The picture tells what is wrong with the server.
    }
    if (look !== this.looks || this.page.signal.aborted) return; // another cell is at hand
    const name = info.coordinates[axis];
    const line = info.coordinates
      .flatMap((each, other) => (other === axis ? [] : [`${each} = ${position[other]}`]))
      .join(", ");
    const points = Array.from(this.known.values, (value, index) => [range[0] + index, value]);
    const title = `${info.value} along ${name} at ${line}`;
    const mark = position[axis];
    this.place.replaceChildren(
      plot(title, [name, info.value], points, "dots", room(this.place), { mark }),
    );
  }
}
