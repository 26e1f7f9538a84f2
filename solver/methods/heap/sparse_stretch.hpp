// methods/heap/sparse_stretch.hpp: solves a stretch of heaps on all threads: nimbers are guessed,
// then proved by the witnesses.
#pragma once
#include <atomic>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "kernels/sparse/marks.hpp"
#include "kernels/sparse/mex.hpp"
#include "methods/heap/sparse_heaps.hpp"
#include "methods/heap/sparse_witness.hpp"

namespace grundy::sparse {

// The partners, by distance, that are not worth a mark; none if all are. Requires that all windows
// of heaps from heaps.size() on are free of rares.
std::vector<kernels::Partner> choose_tried(const Heaps& heaps, std::size_t planes);

// The nimbers of a stretch of heaps if all of them are common.
//
// Then a heap's nimber is the least common one that neither a take nor a split with a rare part
// reaches. The splits are sorted by how near the other part is. Several threads may mark `far` ones
// before the heaps just below the stretch are known. `near` ones are marked for 64 heaps at a time,
// the rest heap by heap. Splits into two rare parts reach rare nimbers and must not be marked.
// Splits into equal parts must not be marked either where the rules forbid them. Equal parts are of
// one class, so that matters only while all heaps count as common.
//
// Where there are many rare parts, only the best ones are marked, so that few indices up to the
// nimber are left unmarked. For these the other parts are then tried.
class Guess {
 public:
  // For heaps first .. end - 1. Partners at a distance of at least `far`, a multiple of 64, are
  // far. Requires first <= heaps.size() and first > every take. Marks all partners if the windows
  // of those in `tried` are no longer free of rares.
  Guess(const Heaps& heaps, std::span<const kernels::Partner> tried, std::uint64_t first,
        std::uint64_t end, std::uint64_t far, std::size_t planes);

  std::size_t bytes_of_marks() const noexcept { return kernels::heaps_in_block * planes_; }
  bool has_far() const noexcept { return !far_.empty(); }

  // Marks the far splits of the 64 heaps from `heap` on. Thread-safe.
  void mark_far(std::uint64_t heap, std::span<std::uint8_t> marks) const noexcept;

  // Sets the indices, at `block`, of `count` <= 64 heaps from `heap` on, given their far marks.
  // Heaps for which there are too few planes are solved one by one. False if there are too many
  // such heaps, or if an index exceeds a byte. Not thread-safe.
  bool finish(std::uint64_t heap, std::size_t count, std::uint8_t* block,
              std::span<std::uint8_t> marks);

 private:
  struct Unlike {
    kernels::Partner partner;
    std::uint64_t except;  // the heap that must not be split so: the parts would be equal
  };

  bool is_tried(const kernels::Partner& partner) const;
  void sort_in(std::uint64_t part, std::uint64_t digit, std::uint64_t first, std::uint64_t far);
  std::optional<std::uint8_t> least_index(std::uint64_t heap, std::size_t l,
                                          std::span<const std::uint8_t> marks) const;
  void meet(const kernels::Partner& partner, std::uint64_t heap, std::bitset<256>& met) const;
  void meet_neighbours(std::uint64_t heap, std::bitset<256>& met) const;
  void gather_neighbours(std::uint64_t heap);
  void add_neighbour(const kernels::Partner& partner, std::uint64_t heaps);

  const Heaps& heaps_;
  std::span<const kernels::Partner> tried_;
  std::uint64_t first_;
  std::size_t planes_;
  std::uint64_t singles_ = 0;                 // heaps for which there were too few planes
  std::vector<kernels::Partner> far_, near_;  // by distance
  std::vector<kernels::Partner> within_;      // nearer than 64
  std::vector<kernels::Partner> late_;        // only some of the heaps can split these off
  std::vector<Unlike> unlike_;
  std::vector<kernels::Partner> neighbours_;  // nearer than 16
  std::vector<kernels::Partner> middle_;
  std::vector<kernels::PartialPartner> partial_;
};

// The stretch is cut into pieces. At any time one task guesses a piece, and others mark the far
// splits of the next and check the one before: three pieces in flight, one for_each for each step.
class Stretch {
 public:
  enum class End : std::uint8_t { done, rare_found, undecided, planes_full, stopped };

  Stretch(Heaps& heaps, const Witnesses& witnesses, std::span<const kernels::Partner> tried,
          parallel::Executor& executor, const std::atomic<bool>* stop);

  // Solves heaps from heaps.size() to end - 1, in pieces of `piece` heaps, a multiple of 512, with
  // that many planes of marks. Requires windows free of rares if there are several pieces:
  // heaps.size() > 2 * (last rare + last take). After rare_found the rare heap is the last of
  // `heaps`. After undecided, which comes only if heaps were dropped, these may be needed to tell
  // whether heap heaps.size() is rare. After planes_full or stopped heaps.size() may be any number
  // up to `end`.
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
