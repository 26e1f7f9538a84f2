// picture.js: values as a picture, and the screen with that of a table. Two axes run across and down,
// sliders move the others. The cell at hand is that under the pointer, or the one that arrow keys
// chose.

import { ask, target } from "./answers.js";
import { Canvas } from "./canvas.js";
import { anchor, choice, element } from "./dom.js";
import { firstView, usualView } from "./first_view.js";
import { takeKeys, takePointers } from "./hand.js";
import { legend } from "./legend.js";
import { LineCut } from "./line_cut.js";
import { link, replace } from "./link.js";
import { Picture } from "./picture_model.js";
import { axesOf, queryOf, reductions } from "./picture_state.js";
import { Residues } from "./residues.js";
import { share } from "./share.js";
import { Slice } from "./slice.js";
import { Sliders } from "./sliders.js";
import { TableSource } from "./table_source.js";
import { block, levelOf } from "./tiles.js";
import { ValueRange } from "./value_range.js";

const settled = 250; // milliseconds without a change, until the address is written

// `source` is as in table_source.js. `act.write(query, slice)` is called with what an address says of
// the picture, a moment after it changed, and `act.open(position)` when one is chosen.
export class PictureView {
  constructor(page, place, info, source, query, first, act) {
    Object.assign(this, { page, place, info, act });
    this.atHand = element(
      "output",
      { id: "at-hand", class: "at-hand" },
      "Point at a cell, or press an arrow key.",
    );
    this.scale = element("p", { class: "scale" });
    this.problem = element("p", { role: "alert", class: "problem", hidden: true });
    this.colours = element("div");
    this.picture = new Picture(info, source, query, first, page.signal, {
      draw: () => this.canvas?.draw(),
      tell: (text) => (this.atHand.textContent = text),
      point: () => this.cut.look(),
      fail: (error) => this.fail(error),
    });
    this.residues = new Residues(this.picture, () => this.changed());
    this.range = new ValueRange(this.picture, () => this.changed());
    this.cut = new LineCut(page, this.picture, () => this.changed());
    this.canvas = new Canvas(
      this.picture,
      `Picture of ${info.table}`,
      () => this.changed(),
      page.signal,
    );
    page.signal.addEventListener("abort", () => clearTimeout(this.writing));
    this.take();
  }

  fail(error) {
    this.problem.hidden = error === null;
    this.problem.textContent = error?.message ?? "";
  }

  // After whatever changes what is seen, or where.
  changed() {
    const { picture } = this;
    const { finest } = picture.slice;
    picture.load();
    const cells = block(finest, levelOf(picture.view, finest));
    this.colours.replaceChildren(legend(picture, cells));
    this.range.show();
    this.cut.look();
    this.scale.textContent =
      cells === 1
        ? "Each position has its own colour."
        : `A pixel stands for ${cells} × ${cells} positions: ${new Map(reductions(this.info)).get(picture.reduce)}.`;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.write(), settled);
  }

  write() {
    const { picture } = this;
    this.act.write(queryOf(picture, picture.isWhole ? null : picture.view), picture.slice);
  }

  // Calls of the pointer are in pixels of the page.
  take() {
    const { picture } = this;
    const ratio = () => this.canvas.ratio;
    const cellAt = (x, y) => picture.view.cellAt(x * ratio(), y * ratio());
    const free = (change) => ((picture.isWhole = false), change(), this.changed());
    takePointers(this.canvas.node, {
      point: (x, y) => {
        const cell = cellAt(x, y);
        if (cell) picture.setCursor(cell);
      },
      open: (x, y) => {
        const cell = cellAt(x, y);
        if (cell) this.open(cell);
      },
      pan: (x, y) => free(() => picture.view.pan(x * ratio(), y * ratio())),
      zoom: (steps, x, y) => free(() => picture.view.zoomBy(steps, x * ratio(), y * ratio())),
    });
    takeKeys(this.canvas.node, {
      step: (columns, rows) => this.step(columns, rows),
      closer: (steps) => free(() => this.closer(steps)),
      all: () => this.all(),
      first: () => this.go([0, 0]),
      slice: (steps) => this.sliders.step(steps),
      enter: () => picture.cursor && this.open(picture.cursor),
    });
  }

  // Towards the cell at hand, if it is in sight.
  closer(steps) {
    const { view, cursor } = this.picture;
    const [x, y] = cursor ? [view.x(cursor[0] + 0.5), view.y(cursor[1] + 0.5)] : [-1, -1];
    if (view.cellAt(x, y)) view.zoomBy(steps, x, y);
    else view.zoomBy(steps);
  }

  all() {
    this.picture.isWhole = true;
    this.picture.view.fit();
    this.changed();
  }

  step(columns, rows) {
    const { cursor } = this.picture;
    this.go(cursor ? [cursor[0] + columns, cursor[1] + rows] : [0, 0]);
  }

  go([column, row]) {
    const { view } = this.picture;
    const within = (at, extent) => Math.min(Math.max(at, 0), extent - 1);
    const cell = [within(column, view.columns), within(row, view.rows)];
    this.picture.setCursor(cell);
    view.bringIn(cell);
    this.changed();
  }

  open(cell) {
    this.picture.setCursor(cell);
    clearTimeout(this.writing);
    this.write(); // so that the way back leads to what is seen now
    this.act.open(this.picture.slice.position(cell));
  }

  turn(across, down) {
    this.picture.turn(new Slice(this.info, across, down, this.picture.slice.at));
    this.renew();
    this.changed();
  }

  // The axis that is chosen changes places with the other one if that had it.
  axis(name, which, other) {
    const pairs = this.info.coordinates.map((text, axis) => [String(axis), text]);
    const { slice } = this.picture;
    return choice(name, pairs, String(slice[which]), (chosen) => {
      const axis = Number(chosen);
      const rest = axis === slice[other] ? slice[which] : slice[other];
      if (which === "across") this.turn(axis, rest);
      else this.turn(rest, axis);
    });
  }

  button(text, name, act) {
    return element("button", { type: "button", "aria-label": name, title: name, click: act }, text);
  }

  controls() {
    const { picture } = this;
    const zoom = (steps) => () => ((picture.isWhole = false), this.closer(steps), this.changed());
    return element(
      "div",
      { class: "controls" },
      this.axis("across", "across", "down"),
      this.axis("down", "down", "across"),
      this.residues.choice(),
      this.residues.field,
      this.cut.choice(),
      choice(
        "from afar",
        reductions(this.info),
        picture.reduce,
        (key) => ((picture.reduce = key), this.changed()),
      ),
      element(
        "span",
        { class: "buttons" },
        this.button("+", "Closer", zoom(1)),
        this.button("−", "Further away", zoom(-1)),
        this.button("All", "The whole picture", () => this.all()),
        this.button("Fit colours", "Colours for the values in sight, or for all", () => {
          picture.fitColours();
          this.changed();
        }),
      ),
    );
  }

  // Controls, whose names depend on the axes.
  renew() {
    const { picture } = this;
    this.sliders?.pause();
    this.sliders = new Sliders(
      this.info,
      picture.slice.others,
      {
        at: (axis) => picture.slice.at[axis],
        move: (axis, coordinate) => (picture.moveSlice(axis, coordinate), this.changed()),
        isIdle: () => picture.store.isIdle,
        pace: this.sliders?.act.pace ?? "7",
      },
      this.page.signal,
    );
    this.head.replaceChildren(this.controls(), this.sliders.place);
  }

  build() {
    this.head = element("div");
    this.renew();
    this.place.append(
      this.head,
      this.canvas.node,
      this.atHand,
      this.cut.place,
      this.scale,
      this.colours,
      this.range.place,
      this.problem,
    );
  }
}

export async function showPicture(page, { name, query }) {
  const info = await ask(["tables", name], {}, page.signal);
  page.head("Picture of ", anchor(link("table", info.table), info.table));
  if (info.box.length < 2) {
    page.place.append(
      element(
        "p",
        {},
        "A picture has two axes, and this table has one. Its values are a sequence: ",
        anchor(link("table", info.table), "see there"),
        ".",
      ),
    );
    return;
  }
  const isGiven = query.has("at");
  const first = isGiven ? usualView(info) : await firstView(info, axesOf(query, info), page.signal);
  const foot = element("div");
  new PictureView(page, page.place, info, new TableSource(name), query, first, {
    write: (state, slice) => {
      replace("picture", name, state);
      const cells = (format) => target(["v1", "tables", name, "cells"], { slice: slice.text, format });
      const files = [
        ["PNG", cells("png")],
        ["CSV", cells("csv")],
      ];
      foot.replaceChildren(share(page, cells("npy"), files));
    },
    open: (position) => (location.hash = link("position", name, { at: position.join(",") })),
  }).build();
  page.place.append(foot);
}
