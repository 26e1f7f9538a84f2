// legend.js: what the colours of a picture mean: pairs of a colour and its words.

import { element, svg } from "./dom.js";
import { colourOf, css, modulusOf, shares } from "./palettes.js";
import { count } from "./words.js";

const steps = 8; // of palettes that run through many colours

function evenly(most) {
  const values = Array.from({ length: steps + 1 }, (_, step) => Math.round((step * most) / steps));
  return [...new Set(values)];
}

function meanings(picture, cells) {
  const { palette, colours, info, most, reduce } = picture;
  if (cells > 1 && reduce === "density")
    return evenly(255).map((share) => [shares[share], `${Math.round(share / 2.55)} %`]);
  if (palette === "outcome")
    return [
      [colours[0], "P"],
      [colourOf(colours, 1), "N"],
    ];
  const modulus = modulusOf(palette);
  const residues = [...Array(modulus + 1).keys()].filter((value) => value <= info.max_value);
  const values = modulus ? residues : evenly(most);
  const words = (value) =>
    value === most && most < info.max_value && !modulus ? `${count(value)} or more` : count(value);
  return values.map((value) => [colourOf(colours, value), words(value)]);
}

// Colours side by side.
export function strip(colours) {
  return svg(
    "svg",
    { viewBox: `0 0 ${colours.length} 1`, preserveAspectRatio: "none", "aria-hidden": "true" },
    colours.map((colour, at) =>
      // A little wider than 1, so that the next one leaves no gap.
      svg("rect", { x: at, width: 1.02, height: 1, fill: css(colour) }),
    ),
  );
}

// `cells`: how many a pixel stands for, each way.
export function legend(picture, cells) {
  return element(
    "ul",
    { class: "legend", "aria-label": "Colours" },
    meanings(picture, cells).map(([colour, words]) =>
      element(
        "li",
        {},
        svg(
          "svg",
          { viewBox: "0 0 1 1", "aria-hidden": "true" },
          svg("rect", { width: 1, height: 1, fill: css(colour) }),
        ),
        words,
      ),
    ),
  );
}
