// law_panel.js: a law of the rules that are written: looked for by the server, in the time it allows.

import { post } from "./answers.js";
import { element } from "./dom.js";
import { count } from "./words.js";

const standings = { proved: "Proved", verified: "Verified" };

function lawInWords(law, box) {
  const isProved = law.status === "proved";
  return [
    element(
      "p",
      { class: `law ${law.status}` },
      element("strong", {}, standings[law.status]),
      isProved ? " for all positions" : ` on the box up to (${box.join(", ")}), not proved`,
    ),
    element("pre", { tabindex: 0 }, law.text),
    element("p", { class: "besides" }, isProved ? law.proof : law.why_not_proved),
    law.wins ? element("p", { class: "besides" }, `Winning moves: ${law.wins}`) : null,
  ];
}

function noLaw({ box, statistics, unfinished }) {
  const seen = statistics?.positions;
  return [
    element("p", { class: "law none" }, element("strong", {}, "No law was found")),
    element(
      "p",
      { class: "besides" },
      `Compared with the box up to (${box.join(", ")})`,
      seen ? `, ${count(statistics.p_positions)} P-positions of ${count(seen)}` : "",
      unfinished ? "; time was over before all was tried." : ".",
    ),
  ];
}

export class LawPanel {
  // `asked()` has what to ask for.
  constructor(page, asked) {
    Object.assign(this, { page, asked });
    this.button = element("button", { type: "button", click: () => this.look() }, "Look for a law");
    this.found = element("div", { role: "status" });
    this.place = element(
      "section",
      { class: "law-panel" },
      element("h2", {}, "Law"),
      element("p", {}, this.button),
      this.found,
    );
    page.signal.addEventListener("abort", () => this.leaving?.abort());
  }

  // Of rules that have changed nothing is known.
  forget() {
    this.leaving?.abort();
    this.found.replaceChildren();
    this.found.removeAttribute("aria-busy");
  }

  async look() {
    this.forget();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    this.found.setAttribute("aria-busy", "true");
    this.found.replaceChildren(element("p", {}, "Being looked for."));
    try {
      const answer = await post(["workbench", "law"], this.asked(), signal);
      const laws = answer.laws.map((law) => lawInWords(law, answer.box)).flat();
      this.found.replaceChildren(
        ...(laws.length > 0 ? laws : noLaw(answer)).filter((each) => each !== null),
      );
    } catch (error) {
      if (signal.aborted) return;
      this.found.replaceChildren(element("p", { class: "problem" }, error.message));
    }
    this.found.removeAttribute("aria-busy");
  }
}
