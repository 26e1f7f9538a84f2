// play.js: a game against the server. The address holds the sum at the start and every move since;
// whose turn it is follows from their number.

import { ask, target } from "./answers.js";
import { anchor, element, field } from "./dom.js";
import { byNumbers, separate, single } from "./expression.js";
import { gamesToAsk } from "./games.js";
import { link } from "./link.js";
import { judge, movesOf } from "./mistakes.js";
import { moveInWords } from "./move_words.js";
import { piles } from "./piles.js";
import { Game } from "./play_game.js";
import { share } from "./share.js";
import { convention, plural, sentence } from "./words.js";

const pause = 400; // milliseconds before the server moves, so that one sees what was moved
const patience = 2000; // milliseconds until the server moves without knowing remoteness

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
  return game.moves.map((text, index) =>
    element("li", {}, `${game.isYours(index) ? "You" : "Server"}: ${text}`),
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

// `known` tells the best answer that there is.
function hint(known, page) {
  const place = element("span", { class: "hint" });
  const tell = () => {
    const answer = known();
    const best = answer.options[0];
    const left = plies(answer);
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

// The moves are there at once; how long the game lasts follows when `withPlies` knows it.
async function yourMoves(game, answer, withPlies, page) {
  const texts = answer.options.map((option) => option.to).sort(byNumbers);
  const left = element("p", { "aria-busy": "true" });
  let known = answer;
  page.place.append(
    element(
      "section",
      {},
      element("h2", {}, `Your move (${texts.length})`),
      element("p", {}, hint(() => known, page)),
      element(
        "ul",
        { class: "options" },
        texts.map((text) => element("li", {}, anchor(game.after(text), text))),
      ),
      left,
    ),
  );
  known = (await withPlies) ?? answer;
  const number = plies(known);
  if (number !== null)
    left.textContent = `Under best play ${plural(number, "ply is", "plies are")} left.`;
  left.removeAttribute("aria-busy");
}

async function serverMoves(game, answer, withPlies, page) {
  page.place.append(element("p", {}, "The server moves."));
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const [known] = await Promise.all([Promise.race([withPlies, wait(patience)]), wait(pause)]);
  if (page.signal.aborted) return;
  history.replaceState(null, "", game.after((known ?? answer).options[0].to));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

// The names of a game's coordinates; none where the server does not tell.
async function namesAsked(signal) {
  const games = await gamesToAsk(signal).catch(() => []);
  const names = new Map(games.map(({ game, coordinates }) => [game, coordinates]));
  return (game) => names.get(game);
}

// A verdict on each mistake: in the record of moves, and where it was the last move, above.
async function tellMistakes(game, isOver, items, place, page, namesOf) {
  await judge(game, page.signal, ({ number, from, better }) => {
    const position = separate(from).length === 1 ? single(from) : null;
    const words =
      `Move ${number} lost it; ` +
      `${moveInWords(from, better, position && namesOf(position.game))} would have won.`;
    items[number - 1].append(element("span", { class: "mistake" }, ` ${words}`));
    const isLast = number >= game.moves.length - 1;
    if (isLast || isOver) place.append(element("span", {}, words), " ");
    if (isLast) page.announce(words);
  });
}

export async function showPlay(page, { query }) {
  const game = new Game(query);
  page.head("Play");
  page.place.append(beginning(game));
  if (!game.start) return;
  const [answer, namesOf] = await Promise.all([
    movesOf(game.asked(), page.signal),
    namesAsked(page.signal),
  ]);
  const isOver = answer.options.length === 0 && answer.complete;
  const words = isOver ? ending(game) : game.isYourTurn ? "You move." : "";
  const items = record(game);
  const mistakes = element("p", { class: "mistakes" });
  page.place.append(
    element("p", { class: "now" }, element("code", {}, answer.expression)),
    element(
      "p",
      { class: "verdict" },
      words,
      ` ${sentence(convention(game.misere ? "misere" : "normal"))}`,
    ),
    mistakes,
    element(
      "p",
      { class: "ways" },
      game.undone ? anchor(game.undone, "Undo") : null,
      isOver
        ? element(
            "a",
            { class: "button rematch", href: game.rematch },
            `Rematch: ${game.second ? "you begin" : "the server begins"}`,
          )
        : null,
    ),
  );
  if (!isOver && answer.options.length === 0) throw new Error("No move was found in time.");
  page.announce(`${answer.expression}. ${words}`);
  const make = game.isYourTurn ? (text) => (location.hash = game.after(text)) : null;
  page.place.append(piles(answer, namesOf, make) ?? "");
  const asked = { ...game.asked(), remoteness: 1 };
  const foot = element(
    "div",
    {},
    items.length > 0
      ? [
          element("h2", {}, "Moves"),
          element("ol", { class: "record" }, element("li", { value: 0 }, game.start), items),
        ]
      : null,
    share(page, target(["v1", "moves"], asked)),
  );
  const withPlies = isOver ? null : ask(["moves"], asked, page.signal).catch(() => null);
  const turn = game.isYourTurn ? yourMoves : serverMoves;
  const played = isOver ? null : turn(game, answer, withPlies, page);
  page.place.append(foot);
  await Promise.all([played, tellMistakes(game, isOver, items, mistakes, page, namesOf)]);
}
