#include "verify/samples.hpp"

#include <algorithm>
#include <optional>
#include <random>

#include "table/array_format.hpp"

namespace grundy::verify {
namespace {

// The number of lines that are tried to find one P-position.
constexpr int lines_to_try = 8;
// The side of a shard's low corner.
constexpr std::int64_t near = 4;

// The table's shards; if only p_section is stored, those that an array of outcomes would have.
table::Grid shards_of(const table::Table& table) {
  const table::TableSpec& spec = table.info().spec;
  return spec.store == table::Store::section ? table::Grid(spec.box, table::layout_of(spec).shard)
                                             : table.arrays().front()->shards();
}

class Sampler {
 public:
  Sampler(const table::Table& table, std::uint64_t seed)
      : table_(table), box_(table.info().spec.box), shards_(shards_of(table)), random_(seed) {}

  Result<Position> next(std::uint64_t number) {
    if (number == 0) return box_.low;
    if (number == 1) return box_.high;
    if (number % 2 == 1 && table_.section() != nullptr) return p_position();
    return number % 4 == 2 ? anywhere(box_) : in_next_shard();
  }

 private:
  // The bias of the remainder is at most 2^-10 of a position's share, for boxes below 2^54.
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  Position anywhere(const Box& box) { return box.position(below(*box.volume())); }

  // In every other round near the low corner, where options lie in other shards: a shard that
  // stands in the place of another may be consistent in itself.
  Position in_next_shard() {
    const std::uint64_t turn = shard_++;
    Box box = shards_.box(turn % shards_.size());
    if (turn / shards_.size() % 2 == 0)
      for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
        box.high[axis] = std::min(box.high[axis], box.low[axis] + near - 1);
    return anywhere(box);
  }

  // The P-position of a random line, if one of a few lines has any; else any position.
  Result<Position> p_position() {
    const Box& lines = table_.section()->format().box;
    const std::size_t axis = *table_.info().spec.section_axis;
    for (int trial = 0; trial < lines_to_try; ++trial) {
      Position line = anywhere(lines);
      const auto index = table_.section()->at(line);
      if (!index) return index.error();
      if (*index >= static_cast<std::uint64_t>(box_.extent(axis))) continue;
      line.insert(line.begin() + static_cast<std::ptrdiff_t>(axis), box_.low[axis] + *index);
      return line;
    }
    return anywhere(box_);
  }

  const table::Table& table_;
  const Box& box_;
  const table::Grid shards_;
  std::uint64_t shard_ = 0;
  std::mt19937_64 random_;
};

}  // namespace

Result<std::vector<Position>> samples(const table::Table& table, std::uint64_t count,
                                      std::uint64_t seed) {
  Sampler sampler(table, seed);
  std::vector<Position> positions(std::min(count, *table.info().spec.box.volume()));
  for (std::uint64_t number = 0; number < positions.size(); ++number) {
    auto position = sampler.next(number);
    if (!position) return position.error();
    positions[number] = *std::move(position);
  }
  return positions;
}

}  // namespace grundy::verify
