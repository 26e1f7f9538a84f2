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

// The game, with its parameters, and the position of a single term; null for any other sum.
export function single(text) {
  const found = /^([^*+(]+)\((-?\d+(?:,-?\d+)*)(;[^()]*)?\)$/.exec(text.replaceAll(" ", ""));
  if (!found) return null;
  return { game: found[1], at: found[2].split(",").map(Number), parameters: found[3] ?? "" };
}

const mostCopies = 1000; // of a term that are written out

// The terms without counts: "2*nim(1)" is two of them. A count that is too large stays.
export function separate(text) {
  return terms(text.replaceAll(" ", "")).flatMap((term) => {
    const [, copies, of] = /^(\d+)\*(.+)$/.exec(term) ?? [term, "1", term];
    return Number(copies) > mostCopies ? [term] : Array(Number(copies)).fill(of);
  });
}

// What a move does to a sum: the terms that go, and those that come in their place.
export function difference(from, to) {
  const gone = separate(from);
  const come = [];
  for (const term of separate(to)) {
    const at = gone.indexOf(term);
    if (at < 0) come.push(term);
    else gone.splice(at, 1);
  }
  return { gone, come };
}

// In the order of numbers within the text, which tells nothing of who wins.
export function byNumbers(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}
