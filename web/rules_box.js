// rules_box.js: a box for the text of rules. Mistakes are underlined in place: behind the text lies
// the same text once more, unseen but for its lines.

import { element } from "./dom.js";

// The text of a mistake, as far as it goes: the word or the number at that place, or one character.
function lengthAt(text) {
  return /^[\p{L}\p{N}_.]+/u.exec(text)?.[0].length ?? [...text][0]?.length ?? 0;
}

// Where a line and a column, both from 1, are in the text. Columns count characters.
function placeOf(text, { line, column }) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const characters = [...(lines[line - 1] ?? "")].slice(0, column - 1);
  return Math.min(before + characters.join("").length, text.length);
}

export class RulesBox {
  // `changed` is called with each change of the text.
  constructor(text, changed) {
    this.marks = element("pre", { class: "marks", "aria-hidden": "true" });
    this.input = element("textarea", {
      "aria-label": "Rules",
      "aria-describedby": "rules-mistakes",
      wrap: "off",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      rows: 9,
      input: () => (this.mark([]), this.fit(), changed()),
      scroll: () => this.follow(),
    });
    this.list = element("ul", { id: "rules-mistakes", class: "rule-mistakes", role: "status" });
    this.place = element(
      "div",
      {},
      element("div", { class: "rules-box" }, this.marks, this.input),
      this.list,
    );
    this.put(text);
  }

  get text() {
    return this.input.value;
  }

  put(text) {
    this.input.value = text;
    this.mark([]);
    this.fit();
  }

  // As many lines as the text has, within reason.
  fit() {
    this.input.rows = Math.min(Math.max(this.text.split("\n").length + 1, 7), 22);
  }

  follow() {
    Object.assign(this.marks, { scrollTop: this.input.scrollTop, scrollLeft: this.input.scrollLeft });
  }

  mark(mistakes) {
    const { text } = this;
    const parts = [];
    let end = 0;
    for (const mistake of mistakes) {
      const start = placeOf(text, mistake);
      if (start < end) continue;
      // At the end of a line there is nothing to underline but its end.
      const length = text[start] === "\n" ? 0 : lengthAt(text.slice(start));
      parts.push(text.slice(end, start), element("mark", {}, text.slice(start, start + length) || " "));
      end = start + length;
    }
    this.marks.replaceChildren(...parts, text.slice(end), "\n");
    this.input.setAttribute("aria-invalid", String(mistakes.length > 0));
    this.follow();
    this.list.replaceChildren(...mistakes.map((mistake) => this.item(mistake)));
  }

  item(mistake) {
    const { line, column, message, hint } = mistake;
    const go = () => {
      const at = placeOf(this.text, mistake);
      this.input.focus();
      this.input.setSelectionRange(at, at + lengthAt(this.text.slice(at)));
    };
    return element(
      "li",
      {},
      element("button", { type: "button", click: go }, `line ${line}, column ${column}`),
      ` ${message}`,
      hint ? element("span", { class: "besides" }, ` ${hint}`) : null,
    );
  }
}
