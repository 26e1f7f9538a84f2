// moves_at.js: a moment after the cell at hand came to rest, its winning moves.

import { single } from "./expression.js";

const rest = 150; // milliseconds

export class MovesAt {
  // `tell` gets the position and the answer; an answer that comes too late is dropped.
  constructor(source, tell, signal) {
    Object.assign(this, { source, tell, page: signal });
  }

  look(position) {
    this.stop();
    this.leaving = new AbortController();
    const signal = AbortSignal.any([this.page, this.leaving.signal]);
    this.timer = setTimeout(async () => {
      try {
        const answer = await this.source.moves(position, signal);
        if (!signal.aborted) this.tell(position, answer);
      } catch {
        // The cell's value stays; its moves are unknown.
      }
    }, rest);
  }

  stop() {
    clearTimeout(this.timer);
    this.leaving?.abort();
  }
}

// The positions that winning moves lead to; null for each that is a sum of several.
export const winningPositions = ({ winning }) => winning.map((text) => single(text)?.at ?? null);
