// kinds.js: moves by what they do to the coordinates: "a falls", "two of a, b, c fall". Rules that do
// the same to them are one kind, and the copies of a rule by symmetry are one kind too.

import { separate, single } from "./expression.js";

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const inWords = (number) => numbers[number] ?? String(number);

// The coordinates that rules with these words may exchange.
function exchangeable(rules) {
  const found = /^\s*symmetric\s*\(([^)]*)\)/m.exec(rules);
  return found ? found[1].split(",").map((name) => name.trim()) : [];
}

// "a and d fall"; of coordinates that may be exchanged only how many: "one of b, c falls".
function phrase(names, alike, [one, many]) {
  if (names.length === 0) return [];
  const some = names.filter((name) => alike.includes(name));
  const others = names.filter((name) => !alike.includes(name));
  const isAll = some.length === alike.length;
  const words = isAll || some.length === 0 ? [...others, ...some] : others;
  if (words.length < names.length) words.push(`${inWords(some.length)} of ${alike.join(", ")}`);
  return [`${words.join(" and ")} ${names.length === 1 ? one : many}`];
}

// A function that names the kind of a move from `at`, given the sum after it.
export function kindOf({ coordinates, rules }, at) {
  const alike = exchangeable(rules);
  return (text) => {
    const to = single(text)?.at;
    if (to?.length !== at.length) return `${inWords(separate(text).length)} positions are left`;
    const where = (test) => coordinates.filter((_, axis) => test(to[axis] - at[axis]));
    return [
      ...phrase(where((change) => change < 0), alike, ["falls", "fall"]),
      ...phrase(where((change) => change > 0), alike, ["rises", "rise"]),
    ].join(", ");
  };
}
