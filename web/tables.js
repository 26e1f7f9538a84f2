// tables.js: the tables of the server.

import { ask, hasServer, target } from "./answers.js";
import { anchor, element, grid } from "./dom.js";
import { link } from "./link.js";
import { middleOfAxis } from "./picture_state.js";
import { count } from "./words.js";

const mostDrawn = 2 ** 22; // positions of a small picture

// "0..60 × 0..60"
export function extent({ origin, box }) {
  return box.map((high, axis) => `${origin[axis]}..${high}`).join(" × ");
}

// The plane that its picture begins with.
function smallPicture(table) {
  const { box, origin } = table;
  const down = box.length - 2;
  const [rows, columns] = [down, down + 1].map((axis) => box[axis] - origin[axis] + 1);
  if (!hasServer || rows * columns > mostDrawn) return "picture";
  const slice = box.map((_, axis) => (axis < down ? middleOfAxis(table, axis) : ":")).join(",");
  const path = ["v1", "tables", table.table, "tiles", slice, "0", "0", "0.png"];
  return element("img", {
    class: "small-picture",
    src: target(path, { reduce: "min" }),
    alt: `Picture of ${table.table}`,
    loading: "lazy",
  });
}

function row(table) {
  const screens = [anchor(link("table", table.table), table.table)];
  const view =
    table.box.length > 1 ? anchor(link("picture", table.table), smallPicture(table)) : "";
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
    grid(["Table", "Game", "Value", "Box", "Positions", ""], tables.map(row), "Tables"),
  );
}
