// methods/window/counted_values.hpp: how often each value is there, and the least that is not.
//
// Bit v of the first level says whether v is there. Bit i of every further level says whether word
// i of the level before it is full. So the least absent value is found in O(log values) steps,
// where words of a plain set would be passed over one by one.
#pragma once
#include <cstdint>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"

namespace grundy::window {

class CountedValues {
 public:
  // None yet, of the values below `end`. Errc::memory.
  static Result<CountedValues> below(std::uint64_t end);
  static std::uint64_t bytes(std::uint64_t end);

  void add(std::uint32_t value) noexcept {
    if (counts_[value]++ == 0) set(value);
  }
  // Requires that it is there.
  void remove(std::uint32_t value) noexcept {
    if (--counts_[value] == 0) clear(value);
  }

  // The least value from `from` <= end on that is not there; `end` if all below it are.
  std::uint64_t absent_from(std::uint64_t from) const noexcept;

 private:
  CountedValues(std::uint64_t end, memory::Block counts);
  void set(std::uint64_t value) noexcept;
  void clear(std::uint64_t value) noexcept;

  memory::Block counts_of_all_;
  std::uint32_t* counts_;
  std::vector<std::vector<std::uint64_t>> levels_;  // the last bit of each last word stays 0
};

}  // namespace grundy::window
