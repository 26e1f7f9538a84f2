// residues.js: the choice of colours, and of the modulus where they are those of residues.

import { choice, element, field } from "./dom.js";
import { strip } from "./legend.js";
import { leastModulus, modulusOf, mostModulus, palette, palettesFor } from "./palettes.js";

const usualModulus = 8; // the most whose colours are distinct under every colour blindness

export class Residues {
  // `changed` is called after other colours were chosen.
  constructor(picture, changed) {
    Object.assign(this, { picture, changed });
    this.input = element("input", {
      type: "number",
      min: leastModulus,
      max: mostModulus,
      value: modulusOf(picture.palette) || usualModulus,
      input: () => this.input.validity.valid && this.input.value && this.take("residues"),
    });
    this.sample = element("span", { class: "sample" });
    this.field = field("modulo", element("span", { class: "modulus" }, this.input, this.sample));
    this.show();
  }

  choice() {
    const { palette: key, info } = this.picture;
    const chosen = modulusOf(key) ? "residues" : key;
    return choice("colours", palettesFor(info.value), chosen, (name) => this.take(name));
  }

  take(name) {
    this.picture.colourBy(name === "residues" ? `mod${Number(this.input.value)}` : name);
    this.show();
    this.changed();
  }

  // The modulus with a sample of its colours, from residue 0 on; hidden with other palettes.
  show() {
    const modulus = modulusOf(this.picture.palette);
    this.field.hidden = modulus === 0;
    if (modulus === 0) return;
    const colours = palette(this.picture.palette, modulus);
    this.sample.replaceChildren(strip([colours[modulus], ...colours.subarray(1, modulus)]));
  }
}
