// tiles.js: which picture tiles a view wants. At level `finest` a pixel of a tile is one cell; at
// each level before, it stands for 2 x 2 pixels of the next; at level 0 one tile holds all.

export const side = 256; // pixels of a tile, each way

export function finestLevel(columns, rows) {
  let level = 0;
  while (side * 2 ** level < Math.max(columns, rows)) ++level;
  return level;
}

// Cells that a pixel of the level stands for, each way.
export const block = (finest, level) => 2 ** (finest - level);

// The coarsest level whose pixels are no smaller than those of the screen: less would be invented,
// and of more some would not be seen.
export function levelOf(view, finest) {
  return Math.max(0, Math.min(finest, finest + Math.floor(Math.log2(view.scale))));
}

function tilesOf(view, finest, level) {
  const cells = side * block(finest, level);
  const [left, right, top, bottom] = view.seen().map((at) => Math.floor(at / cells));
  const tiles = [];
  for (let row = top; row <= bottom; ++row)
    for (let column = left; column <= right; ++column) tiles.push({ level, row, column });
  const away = ({ row, column }) =>
    Math.hypot((column + 0.5) * cells - view.column, (row + 0.5) * cells - view.row);
  return tiles.sort((one, other) => away(one) - away(other));
}

// What is in sight, from the middle outwards.
export const inSight = (view, finest) => tilesOf(view, finest, levelOf(view, finest));

// What is to be loaded, in that order: first the same coarser, in a few tiles. Their level lies so
// close that they hold little which is not in sight.
export function wanted(view, finest) {
  const level = levelOf(view, finest);
  const coarse = Math.max(level - 2, 0);
  return [...(coarse < level ? tilesOf(view, finest, coarse) : []), ...inSight(view, finest)];
}

// The tile of the next coarser level of which it is a part.
export function above({ level, row, column }) {
  return { level: level - 1, row: row >> 1, column: column >> 1 };
}
