// kernels/generic/run_memo.hpp: what is known of a line of options from the runs of earlier
// positions.
//
// A rule whose runs have an anchor (kernels/generic/program.hpp) looks at the same options again
// and again: those of a position are those of an earlier one and a few more. So a line keeps what
// its options, counted from the anchor, amount to, and the next position looks at the new ones
// alone. Cells are never changed once they are set, so what a line says stays true; lines that
// meet in one slot displace each other, which costs time and nothing else. One memo for each
// thread.
//
// Shapes: 2^slot_bits lines, at least 64, for each rule of the program that has an anchor, others
// have none; `words` words of a set for each line (nimbers; otherwise none). All zero in the
// beginning.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/generic/program.hpp"

namespace grundy::kernels {

struct Line {
  std::int64_t anchor = 0;  // rank of option 0
  std::int64_t step = 0;    // from one option to the next
  std::uint64_t seen = 0;   // how many options are known; 0: the line is not in use
  std::uint32_t least = 0;  // what they amount to: see kernels/generic/generic.cpp
  std::uint32_t most = 0;
};

struct RunMemo {
  std::span<Line> lines;
  std::span<std::uint64_t> sets;
  std::span<const std::size_t> first_slots;  // by rule
  unsigned slot_bits = 0;
  std::size_t words = 0;
  std::size_t least_count = 0;  // shorter runs are not worth a line

  static constexpr unsigned block_bits = 5;

  bool remembers(const RuleProgram& rule, const Run& run) const noexcept {
    return rule.anchor != Anchor::none && run.count >= least_count;
  }

  // Ranks beside each other lie beside each other; blocks of them are spread by Fibonacci hashing
  // (Knuth, TAOCP 3, 6.4), as whole rows may lie a power of two apart.
  std::size_t slot(std::size_t rule, std::int64_t anchor) const noexcept {
    const auto rank = static_cast<std::uint64_t>(anchor);
    const std::uint64_t block = (rank >> block_bits) * 0x9e3779b97f4a7c15u;
    return first_slots[rule] + (block >> (64 - slot_bits + block_bits) << block_bits) +
           rank % (1U << block_bits);
  }
};

}  // namespace grundy::kernels
