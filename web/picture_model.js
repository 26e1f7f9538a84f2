// picture_model.js: what a picture shows at this moment: slice, view, tiles, the cell at hand and its
// winning moves. The screen (picture.js) changes it, paint.js draws it.

import { MovesAt, winningPositions } from "./moves_at.js";
import { dimmedOutside, palette } from "./palettes.js";
import { stateOf } from "./picture_state.js";
import { Slice } from "./slice.js";
import { pixelValue } from "./tile_image.js";
import { TileStore } from "./tile_store.js";
import { block, inSight, side, wanted } from "./tiles.js";
import { besides, plural, position as inWords, value as valueInWords } from "./words.js";
import { View } from "./view.js";

export class Picture {
  // `source`: as table_source.js. `draw` is called when it looks otherwise, `tell` with words for the cell at hand, `point` after
  // another one is at hand, `fail` with what went wrong, and with null when all is well again.
  constructor(info, source, query, first, signal, { draw, tell, point, fail }) {
    Object.assign(
      this,
      { info, source, signal, draw, tell, point, fail, moves: [], isReported: false },
      stateOf(query, info, first),
    );
    this.colours = this.coloursNow();
    this.isWhole = this.scale === null;
    this.looking = new MovesAt(
      source,
      (position, answer) => this.tellMoves(position, answer),
      signal,
    );
    this.turn(this.slice);
    if (this.cursor) this.looking.look(this.slice.position(this.cursor));
  }

  // Another pair of axes: other tiles, another view.
  turn(slice) {
    this.store?.want([]);
    Object.assign(this, { slice, shown: slice });
    const before = this.view;
    this.view = new View(slice.columns, slice.rows);
    if (before) {
      Object.assign(this, { isWhole: true, cursor: null, moves: [] });
      this.resized(before.width, before.height, before.left, before.top);
    }
    this.store = new TileStore({
      source: this.source,
      finest: slice.finest,
      signal: this.signal,
      changed: () => this.tileCame(),
      failed: (error) => this.tileFailed(error),
    });
  }

  find(tile, slice = this.slice) {
    return this.store.find(slice.stored(tile, this.reduce));
  }

  // The value of a cell, if its tile is there.
  valueAt([column, row], slice = this.slice) {
    const tile = {
      level: this.slice.finest,
      row: Math.floor(row / side),
      column: Math.floor(column / side),
    };
    const found = this.find(tile, slice);
    if (!found) return null;
    const value = pixelValue(found, row % side, column % side, this.slice.isTurned);
    return value === this.holeOf(found) ? null : value;
  }

  // What a tile has for tuples that are no positions; null where all are.
  holeOf(tile) {
    if (this.info.where === undefined) return null;
    return 2 ** (8 * tile.values.BYTES_PER_ELEMENT) - 1;
  }

  // Asks for what is in sight, and draws what is there of it.
  load() {
    this.store.want(
      wanted(this.view, this.slice.finest).map((tile) => this.slice.stored(tile, this.reduce)),
    );
    this.showIfWhole();
    this.draw();
  }

  // While a slice is not whole, the one before it is drawn: else playback would flicker.
  showIfWhole() {
    if (inSight(this.view, this.slice.finest).every((tile) => this.find(tile)))
      this.shown = this.slice;
  }

  tileCame() {
    this.fail(null);
    this.showIfWhole();
    this.draw();
    this.tellCell();
  }

  // What came is shown, since more may not come.
  tileFailed(error) {
    this.shown = this.slice;
    this.draw();
    this.fail(error);
  }

  resized(width, height, left, top) {
    const isFirst = this.view.width === 1;
    this.view.resize(width, height, left, top);
    if (this.isWhole) this.view.fit();
    else if (isFirst) this.goThere();
  }

  // To where the address points.
  goThere() {
    const cursor = this.cursor && this.cursor.map((at) => at + 0.5);
    const [column, row] = this.middle ?? cursor ?? [this.view.column, this.view.row];
    Object.assign(this.view, { scale: this.scale, column, row });
    this.view.settle();
  }

  coloursNow() {
    const colours = palette(this.palette, this.most);
    return this.range ? dimmedOutside(colours, this.range) : colours;
  }

  colourBy(key) {
    this.palette = key;
    this.colours = this.coloursNow();
    this.draw();
  }

  // Values outside are dimmed; null dims none.
  showRange(range) {
    this.range = range;
    this.colourBy(this.palette);
  }

  isDimmed(value) {
    return this.range !== null && (value < this.range[0] || value > this.range[1]);
  }

  // The last colour is that of the largest value in sight; if it is already, of the whole table.
  fitColours() {
    const most = this.mostInSight();
    this.most = most > 0 && most !== this.most ? most : this.info.max_value;
    this.colourBy(this.palette);
  }

  mostInSight() {
    const [left, right, top, bottom] = this.view.seen();
    let most = 0;
    for (const tile of inSight(this.view, this.slice.finest)) {
      const found = this.find(tile);
      if (!found) continue;
      const { isTurned, finest } = this.slice;
      const [height, width] = isTurned ? [found.shape[1], found.shape[0]] : found.shape;
      const pixel = (cell, number) => Math.floor(cell / block(finest, tile.level)) - number * side;
      const last = [
        Math.min(pixel(bottom, tile.row), height - 1),
        Math.min(pixel(right, tile.column), width - 1),
      ];
      for (let row = Math.max(pixel(top, tile.row), 0); row <= last[0]; ++row)
        for (let column = Math.max(pixel(left, tile.column), 0); column <= last[1]; ++column)
          most = Math.max(most, pixelValue(found, row, column, isTurned));
    }
    return most;
  }

  moveSlice(axis, coordinate) {
    this.slice = new Slice(
      this.info,
      this.slice.across,
      this.slice.down,
      this.slice.at.with(axis, coordinate),
    );
    const { cursor } = this;
    this.setCursor(null);
    this.setCursor(cursor);
    this.load();
  }

  setCursor(cell) {
    if (String(this.cursor) === String(cell)) return;
    Object.assign(this, { cursor: cell, moves: [], isReported: false });
    if (cell) this.looking.look(this.slice.position(cell));
    else this.looking.stop();
    this.point();
    this.tellCell();
    this.draw();
  }

  // Position and value, at once if the value is there.
  tellCell() {
    if (!this.cursor || this.isReported) return;
    const value = this.valueAt(this.cursor);
    this.tell(
      inWords(this.slice.position(this.cursor)) +
        (value === null ? "" : `: ${valueInWords(this.info.value, value)}`),
    );
  }

  tellMoves(position, answer) {
    const there = winningPositions(answer);
    this.moves = there.map((to) => to && this.slice.cellWithin(to)).filter((cell) => cell);
    this.isReported = true;
    const number = this.valueAt(this.cursor);
    const value =
      number === null
        ? [answer.outcome, besides(answer)].filter(Boolean).join(", ")
        : valueInWords(this.info.value, number);
    const outside = there.length - this.moves.length;
    const ways = there.length === 0 ? "no winning move" : plural(there.length, "winning move");
    this.tell(
      `${inWords(position)}: ${value}; ${ways}${outside > 0 ? ` (${outside} not in this plane)` : ""}`,
    );
    this.draw();
  }
}
