// search/marks.hpp: a set of small numbers and its mex, emptied at no cost.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/meter.hpp"

namespace grundy::lazy {

// Numbers below a power of two that is beyond every mex concluded, and so beyond every xor of
// them. Not thread-safe.
class Marks {
 public:
  void clear() noexcept {
    if (++stamp_ != 0) return;
    std::fill(marks_.begin(), marks_.end(), 0);
    stamp_ = 1;
  }
  void add(std::uint32_t number) noexcept { marks_[number] = stamp_; }

  // Nothing if numbers up to it would have no room: then make_room() gives it.
  std::optional<std::uint32_t> mex() noexcept {
    std::uint32_t mex = 0;
    while (mex < marks_.size() && marks_[mex] == stamp_) ++mex;
    wanted_ = std::max(wanted_, std::bit_ceil(std::size_t{mex} + 1));
    return mex < marks_.size() ? std::optional(mex) : std::nullopt;
  }

  Status make_room(Meter& meter) {
    if (marks_.size() >= wanted_) return {};
    if (Status s = lazy::make_room(marks_, wanted_ - marks_.size(), meter); !s) return s;
    marks_.resize(wanted_, 0);
    return {};
  }
  void release(Meter& meter) noexcept {
    lazy::release(marks_, meter);
    wanted_ = 2;
  }

 private:
  std::vector<std::uint32_t> marks_;  // marks_[g] == stamp_: g is in the set
  std::uint32_t stamp_ = 0;
  std::size_t wanted_ = 2;
};

}  // namespace grundy::lazy
