// piles.js: the terms of a sum as piles of stones, one for each coordinate, and as rows of pins. A
// stone that is clicked goes with all behind it. In a row the first and the last pin that go are
// clicked. The list below has the same moves for players by keys.

import { element } from "./dom.js";
import { difference, separate, single } from "./expression.js";
import { changedCoordinates } from "./move_words.js";
import { count } from "./words.js";

const mostStones = 40; // of a pile
const mostPiles = 12;

// `left`: what is left of the coordinate, or of a row on both sides, the smaller part first.
const keyOf = (term, axis, ...left) => [term, axis, ...left.sort((a, b) => a - b)].join("/");

// The two parts of a row from whose midst a move takes pins; null for other moves.
function partsOf({ gone, come }) {
  if (gone.length !== 1 || come.length !== 2) return null;
  const [from, ...parts] = [...gone, ...come].map(single);
  const isAlike = (part) => part?.game === from?.game && part?.parameters === from?.parameters;
  if (!parts.every((part) => isAlike(part) && part?.at.length === 1)) return null;
  const left = parts.map(({ at }) => at[0]);
  return left[0] + left[1] < from.at[0] ? left : null;
}

// The moves that lower one coordinate or leave two parts of a row: the sums after them, and the
// terms that are rows.
function movesOf(expression, options) {
  const sums = new Map();
  const rows = new Set();
  for (const { to } of options) {
    const change = difference(expression, to);
    const [term] = change.gone;
    const parts = partsOf(change);
    const lowered = changedCoordinates(change);
    if (parts) {
      rows.add(term);
      sums.set(keyOf(term, 0, ...parts), to);
    } else if (lowered?.length === 1 && lowered[0][2] < lowered[0][1])
      sums.set(keyOf(term, lowered[0][0], lowered[0][2]), to);
  }
  return { sums, rows };
}

function stone(words, isEnabled, click) {
  return element("button", {
    type: "button",
    class: "stone",
    tabindex: -1,
    disabled: !isEnabled,
    "aria-label": words,
    title: isEnabled ? words : null,
    click,
  });
}

function line(name, stones, kind) {
  return element(
    "div",
    { class: "pile", role: "group", "aria-label": `${name}: ${count(stones.length)}` },
    element("span", { class: "besides" }, `${name} ${count(stones.length)}`),
    element("span", { class: kind }, stones),
  );
}

// `after(left)` is the sum where `left` stones are left, undefined if no move leaves them.
function pile(name, stones, after, act) {
  const stoneAt = (_, left) =>
    stone(`${name}: take ${stones - left}, leave ${left}`, act && after(left), () =>
      act(after(left)),
    );
  return line(name, Array.from({ length: stones }, stoneAt), "stones");
}

// `after(before, behind)` is the sum where these numbers of pins are left on either side.
function row(name, pins, after, act) {
  const between = (one, other) => after(Math.min(one, other), pins - 1 - Math.max(one, other));
  const endsOf = (first) => buttons.flatMap((_, last) => (between(first, last) ? [last] : []));
  let first = null;
  const click = (pin) => {
    if (first !== null && between(first, pin)) return act(between(first, pin));
    const ends = endsOf(pin);
    if (ends.length === 1 && ends[0] === pin) return act(between(pin, pin));
    first = first === pin ? null : pin;
    buttons.forEach((button, at) => {
      button.disabled = first === null ? endsOf(at).length === 0 : at !== pin && !ends.includes(at);
      button.setAttribute("aria-pressed", String(at === first));
    });
  };
  const buttons = Array.from({ length: pins }, (_, pin) =>
    stone(`${name}: pin ${pin + 1}`, act, () => click(pin)),
  );
  if (act) buttons.forEach((button, pin) => (button.disabled = endsOf(pin).length === 0));
  return line(name, buttons, "pins");
}

function rowOf({ game, at }, term, sums, act) {
  const after = (before, behind) =>
    before > 0 && behind > 0
      ? sums.get(keyOf(term, 0, before, behind))
      : sums.get(keyOf(term, 0, before + behind));
  return row(game, at[0], after, act);
}

function pilesOf({ game, at }, term, sums, names, isAlone, act) {
  return at.map((stones, axis) => {
    const coordinate = names?.[axis] ?? String(axis + 1);
    const words = [isAlone && at.length > 1 ? "" : game, at.length > 1 ? coordinate : ""];
    const name = words.filter(Boolean).join(" ");
    return pile(name, stones, (left) => sums.get(keyOf(term, axis, left)), act);
  });
}

// Null where a term is no position of small piles, or no move is one of a single pile. `namesOf`
// has the coordinates of a game. `act` gets the sum after the move; without it nothing is clicked.
export function piles({ expression, options }, namesOf, act) {
  const terms = separate(expression);
  const positions = terms.map(single);
  const fits = (position) => position?.at.every((stones) => stones >= 0 && stones <= mostStones);
  if (!positions.every(fits) || positions.flatMap(({ at }) => at).length > mostPiles) return null;
  const { sums, rows } = movesOf(expression, options);
  if (sums.size === 0) return null;
  const isAlone = terms.length === 1;
  return element(
    "div",
    { class: act ? "piles" : "piles still" },
    positions.map((position, index) =>
      rows.has(terms[index])
        ? rowOf(position, terms[index], sums, act)
        : pilesOf(position, terms[index], sums, namesOf(position.game), isAlone, act),
    ),
  );
}
