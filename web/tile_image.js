// tile_image.js: a picture tile in colours, as something that a canvas can draw.

import { colourOf } from "./palettes.js";

// A value of the tile at a pixel of the picture.
export function pixelValue({ shape, values }, row, column, isTurned) {
  return isTurned ? values[column * shape[1] + row] : values[row * shape[1] + column];
}

// Kept with the tile for as long as colours and axes stay the same. `hole` is transparent.
export function imageOf(tile, colours, isTurned, hole) {
  if (tile.image && tile.colours === colours && tile.isTurned === isTurned) return tile.image;
  const [height, width] = isTurned ? [tile.shape[1], tile.shape[0]] : tile.shape;
  const pixels = new Uint32Array(width * height);
  for (let row = 0, at = 0; row < height; ++row)
    for (let column = 0; column < width; ++column, ++at) {
      const value = pixelValue(tile, row, column, isTurned);
      if (value !== hole) pixels[at] = colourOf(colours, value);
    }
  const canvas = new OffscreenCanvas(width, height);
  canvas
    .getContext("2d")
    .putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width), 0, 0);
  return Object.assign(tile, { image: canvas, colours, isTurned }).image;
}
