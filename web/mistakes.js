// mistakes.js: moves that gave a won game away.

import { ask } from "./answers.js";

const mostKept = 500; // answers, so that a game is judged without asking all again at each move
const kept = new Map(); // by what was asked, the oldest first

// The moves of a sum with who wins after them; not how long the game lasts, which may take long.
export async function movesOf(asked, signal) {
  const key = JSON.stringify(asked);
  const answer = kept.get(key) ?? (await ask(["moves"], asked, signal));
  if (answer.complete) kept.set(key, answer);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
  return answer;
}

// A move of yours as { number, from, better }, where `better` would have won; null if it was none.
async function mistakeAt(game, index, signal) {
  const from = game.before(index);
  const { options } = await movesOf(game.asked(from), signal);
  const made = options.find(({ to }) => to === game.moves[index]);
  const better = options.find(({ outcome }) => outcome === "P");
  return made?.outcome === "N" && better ? { number: index + 1, from, better: better.to } : null;
}

// Calls `tell` with each mistake of yours, the first one first. What cannot be judged is none.
export async function judge(game, signal, tell) {
  for (let index = 0; index < game.moves.length; ++index) {
    if (!game.isYours(index)) continue;
    const mistake = await mistakeAt(game, index, signal).catch(() => null);
    if (signal.aborted) return;
    if (mistake) tell(mistake);
  }
}
