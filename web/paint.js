// paint.js: draws what is known of a picture at this moment: its tiles, in their places coarser
// ones, values where there is room, the cell at hand, and moves.

import { colourOf, isDark, shares } from "./palettes.js";
import { drawRulers } from "./rulers.js";
import { imageOf } from "./tile_image.js";
import { above, block, inSight, side } from "./tiles.js";

const roomForValues = 22; // pixels of the page that a cell must have

// The best that there is for a tile: itself, or one above it.
function known(picture, tile) {
  for (let at = tile; at.level >= 0; at = above(at)) {
    const found = picture.find(at, picture.shown);
    if (found) return { at, found };
  }
  return null;
}

function clip(context, [left, top, right, bottom]) {
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
}

function drawTile(context, picture, tile) {
  const { view, shown: slice } = picture;
  const { at, found } = known(picture, tile) ?? {};
  if (!found) return;
  const colours =
    picture.reduce === "density" && at.level < slice.finest ? shares : picture.colours;
  const hole = colours === shares ? null : picture.holeOf(found);
  const image = imageOf(found, colours, slice.isTurned, hole);
  const cells = block(slice.finest, at.level); // of a pixel of the image
  const edges = (of, width, height, size) => [
    Math.round(view.x(of.column * side * size)),
    Math.round(view.y(of.row * side * size)),
    Math.round(view.x((of.column * side + width) * size)),
    Math.round(view.y((of.row * side + height) * size)),
  ];
  context.save();
  clip(context, edges(tile, side, side, block(slice.finest, tile.level)));
  const [left, top, right, bottom] = edges(at, image.width, image.height, cells);
  context.drawImage(image, left, top, right - left, bottom - top);
  context.restore();
}

function drawTiles(context, picture) {
  const { view, slice } = picture;
  context.save();
  clip(context, [view.x(0), view.y(0), view.x(view.columns), view.y(view.rows)].map(Math.round));
  for (const tile of inSight(view, slice.finest)) drawTile(context, picture, tile);
  context.restore();
}

function drawValues(context, picture, theme, ratio) {
  const { view } = picture;
  if (view.scale < roomForValues * ratio) return;
  const [left, right, top, bottom] = view.seen();
  context.font = `${Math.min(view.scale * 0.42, 18 * ratio)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row = top; row <= bottom; ++row)
    for (let column = left; column <= right; ++column) {
      const value = picture.valueAt([column, row], picture.shown);
      if (value === null) continue;
      const isOnDark = isDark(colourOf(picture.colours, value));
      context.fillStyle = picture.isDimmed(value) ? theme.edge : isOnDark ? "#fff" : "#000";
      const text =
        picture.slice.info.value === "outcome" ? (value === 0 ? "P" : "N") : String(value);
      context.fillText(
        text,
        view.x(column) + view.scale / 2,
        view.y(row) + view.scale / 2,
        view.scale,
      );
    }
}

// Two lines, so that one of them is seen on any colour.
function stroke(context, path, ratio) {
  for (const [width, colour] of [
    [4, "#fff"],
    [2, "#d40078"],
  ]) {
    context.lineWidth = width * ratio;
    context.strokeStyle = colour;
    context.stroke(path);
  }
}

function drawCell(context, view, [column, row], ratio) {
  const path = new Path2D();
  const least = Math.max(view.scale, 7 * ratio);
  const shift = (least - view.scale) / 2;
  path.rect(view.x(column) - shift, view.y(row) - shift, least, least);
  stroke(context, path, ratio);
}

function drawMoves(context, picture, ratio) {
  const { view, cursor } = picture;
  const middle = ([column, row]) => [view.x(column) + view.scale / 2, view.y(row) + view.scale / 2];
  for (const cell of picture.moves) {
    const path = new Path2D();
    path.moveTo(...middle(cursor));
    path.lineTo(...middle(cell));
    const [x, y] = middle(cell);
    path.moveTo(x + 5 * ratio, y);
    path.arc(x, y, 5 * ratio, 0, 2 * Math.PI);
    stroke(context, path, ratio);
  }
}

// Without it P-positions at the edge, which are white, would look like the page.
function drawEdge(context, view, theme, ratio) {
  context.lineWidth = ratio;
  context.strokeStyle = theme.edge;
  const out = ratio / 2;
  context.strokeRect(
    view.x(0) - out,
    view.y(0) - out,
    view.columns * view.scale + ratio,
    view.rows * view.scale + ratio,
  );
}

// `ratio`: pixels of the screen to one of the page.
export function paint(context, picture, theme, ratio) {
  const { view } = picture;
  context.imageSmoothingEnabled = false;
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, view.width, view.height);
  context.fillStyle = theme.unknown;
  context.fillRect(view.x(0), view.y(0), view.columns * view.scale, view.rows * view.scale);
  drawTiles(context, picture);
  drawValues(context, picture, theme, ratio);
  drawEdge(context, view, theme, ratio);
  if (picture.cursor) {
    drawMoves(context, picture, ratio);
    drawCell(context, view, picture.cursor, ratio);
  }
  drawRulers(context, view, picture.slice, theme, ratio);
}
