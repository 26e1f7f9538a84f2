// first_view.js: the plane that a picture begins with. The middle of a table often shows one colour,
// so a few planes are looked at, and the one whose values vary most is taken.

import { hasServer } from "./answers.js";
import { TableSource } from "./table_source.js";

const places = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 0]; // of axes that stand still, as parts of their extents
const mostPlanes = 40;
const mostCells = 2 ** 22; // of a plane: of larger ones the server would read too much
const atOnce = 4; // requests
const clearly = 1.01; // times the variance of a plane that comes before, so that rounding decides nothing

export function placeOnAxis({ origin, box }, axis, part = 1 / 2) {
  return Math.floor(origin[axis] + part * (box[axis] - origin[axis]));
}

// As the server has it: ":,:,5".
export function sliceText({ across, down, at }) {
  return at.map((place, axis) => (axis === across || axis === down ? ":" : place)).join(",");
}

// The last axis across, the one before it down, the others in their middles.
export function usualView(info) {
  const across = info.box.length - 1;
  return { across, down: across - 1, at: info.box.map((_, axis) => placeOnAxis(info, axis)) };
}

function pairsOf(dimensions) {
  const pairs = [];
  for (let across = dimensions - 1; across > 0; --across)
    for (let down = across - 1; down >= 0; --down) pairs.push({ across, down });
  return pairs;
}

function candidates(info, axes) {
  const extent = (axis) => info.box[axis] - info.origin[axis] + 1;
  const pairs = (axes ? [axes] : pairsOf(info.box.length)).filter(
    ({ across, down }) => extent(across) * extent(down) <= mostCells,
  );
  return places
    .flatMap((part) =>
      pairs.map((pair) => ({ ...pair, at: info.box.map((_, axis) => placeOnAxis(info, axis, part)) })),
    )
    .slice(0, mostPlanes);
}

function variance(values) {
  let [sum, squares] = [0, 0];
  for (const value of values) [sum, squares] = [sum + value, squares + value * value];
  return squares / values.length - (sum / values.length) ** 2;
}

async function varianceOf(source, view, signal) {
  const tile = { slice: sliceText(view), level: 0, row: 0, column: 0, reduce: "sample" };
  return variance((await source.tile(tile, signal)).values);
}

// `axes`: { across, down } that are chosen already. The usual view where nothing can be looked at.
export async function firstViewOf(info, source, axes, signal) {
  const usual = { ...usualView(info), ...axes };
  if (info.box.length < 3) return usual;
  const views = candidates(info, axes);
  const variances = [];
  for (let first = 0; first < views.length; first += atOnce) {
    const some = views.slice(first, first + atOnce).map((view) => varianceOf(source, view, signal));
    variances.push(...(await Promise.all(some)));
  }
  let best = 0;
  variances.forEach((each, index) => (best = each > clearly * variances[best] ? index : best));
  return views[best] ?? usual;
}

const found = new Map(); // by table and axes, promises

// The same of a table.
export async function firstView(info, axes, signal) {
  const usual = { ...usualView(info), ...axes };
  if (!hasServer) return usual;
  const key = JSON.stringify([info.table, info.digest, axes]);
  try {
    if (!found.has(key))
      found.set(key, await firstViewOf(info, new TableSource(info.table), axes, signal));
    return found.get(key);
  } catch (error) {
    if (signal.aborted) throw error;
    return usual;
  }
}
