// methods/offsets/worker.hpp: what one thread does for methods/offsets/solve.hpp.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/value.hpp"
#include "kernels/offset/bit_rows.hpp"
#include "methods/offsets/kept_rows.hpp"
#include "methods/offsets/row_layout.hpp"
#include "methods/offsets/row_walk.hpp"

namespace grundy::offset {

// What all threads share: where the words are, and the masks that every group of rows has alike.
class Shared {
 public:
  // `bits` and each span of `trails`, one for each ray, are as large as the layout says. `kept` is
  // null where the bits are kept as they are.
  static Result<Shared> make(const BitRows& rows, Convention convention, const RowLayout& layout,
                             std::span<std::uint64_t> bits,
                             std::vector<std::span<std::uint64_t>> trails, const KeptRows* kept);

  const BitRows* rows;
  Convention convention;
  const RowLayout* layout;
  std::uint64_t* bits;
  const KeptRows* kept;
  RowCondition valid;                         // what bits of a row are positions
  bool row_by_row = false;                    // some moves stay in the plane
  bool chain_of_all = false;                  // some move leads to every lower bit of a row
  bool beyond_is_empty = false;               // rows beyond a plane may be read
  std::vector<std::uint64_t*> sources;        // by move, where its options are
  std::vector<std::uint64_t*> trails;         // by move, or null
  std::vector<const std::uint64_t*> edges;    // by move, or null
  const std::uint64_t* nothing = nullptr;     // no bit set
  const std::uint64_t* everything = nullptr;  // all bits of all rows

 private:
  memory::Block constants_;
};

class Worker {
 public:
  explicit Worker(const Shared& shared);

  // Solves a tile of rows.schedule() and returns the number of its positions. Returns early,
  // with some number, once *stop is true.
  std::uint64_t solve_tile(const Box& tile, const std::atomic<bool>* stop);

 private:
  using Words = RowWalk::Words;

  void solve_group();
  void add_source(std::size_t move);
  void add_chain();
  std::optional<const std::uint64_t*> mask(const RowCondition& when, const std::uint64_t* edge,
                                           Words& words);
  void choose_open(kernels::BitRows& task);
  bool all_can_move() const;
  void keep_movable();
  void end_play();

  const Shared& shared_;
  const BitRows& rows_;
  const RowLayout& layout_;
  RowWalk walk_;
  Index here_;  // scratch
  std::vector<kernels::BitSource> sources_;
  std::vector<kernels::BitStep> steps_;
  std::vector<Words> move_masks_;
  std::vector<Words> chain_masks_;
  Words open_;
  Words lost_;
  Words condition_;  // of one group of rows
  Words movable_;
};

}  // namespace grundy::offset
