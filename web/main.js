// main.js: start reading here. Shows the screen that the address names, and another one whenever
// the address changes. A screen is a function of the page and the address; answers.js asks, dom.js
// builds, link.js writes addresses.

import { ask, hasServer } from "./answers.js";
import { element } from "./dom.js";
import { parse } from "./link.js";
import { openHelp } from "./help.js";
import { showTables } from "./tables.js";
import { showTable } from "./table.js";
import { showPicture } from "./picture.js";
import { showPosition } from "./position.js";
import { showSum } from "./sum.js";
import { showPlay } from "./play.js";
import { showWorkbench } from "./workbench.js";

const screens = {
  tables: showTables,
  table: showTable,
  picture: showPicture,
  position: showPosition,
  sum: showSum,
  play: showPlay,
  workbench: showWorkbench,
};

const main = document.getElementById("main");
const announcer = document.getElementById("announcer");
let leaving = new AbortController();

// What a screen may do with the page. `signal` ends all that it waits for when it is left.
function pageOf(signal) {
  return {
    place: main,
    signal,
    // Puts the heading on the page, and into the title.
    head(...words) {
      const heading = element("h1", { tabindex: -1 }, words);
      document.title = `${heading.textContent} · Grundy`;
      main.append(heading);
      return heading;
    },
    announce(text) {
      announcer.textContent = text;
    },
  };
}

function tellProblem(place, error) {
  place.append(
    element("p", { role: "alert", class: "problem" }, error.message),
    error.caret ? element("pre", { class: "caret" }, error.caret) : "",
  );
}

async function open(isFirst) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const address = parse(location.hash);
  main.replaceChildren();
  main.setAttribute("aria-busy", "true");
  main.dataset.screen = address.screen;
  const page = pageOf(signal);
  try {
    const show = screens[address.screen];
    if (!show) throw new Error(`There is no screen “${address.screen}”.`);
    await show(page, address);
  } catch (error) {
    if (signal.aborted) return;
    if (!main.querySelector("h1")) page.head("This cannot be shown");
    tellProblem(main, error);
  }
  if (signal.aborted) return;
  main.removeAttribute("aria-busy");
  if (!isFirst && !main.contains(document.activeElement)) main.querySelector("h1")?.focus();
}

if (!hasServer) document.querySelectorAll("nav .asks").forEach((link) => link.remove());

// A server may have no workbench. Where it does not say so in time, the screen will.
async function offerWorkbench() {
  const { on } = await ask(["workbench"], {}, AbortSignal.timeout(10_000)).catch(() => ({ on: true }));
  document.getElementById("to-workbench").hidden = !on;
}
if (hasServer) offerWorkbench();

// The link that skips the header leads to an element, and not to a screen.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", () => open(false));
document.getElementById("help-button").addEventListener("click", openHelp);
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input[type=text], input[type=number], textarea, select");
  if (event.key === "?" && !isTyping) openHelp();
});
open(true);
