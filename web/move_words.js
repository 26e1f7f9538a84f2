// move_words.js: a move in words, from the sums before and after it.

import { difference, separate, single } from "./expression.js";
import { count } from "./words.js";

// The coordinates that a move changes, as [axis, before, after]; null where it does more than that.
export function changedCoordinates({ gone, come }) {
  if (gone.length !== 1 || come.length !== 1) return null;
  const [from, to] = [single(gone[0]), single(come[0])];
  if (!from || !to || from.at.length !== to.at.length) return null;
  if (from.game !== to.game || from.parameters !== to.parameters) return null;
  return from.at.flatMap((before, axis) =>
    before === to.at[axis] ? [] : [[axis, before, to.at[axis]]],
  );
}

// "c: 153 → 74" where the sum is a single position whose coordinates have these names, else
// "nim(3) → nim(1)".
export function moveInWords(from, to, names) {
  const change = difference(from, to);
  const coordinates = separate(from).length === 1 ? changedCoordinates(change) : null;
  if (names && coordinates)
    return coordinates
      .map(([axis, before, after]) => `${names[axis]}: ${count(before)} → ${count(after)}`)
      .join(", ");
  return `${change.gone.join(" + ")} → ${change.come.join(" + ") || "nothing"}`;
}
