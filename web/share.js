// share.js: the link to a screen, files to keep, and the lines that ask the same elsewhere.

import { element } from "./dom.js";

function copyButton(name, text, announce) {
  return element(
    "button",
    {
      type: "button",
      click: async () => {
        try {
          await navigator.clipboard.writeText(text());
          announce("copied");
        } catch {
          announce("the browser does not allow copying");
        }
      },
    },
    name,
  );
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

function python(address) {
  return (
    "import json, urllib.request\n" +
    `print(json.load(urllib.request.urlopen(${JSON.stringify(address)})))`
  );
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
    path && command(`curl ${quoted(absolute(path))}`, page.announce),
    path && command(python(absolute(path)), page.announce),
  );
}
