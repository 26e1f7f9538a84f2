// palettes.js: values to colours. A palette is a list of colours, that of value v at entry v; the
// last one is also that of whatever lies above. P-positions, which have nimber 0, are white, as in
// all pictures that Grundy makes. Colours are 32-bit words as canvases keep them: red in the lowest
// byte, then green, blue and opacity.

const word = (red, green, blue) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
const fromHex = (text) => word(...[1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)));

// Okabe and Ito, "Color universal design" (2008): distinct under every colour blindness.
const okabeIto = [
  "#0072b2",
  "#f0e442",
  "#d55e00",
  "#56b4e9",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#000000",
].map(fromHex);
const white = fromHex("#ffffff");
const outcomes = ["#ffffff", "#51608f"].map(fromHex); // P, N
// Eleven colours of viridis (Smith and van der Walt, matplotlib): of rising lightness, so distinct
// under every colour blindness too.
const viridis = [
  "#440154",
  "#482475",
  "#414487",
  "#355f8d",
  "#2a788e",
  "#21918c",
  "#22a884",
  "#44bf70",
  "#7ad151",
  "#bddf26",
  "#fde725",
].map(fromHex);
const greys = ["#101010", "#d8d8d8"].map(fromHex);

const channels = (colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];

// `share` of the way through the colours, from 0 to 1.
function between(colours, share) {
  const at = share * (colours.length - 1);
  const below = Math.min(Math.floor(at), colours.length - 2);
  const [low, high] = [channels(colours[below]), channels(colours[below + 1])];
  return word(
    ...low.map((value, index) => Math.round(value + (at - below) * (high[index] - value))),
  );
}

function linear(colours, most) {
  return Uint32Array.from({ length: most + 1 }, (_, value) =>
    between(colours, value / Math.max(most, 1)),
  );
}

// White, then in equal steps from the first colour, that of 1, to the last one.
function fromOne(colours, most) {
  return Uint32Array.from({ length: most + 1 }, (_, value) =>
    value === 0 ? white : between(colours, (value - 1) / Math.max(most - 1, 1)),
  );
}

function hue(share) {
  const part = (shift) => Math.round(140 + 110 * Math.cos(2 * Math.PI * (share - shift)));
  return word(part(0), part(1 / 3), part(2 / 3));
}

function modulo(modulus, most) {
  const colours =
    modulus <= 8 ? okabeIto : Array.from({ length: modulus }, (_, value) => hue(value / modulus));
  return Uint32Array.from({ length: most + 1 }, (_, value) =>
    value === 0 ? white : colours[value % modulus],
  );
}

const makers = {
  outcome: (most) =>
    Uint32Array.from({ length: most + 1 }, (_, value) => outcomes[Math.min(value, 1)]),
  viridis: (most) => fromOne(viridis, most),
  grey: (most) => fromOne(greys, most),
};

const names = {
  outcome: "P and N",
  viridis: "viridis",
  grey: "grey",
  residues: "residues",
};

// The palettes for a quantity, the usual one first: pairs of a key and its name. Of residues the key
// "mod8" names the modulus.
export function palettesFor(quantity) {
  const keys = {
    outcome: ["outcome"],
    nimber: ["viridis", "outcome", "grey", "residues"],
  }[quantity] ?? ["viridis", "grey", "residues"];
  return keys.map((key) => [key, names[key]]);
}

export const leastModulus = 2;
export const mostModulus = 64;

// The modulus of a palette of residues, 0 for other palettes.
export function modulusOf(key) {
  const modulus = Number(/^mod(\d+)$/.exec(key)?.[1] ?? 0);
  return modulus >= leastModulus && modulus <= mostModulus ? modulus : 0;
}

// The palette that an address names, if the quantity has it.
export function paletteNamed(key, quantity) {
  const pairs = palettesFor(quantity);
  const has = (name) => pairs.some(([each]) => each === name);
  if (modulusOf(key) ? has("residues") : has(key) && key !== "residues") return key;
  return pairs[0][0];
}

const mostEntries = 1 << 16;

export function palette(key, most) {
  const last = Math.min(most, mostEntries - 1);
  return modulusOf(key) ? modulo(modulusOf(key), last) : makers[key](last);
}

const faint = 0x28; // opacity

// The palette with the values outside a range dimmed.
export function dimmedOutside(colours, [low, high]) {
  return colours.map((colour, value) =>
    value < low || value > high ? ((colour & 0xffffff) | (faint << 24)) >>> 0 : colour,
  );
}

// Shares of P-positions, 0 to 255, from the colour of N to that of P.
export const shares = linear([outcomes[1], outcomes[0]], 255);

export function colourOf(colours, value) {
  return colours[Math.min(value, colours.length - 1)];
}

export const css = (colour) => `rgb(${channels(colour).join(" ")})`;

// Whether white letters are read better on it than black ones.
export function isDark(colour) {
  const [red, green, blue] = channels(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue < 140;
}
