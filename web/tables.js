// tables.js: the tables of the server.

import { ask, hasServer, target } from "./answers.js";
import { anchor, element, grid } from "./dom.js";
import { firstView, sliceText } from "./first_view.js";
import { link } from "./link.js";
import { count } from "./words.js";

const mostDrawn = 2 ** 22; // positions of a small picture

// "0..60 × 0..60"
export function extent({ origin, box }) {
  return box.map((high, axis) => `${origin[axis]}..${high}`).join(" × ");
}

// The plane that its picture begins with, looked for when it comes into sight.
function smallPicture(table, signal) {
  const { box, origin } = table;
  const extents = box.map((high, axis) => high - origin[axis] + 1).sort((one, other) => other - one);
  if (!hasServer || extents[0] * extents[1] > mostDrawn) return "picture";
  const image = element("img", { class: "small-picture", alt: `Picture of ${table.table}` });
  const observer = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    observer.disconnect();
    try {
      const slice = sliceText(await firstView(table, null, signal));
      const path = ["v1", "tables", table.table, "tiles", slice, "0", "0", "0.png"];
      image.src = target(path, { reduce: "min" });
    } catch {
      // The screen was left.
    }
  });
  observer.observe(image);
  signal.addEventListener("abort", () => observer.disconnect());
  return image;
}

function row(table, signal) {
  const screens = [anchor(link("table", table.table), table.table)];
  const view =
    table.box.length > 1 ? anchor(link("picture", table.table), smallPicture(table, signal)) : "";
  const misere = table.convention === "misere" ? ", misère" : "";
  return [screens, table.game, table.value + misere, extent(table), count(table.positions), view];
}

export async function showTables(page) {
  page.head("Tables");
  const { tables } = await ask(["tables"], {}, page.signal);
  if (tables.length === 0) {
    page.place.append(
      element("p", {}, "This server has no tables. Sums of games can be asked all the same."),
    );
    return;
  }
  page.place.append(
    grid(
      ["Table", "Game", "Value", "Box", "Positions", ""],
      tables.map((table) => row(table, page.signal)),
      "Tables",
    ),
  );
}
