// methods/pieces/block_solver.hpp: the heaps of one block after the other.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/executor.hpp"
#include "kernels/pieces/sets.hpp"
#include "methods/pieces/layout.hpp"

namespace grundy::pieces {

class BlockSolver {
 public:
  // `sets` are layout.sets sets of game.nimbers bits, `values` those of game.heaps heaps; both are
  // what was left by blocks before, or zeros.
  BlockSolver(const PiecesGame& game, const Layout& layout, std::span<std::uint64_t> sets,
              std::span<std::uint32_t> values, std::size_t workers);

  // Heaps first .. end - 1, at most heaps_in_block, once those before are solved. Returns how many
  // of them are; fewer where one has a nimber from game.nimbers on. Requires values below that.
  std::int64_t solve(std::int64_t first, std::int64_t end, parallel::Executor& executor);

 private:
  using Value = std::uint32_t;
  struct Scratch {
    std::vector<std::uint8_t> marks;
    std::vector<std::uint64_t> set;
  };

  // What is used of a set: nimbers so far are below 64 times its words.
  kernels::NimberSet set(std::uint64_t number) const {
    return sets_.subspan(number * stride_, words_);
  }
  void fit_words(std::int64_t heaps);
  void sort_by_value(std::int64_t heaps);
  void add_pairs(const Pairs& pairs, std::int64_t total, std::int64_t first, std::int64_t end,
                 Scratch& scratch) const;
  void far_pairs(const Pairs& pairs, std::int64_t block, std::int64_t heap, Scratch& scratch) const;
  void near_pairs(const Pairs& pairs, std::int64_t block, std::int64_t heap,
                  Scratch& scratch) const;
  void far_triples(const Triples& triples, std::int64_t block, std::int64_t heap,
                   Scratch& scratch) const;
  void near_triples(const Triples& triples, std::int64_t block, std::int64_t heap) const;
  std::int64_t first_far(const Triples& triples, std::int64_t block, std::int64_t total) const;
  void make_far(std::int64_t first, std::int64_t end, parallel::Executor& executor);
  void add_move(std::size_t number, std::int64_t heap);
  void gather_newest(std::size_t number, std::int64_t heap);
  bool solve_heap(std::int64_t block, std::int64_t heap);

  const PiecesGame& game_;
  const Layout& layout_;
  std::span<std::uint64_t> sets_;
  std::span<Value> values_;
  std::size_t stride_;
  std::size_t words_ = 1;
  std::size_t fitted_ = 0;      // heaps whose values do
  std::size_t full_words_ = 0;  // so many words of the gathering set are full
  std::vector<Scratch> scratch_;
  std::vector<std::uint32_t> by_value_;  // heaps before the block
  std::vector<std::size_t> starts_;      // of each value among them
};

}  // namespace grundy::pieces
