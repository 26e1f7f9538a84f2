// Tables to test with: values that depend on the position alone, so that every test can say what a
// cell must hold without remembering it.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "support/temporary_directory.hpp"
#include "table/array_format.hpp"
#include "table/reader.hpp"
#include "table/writer.hpp"

namespace grundy::table {

using ValueOf = std::function<std::uint32_t(const Position&)>;

// Looks random, but compresses: a third of the values are 0.
inline ValueOf scattered(std::uint32_t most, std::uint64_t seed = 1956) {
  return [=](const Position& at) -> std::uint32_t {
    std::uint64_t hash = seed;
    for (const std::int64_t x : at)
      hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15 ^ hash >> 29;
    return hash >> 7 & 1 ? 0 : static_cast<std::uint32_t>((hash >> 20) % (std::uint64_t{most} + 1));
  };
}

template <class Cell = std::uint32_t>
std::vector<Cell> cells_of(const Box& box, const ValueOf& value) {
  std::vector<Cell> cells;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    cells.push_back(static_cast<Cell>(value(box.position(rank))));
  return cells;
}

inline TableSpec spec_of(const Box& box, Quantity quantity) {
  TableSpec spec;
  spec.game = "sample";
  spec.rules = "game sample(a)\n  (a) -> (a - k) for k in S   # \"quoted\", \xc3\xa9, \t\n";
  spec.parameters = {{"S", "{1, 3, 4}"}};
  spec.quantity = quantity;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    spec.coordinates.emplace_back(1, static_cast<char>('a' + axis));
  spec.box = box;
  spec.closure = box;
  spec.program_version = "0.1.0";
  return spec;
}

inline TableResult result_of(const Box& box) {
  TableResult result;
  result.kernel = "generic";
  result.isa = "avx2";
  result.executor = "serial";
  result.positions = *box.volume();
  result.p_positions = 1;
  result.max_value = 7;
  result.histogram = {1, 2, 3};
  result.digest = Digest().hex();
  return result;
}

// Boxes whose last corner is their extents less one.
inline Box box_of(Position extents, std::int64_t low = 0) {
  Box box{Position(extents.size(), low), std::move(extents)};
  for (std::int64_t& high : box.high) high += low - 1;
  return box;
}

// The lines of p_section by looking at every position.
inline std::vector<std::uint32_t> section_lines(const TableSpec& spec, const CellView& view) {
  const ArrayFormat format = section_format(spec);
  std::vector<std::uint32_t> lines(*format.box.volume(), format.fill);
  for (std::uint64_t rank = 0; rank < *spec.box.volume(); ++rank) {
    const Position at = spec.box.position(rank);
    if (view[at] == 0)
      lines[format.box.rank(without_axis(at, *spec.section_axis))] =
          static_cast<std::uint32_t>(at[*spec.section_axis] - spec.box.low[*spec.section_axis]);
  }
  return lines;
}

// Writes a finished table from cells over spec.closure, one view for each array of the quantity.
inline void write_table(const std::filesystem::path& path, const TableSpec& spec,
                        const std::vector<CellView>& views, bool force = false) {
  auto writer = TableWriter::create(path, spec, force);
  ASSERT_TRUE(writer) << writer.error().message;
  if (!writer->arrays().empty())
    for (std::uint64_t shard = 0; shard < writer->shards().size(); ++shard) {
      const Status written = writer->write_shard(shard, views);
      ASSERT_TRUE(written) << written.error().message;
    }
  if (const auto& section = writer->section()) {
    const auto lines = section_lines(spec, views.back());
    for (std::uint64_t shard = 0; shard < section->shards().size(); ++shard) {
      const auto packed = writer->pack_section_shard(shard, view_of(lines, section->box));
      ASSERT_TRUE(packed) << packed.error().message;
      const Status written = writer->store_section(*packed);
      ASSERT_TRUE(written) << written.error().message;
    }
  }
  const Status finished = writer->finish(result_of(spec.box));
  ASSERT_TRUE(finished) << finished.error().message;
}

// All values of the box as the reader gives them.
inline Result<std::vector<std::uint32_t>> read_all(const Table& table, Quantity quantity) {
  const Box& box = table.info().spec.box;
  std::vector<std::uint32_t> cells(*box.volume());
  const CellSpan to{reinterpret_cast<std::byte*>(cells.data()), 4, box};
  if (Status s = table.read(quantity, box, to); !s) return s.error();
  return cells;
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
inline void overwrite(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace grundy::table
