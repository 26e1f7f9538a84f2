// tile_store.js: picture tiles as they come from their source (table_source.js). What is wanted no
// more is not asked for, or given up on the way.

const atOnce = 4; // requests; browsers have six connections to a server
const mostKept = 192; // tiles; one has at most 64 Ki values

export class TileStore {
  // `changed` is called after each tile that came, `failed` with what went wrong.
  constructor({ source, finest, changed, failed, signal }) {
    Object.assign(this, { source, finest, changed, failed });
    this.kept = new Map(); // by key, the one used last at the end
    this.onTheWay = new Map(); // by key, what gives it up
    this.queue = [];
    signal.addEventListener("abort", () => this.want([]));
  }

  // At the finest level every reduction is the value itself.
  key({ slice, level, row, column, reduce }) {
    return `${slice}/${level}/${row}/${column}/${level === this.finest ? "min" : reduce}`;
  }

  // The tile, if it is there.
  find(tile) {
    const key = this.key(tile);
    const found = this.kept.get(key);
    if (found) {
      this.kept.delete(key);
      this.kept.set(key, found);
    }
    return found;
  }

  get isIdle() {
    return this.queue.length === 0 && this.onTheWay.size === 0;
  }

  // From now on these and no others.
  want(tiles) {
    const keys = new Set(tiles.map((tile) => this.key(tile)));
    for (const [key, giveUp] of this.onTheWay) {
      if (keys.has(key)) continue;
      giveUp.abort();
      this.onTheWay.delete(key);
    }
    this.queue = tiles.filter((tile) => !this.find(tile) && !this.onTheWay.has(this.key(tile)));
    this.ask();
  }

  ask() {
    while (this.queue.length > 0 && this.onTheWay.size < atOnce) this.load(this.queue.shift());
  }

  async load(tile) {
    const key = this.key(tile);
    const giveUp = new AbortController();
    this.onTheWay.set(key, giveUp);
    const reduce = tile.level === this.finest ? "min" : tile.reduce;
    try {
      this.keep(key, await this.source.tile({ ...tile, reduce }, giveUp.signal));
    } catch (error) {
      if (!giveUp.signal.aborted) this.failed(error);
    }
    if (giveUp.signal.aborted) return;
    this.onTheWay.delete(key);
    this.ask();
    this.changed();
  }

  keep(key, tile) {
    this.kept.set(key, tile);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= mostKept) break;
      this.kept.delete(oldest);
    }
  }
}
