// picture_state.js: what a picture's address says, and the address of what is shown.

import { palettesFor } from "./palettes.js";
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

function positionOf(text, info) {
  const at = (text ?? "").split(",").map(Number);
  if (at.length !== info.box.length || !at.every(Number.isInteger)) return null;
  return at.map((coordinate, axis) =>
    Math.min(Math.max(coordinate, info.origin[axis]), info.box[axis]),
  );
}

// The axes across and down; without words, the last and the one before it, as the server has them.
function axesOf(query, { coordinates }) {
  const across = coordinates.indexOf(query.get("across"));
  const down = coordinates.indexOf(query.get("down"));
  if (across >= 0 && down >= 0 && across !== down) return [across, down];
  return [coordinates.length - 1, coordinates.length - 2];
}

export function stateOf(query, info) {
  const at = positionOf(query.get("at"), info);
  const slice = new Slice(info, ...axesOf(query, info), at ?? [...info.origin]);
  const scale = Number(query.get("scale"));
  const middle = positionOf(query.get("middle"), info);
  return {
    slice,
    cursor: at ? slice.cell(at) : null,
    scale: scale > 0 ? scale : null,
    middle: middle ? slice.cell(middle) : null,
    palette: known(palettesFor(info.value), query.get("palette")),
    reduce: known(reductions(info), query.get("reduce")),
  };
}

// `view`: null while the whole picture is shown.
export function queryOf({ slice, cursor, palette, reduce }, view) {
  const { coordinates } = slice.info;
  const middle = view && [Math.floor(view.column), Math.floor(view.row)];
  return {
    across: coordinates[slice.across],
    down: coordinates[slice.down],
    at: (cursor ? slice.position(cursor) : slice.at).join(","),
    scale: view && Number(view.scale.toPrecision(6)),
    middle:
      view &&
      slice
        .position([Math.min(middle[0], view.columns - 1), Math.min(middle[1], view.rows - 1)])
        .join(","),
    palette,
    reduce,
  };
}
