// view.js: which part of a picture is seen, and where. A cell is a position of the slice, (0, 0)
// above on the left; a pixel is one of the screen. A cell takes `scale` pixels each way: a whole
// number of them, or less than one.

const closest = 64; // pixels a cell
const air = 24; // pixels that are left free around the whole picture, of both sides together

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const whole = (scale) => (scale < 1 ? scale : Math.round(scale));

export class View {
  // Cells of the picture, across and down. `column` and `row` are in the middle of the screen.
  constructor(columns, rows) {
    Object.assign(this, { columns, rows, scale: 1, column: columns / 2, row: rows / 2 });
    Object.assign(this, { width: 1, height: 1, left: 0, top: 0 });
  }

  // The screen, in pixels, of which the rulers take `left` and `top`.
  resize(width, height, left, top) {
    Object.assign(this, { width, height, left, top });
    this.settle();
  }

  // The scale at which all of it is just seen.
  get farthest() {
    const across = (this.width - this.left - air) / this.columns;
    const down = (this.height - this.top - air) / this.rows;
    const fits = Math.max(Math.min(across, down), 1e-9);
    return Math.min(fits < 1 ? fits : Math.floor(fits), closest);
  }

  fit() {
    Object.assign(this, { column: this.columns / 2, row: this.rows / 2, scale: this.farthest });
  }

  settle() {
    this.scale = clamp(whole(this.scale), this.farthest, closest);
    this.column = clamp(this.column, 0, this.columns);
    this.row = clamp(this.row, 0, this.rows);
  }

  // The pixel of a cell's upper left corner.
  x(column) {
    return (
      Math.round((this.left + this.width) / 2 - this.column * this.scale) + column * this.scale
    );
  }
  y(row) {
    return Math.round((this.top + this.height) / 2 - this.row * this.scale) + row * this.scale;
  }

  // The cell under a pixel; null outside the picture.
  cellAt(x, y) {
    const column = Math.floor((x - this.x(0)) / this.scale);
    const row = Math.floor((y - this.y(0)) / this.scale);
    const isInside = column >= 0 && row >= 0 && column < this.columns && row < this.rows;
    return isInside && x >= this.left && y >= this.top ? [column, row] : null;
  }

  // Cells in sight: first and last column, first and last row.
  seen() {
    const column = (x) => clamp(Math.floor((x - this.x(0)) / this.scale), 0, this.columns - 1);
    const row = (y) => clamp(Math.floor((y - this.y(0)) / this.scale), 0, this.rows - 1);
    return [column(this.left), column(this.width), row(this.top), row(this.height)];
  }

  pan(x, y) {
    this.column -= x / this.scale;
    this.row -= y / this.scale;
    this.settle();
  }

  // Twice as close with each of `steps`, or half; what is at the pixel stays there.
  zoomBy(steps, x = (this.left + this.width) / 2, y = (this.top + this.height) / 2) {
    const [column, row] = [(x - this.x(0)) / this.scale, (y - this.y(0)) / this.scale];
    this.scale *= 2 ** steps;
    this.settle();
    this.column += column - (x - this.x(0)) / this.scale;
    this.row += row - (y - this.y(0)) / this.scale;
    this.settle();
  }

  // Moves as far as it must for the cell to be seen.
  bringIn([column, row]) {
    const [x, y] = [this.x(column), this.y(row)];
    if (x < this.left || x + this.scale > this.width) this.column = column + 0.5;
    if (y < this.top || y + this.scale > this.height) this.row = row + 0.5;
  }
}
