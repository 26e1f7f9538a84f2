// play.js: a game against the server. The address holds the sum at the start and every move since;
// whose turn it is follows from their number.

import { ask, target } from "./answers.js";
import { anchor, element, field } from "./dom.js";
import { byNumbers } from "./expression.js";
import { link } from "./link.js";
import { share } from "./share.js";
import { convention, plural, sentence } from "./words.js";

const mostMoves = 2000; // that are offered
const pause = 400; // milliseconds before the server moves, so that one sees what was moved

// A game as its address has it.
class Game {
  constructor(query) {
    this.start = query.get("start");
    this.misere = query.get("misere") === "1";
    this.second = query.get("second") === "1";
    this.moves = query.getAll("move");
  }

  get now() {
    return this.moves.at(-1) ?? this.start;
  }
  get isYourTurn() {
    return (this.moves.length % 2 === 0) !== this.second;
  }

  link(changes = {}) {
    const { start, misere, second, moves } = Object.assign(
      {},
      { start: this.start, misere: this.misere, second: this.second, moves: this.moves },
      changes,
    );
    return link("play", "", {
      start,
      misere: misere ? 1 : null,
      second: second ? 1 : null,
      move: moves,
    });
  }
  after(text) {
    return this.link({ moves: [...this.moves, text] });
  }

  // Before your last move; null if you have not moved.
  get undone() {
    const yours = this.moves.length - (this.isYourTurn ? 2 : 1);
    return yours < (this.second ? 1 : 0) ? null : this.link({ moves: this.moves.slice(0, yours) });
  }

  asked() {
    return {
      term: this.now,
      remoteness: 1,
      limit: mostMoves,
      ...(this.misere ? { misere: 1 } : {}),
    };
  }
}

function beginning(game) {
  const start = element("input", {
    type: "text",
    required: true,
    value: game.start ?? "nim(3) + kayles(5)",
    spellcheck: "false",
    autocapitalize: "off",
  });
  const misere = element("input", { type: "checkbox", checked: game.misere });
  const second = element("input", { type: "checkbox", checked: game.second });
  const submit = (event) => {
    event.preventDefault();
    location.hash = link("play", "", {
      start: start.value,
      misere: misere.checked ? 1 : null,
      second: second.checked ? 1 : null,
    });
  };
  return element(
    "form",
    { class: "controls", submit },
    field("from", start),
    field("misère", misere),
    field("the server begins", second),
    element("button", {}, "New game"),
  );
}

function record(game) {
  if (game.moves.length === 0) return null;
  const who = (index) => ((index % 2 === 0) !== game.second ? "You" : "Server");
  return element(
    "section",
    {},
    element("h2", {}, "Moves"),
    element(
      "ol",
      { class: "record" },
      element("li", { value: 0 }, game.start),
      game.moves.map((text, index) => element("li", {}, `${who(index)}: ${text}`)),
    ),
  );
}

// The player who cannot move loses, under misère play wins.
function ending(game) {
  return game.isYourTurn === game.misere ? "You have won." : "The server has won.";
}

// Plies to the end: that of a best move, and that move. Unknown if any move is.
function plies({ options }) {
  const known = options[0]?.remoteness;
  return options.every((option) => Number.isInteger(option.remoteness)) && Number.isInteger(known)
    ? known + 1
    : null;
}

function hint(answer, page) {
  const place = element("span", { class: "hint" });
  const best = answer.options[0];
  const left = plies(answer);
  const tell = () => {
    const words =
      best.outcome === "P"
        ? "wins"
        : answer.outcome === "P"
          ? "does not win, for no move does"
          : "is not known to win";
    place.textContent = `${best.to} ${words}${left === null ? "" : `; the game ends with ply ${left} from here under best play`}`;
    page.announce(place.textContent);
  };
  return [element("button", { type: "button", click: tell }, "Hint"), " ", place];
}

function yourMoves(game, answer, page) {
  const texts = answer.options.map((option) => option.to).sort(byNumbers);
  const left = plies(answer);
  return element(
    "section",
    {},
    element("h2", {}, `Your move (${texts.length})`),
    element("p", {}, hint(answer, page)),
    element(
      "ul",
      { class: "options" },
      texts.map((text) => element("li", {}, anchor(game.after(text), text))),
    ),
    left === null
      ? null
      : element("p", {}, `Under best play ${plural(left, "ply", "plies")} are left.`),
  );
}

function serverMoves(game, answer, page) {
  const best = answer.options[0].to;
  const timer = setTimeout(() => {
    history.replaceState(null, "", game.after(best));
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }, pause);
  page.signal.addEventListener("abort", () => clearTimeout(timer));
  return element("p", {}, "The server moves.");
}

export async function showPlay(page, { query }) {
  const game = new Game(query);
  page.head("Play");
  page.place.append(beginning(game));
  if (!game.start) return;
  const answer = await ask(["moves"], game.asked(), page.signal);
  const isOver = answer.options.length === 0 && answer.complete;
  const words = isOver ? ending(game) : game.isYourTurn ? "You move." : "";
  page.place.append(
    element("p", { class: "now" }, element("code", {}, answer.expression)),
    element(
      "p",
      { class: "verdict" },
      words,
      ` ${sentence(convention(game.misere ? "misere" : "normal"))}`,
    ),
    element("p", { class: "ways" }, game.undone ? anchor(game.undone, "Undo") : null),
  );
  if (!isOver && answer.options.length === 0) throw new Error("No move was found in time.");
  if (!isOver) page.place.append((game.isYourTurn ? yourMoves : serverMoves)(game, answer, page));
  page.place.append(record(game) ?? "", share(page, target(["v1", "moves"], game.asked())));
  page.announce(`${answer.expression}. ${words}`);
}
