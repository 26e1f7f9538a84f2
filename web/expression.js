// expression.js: sums as the server writes them, `three_pile(3,4,5) + 2*nim(7; S={1,2})`.

// The terms of a sum: the parts between + signs that stand in no brackets.
export function terms(text) {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if ("({".includes(character)) ++depth;
    if (")}".includes(character)) --depth;
    if (character === "+" && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

// The game and the position of a single term; null for any other sum.
export function single(text) {
  const found = /^([^*+(]+)\((-?\d+(?:,-?\d+)*)(;[^()]*)?\)$/.exec(text.replaceAll(" ", ""));
  return found && { game: found[1], at: found[2].split(",").map(Number) };
}

// In the order of numbers within the text, which tells nothing of who wins.
export function byNumbers(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}
