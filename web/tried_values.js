// tried_values.js: values that came as a list, with the rules that a visitor wrote, as a picture
// wants them: what table_source.js has from the server.

import { post } from "./answers.js";
import { block, finestLevel, side } from "./tiles.js";

// What a pixel tells of the values that it stands for.
const reductions = {
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  density: (values) => Math.round((255 * values.filter((value) => value === 0).length) / values.length),
  sample: ([first]) => first,
};

// In place of the value of a tuple that is no position.
export const noPosition = 2 ** 32 - 1;

// `answer` is that of /v1/workbench/values, and `asked` what it was asked with.
export class TriedValues {
  constructor(answer, asked) {
    const { origin, box } = answer;
    const values = answer.values.map((value) => value ?? noPosition);
    Object.assign(this, { asked, origin, box, values });
    this.strides = box.map(() => 1);
    for (let axis = box.length - 2; axis >= 0; --axis)
      this.strides[axis] = this.strides[axis + 1] * this.extent(axis + 1);
  }

  extent(axis) {
    return this.box[axis] - this.origin[axis] + 1;
  }

  at(position) {
    const index = position.reduce(
      (sum, coordinate, axis) => sum + (coordinate - this.origin[axis]) * this.strides[axis],
      0,
    );
    return this.values[index];
  }

  // ":,:,5" or "3,0:9" as its first position and the axes that it leaves open.
  slice(text) {
    const words = text.split(",").map((word) => word.split(":"));
    const end = (word, otherwise) => (word === "" ? otherwise : Number(word));
    return {
      low: words.map((word, axis) => end(word[0], this.origin[axis])),
      high: words.map((word, axis) => end(word.at(-1), this.box[axis])),
      open: words.flatMap((word, axis) => (word.length > 1 ? [axis] : [])),
    };
  }

  async tile({ slice: text, level, row, column, reduce }) {
    const { low, open } = this.slice(text);
    const [first, second] = open;
    const each = block(finestLevel(this.extent(first), this.extent(second)), level);
    const start = [row, column].map((number) => number * side);
    const shape = open.map((axis, which) =>
      Math.min(side, Math.ceil(this.extent(axis) / each) - start[which]),
    );
    const pixel = (index) => {
      const corner = [Math.floor(index / shape[1]), index % shape[1]].map(
        (number, which) => (start[which] + number) * each,
      );
      const seen = [];
      for (let down = corner[0]; down < Math.min(corner[0] + each, this.extent(first)); ++down)
        for (let across = corner[1]; across < Math.min(corner[1] + each, this.extent(second)); ++across)
          seen.push(
            this.at(low.with(first, this.origin[first] + down).with(second, this.origin[second] + across)),
          );
      return reductions[reduce](seen);
    };
    return { shape, values: Uint32Array.from({ length: shape[0] * shape[1] }, (_, index) => pixel(index)) };
  }

  // Of a line: one axis is open.
  async cells(text) {
    const { low, high, open } = this.slice(text);
    const [axis] = open;
    return Uint32Array.from({ length: high[axis] - low[axis] + 1 }, (_, step) =>
      this.at(low.with(axis, low[axis] + step)),
    );
  }

  moves(position, signal) {
    const { rules, convention } = this.asked;
    return post(["workbench", "moves"], { rules, convention, at: position }, signal);
  }
}
