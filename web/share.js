// share.js: the link to a screen, files to keep, and the lines that ask the same elsewhere.

import { element } from "./dom.js";

const signStays = 2000; // milliseconds

// Pages that came without encryption have no clipboard, but can copy what is selected.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const field = element("textarea", { class: "unseen" }, text);
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  before.focus();
  if (!isCopied) throw new Error("not copied");
}

function copyButton(name, text, announce) {
  let timer;
  const sign = (words) => {
    button.textContent = words;
    announce(words);
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = name), signStays);
  };
  const click = () => copy(text()).then(
    () => sign("Copied"),
    () => sign("The browser does not allow copying"),
  );
  const button = element("button", { type: "button", click }, name);
  return button;
}

const command = (text, announce) =>
  element(
    "div",
    { class: "command" },
    element("pre", { tabindex: 0 }, text),
    copyButton("Copy", () => text, announce),
  );

// A word of a shell, whatever it holds.
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const absolute = (path) => new URL(path, document.baseURI).href;

// The file that an array is saved as: no terminal shows its bytes.
function arrayFile(path) {
  if (new URL(absolute(path)).searchParams.get("format") !== "npy") return null;
  const [table] = path.split("/tables/")[1].split("/");
  return `${decodeURIComponent(table)}.npy`;
}

function curl(path) {
  const file = arrayFile(path);
  return `curl ${file ? `-o ${quoted(file)} ` : ""}${quoted(absolute(path))}`;
}

function python(path) {
  const answer = `urllib.request.urlopen(${JSON.stringify(absolute(path))})`;
  return arrayFile(path)
    ? `import io, urllib.request\nimport numpy\nprint(numpy.load(io.BytesIO(${answer}.read())))`
    : `import json, urllib.request\nprint(json.load(${answer}))`;
}

// `path` asks for what the screen shows, null where nothing does. `files` are pairs of a name and a
// path.
export function share(page, path, files = []) {
  return element(
    "details",
    { class: "share" },
    element("summary", {}, path ? "Link, files, commands" : "Link"),
    element(
      "p",
      {},
      copyButton("Copy link", () => location.href, page.announce),
      path && files.map(([name, file]) => [" ", element("a", { href: file, download: "" }, name)]),
    ),
    path && command(curl(path), page.announce),
    path && command(python(path), page.announce),
  );
}
