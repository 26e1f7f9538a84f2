// table_source.js: where a picture has the tiles, the values and the moves of a table from. Another
// source is in tried_values.js.

import { ask, askCells } from "./answers.js";

const mostMoves = 1000;

export class TableSource {
  constructor(table) {
    this.path = ["tables", table];
  }

  // Integers in C order, with their shape.
  tile({ slice, level, row, column, reduce }, signal) {
    const words = [slice, level, row, `${column}.bin`].map(String);
    return askCells([...this.path, "tiles", ...words], { reduce }, signal);
  }

  async cells(slice, signal) {
    return (await askCells([...this.path, "cells"], { slice }, signal)).values;
  }

  moves(position, signal) {
    const query = { at: position.join(","), limit: mostMoves };
    return ask([...this.path, "moves"], query, signal);
  }
}
