// table.js: what a table says of itself: rules, counts, histogram, and values along an axis.

import { ask, askCells, hasServer, target } from "./answers.js";
import { anchor, choice, element, field } from "./dom.js";
import { LawPanel } from "./law_panel.js";
import { link, replace } from "./link.js";
import { plot, room } from "./plot.js";
import { share } from "./share.js";
import { extent } from "./tables.js";
import { convention, count, value } from "./words.js";

const mostBars = 256;
const usualLength = 200; // of a sequence
const mostLength = 5000;

// A reason, or that there is none and play was checked.
function whyItEnds(text) {
  return text.startsWith("checked") ? text : `because ${text}`;
}

// As `grundy info` has it.
function periodInWords({ period, origin }) {
  const from = count(origin[0] + period.preperiod);
  return `${count(period.length)} of the ${period.of}s from ${from} on, for all heaps: ${period.proof}`;
}

function facts(info) {
  const { positions, p_positions: lost } = info;
  const rows = [
    ["Game", info.game],
    ["Value", `${info.value}, ${convention(info.convention)}`],
    ["Coordinates", `${info.coordinates.join(", ")} in ${extent(info)}`],
    ["Positions", count(positions)],
    ["P-positions", `${count(lost)} (${((100 * lost) / positions).toPrecision(3)} %)`],
    info.termination ? ["Play ends", whyItEnds(info.termination)] : null,
    info.period ? ["Period", periodInWords(info)] : null,
    ["Solved by", `kernel ${info.kernel}, ${info.executor}, ${info.isa}, version ${info.version}`],
    ["Digest", element("code", {}, info.digest)],
  ];
  if (info.value !== "outcome")
    rows.splice(5, 0, ["Largest value", value(info.value, info.max_value)]);
  for (const [name, text] of Object.entries(info.parameters))
    rows.push([`Parameter ${name}`, text]);
  return element(
    "dl",
    { class: "facts" },
    rows.filter(Boolean).map(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]),
  );
}

// Nimbers one by one, or enough of them in a bar to have room for all.
function histogram(info, width) {
  if (info.histogram.length === 0) return null;
  const each = Math.ceil(info.histogram.length / mostBars);
  const bars = [];
  info.histogram.forEach((positions, nimber) => {
    if (nimber % each === 0) bars.push([nimber, 0]);
    bars[bars.length - 1][1] += positions;
  });
  const title = each === 1 ? "Positions of each nimber" : `Positions of each ${each} nimbers`;
  return plot(title, ["nimber", "positions"], bars, "bars", width, { each });
}

// The values along one axis through a position, and the fields that choose them.
class Sequence {
  constructor(page, info, query) {
    Object.assign(this, { page, info });
    const axis = info.coordinates.indexOf(query.get("along"));
    this.axis = Math.max(axis, 0);
    const given = (query.get("at") ?? "").split(",").map(Number);
    const isGiven = given.length === info.box.length && given.every(Number.isInteger);
    this.at = isGiven ? given : [...info.origin];
    this.length = Number(query.get("length")) || usualLength;
    this.figure = element("div");
    this.foot = element("div");
  }

  // From the position that is chosen to the end, at most.
  range() {
    const { info, axis, at } = this;
    const low = Math.min(Math.max(at[axis], info.origin[axis]), info.box[axis]);
    const length = Math.min(Math.max(this.length, 1), mostLength);
    return [low, Math.min(low + length - 1, info.box[axis])];
  }

  slice() {
    return this.at
      .map((coordinate, axis) => (axis === this.axis ? this.range().join(":") : coordinate))
      .join(",");
  }

  async draw() {
    const { page, info } = this;
    const { values } = await askCells(
      ["tables", info.table, "cells"],
      { slice: this.slice() },
      page.signal,
    );
    const [low] = this.range();
    const points = Array.from(values, (number, index) => [low + index, number]);
    const name = info.coordinates[this.axis];
    const title =
      `${info.value} along ${name} from (${this.at.join(", ")})` +
      (info.value === "outcome" ? "; 0 is P, 1 is N" : "");
    this.figure.replaceChildren(plot(title, [name, info.value], points, "dots", room(page.place)));
    this.offer();
  }

  // What to take away of the values that are drawn.
  offer() {
    const { page, info, foot } = this;
    const path = ["v1", "tables", info.table];
    const csv = target([...path, "cells"], { slice: this.slice(), format: "csv" });
    const shared = share(page, target(path), [["Values above as CSV", csv]]);
    shared.open = foot.firstChild?.open ?? false;
    foot.replaceChildren(shared);
  }

  async change(what) {
    Object.assign(this, what);
    replace("table", this.info.table, {
      along: this.info.coordinates[this.axis],
      at: this.at.join(","),
      length: this.length,
    });
    try {
      await this.draw();
    } catch (error) {
      if (!this.page.signal.aborted)
        this.figure.replaceChildren(
          element("p", { role: "alert", class: "problem" }, error.message),
        );
    }
  }

  number(name, start, least, most, change) {
    const input = element("input", {
      type: "number",
      value: start,
      min: least,
      max: most,
      change: () => input.validity.valid && change(Number(input.value)),
    });
    return field(name, input);
  }

  fields() {
    const { info } = this;
    const axes = info.coordinates.map((name, axis) => [String(axis), name]);
    return element(
      "div",
      { class: "controls" },
      axes.length > 1
        ? choice("along", axes, String(this.axis), (axis) => this.change({ axis: Number(axis) }))
        : null,
      info.coordinates.map((name, axis) =>
        this.number(name, this.at[axis], info.origin[axis], info.box[axis], (coordinate) =>
          this.change({ at: this.at.with(axis, coordinate) }),
        ),
      ),
      this.number("values", this.length, 1, mostLength, (length) => this.change({ length })),
    );
  }
}

// The rules, with the parameters that the table was solved with in place of those by default.
function rulesAsSolved({ rules, parameters }) {
  const passed = String.raw`#.*|"[^"]*"`; // comments and descriptions
  const value = String.raw`\{[^}]*\}|\[[^\]]*\]|[^\n#]*[^\s#]`;
  return rules.replace(
    new RegExp(String.raw`${passed}|(\bparam\s+(\w+)\s*=\s*)(?:${value})`, "g"),
    (text, head, name) => (name in parameters ? head + parameters[name] : text),
  );
}

// A law of these rules, and the way to change them; null where there is no workbench.
async function lawOf(page, info) {
  if (!hasServer) return null;
  const { on } = await ask(["workbench"], {}, page.signal);
  if (!on) return null;
  const { convention } = info;
  const rules = rulesAsSolved(info);
  const value = info.value === "remoteness" ? "outcome" : info.value;
  return [
    element(
      "p",
      { class: "ways" },
      anchor(link("workbench", "", { rules, convention, value: info.value }), "Change these rules"),
    ),
    new LawPanel(page, () => ({ rules, convention, value })).place,
  ];
}

export async function showTable(page, { name, query }) {
  const info = await ask(["tables", name], {}, page.signal);
  page.head(info.table);
  const sequence = new Sequence(page, info, query);
  page.place.append(
    element(
      "p",
      { class: "ways" },
      info.box.length > 1 ? [anchor(link("picture", info.table), "Picture"), " "] : null,
      anchor(link("position", info.table, { at: info.box.join(",") }), "Last position"),
    ),
    facts(info),
    element("h2", {}, "Rules"),
    element("pre", { class: "rules", tabindex: 0 }, info.rules),
    ...((await lawOf(page, info)) ?? []),
    element("h2", {}, "Values"),
    histogram(info, room(page.place)) ?? "",
    sequence.fields(),
    sequence.figure,
    sequence.foot,
  );
  await sequence.draw();
}
