// options.js: the options of a position or a sum, as lists of links: first those that win.

import { anchor, element } from "./dom.js";
import { besides, count } from "./words.js";

const shownAtFirst = 60;

const titles = {
  P: ["Winning moves", "No move wins."],
  N: ["Losing moves", null],
  null: ["Moves not judged in time", null],
};

function item(option, { linkTo, wordsFor }) {
  const known = besides(option);
  return element(
    "li",
    {},
    anchor(linkTo(option.to), wordsFor(option.to)),
    known ? element("span", { class: "besides" }, ` ${known}`) : null,
  );
}

function list(options, shown) {
  const items = options.map((option) => item(option, shown));
  const hidden = items.splice(shownAtFirst);
  const place = element("ul", { class: "options" }, items);
  if (hidden.length === 0) return [place];
  const more = element(
    "button",
    {
      type: "button",
      click: () => {
        place.append(...hidden);
        more.remove();
        hidden[0].querySelector("a").focus();
      },
    },
    `Show ${count(hidden.length)} more`,
  );
  return [place, more];
}

// The options of each kind, the kind of the first one first.
function byKind(options, kindOf) {
  const kinds = new Map();
  for (const option of options) {
    const kind = kindOf(option);
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push(option);
  }
  return kinds;
}

function lists(options, shown) {
  if (!shown.kindOf) return list(options, shown);
  return [...byKind(options, shown.kindOf)].map(([kind, alike]) => [
    element("h3", { class: "kind" }, `${kind} (${alike.length})`),
    ...list(alike, shown),
  ]);
}

function group(outcome, answer, shown) {
  const options = answer.options.filter((option) => option.outcome === outcome);
  const total = answer.moves?.[outcome] ?? options.length;
  const [title, without] = titles[outcome];
  if (options.length === 0 && total === 0) return without ? element("p", {}, without) : null;
  const of = total > options.length ? `${count(options.length)} of ${count(total)}` : count(total);
  const wins = answer.options[0]?.outcome === "P";
  return outcome === "N" && wins
    ? element("details", { class: `group ${outcome}` }, [
        element("summary", {}, `${title} (${of})`),
        lists(options, shown),
      ])
    : element(
        "section",
        { class: `group ${outcome}` },
        element("h2", {}, `${title} (${of})`),
        lists(options, shown),
      );
}

// `answer` is that of /v1/moves; `linkTo` has the address for an option's text, and `wordsFor` what
// stands there. Where some move wins, those that lose are folded. Moves by several rules are grouped
// by them. Where one rule makes all, or a rule is not known, `kindOf` names the kind of a move.
export function optionList(answer, linkTo, wordsFor = (text) => text, kindOf = () => "") {
  if (answer.options.length === 0 && answer.complete)
    return element("p", {}, "There is no move: the game is over.");
  const ruleOf = ({ rule }) => rule ?? null;
  const ways = [ruleOf, ({ to }) => kindOf(to)].map((way) => [way, byKind(answer.options, way)]);
  const [way] = ways.find(([, kinds]) => kinds.size > 1 && !kinds.has(null)) ?? [null];
  const shown = { linkTo, wordsFor, kindOf: way };
  return element(
    "div",
    {},
    ["P", "N", null].map((outcome) => group(outcome, answer, shown)),
    answer.complete ? null : element("p", {}, "What is missing was not found in time."),
  );
}
