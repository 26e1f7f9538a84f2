#include "kernels/generic/bit_columns.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace grundy::kernels {
namespace {

using Word = std::uint64_t;
using Words = std::array<Word, lanes>;  // by lane

bool is_of_bits(const Range& range) noexcept {
  return range.selection == Selection::bits || range.selection == Selection::powers_of_bits;
}

bool gives_bit_columns(const RuleProgram& rule) noexcept {
  if (rule.summands != 1 || !rule.stretches.empty() || rule.outputs.size() != 1) return false;
  if (rule.loops.empty()) return !rule.has_run || is_of_bits(rule.run);
  return rule.loops.size() == 1 && !rule.has_run && is_of_bits(rule.loops[0].range);
}

// Bit i of word j becomes bit j of word i (H. S. Warren, Hacker's Delight, 2nd edition, 7-3).
void transpose_bits(Words& words) noexcept {
  Word mask = ~Word{0} >> 32;
  for (std::size_t half = 32; half != 0; half /= 2, mask ^= mask << half)
    for (std::size_t i = 0; i < lanes; i = ((i | half) + 1) & ~half) {
      const Word swapped = ((words[i] >> half) ^ words[i + half]) & mask;
      words[i] ^= swapped << half;
      words[i + half] ^= swapped;
    }
}

template <class Cell>
class Batch {
 public:
  Batch(const Program& program, const Columns& columns, std::size_t width,
        std::span<const Cell> cells, std::int64_t lowest) noexcept
      : program_(program), columns_(columns), width_(width), cells_(cells), lowest_(lowest) {}

  void add(std::size_t number, Word open) noexcept {
    const RuleProgram& rule = program_.rules[number];
    Ready& ready = columns_.ready[number];
    if (rule.pass != no_register) {
      make_pass_ready(rule, columns_, width_, ready);
      open &= where_set(column(columns_.outer, rule.pass));
    }
    if (open == 0) return;
    make_runs_ready(rule, columns_, width_, ready);
    if (!rule.loops.empty())
      add_loop(rule, open);
    else if (rule.has_run)
      add_run(rule, open);
    else
      add_options(column(columns_.outer, rule.outputs[0].start), open);
  }

  // The nimber of a position, once those of the lanes before it stand in their cells.
  Cell mex(std::size_t lane) const noexcept {
    Word met = met_[lane];
    for (Word late = late_[lane]; late != 0; late &= late - 1)
      met |= Word{1} << cells_[static_cast<std::size_t>(lowest_ + std::countr_zero(late))];
    return static_cast<Cell>(std::countr_one(met));
  }

 private:
  static const std::int64_t* column(std::span<const std::int64_t> block, Register r) noexcept {
    return block.data() + r * lanes;
  }

  Word where_set(const std::int64_t* flags) const noexcept {
    Word lanes_set = 0;
    for (std::size_t lane = 0; lane < width_; ++lane)
      lanes_set |= static_cast<Word>(flags[lane] != 0) << lane;
    return lanes_set;
  }

  // Without the branch, both words would be written each time: a third slower.
  void take(std::size_t lane, std::int64_t rank) noexcept {
    const auto above = static_cast<Word>(rank - lowest_);
    if (above < lanes)
      late_[lane] |= Word{1} << above;
    else
      met_[lane] |= Word{1} << cells_[static_cast<std::size_t>(rank)];
  }

  void add_options(const std::int64_t* ranks, Word open) noexcept {
    for (; open != 0; open &= open - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(open));
      take(lane, ranks[lane]);
    }
  }

  // The bits of the range's number in a lane.
  static Word bits_of(const Range& range, std::span<const std::int64_t> block,
                      std::size_t lane) noexcept {
    const std::int64_t number = column(block, range.of)[lane];
    const std::int64_t first = column(block, range.first)[lane];
    const std::int64_t last = column(block, range.last)[lane];
    if (number <= 0 || last < std::max<std::int64_t>(first, 0) || first > 62) return 0;
    auto bits = static_cast<Word>(number);
    if (first > 0) bits = bits >> first << first;
    if (last < 62) bits &= (Word{2} << last) - 1;
    return bits;
  }

  static std::int64_t value_of(const Range& range, int bit) noexcept {
    return range.selection == Selection::bits ? bit : std::int64_t{1} << bit;
  }

  void add_run(const RuleProgram& rule, Word open) noexcept {
    const std::int64_t* const starts = column(columns_.outer, rule.outputs[0].start);
    const std::int64_t* const steps = column(columns_.outer, rule.outputs[0].step);
    for (; open != 0; open &= open - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(open));
      for (Word bits = bits_of(rule.run, columns_.outer, lane); bits != 0; bits &= bits - 1)
        take(lane, starts[lane] + steps[lane] * value_of(rule.run, std::countr_zero(bits)));
    }
  }

  // The code of the loop, for one bit and all positions at a time.
  void add_loop(const RuleProgram& rule, Word open) noexcept {
    const Loop& loop = rule.loops[0];
    for (const Register r : rule.imports)
      std::copy_n(column(columns_.outer, r), width_, columns_.inner.data() + r * lanes);
    Words lanes_of_bit{};
    Word some = 0;
    for (Word left = open; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      some |= lanes_of_bit[lane] = bits_of(loop.range, columns_.inner, lane);
    }
    transpose_bits(lanes_of_bit);
    for (; some != 0; some &= some - 1) {
      const int bit = std::countr_zero(some);
      std::fill_n(columns_.inner.data() + loop.variable * lanes, width_, value_of(loop.range, bit));
      evaluate(loop.code, columns_.inner, width_);
      Word lanes_open = lanes_of_bit[static_cast<std::size_t>(bit)];
      if (loop.pass != no_register) lanes_open &= where_set(column(columns_.inner, loop.pass));
      add_options(column(columns_.inner, rule.outputs[0].start), lanes_open);
    }
  }

  const Program& program_;
  const Columns& columns_;
  std::size_t width_;
  std::span<const Cell> cells_;
  std::int64_t lowest_;  // rank of the batch
  Words met_{};          // nimbers of options
  Words late_{};         // options by rank above the lowest
};

}  // namespace

bool has_bit_columns(const Program& program) noexcept {
  return program.totals.empty() && std::ranges::all_of(program.rules, gives_bit_columns) &&
         std::ranges::any_of(program.rules, [](const RuleProgram& rule) {
           return rule.has_run || !rule.loops.empty();
         });
}

template <class Cell>
bool solve_bit_columns(const Program& program, const Columns& columns, std::size_t width,
                       const Images& images, std::span<Cell> cells) noexcept {
  const std::int64_t* const ranks = columns.outer.data() + program.rank * lanes;
  const auto [lowest, highest] = std::minmax_element(ranks, ranks + width);
  if (static_cast<Word>(*highest - *lowest) >= lanes) return false;
  Word open = width == lanes ? ~Word{0} : (Word{1} << width) - 1;
  if (program.over != no_register)
    for (std::size_t lane = 0; lane < width; ++lane)
      if (columns.outer[program.over * lanes + lane] != 0) open &= ~(Word{1} << lane);
  Batch<Cell> batch(program, columns, width, cells, *lowest);
  for (std::size_t rule = 0; rule < program.rules.size(); ++rule) batch.add(rule, open);
  for (std::size_t lane = 0; lane < width; ++lane) {
    Cell& cell = cells[static_cast<std::size_t>(ranks[lane])];
    cell = batch.mex(lane);
    copy_to_images(program.dimensions, columns.outer, lane, images, cell, cells);
  }
  return true;
}

template bool solve_bit_columns(const Program&, const Columns&, std::size_t, const Images&,
                                std::span<std::uint8_t>) noexcept;
template bool solve_bit_columns(const Program&, const Columns&, std::size_t, const Images&,
                                std::span<std::uint16_t>) noexcept;
template bool solve_bit_columns(const Program&, const Columns&, std::size_t, const Images&,
                                std::span<std::uint32_t>) noexcept;

}  // namespace grundy::kernels
