// link.js: screens as addresses, #/SCREEN/NAME?key=value&.. Everything that a screen shows follows
// from its address, so that a link shows the same elsewhere.

// Characters that may stand in a fragment as they are, and read better so.
const plain = { "%2C": ",", "%28": "(", "%29": ")", "%3A": ":", "%3B": ";", "%2F": "/" };

// `query`: strings, numbers, lists of these; what is null is left out.
export function link(screen, name = "", query = {}) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined && each !== "") words.append(key, each);
  }
  const text = words.toString().replace(/%(2C|28|29|3A|3B|2F)/g, (code) => plain[code]);
  return `#/${screen}${name && "/" + encodeURIComponent(name)}${text && "?" + text}`;
}

// The parts of an address; without one, the tables.
export function parse(hash) {
  const mark = hash.indexOf("?");
  const path = mark < 0 ? hash : hash.slice(0, mark);
  const [, screen = "tables", name = ""] = path.split("/");
  return {
    screen: screen || "tables",
    name: decoded(name),
    query: new URLSearchParams(mark < 0 ? "" : hash.slice(mark + 1)),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The same screen with other words, without a step in the history.
export function replace(screen, name, query) {
  history.replaceState(null, "", link(screen, name, query));
}
