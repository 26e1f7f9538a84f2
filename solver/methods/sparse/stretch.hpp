// methods/sparse/stretch.hpp: a stretch of heaps, guessed and proved on all threads.
//
// The stretch is cut into pieces. At any time one task guesses a piece, and others mark the far
// splits of the next and check the one before: three pieces in flight, one for_each for each step.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/sparse/guess.hpp"
#include "methods/sparse/witness.hpp"

namespace grundy::sparse {

class Stretch {
 public:
  enum class End : std::uint8_t { done, rare_found, planes_full, stopped };

  Stretch(Heaps& heaps, const Witnesses& witnesses, std::span<const kernels::Partner> tried,
          parallel::Executor& executor, const std::atomic<bool>* stop);

  // Solves heaps from heaps.size() to end - 1, in pieces of `piece` heaps, a multiple of 512, with
  // as many planes of marks. More than one piece asks for windows free of rares, heaps.size() > 2 *
  // (last rare + last take). After rare_found the rare heap is the last of heaps; after planes_full
  // or stopped heaps may be any number up to `end`.
  End solve(std::uint64_t end, std::uint64_t piece, std::size_t planes);

 private:
  struct Piece {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::vector<std::uint8_t> marks;  // far ones; empty if there are none
  };

  void run(std::size_t tasks, const parallel::Executor::Body& body);
  Piece piece_at(std::uint64_t first, std::uint64_t end, const Guess& guess) const;
  void mark_block(Piece& piece, std::size_t block, const Guess& guess) const;
  void guess_piece(Piece& piece, Guess& guess);
  void check_block(const Piece& piece, std::size_t block, std::size_t planes);
  End prove(const Piece& piece);
  bool stopped() const { return stop_ && stop_->load(std::memory_order_relaxed); }

  Heaps& heaps_;
  const Witnesses& witnesses_;
  std::span<const kernels::Partner> tried_;
  parallel::Executor& executor_;
  const std::atomic<bool>* stop_;
  std::vector<std::optional<RareFound>> found_;  // by block of 512 heaps
  bool planes_full_ = false;
};

}  // namespace grundy::sparse
