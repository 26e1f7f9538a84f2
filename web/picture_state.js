// picture_state.js: what a picture's address says, and the address of what is shown.

import { cuts } from "./line_cut.js";
import { paletteNamed } from "./palettes.js";
import { Slice } from "./slice.js";

const reductionsOf = {
  outcome: [
    ["min", "any P"],
    ["max", "any N"],
    ["density", "share of P"],
  ],
  nimber: [
    ["min", "least nimber (0: any P)"],
    ["max", "largest nimber"],
    ["density", "share of P"],
  ],
  remoteness: [
    ["min", "least remoteness"],
    ["max", "largest remoteness"],
    ["density", "share of remoteness 0"],
  ],
};

// What a pixel tells of the cells that it stands for: pairs of a key and its name.
export const reductions = (info) => reductionsOf[info.value];

function known(pairs, key) {
  return pairs.some(([each]) => each === key) ? key : pairs[0][0];
}

// A position, or ":" in the place of coordinates that are left open; these become null.
function coordinatesOf(text, { origin, box }) {
  const words = (text ?? "").split(",");
  if (words.length !== box.length) return box.map(() => null);
  return words.map((word, axis) => {
    const coordinate = word === ":" ? NaN : Number(word);
    if (!Number.isInteger(coordinate)) return null;
    return Math.min(Math.max(coordinate, origin[axis]), box[axis]);
  });
}

// The coordinates in the middle of the screen, which may lie between two positions.
function middleOf(text, { info, across, down }) {
  const [first, second] = (text ?? "").split(",").map((word) => Number(word || NaN));
  if (!Number.isFinite(first) || !Number.isFinite(second)) return null;
  return [first - info.origin[across] + 0.5, second - info.origin[down] + 0.5];
}

// The value that has the last colour.
function mostOf(text, info) {
  const most = Number(text);
  return Number.isInteger(most) && most > 0 && most < info.max_value ? most : info.max_value;
}

// The axes across and down; null where the address does not tell.
export function axesOf(query, { coordinates }) {
  const across = coordinates.indexOf(query.get("across"));
  const down = coordinates.indexOf(query.get("down"));
  return across >= 0 && down >= 0 && across !== down ? { across, down } : null;
}

// `first` is the view that holds where the address does not tell.
// "3-17": the values that are not dimmed; null for all.
function rangeOf(text, { max_value }) {
  const found = /^(\d+)-(\d+)$/.exec(text ?? "");
  if (!found) return null;
  const [low, high] = [Number(found[1]), Math.min(Number(found[2]), max_value)];
  return low <= high ? [low, high] : null;
}

export function stateOf(query, info, first) {
  const given = coordinatesOf(query.get("at"), info);
  const at = given.map((coordinate, axis) => coordinate ?? first.at[axis]);
  const { across, down } = axesOf(query, info) ?? first;
  const slice = new Slice(info, across, down, at);
  const scale = Number(query.get("scale"));
  return {
    slice,
    cursor: given.includes(null) ? null : slice.cell(at),
    scale: scale > 0 ? scale : null,
    middle: middleOf(query.get("middle"), slice),
    palette: paletteNamed(query.get("palette"), info.value),
    most: mostOf(query.get("most"), info),
    range: rangeOf(query.get("range"), info),
    cut: known(cuts, query.get("cut")),
    reduce: known(reductions(info), query.get("reduce")),
  };
}

// `view`: null while the whole picture is shown.
export function queryOf({ slice, cursor, palette, most, range, cut, reduce }, view) {
  const { coordinates, origin, max_value } = slice.info;
  const rounded = (number) => Number(number.toFixed(2));
  return {
    across: coordinates[slice.across],
    down: coordinates[slice.down],
    at: cursor ? slice.position(cursor).join(",") : slice.text,
    scale: view && Number(view.scale.toPrecision(6)),
    middle:
      view &&
      [
        rounded(view.column + origin[slice.across] - 0.5),
        rounded(view.row + origin[slice.down] - 0.5),
      ].join(","),
    palette,
    most: most < max_value ? most : null,
    range: range && range.join("-"),
    cut: cut === "none" ? null : cut,
    reduce,
  };
}
