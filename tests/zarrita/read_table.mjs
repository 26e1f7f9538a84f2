// read_table.mjs: checks a table against a dump, reading it with zarrita, a Zarr
// reader that nobody here wrote.
//
//   node read_table.mjs TABLE.zarr DUMP
//
// TABLE.zarr is any table that grundy wrote. DUMP is a sequence of arrays, each
// a line of text and the bytes of all its cells:
//
//   NAME DTYPE SIDE...\n      such as  nimber uint8 301 301 301
//   cells in C order, little endian, DTYPE uint8, uint16 or uint32
//
// Every array of the dump must be in the table with that shape, and every value
// must agree; the cells may be wider in one than in the other. Prints a line for
// each array; exit status 1 and the first difference if they disagree.
import * as fs from "node:fs";
import * as path from "node:path";
import { FileSystemStore } from "@zarrita/storage";
import * as zarr from "zarrita";

const dtypes = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array };

function* arraysOf(dump) {
  for (let at = 0; at < dump.length; ) {
    const end = dump.indexOf("\n", at);
    const [name, dtype, ...sides] = dump.toString("utf8", at, end).split(" ");
    const shape = sides.map(Number);
    const count = shape.reduce((product, side) => product * side, 1);
    const size = count * dtypes[dtype].BYTES_PER_ELEMENT;
    // slice() of a typed array copies, so that the cells begin where their type wants them to.
    const bytes = Uint8Array.prototype.slice.call(dump, end + 1, end + 1 + size);
    if (bytes.length !== size) throw new Error(`the dump ends within ${name}`);
    yield { name, shape, cells: new dtypes[dtype](bytes.buffer) };
    at = end + 1 + size;
  }
}

function firstDifference(got, wanted) {
  if (got.length !== wanted.length) return { at: "count", got: got.length, wanted: wanted.length };
  const at = wanted.findIndex((value, i) => got[i] !== value);
  return at < 0 ? null : { at, got: got[at], wanted: wanted[at] };
}

const [tablePath, dumpPath] = process.argv.slice(2);
const table = zarr.root(new FileSystemStore(path.resolve(tablePath)));
const group = await zarr.open(table, { kind: "group" });
const dump = fs.readFileSync(dumpPath);
let arrays = 0;
for (const { name, shape, cells } of arraysOf(dump)) {
  const array = await zarr.open(group.resolve(name), { kind: "array" });
  const { data, shape: found } = await zarr.get(array);
  const difference =
    `${found}` === `${shape}` ? firstDifference(data, cells) : { at: "shape", got: found, wanted: shape };
  if (difference) {
    console.error(`${tablePath}: ${name}:`, difference);
    process.exit(1);
  }
  console.log(`${tablePath}: ${name} (${array.dimensionNames}) ${array.dtype}: all ${cells.length} values agree`);
  ++arrays;
}
if (arrays === 0) throw new Error(`${dumpPath}: no arrays`);
