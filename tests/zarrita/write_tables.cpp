// write_tables DIRECTORY: writes tables of every kind, NAME.zarr, and beside each the same values
// as a plain dump, NAME.dump (format: read_table.mjs). The dump comes from the arrays in memory,
// not from any reader of ours.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "table/writer.hpp"

namespace {

using namespace grundy;
using namespace grundy::table;

std::uint64_t hash_of(const Position& at) {
  std::uint64_t hash = 1956;
  for (const std::int64_t x : at)
    hash = ((hash ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15) ^ (hash >> 29);
  return hash >> 8;
}

using ValueOf = std::function<std::uint64_t(const Position&)>;

// Heaps of Nim with noise: values that compress, but not into nothing.
ValueOf nim_up_to(std::uint64_t most) {
  return [most](const Position& at) {
    std::uint64_t nim = 0;
    for (const std::int64_t x : at) nim ^= static_cast<std::uint64_t>(x);
    return (hash_of(at) % 16 == 0 ? hash_of(at) >> 8 : nim) % (most + 1);
  };
}

// A bell curve in the low byte under a high byte of 1: shuffled bytes come out smallest.
std::uint64_t bell(const Position& at) {
  std::uint64_t sum = 0x100;
  for (std::uint64_t dice = hash_of(at) & 0xffffffff; dice != 0; dice >>= 4) sum += dice & 15;
  return sum;
}

class Dump {
 public:
  explicit Dump(const std::filesystem::path& path) : file_(path, std::ios::binary) {}
  template <class Cell>
  void add(const std::string& name, const std::vector<Cell>& cells, const Box& box) {
    std::string header = fmt::format("{} uint{}", name, 8 * sizeof(Cell));
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
      header += fmt::format(" {}", box.extent(axis));
    file_ << header << '\n';
    file_.write(reinterpret_cast<const char*>(cells.data()),
                static_cast<std::streamsize>(cells.size() * sizeof(Cell)));
  }

 private:
  std::ofstream file_;
};

TableSpec spec_of(const Box& box, Quantity quantity) {
  TableSpec spec;
  spec.game = "sample";
  spec.rules = "game sample(a)\n";
  spec.quantity = quantity;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    spec.coordinates.push_back(std::string(1, static_cast<char>('a' + axis)));
  spec.box = spec.closure = box;
  spec.program_version = "0.1.0";
  return spec;
}

Status write(const std::filesystem::path& path, const TableSpec& spec,
             const std::vector<CellView>& views, const CellView* section = nullptr) {
  auto writer = TableWriter::create(path, spec, /*force=*/false);
  if (!writer) return writer.error();
  for (std::uint64_t shard = 0; shard < writer->shards().size(); ++shard)
    if (Status s = writer->write_shard(shard, views); !s) return s;
  for (std::uint64_t shard = 0; section && shard < writer->section()->shards().size(); ++shard)
    if (const auto packed = writer->pack_section_shard(shard, *section); !packed)
      return packed.error();
    else if (Status s = writer->store_section(*packed); !s)
      return s;
  TableResult result;
  result.positions = *spec.box.volume();
  result.digest = std::string(32, '0');
  return writer->finish(result);
}

// One table of one quantity.
template <class Cell>
Status write_values(const std::filesystem::path& stem, const Box& box, Quantity quantity,
                    const ValueOf& value) {
  std::vector<Cell> cells;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    cells.push_back(static_cast<Cell>(value(box.position(rank))));
  Dump(stem.string() + ".dump").add(std::string(to_string(quantity)), cells, box);
  return write(stem.string() + ".zarr", spec_of(box, quantity), {view_of(cells, box)});
}

Status write_remoteness(const std::filesystem::path& stem, const Box& box) {
  std::vector<std::uint32_t> remoteness;
  std::vector<std::uint8_t> outcome;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    remoteness.push_back(static_cast<std::uint32_t>(nim_up_to(70'000)(box.position(rank))));
    outcome.push_back(hash_of(box.position(rank)) % 30 != 0);
  }
  Dump dump(stem.string() + ".dump");
  dump.add("remoteness", remoteness, box);
  dump.add("outcome", outcome, box);
  return write(stem.string() + ".zarr", spec_of(box, Quantity::remoteness),
               {view_of(remoteness, box), view_of(outcome, box)});
}

// Two heaps of Nim: P where they are equal; the section along b gives b = a where the box has it.
Status write_section(const std::filesystem::path& stem) {
  TableSpec spec = spec_of({{3, 5}, {402, 305}}, Quantity::outcome);
  spec.section_axis = 1;
  std::vector<std::uint8_t> cells;
  for (std::uint64_t rank = 0; rank < *spec.box.volume(); ++rank) {
    const Position at = spec.box.position(rank);
    cells.push_back(at[0] != at[1]);
  }
  std::vector<std::uint16_t> section;
  for (std::int64_t a = 3; a <= 402; ++a)
    section.push_back(a >= 5 && a <= 305 ? static_cast<std::uint16_t>(a - 5) : 0xffff);
  Dump dump(stem.string() + ".dump");
  dump.add("outcome", cells, spec.box);
  dump.add("p_section", section, {{3}, {402}});
  const CellView lines = view_of(section, {{3}, {402}});
  return write(stem.string() + ".zarr", spec, {view_of(cells, spec.box)}, &lines);
}

Status write_all(const std::filesystem::path& to) {
  constexpr auto nimber = Quantity::nimber;
  constexpr auto outcome = Quantity::outcome;
  for (const Status& written :
       {write_values<std::uint8_t>(to / "single", {{7}, {7}}, nimber, nim_up_to(255)),
        write_values<std::uint8_t>(to / "nimber_1d", {{0}, {100'000}}, nimber, nim_up_to(255)),
        write_values<std::uint16_t>(to / "nimber_2d", {{1, 2}, {2'100, 2'200}}, nimber,
                                    nim_up_to(1'000)),
        write_values<std::uint8_t>(to / "nimber_3d", {{0, 0, 0}, {100, 70, 50}}, nimber,
                                   nim_up_to(127)),
        write_values<std::uint32_t>(to / "nimber_4d", {{0, 1, 2, 3}, {20, 21, 23, 25}}, nimber,
                                    nim_up_to(4'000'000'000)),
        write_values<std::uint8_t>(to / "outcome_5d", {{0, 0, 0, 0, 0}, {9, 8, 7, 6, 11}}, outcome,
                                   nim_up_to(1)),
        write_values<std::uint16_t>(to / "bell_2d", {{0, 0}, {190, 190}}, nimber, bell),
        write_remoteness(to / "remoteness", {{0, 0}, {300, 400}}), write_section(to / "section")})
    if (!written) return written;
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("write_tables DIRECTORY\n", stderr);
    return 2;
  }
  const Status status = write_all(argv[1]);
  if (!status) std::fprintf(stderr, "%s\n", status.error().message.c_str());
  return status ? 0 : 1;
}
