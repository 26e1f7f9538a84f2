// files.js: answers out of plain files, which `grundy serve --export-site` wrote. Values are there;
// moves and sums would have to be worked out.
//
// A cells file has the values of a cube of positions in C order. In the page it is a block: `values`
// with the least and the largest position that they are of, `low` and `high`.

import { Problem } from "./api.js";
import { block as cellsEach, finestLevel, side as tileSide } from "./tiles.js";

export const hasServer = false;

// Nothing answers to curl, and no file has just these cells.
export const target = () => null;

const mostKept = 64; // cells files
const arrays = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array };
const tables = new Map(); // by name, what tells of them
const kept = new Map(); // by path, the one used last at the end

async function load(path, signal) {
  let answer;
  try {
    answer = await fetch(path, { signal, credentials: "omit" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem("the site does not answer");
  }
  if (!answer.ok) throw new Problem(`${path} cannot be had: status ${answer.status}`);
  return answer;
}

// What is shorter than `bytes` is gzip.
async function loadBytes(path, bytes, signal) {
  const stored = await (await load(path, signal)).blob();
  if (stored.size === bytes) return stored.arrayBuffer();
  return new Response(stored.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const product = (numbers) => numbers.reduce((all, each) => all * each, 1);
const extents = ({ low, high }) => low.map((least, axis) => high[axis] - least + 1);
const folder = (name) => `site/tables/${encodeURIComponent(name)}`;

async function loadValues(path, shape, type, signal) {
  const bytes = product(shape) * arrays[type].BYTES_PER_ELEMENT;
  return new arrays[type](await loadBytes(path, bytes, signal));
}

async function tableOf(name, signal) {
  if (!tables.has(name))
    tables.set(name, await (await load(`${folder(name)}/table.json`, signal)).json());
  return tables.get(name);
}

function keep(path, values) {
  kept.delete(path);
  kept.set(path, values);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
  return values;
}

// The cube of that index, as { low, high, values }.
async function cubeOf(table, index, signal) {
  const { side, type } = table.cells;
  const low = index.map((number, axis) => table.origin[axis] + number * side);
  const high = low.map((least, axis) => Math.min(least + side - 1, table.box[axis]));
  const path = `${folder(table.table)}/cells/${index.join(".")}.bin`;
  const values = kept.get(path) ?? (await loadValues(path, extents({ low, high }), type, signal));
  return { low, high, values: keep(path, values) };
}

// Copies what both blocks hold, line by line along the last axis.
function copyShared(from, to, axis = 0, fromAt = 0, toAt = 0) {
  const low = Math.max(from.low[axis], to.low[axis]);
  const high = Math.min(from.high[axis], to.high[axis]);
  const within = (block, at, coordinate) =>
    at * (block.high[axis] - block.low[axis] + 1) + coordinate - block.low[axis];
  if (axis === to.low.length - 1) {
    const start = within(from, fromAt, low);
    to.values.set(from.values.subarray(start, start + high - low + 1), within(to, toAt, low));
    return;
  }
  for (let at = low; at <= high; ++at)
    copyShared(from, to, axis + 1, within(from, fromAt, at), within(to, toAt, at));
}

// Lists of numbers from `first` to `last`, one from each pair.
function indices(first, last) {
  return first.reduce(
    (lists, least, axis) =>
      lists.flatMap((list) =>
        Array.from({ length: last[axis] - least + 1 }, (_, step) => [...list, least + step]),
      ),
    [[]],
  );
}

async function valuesWithin(table, low, high, signal) {
  const { side, type } = table.cells;
  const cube = (position) => position.map((at, axis) => Math.floor((at - table.origin[axis]) / side));
  const block = { low, high, values: new arrays[type](product(extents({ low, high }))) };
  const copy = async (index) => copyShared(await cubeOf(table, index, signal), block);
  await Promise.all(indices(cube(low), cube(high)).map(copy));
  return block.values;
}

// "3,:,0:5" as a block, and the axes that it leaves open.
function slice(text, { origin, box }) {
  const words = text.split(",").map((word) => word.split(":"));
  const end = (word, otherwise) => (word === "" ? otherwise : Number(word));
  return {
    low: words.map((word, axis) => end(word[0], origin[axis])),
    high: words.map((word, axis) => end(word.at(-1), box[axis])),
    open: words.flatMap((word, axis) => (word.length > 1 ? [axis] : [])),
  };
}

async function cells(table, query, signal) {
  const { low, high, open } = slice(query.slice, table);
  const shape = extents({ low, high }).filter((_, axis) => open.includes(axis));
  return { shape, values: await valuesWithin(table, low, high, signal) };
}

async function tile(table, [text, levelText, rowText, file], { reduce }, signal) {
  const { low, high, open } = slice(text, table);
  const [level, row, column] = [levelText, rowText, file].map((word) => Number.parseInt(word, 10));
  const [rows, columns] = open.map((axis) => high[axis] - low[axis] + 1);
  const each = cellsEach(finestLevel(columns, rows), level);
  [row, column].forEach((number, which) => {
    const axis = open[which];
    low[axis] += number * tileSide * each;
    high[axis] = Math.min(low[axis] + tileSide * each - 1, high[axis]);
  });
  const shape = open.map((axis) => Math.ceil((high[axis] - low[axis] + 1) / each));
  if (each === 1) return { shape, values: await valuesWithin(table, low, high, signal) };
  const picture = `${folder(table.table)}/pictures/${text.replaceAll(":", "x")}`;
  const path = `${picture}/${reduce}/${level}.${row}.${column}.bin`;
  const type = reduce === "density" ? "uint8" : table.cells.type;
  return { shape, values: await loadValues(path, shape, type, signal) };
}

async function probes(table, at, signal) {
  const position = at.split(",").map(Number);
  const isInside = position.every(
    (coordinate, axis) => coordinate >= table.origin[axis] && coordinate <= table.box[axis],
  );
  if (position.length !== table.box.length || !isInside)
    throw new Problem(`(${at}) is outside the table`);
  const [number] = await valuesWithin(table, position, position, signal);
  const value = table.value === "outcome" ? "PN"[number] : number;
  return { probes: [{ position, [table.value]: value }] };
}

// As of api.js, in so far as files tell it.
export async function ask(path, query, signal) {
  const [what, name, which] = path;
  if (what === "tables" && path.length === 1)
    return (await load("site/tables.json", signal)).json();
  if (what === "tables" && path.length === 2) return tableOf(name, signal);
  if (which === "probe") return probes(await tableOf(name, signal), query.at, signal);
  throw new Problem("This site has values alone. Ask grundy serve for moves and sums.");
}

export async function post() {
  throw new Problem("This site has values alone. Ask grundy serve about rules of your own.");
}

export async function askCells(path, query, signal) {
  const [, name, which, ...words] = path;
  const table = await tableOf(name, signal);
  return which === "cells" ? cells(table, query, signal) : tile(table, words, query, signal);
}
