// methods/heap/sparse_advance.hpp: the choices on which the speed of solving depends, made again as
// heaps grow: classes, partners, planes, and how far to go at once.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/executor.hpp"
#include "methods/heap/sparse_heaps.hpp"
#include "methods/heap/sparse_stretch.hpp"
#include "methods/heap/sparse_witness.hpp"

namespace grundy::sparse {

// The nimbers by definition of the heaps below 1024, or of all if they are fewer: before that rules
// may have other moves.
std::vector<std::uint16_t> define_first(const HeapGame& game, std::uint64_t count);

// The largest nimber of the heaps proved, or somewhat more. O(heaps) time.
std::uint32_t largest_nimber(const Heaps& heaps);

class Advance {
 public:
  // All must outlive this; `stop` may be null.
  Advance(Heaps& heaps, parallel::Executor& executor, const std::atomic<bool>* stop)
      : heaps_(heaps), executor_(executor), stop_(stop) {}

  // The classes with the fewest rare heaps from now on, if all heaps have an index in them.
  // Requires that no heaps were dropped. To be called, or keep_classes(), before the first step.
  void choose();
  // Other choices are made again, and classes stay.
  void keep_classes();

  // Solves some more heaps, but not beyond `target`: nearly always several. After Stretch::End::
  // undecided or stopped a repetition leads to the same end.
  Stretch::End step(std::uint64_t target);

  // The most heaps of one step.
  static constexpr std::uint64_t longest_step = std::uint64_t{1} << 21;

  // Whether a heap has a nimber without an index. Steps do nothing then.
  bool overflow() const noexcept { return overflow_; }
  // Whether rare heaps are so frequent that each of them costs more than it saves.
  bool is_definition_faster(std::uint64_t count) const;
  // Whether the windows of all rare parts are free of rare heaps from now on.
  bool calm() const;

 private:
  void choose_partners();
  std::uint64_t piece_now() const;

  Heaps& heaps_;
  parallel::Executor& executor_;
  const std::atomic<bool>* stop_;
  std::size_t planes_ = 1;
  std::optional<Witnesses> witnesses_;
  std::vector<kernels::Partner> tried_;
  std::uint64_t chosen_at_ = 0;  // heaps, when these were chosen
  std::uint64_t shortest_ = heaps_in_check;
  bool overflow_ = false;
};

}  // namespace grundy::sparse
