// words.js: values of positions in the words of the screens.

const numbers = new Intl.NumberFormat("en");
export const count = (value) => numbers.format(value);

export const position = (at) => `(${at.join(", ")})`;

// "1 move", "2 moves"
export const plural = (value, one, many = one + "s") =>
  `${count(value)} ${value === 1 ? one : many}`;

// A value of a table: "P", "nimber 7", "remoteness 3".
export function value(quantity, number) {
  return quantity === "outcome" ? (number === 0 ? "P" : "N") : `${quantity} ${count(number)}`;
}

// Who wins a position, as a sentence.
export function verdict(outcome) {
  if (outcome === "N") return "The player to move wins (N).";
  if (outcome === "P") return "The player who has just moved wins (P).";
  return "Who wins was not found in time.";
}

// What an answer tells besides who wins.
export function besides({ nimber, remoteness, misere_class: misere }) {
  const parts = [];
  if (Number.isInteger(nimber)) parts.push(`nimber ${count(nimber)}`);
  if (Number.isInteger(remoteness)) parts.push(`remoteness ${count(remoteness)}`);
  if (misere) parts.push(`misère class ${misere}`);
  return parts.join(", ");
}

export const convention = (name) =>
  name === "misere"
    ? "misère play: the player who cannot move wins"
    : "normal play: the player who cannot move loses";

export const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");
