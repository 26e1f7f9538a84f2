// position.js: a position of a table: who wins, its options with the winning ones first, and the
// line of best play. The positions that were seen on the way here are in the address.

import { ask, hasServer, target } from "./answers.js";
import { anchor, element } from "./dom.js";
import { single } from "./expression.js";
import { kindOf } from "./kinds.js";
import { link } from "./link.js";
import { optionList } from "./options.js";
import { share } from "./share.js";
import { besides, count, plural, position as inWords, sentence, verdict } from "./words.js";

const mostOptions = 1000;

const hereLink = (table, at, past) => link("position", table, { at: at.join(","), past });

// Where an option leads: a position of this table, or a sum.
function linkTo(info, text, at, past) {
  const to = single(text);
  const isHere =
    to &&
    to.at.length === info.box.length &&
    to.at.every(
      (coordinate, axis) => coordinate >= info.origin[axis] && coordinate <= info.box[axis],
    );
  if (isHere) return hereLink(info.table, to.at, [...past, at.join(",")]);
  return link("sum", "", { term: text, misere: info.convention === "misere" ? 1 : null });
}

// "c: 153 → 74 (take 79)"; the option itself where it is no position of this game.
function moveInWords(info, text, at) {
  const to = single(text)?.at;
  if (to?.length !== at.length) return text;
  const changes = at.flatMap((from, axis) => {
    const less = from - to[axis];
    if (less === 0) return [];
    const how = less > 0 ? `take ${count(less)}` : `add ${count(-less)}`;
    return [`${info.coordinates[axis]}: ${count(from)} → ${count(to[axis])} (${how})`];
  });
  return changes.join(", ") || text;
}

function history(info, past, at) {
  if (past.length === 0) return null;
  const steps = past.map((text, index) =>
    element(
      "li",
      {},
      anchor(
        hereLink(info.table, text.split(","), past.slice(0, index)),
        `(${text.replaceAll(",", ", ")})`,
      ),
    ),
  );
  return element(
    "nav",
    { "aria-label": "Positions before" },
    element(
      "ol",
      { class: "history" },
      steps,
      element("li", { "aria-current": "true" }, inWords(at)),
    ),
  );
}

function goThere(info, at) {
  const inputs = info.coordinates.map((name, axis) =>
    element("input", {
      type: "number",
      "aria-label": name,
      required: true,
      value: at[axis],
      min: info.origin[axis],
      max: info.box[axis],
    }),
  );
  const go = (event) => {
    event.preventDefault();
    location.hash = hereLink(
      info.table,
      inputs.map((input) => Number(input.value)),
      [],
    );
  };
  return element(
    "form",
    { class: "controls", submit: go },
    inputs.map((input, axis) =>
      element("label", { class: "field" }, element("span", {}, info.coordinates[axis]), input),
    ),
    element("button", {}, "Go"),
  );
}

function ways(info, at, expression) {
  const misere = info.convention === "misere" ? 1 : null;
  return element(
    "p",
    { class: "ways" },
    info.box.length > 1
      ? [anchor(link("picture", info.table, { at: at.join(",") }), "In the picture"), " "]
      : null,
    expression && [
      anchor(link("sum", "", { term: expression, misere }), "In a sum"),
      " ",
      anchor(link("play", "", { start: expression, misere }), "Play from here"),
    ],
  );
}

async function bestLine(page, info, at, past, expression, place) {
  const misere = info.convention === "misere" ? { misere: 1 } : {};
  try {
    const found = await ask(["line"], { term: expression, ...misere }, page.signal);
    const isBest = found.remoteness !== null;
    place.replaceChildren(
      found.line.length === 0
        ? element("p", {}, "The game is over.")
        : element(
            "ol",
            { class: "line" },
            found.line.map((text) => element("li", {}, anchor(linkTo(info, text, at, past), text))),
          ),
      isBest ? "" : element("p", {}, "Winning moves; the best play was not found in time."),
    );
  } catch (error) {
    if (!page.signal.aborted)
      place.replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

// Where nothing tells its moves.
function showValue(page, info, at, probe) {
  page.place.append(
    element(
      "p",
      { class: "verdict" },
      probe.outcome ? verdict(probe.outcome) : sentence(besides(probe)),
    ),
    ways(info, at, null),
    element(
      "p",
      {},
      "This site has values alone; ask ",
      element("code", {}, "grundy serve"),
      " for moves.",
    ),
    share(page, null),
  );
}

async function showMoves(page, info, at, past, probe) {
  const path = ["tables", info.table, "moves"];
  const asked = { at: at.join(","), limit: mostOptions };
  const [answer, { probes }] = await Promise.all([ask(path, asked, page.signal), probe]);
  const line = element("div", { "aria-busy": "true" }, element("p", {}, "Being searched."));
  const known = besides({ ...answer, ...probes[0] });
  page.place.append(
    history(info, past, at) ?? "",
    element(
      "p",
      { class: `verdict ${answer.outcome}` },
      verdict(answer.outcome),
      ` ${sentence(known)}`,
    ),
    ways(info, at, answer.expression),
    optionList(
      answer,
      (text) => linkTo(info, text, at, past),
      (text) => moveInWords(info, text, at),
      kindOf(info, at),
    ),
    element("h2", {}, "Best play"),
    line,
    share(page, target(["v1", ...path], asked)),
  );
  page.announce(`${verdict(answer.outcome)} ${plural(answer.winning.length, "winning move")}.`);
  await bestLine(page, info, at, past, answer.expression, line);
  line.removeAttribute("aria-busy");
}

export async function showPosition(page, { name, query }) {
  const info = await ask(["tables", name], {}, page.signal);
  const at = (query.get("at") ?? info.origin.join(",")).split(",").map(Number);
  page.head(anchor(link("table", info.table), info.table), ` ${inWords(at)}`);
  page.place.append(goThere(info, at));
  const probe = ask(["tables", info.table, "probe"], { at: at.join(",") }, page.signal);
  if (hasServer) await showMoves(page, info, at, query.getAll("past"), probe);
  else showValue(page, info, at, (await probe).probes[0]);
}
