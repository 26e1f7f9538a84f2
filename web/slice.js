// slice.js: a plane through a table: the axes that run across and down, and a position that it
// holds. Cells of the picture are counted from 0, coordinates from the table's origin.

import { finestLevel } from "./tiles.js";

export class Slice {
  constructor(info, across, down, at) {
    Object.assign(this, { info, across, down, at });
  }

  extent(axis) {
    return this.info.box[axis] - this.info.origin[axis] + 1;
  }
  get columns() {
    return this.extent(this.across);
  }
  get rows() {
    return this.extent(this.down);
  }
  get finest() {
    return finestLevel(this.columns, this.rows);
  }

  // Axes that stand still.
  get others() {
    return this.info.box
      .map((_, axis) => axis)
      .filter((axis) => axis !== this.across && axis !== this.down);
  }

  // ":,:,5", as the server has it. Its rows run along the first of the two axes.
  get text() {
    return this.at
      .map((coordinate, axis) => (axis === this.across || axis === this.down ? ":" : coordinate))
      .join(",");
  }
  get isTurned() {
    return this.across < this.down;
  }

  position([column, row]) {
    const { origin } = this.info;
    return this.at
      .with(this.across, origin[this.across] + column)
      .with(this.down, origin[this.down] + row);
  }

  cell(position) {
    const { origin } = this.info;
    return [position[this.across] - origin[this.across], position[this.down] - origin[this.down]];
  }

  // The cell of a position; null if it lies in another plane.
  cellWithin(position) {
    return this.others.every((axis) => position[axis] === this.at[axis])
      ? this.cell(position)
      : null;
  }

  // The tile of the server that holds what a tile of the picture shows.
  stored({ level, row, column }, reduce) {
    const [first, second] = this.isTurned ? [column, row] : [row, column];
    return { slice: this.text, level, row: first, column: second, reduce };
  }
}
