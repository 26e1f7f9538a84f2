// api.js: questions to the server that this page came from.

const tries = 4; // while the server is busy and names a time

// There is one: moves and sums can be asked for.
export const hasServer = true;

// What went wrong, in the server's words (RFC 9457).
export class Problem extends Error {
  constructor(detail, caret = null, status = 0, mistakes = []) {
    super(detail);
    Object.assign(this, { caret, status, mistakes });
  }
}

// "v1/tables/kayles/probe?at=3": below the folder of the page, wherever that is.
export function target(path, query = {}) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value]) words.append(key, each);
  const text = words.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return (
    path
      .map((part) => encodeURIComponent(part).replaceAll("%2C", ",").replaceAll("%3A", ":"))
      .join("/") + (text && "?" + text)
  );
}

async function problemOf(answer) {
  try {
    const { detail, caret, mistakes } = await answer.json();
    return new Problem(detail, caret, answer.status, mistakes);
  } catch {
    return new Problem(`the server answers ${answer.status}`, null, answer.status);
  }
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), {
      once: true,
    });
  });
}

async function answerTo(where, signal, more = {}) {
  for (let attempt = 1; ; ++attempt) {
    let answer;
    try {
      answer = await fetch(where, { signal, credentials: "omit", ...more });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem("the server does not answer");
    }
    if (answer.ok) return answer;
    const wait = Number(answer.headers.get("Retry-After"));
    if (answer.status !== 503 || !wait || attempt === tries) throw await problemOf(answer);
    await pause(wait, signal);
  }
}

export async function ask(path, query, signal) {
  return (await answerTo(target(["v1", ...path], query), signal)).json();
}

// What is asked with a body. What is undefined in it is left out.
export async function post(path, body, signal) {
  const more = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  return (await answerTo(target(["v1", ...path]), signal, more)).json();
}

const arrays = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array };

// Integers in C order, with their shape.
export async function askCells(path, query, signal) {
  const answer = await answerTo(target(["v1", ...path], query), signal);
  const shape = answer.headers.get("Grundy-Shape").split(",").map(Number);
  const type = arrays[answer.headers.get("Grundy-Type")];
  return { shape, values: new type(await answer.arrayBuffer()) };
}
