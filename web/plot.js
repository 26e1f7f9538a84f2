// plot.js: bars and dots over numbers, and beside each plot the same as a table.

import { element, grid, svg } from "./dom.js";
import { count } from "./words.js";

const margin = { left: 56, right: 8, top: 8, bottom: 36 };
const height = 240;
const mostRows = 2000; // of the table beside a plot

// Steps of 1, 2 or 5 times a power of ten: at most `parts` of them, and no part of an integer.
export function ticks(low, high, parts) {
  const least = Math.max(1, (high - low) / parts);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least);
  const marks = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) marks.push(at);
  return marks;
}

// A mark stands for `each` numbers.
function scales(width, low, high, most, each) {
  const inner = {
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  return {
    x: (at) => margin.left + ((at - low + 0.5) / (high - low + 1)) * inner.width,
    y: (value) => margin.top + inner.height * (1 - value / Math.max(most, 1)),
    step: (each * inner.width) / (high - low + 1),
    shift: ((each - 1) / 2 / (high - low + 1)) * inner.width,
  };
}

function axes(width, { x, y }, low, high, most, names) {
  const bottom = y(0);
  return svg(
    "g",
    { class: "axes" },
    ticks(low, high, width / 70).map((at) =>
      svg("text", { x: x(at), y: bottom + 16, "text-anchor": "middle" }, count(at)),
    ),
    ticks(0, most, 5).map((value) => [
      svg("path", { d: `M${margin.left} ${y(value)}H${width - margin.right}` }),
      svg("text", { x: margin.left - 6, y: y(value) + 4, "text-anchor": "end" }, count(value)),
    ]),
    svg("text", { x: (margin.left + width) / 2, y: height - 4, "text-anchor": "middle" }, names[0]),
  );
}

function bar({ x, y, step, shift }, [at, value]) {
  const half = Math.max(step * 0.4, 0.5);
  return `M${x(at) + shift - half} ${y(0)}V${y(value)}h${2 * half}V${y(0)}z`;
}

function dot({ x, y, step }, [at, value]) {
  const radius = Math.min(Math.max(step / 2, 1.2), 4);
  return `M${x(at) - radius} ${y(value)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

// "6", or "6 to 8"
function interval(at, each) {
  return each === 1 ? count(at) : `${count(at)} to ${count(at + each - 1)}`;
}

// A figure of `points`, pairs of an integer and a value, increasing. `names` are those of the two
// numbers; `form` is "bars" or "dots", and a bar may stand for `each` integers from its own on.
// `width` in pixels.
// `mark` is a place on the axis to point out.
export function plot(title, names, points, form, width, { each = 1, mark = null } = {}) {
  const [low, high] = [points[0][0], points[points.length - 1][0] + each - 1];
  const most = points.reduce((top, [, value]) => Math.max(top, value), 0);
  const scale = scales(width, low, high, most, each);
  const shape = form === "bars" ? bar : dot;
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `${title}; the same as a table below`,
    },
    axes(width, scale, low, high, most, names),
    mark === null
      ? null
      : svg("path", { class: "mark", d: `M${scale.x(mark)} ${margin.top}V${scale.y(0)}` }),
    svg("path", { class: form, d: points.map((point) => shape(scale, point)).join("") }),
  );
  const left = points.length - mostRows;
  return element(
    "figure",
    {},
    element("figcaption", {}, title),
    drawing,
    element(
      "details",
      {},
      element("summary", {}, "As a table"),
      grid(
        names,
        points.slice(0, mostRows).map(([at, value]) => [interval(at, each), count(value)]),
        title,
      ),
      left > 0 ? element("p", {}, `${count(left)} further rows are left out.`) : null,
    ),
  );
}

// Pixels that a plot may take.
export const room = (place) => Math.max(280, Math.min(place.clientWidth, 900));
