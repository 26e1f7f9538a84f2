// dom.js: elements of a page. Whatever comes from an answer becomes a text node or the value of an
// attribute, never markup.

const svgNames = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

// A function among the attributes listens to the event of that name.
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNames, tag), attributes, children);
}

export function anchor(href, ...children) {
  return element("a", { href }, children);
}

// A table with its first row of names; cells are text or nodes.
export function grid(names, rows, caption) {
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", { class: "unseen" }, caption),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          names.map((name) => element("th", { scope: "col" }, name)),
        ),
      ),
      element(
        "tbody",
        {},
        rows.map((row) =>
          element(
            "tr",
            {},
            row.map((cell) => element("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

// A field with its name before it.
export function field(name, input) {
  return element("label", { class: "field" }, element("span", {}, name), input);
}

// A list of choices: pairs of a value and its name.
export function choice(name, pairs, chosen, change) {
  const list = element(
    "select",
    { change: () => change(list.value) },
    pairs.map(([value, text]) => element("option", { value, selected: value === chosen }, text)),
  );
  return field(name, list);
}
