// play_game.js: a game as its address has it: the sum at the start and every move since.

import { link } from "./link.js";

const mostMoves = 2000; // that are offered

export class Game {
  constructor(query) {
    this.start = query.get("start");
    this.misere = query.get("misere") === "1";
    this.second = query.get("second") === "1";
    this.moves = query.getAll("move");
  }

  get now() {
    return this.moves.at(-1) ?? this.start;
  }
  get isYourTurn() {
    return this.isYours(this.moves.length);
  }

  // Moves are counted from 0.
  isYours(index) {
    return (index % 2 === 0) !== this.second;
  }
  before(index) {
    return this.moves[index - 1] ?? this.start;
  }

  link(changes = {}) {
    const { start, misere, second, moves } = Object.assign(
      {},
      { start: this.start, misere: this.misere, second: this.second, moves: this.moves },
      changes,
    );
    return link("play", "", {
      start,
      misere: misere ? 1 : null,
      second: second ? 1 : null,
      move: moves,
    });
  }
  after(text) {
    return this.link({ moves: [...this.moves, text] });
  }

  // From the same start, with the sides exchanged.
  get rematch() {
    return this.link({ second: !this.second, moves: [] });
  }

  // Before your last move; null if you have not moved.
  get undone() {
    const yours = this.moves.length - (this.isYourTurn ? 2 : 1);
    return yours < (this.second ? 1 : 0) ? null : this.link({ moves: this.moves.slice(0, yours) });
  }

  // What asks for the moves of a sum.
  asked(term = this.now) {
    return { term, limit: mostMoves, ...(this.misere ? { misere: 1 } : {}) };
  }
}
