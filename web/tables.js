// tables.js: the tables of the server.

import { ask } from "./answers.js";
import { anchor, element, grid } from "./dom.js";
import { link } from "./link.js";
import { count } from "./words.js";

// "0..60 × 0..60"
export function extent({ origin, box }) {
  return box.map((high, axis) => `${origin[axis]}..${high}`).join(" × ");
}

function row(table) {
  const screens = [anchor(link("table", table.table), table.table)];
  const view = table.box.length > 1 ? anchor(link("picture", table.table), "picture") : "";
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
