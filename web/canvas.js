// canvas.js: the element that a picture is drawn on: as many pixels as the screen has there, drawn
// at most once a frame.

import { element } from "./dom.js";
import { paint } from "./paint.js";
import { rulerLeft, rulerTop } from "./rulers.js";

export class Canvas {
  // `resized` is called when there is more or less room.
  constructor(picture, label, resized, signal) {
    Object.assign(this, { picture, resized });
    this.node = element("canvas", {
      class: "picture",
      tabindex: 0,
      role: "application",
      "aria-label": label,
      "aria-roledescription": "picture of a table",
      "aria-describedby": "at-hand",
      "aria-busy": "true",
    });
    this.context = this.node.getContext("2d", { alpha: false });
    this.frame = 0;
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.node);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.draw(), { signal });
    signal.addEventListener(
      "abort",
      () => (observer.disconnect(), cancelAnimationFrame(this.frame)),
    );
  }

  get ratio() {
    return window.devicePixelRatio || 1;
  }

  resize() {
    const width = Math.max(1, Math.round(this.node.clientWidth * this.ratio));
    const height = Math.max(1, Math.round(this.node.clientHeight * this.ratio));
    Object.assign(this.node, { width, height });
    this.picture.resized(width, height, rulerLeft * this.ratio, rulerTop * this.ratio);
    this.resized();
    this.paint();
  }

  theme() {
    const style = getComputedStyle(this.node);
    const of = (name) => style.getPropertyValue(name).trim();
    return { paper: of("--paper"), ink: of("--ink"), unknown: of("--unknown"), edge: of("--faint") };
  }

  paint() {
    paint(this.context, this.picture, this.theme(), this.ratio);
    this.node.setAttribute("aria-busy", String(!this.picture.store.isIdle));
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paint());
  }
}
