// workbench.js: rules that a visitor writes. What is wrong with them is said where it is, and the
// values of a small box are there a moment after the last key. The address holds the rules, behind
// the #, so that no server's log has them.

import { ask, post } from "./answers.js";
import { choice, element, field, grid } from "./dom.js";
import { single } from "./expression.js";
import { firstViewOf, usualView } from "./first_view.js";
import { LawPanel } from "./law_panel.js";
import { link, replace } from "./link.js";
import { optionList } from "./options.js";
import { axesOf } from "./picture_state.js";
import { PictureView } from "./picture.js";
import { plot, room } from "./plot.js";
import { RulesBox } from "./rules_box.js";
import { share } from "./share.js";
import { TriedValues, noPosition } from "./tried_values.js";
import { besides, convention, count, sentence, value, verdict } from "./words.js";

const rest = 300; // milliseconds without a key, until the rules are tried
const firstGame = "wythoff";
const mostCells = 16; // of a row or column of the table

const quantities = [
  ["", "automatic"],
  ["outcome", "outcome"],
  ["nimber", "nimber"],
  ["remoteness", "remoteness"],
];
const conventions = [
  ["", "as in the rules"],
  ["normal", "normal"],
  ["misere", "misère"],
];

const keyIn = (pairs, key) => (pairs.some(([each]) => each === key) ? key : "");

// "9,9" as numbers; null where it is none.
function boxOf(text) {
  const words = text.split(",").map((word) => word.trim());
  return words.every((word) => /^\d{1,9}$/.test(word)) ? words.map(Number) : null;
}

class Workbench {
  constructor(page, query, text) {
    const own = ["rules", "value", "convention", "box"];
    const picture = Object.fromEntries([...query].filter(([key]) => !own.includes(key)));
    Object.assign(this, { page, picture }); // what the address says of the picture
    this.chosen = {
      value: keyIn(quantities, query.get("value")),
      convention: keyIn(conventions, query.get("convention")),
      box: boxOf(query.get("box") ?? "") === null ? "" : query.get("box"),
    };
    this.rules = new RulesBox(text, () => this.later());
    this.law = new LawPanel(page, () => this.asked(["value", "convention"]));
    this.state = element("p", { class: "besides", role: "status" });
    this.shown = element("div", { class: "shown" });
    this.moves = element("div");
    page.signal.addEventListener("abort", () => (clearTimeout(this.timer), this.leaving?.abort()));
  }

  // What the server is asked with.
  asked(keys = ["value", "convention", "box"]) {
    const { value, convention, box } = this.chosen;
    const all = { value, convention, box: box && boxOf(box) };
    const given = keys.filter((key) => all[key]).map((key) => [key, all[key]]);
    return { rules: this.rules.text, ...Object.fromEntries(given) };
  }

  later() {
    clearTimeout(this.timer);
    this.leaving?.abort();
    this.law.forget();
    this.state.textContent = "…";
    this.timer = setTimeout(() => this.attempt(), rest);
  }

  choose(what) {
    Object.assign(this.chosen, what);
    this.law.forget();
    clearTimeout(this.timer);
    this.attempt();
  }

  async attempt() {
    this.leaving?.abort();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    const asked = this.asked();
    this.place.setAttribute("aria-busy", "true");
    try {
      const answer = await post(["workbench", "values"], asked, signal);
      this.rules.mark([]);
      this.state.textContent = this.summary(answer);
      await this.show(answer, asked, signal);
    } catch (error) {
      if (signal.aborted || this.page.signal.aborted) return;
      this.tell(error);
    }
    if (!signal.aborted) this.place.removeAttribute("aria-busy");
  }

  // What was shown before stays, dimmed: it is that of other rules.
  tell(error) {
    const mistakes = error.mistakes ?? [];
    this.rules.mark(mistakes);
    this.state.textContent = mistakes.length > 0 ? "" : error.message;
    this.state.classList.toggle("problem", true);
    this.shown.classList.add("stale");
    this.write(this.picture);
  }

  summary(answer) {
    const { positions, p_positions: lost } = answer;
    this.state.classList.toggle("problem", false);
    const words = [
      `${answer.game}: ${answer.value}, ${convention(answer.convention)}`,
      `${count(positions)} positions up to (${answer.box.join(", ")})`,
      lost === null ? null : `${count(lost)} of them P`,
      answer.value === "outcome" ? null : `largest ${value(answer.value, answer.max_value)}`,
      answer.cut_off
        ? "some options lie beyond a coordinate’s range and are no moves"
        : null,
    ];
    return `${words.filter(Boolean).join("; ")}.`;
  }

  write(picture) {
    this.picture = picture;
    replace("workbench", "", this.addressed());
  }

  addressed() {
    const { value, convention, box } = this.chosen;
    return { rules: this.rules.text, value, convention, box, ...this.picture };
  }

  async show(answer, asked, signal) {
    const info = { ...answer, table: answer.game };
    const source = new TriedValues(answer, asked);
    const place = element("div");
    this.view?.abort();
    this.view = new AbortController();
    const page = { ...this.page, place, signal: AbortSignal.any([this.page.signal, this.view.signal]) };
    this.moves.replaceChildren();
    this.shown.classList.remove("stale");
    if (info.box.length === 1) this.showLine(info, place);
    else await this.showPicture(page, info, source);
    if (signal.aborted) return;
    this.shown.replaceChildren(place);
    this.boxField.placeholder = answer.box.join(",");
  }

  showLine(info, place) {
    const points = info.values
      .map((number, index) => [info.origin[0] + index, number])
      .filter(([, number]) => number !== null);
    const title = `${info.value} of ${info.coordinates[0]}` + (info.value === "outcome" ? "; 0 is P, 1 is N" : "");
    place.append(plot(title, [info.coordinates[0], info.value], points, "dots", room(this.shown)));
    this.write({});
  }

  // What the address says of a picture holds for the coordinates that it was of.
  async showPicture(page, info, source) {
    const isSame = String(info.coordinates) === String(this.coordinates ?? info.coordinates);
    const said = isSame ? this.picture : {};
    const query = new URLSearchParams(Object.entries(said).filter(([, each]) => each !== null));
    query.delete("most");
    this.coordinates = info.coordinates;
    this.write(said);
    const isGiven = query.has("at");
    const first = isGiven ? usualView(info) : await firstViewOf(info, source, axesOf(query, info), page.signal);
    new PictureView(page, page.place, info, source, query, first, {
      write: (state) => this.write(state),
      open: (position) => this.showMoves(info, source, position),
    }).build();
    page.place.append(this.table(info, source, first), this.moves);
  }

  // The first values of a plane in figures.
  table(info, source, { across, down, at }) {
    const numbers = (axis) =>
      Array.from(
        { length: Math.min(info.box[axis] - info.origin[axis] + 1, mostCells) },
        (_, step) => info.origin[axis] + step,
      );
    const cell = (row, column) => {
      const number = source.at(at.with(down, row).with(across, column));
      if (info.where !== undefined && number === noPosition) return "";
      return info.value === "outcome" ? "PN"[number] : count(number);
    };
    const rows = numbers(down).map((row) => [
      element("strong", {}, row),
      ...numbers(across).map((column) => cell(row, column)),
    ]);
    const corner = `${info.coordinates[down]} \\ ${info.coordinates[across]}`;
    return element(
      "details",
      {},
      element("summary", {}, "Values as a table"),
      grid([corner, ...numbers(across).map(String)], rows, "Values"),
    );
  }

  async showMoves(info, source, position) {
    const shown = this.view.signal;
    this.moves.replaceChildren(element("p", {}, "Moves are being looked for."));
    const address = (text) => {
      const at = single(text)?.at;
      return at ? link("workbench", "", { ...this.addressed(), at: at.join(",") }) : location.hash;
    };
    try {
      const answer = await source.moves(position, shown);
      this.moves.replaceChildren(
        element("h2", {}, `Moves from (${position.join(", ")})`),
        element(
          "p",
          { class: `verdict ${answer.outcome}` },
          verdict(answer.outcome),
          ` ${sentence(besides(answer))}`,
        ),
        optionList(answer, address),
      );
    } catch (error) {
      if (!shown.aborted)
        this.moves.replaceChildren(element("p", { class: "problem" }, error.message));
    }
  }

  boxInput() {
    this.boxField = element("input", {
      type: "text",
      class: "short",
      value: this.chosen.box,
      inputmode: "numeric",
      change: () => {
        const box = this.boxField.value.trim();
        const isSound = box === "" || boxOf(box) !== null;
        this.boxField.setCustomValidity(isSound ? "" : "such as 50 or 50,30");
        if (this.boxField.reportValidity()) this.choose({ box });
      },
    });
    return field("box up to", this.boxField);
  }

  examples(games) {
    const pairs = [["", "choose a game"], ...games.map(({ game }) => [game, game])];
    return choice("example", pairs, "", async (name) => {
      if (name === "") return;
      this.rules.put((await ask(["games", name], {}, this.page.signal)).text);
      this.boxField.value = "";
      Object.assign(this.chosen, { value: "", convention: "", box: "" });
      this.picture = {};
      this.later();
    });
  }

  build(games) {
    this.place = element(
      "div",
      { class: "workbench" },
      element(
        "div",
        { class: "written" },
        this.examples(games),
        this.rules.place,
        element(
          "div",
          { class: "controls" },
          choice("value", quantities, this.chosen.value, (key) => this.choose({ value: key })),
          choice("play", conventions, this.chosen.convention, (key) =>
            this.choose({ convention: key }),
          ),
          this.boxInput(),
        ),
        this.state,
      ),
      this.shown,
      element("div", { class: "beside" }, this.law.place, share(this.page, null)),
    );
    this.page.place.append(this.place);
  }
}

export async function showWorkbench(page, { query }) {
  page.head("Workbench");
  const { on } = await ask(["workbench"], {}, page.signal);
  if (!on) throw new Error("The workbench of this server is off.");
  const { games } = await ask(["games"], {}, page.signal);
  const text = query.get("rules") ?? (await ask(["games", firstGame], {}, page.signal)).text;
  const workbench = new Workbench(page, query, text);
  workbench.build(games);
  await workbench.attempt();
}
