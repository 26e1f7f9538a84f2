// sliders.js: a slider for each axis that stands still, with playback.

import { choice, element } from "./dom.js";

const paces = ["1", "3", "7", "20"]; // slices a second, if their tiles come so soon

// `act.at(axis)` tells where an axis stands, `act.move(axis, coordinate)` moves it, and
// `act.isIdle()` says whether all of the slice has come. `act.pace` is one of the paces.
export class Sliders {
  constructor(info, axes, act, signal) {
    Object.assign(this, { info, axes, act, timer: 0 });
    this.latest = axes[0]; // what [ and ] move
    this.inputs = new Map(axes.map((axis) => [axis, this.input(axis)]));
    this.place = element(
      "div",
      { class: "sliders" },
      axes.map((axis) => this.line(axis)),
      axes.length > 0 ? this.pace() : null,
    );
    signal.addEventListener("abort", () => this.pause());
  }

  input(axis) {
    const { origin, box } = this.info;
    const input = element("input", {
      type: "range",
      min: origin[axis],
      max: box[axis],
      value: this.act.at(axis),
      input: () => this.to(axis, Number(input.value)),
    });
    return input;
  }

  line(axis) {
    const name = this.info.coordinates[axis];
    const output = element("output", {}, String(this.act.at(axis)));
    this.inputs.get(axis).output = output;
    const play = element(
      "button",
      {
        type: "button",
        class: "play",
        "aria-label": `Play ${name}`,
        "aria-pressed": "false",
        click: () =>
          play.getAttribute("aria-pressed") === "true" ? this.pause() : this.start(axis, play),
      },
      "▶",
    );
    return element(
      "div",
      { class: "slider" },
      element("label", {}, element("span", {}, name), this.inputs.get(axis)),
      output,
      play,
    );
  }

  pace() {
    const pairs = paces.map((pace) => [pace, pace]);
    return choice("slices a second", pairs, this.act.pace, (pace) => (this.act.pace = pace));
  }

  to(axis, coordinate) {
    const { origin, box } = this.info;
    if (coordinate < origin[axis] || coordinate > box[axis]) return false;
    this.latest = axis;
    const input = this.inputs.get(axis);
    input.value = coordinate;
    input.output.textContent = coordinate;
    this.act.move(axis, coordinate);
    return true;
  }

  step(steps) {
    return this.axes.length > 0 && this.to(this.latest, this.act.at(this.latest) + steps);
  }

  start(axis, button) {
    this.pause();
    button.setAttribute("aria-pressed", "true");
    if (this.act.at(axis) === this.info.box[axis]) this.to(axis, this.info.origin[axis]);
    this.later(axis);
  }

  later(axis) {
    this.timer = setTimeout(() => {
      if (this.act.isIdle() && !this.to(axis, this.act.at(axis) + 1)) this.pause();
      else this.later(axis);
    }, 1000 / this.act.pace);
  }

  pause() {
    clearTimeout(this.timer);
    for (const button of this.place?.querySelectorAll("[aria-pressed=true]") ?? [])
      button.setAttribute("aria-pressed", "false");
  }
}
