// sum.js: a sum of positions, put together from games and tables: who wins, and which moves.

import { ask, target } from "./answers.js";
import { anchor, choice, element, field } from "./dom.js";
import { terms as split } from "./expression.js";
import { gamesToAsk } from "./games.js";
import { link } from "./link.js";
import { optionList } from "./options.js";
import { share } from "./share.js";
import { besides, sentence, verdict } from "./words.js";

const mostOptions = 1000;

const sumLink = (terms, misere) => link("sum", "", { term: terms, misere: misere ? 1 : null });

function termList(terms, misere) {
  if (terms.length === 0) return element("p", {}, "The sum is empty. Add a position of a game.");
  return element(
    "ul",
    { class: "terms", "aria-label": "Terms" },
    terms.map((term, index) =>
      element(
        "li",
        {},
        element("code", {}, term),
        " ",
        element(
          "a",
          {
            class: "button",
            href: sumLink(terms.toSpliced(index, 1), misere),
            "aria-label": `Remove ${term}`,
          },
          "×",
        ),
      ),
    ),
  );
}

// A game and a position of it.
function addByGame(games, terms, misere) {
  const inputs = element("span", { class: "controls" });
  let game;
  const choose = (name) => {
    game = games.find((each) => each.game === name);
    inputs.replaceChildren(
      ...game.coordinates.map((coordinate) =>
        field(coordinate, element("input", { type: "number", required: true, value: 5 })),
      ),
    );
  };
  choose(games[0].game);
  const submit = (event) => {
    event.preventDefault();
    const at = [...inputs.querySelectorAll("input")].map((input) => input.value);
    location.hash = sumLink([...terms, `${game.game}(${at.join(",")})`], misere);
  };
  return element(
    "form",
    { class: "controls", submit },
    choice(
      "game",
      games.map(({ game: name }) => [name, name]),
      games[0].game,
      choose,
    ),
    inputs,
    element("button", {}, "Add"),
  );
}

// Or in writing, with counts and parameters.
function addInWriting(terms, misere) {
  const input = element("input", {
    type: "text",
    required: true,
    placeholder: "2*kayles(7) + nim(3)",
    spellcheck: "false",
    autocapitalize: "off",
  });
  const submit = (event) => {
    event.preventDefault();
    location.hash = sumLink([...terms, ...split(input.value)], misere);
  };
  return element(
    "form",
    { class: "controls", submit },
    field("or in writing", input),
    element("button", {}, "Add"),
  );
}

export async function showSum(page, { query }) {
  const terms = query.getAll("term").flatMap(split);
  const misere = query.get("misere") === "1";
  page.head("Sum");
  const games = await gamesToAsk(page.signal);
  page.place.append(
    termList(terms, misere),
    addByGame(games, terms, misere),
    addInWriting(terms, misere),
    element(
      "p",
      { class: "ways" },
      anchor(sumLink(terms, !misere), misere ? "To normal play" : "To misère play"),
    ),
  );
  if (terms.length === 0) return;
  const asked = { term: terms, limit: mostOptions, ...(misere ? { misere: 1 } : {}) };
  const answer = await ask(["moves"], asked, page.signal);
  page.place.append(
    element(
      "p",
      { class: `verdict ${answer.outcome}` },
      verdict(answer.outcome),
      ` ${sentence(besides(answer))}`,
      misere ? " Misère play: the player who cannot move wins." : "",
    ),
    element(
      "p",
      { class: "ways" },
      anchor(link("play", "", { start: terms.join(" + "), misere: misere ? 1 : null }), "Play it"),
    ),
    optionList(answer, (text) => sumLink(split(text), misere)),
    share(page, target(["v1", "moves"], asked)),
  );
  page.announce(verdict(answer.outcome));
}
