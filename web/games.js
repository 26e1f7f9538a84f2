// games.js: the games that sums may name.

import { ask } from "./answers.js";

// Each game of the catalogue, and those of tables that are not in it, by name.
export async function gamesToAsk(signal) {
  const [{ games }, { tables }] = await Promise.all([
    ask(["games"], {}, signal),
    ask(["tables"], {}, signal),
  ]);
  const known = new Map(games.map((game) => [game.game, game]));
  for (const table of tables) if (!known.has(table.game)) known.set(table.game, table);
  return [...known.values()].sort((one, other) => one.game.localeCompare(other.game));
}
