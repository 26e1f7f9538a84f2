// rulers.js: coordinates along the upper and the left edge of a picture.

import { ticks } from "./plot.js";
import { count } from "./words.js";

// Of the edges, in pixels of the page.
export const rulerLeft = 44;
export const rulerTop = 22;

const apart = 64; // pixels of the page between numbers, at least

export function drawRulers(context, view, slice, theme, ratio) {
  const { origin, coordinates } = slice.info;
  const [left, right, top, bottom] = view.seen();
  const half = view.scale / 2;
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, view.width, view.top);
  context.fillRect(0, 0, view.left, view.height);
  context.fillStyle = theme.ink;
  context.font = `${12 * ratio}px system-ui, sans-serif`;
  context.textBaseline = "middle";
  context.textAlign = "center";
  const low = origin[slice.across];
  for (const at of ticks(
    low + left,
    low + right,
    ((right - left + 1) * view.scale) / (apart * ratio),
  )) {
    const x = view.x(at - low) + half;
    if (x > view.left + 8 * ratio) context.fillText(count(at), x, view.top / 2);
  }
  context.textAlign = "right";
  const first = origin[slice.down];
  for (const at of ticks(
    first + top,
    first + bottom,
    ((bottom - top + 1) * view.scale) / (apart * ratio),
  )) {
    const y = view.y(at - first) + half;
    if (y > view.top) context.fillText(count(at), view.left - 5 * ratio, y);
  }
  context.textAlign = "left";
  context.fillText(
    `${coordinates[slice.down]}↓ ${coordinates[slice.across]}→`,
    3 * ratio,
    view.top / 2,
  );
}
