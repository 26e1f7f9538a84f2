// methods/scan/states.hpp: the memory for the states of sets, for each quantity.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"
#include "kernels/scan/scan.hpp"
#include "methods/scan/program.hpp"

namespace grundy::scan {

// Words of a state of nimbers, of which none is larger. One bit more is never set.
inline std::uint64_t words_of_state(std::uint64_t largest_value) {
  return (largest_value + 1) / 64 + 1;
}

// Bytes of a state in each of its arrays, in the order of the members of its set.
template <class Set>
std::vector<std::uint64_t> state_bytes(const Kept& kept, std::uint64_t words) {
  using namespace kernels::scan;
  using enum Keeping;
  const auto is = [&](Keeping keeping) { return std::uint64_t{kept.keeping == keeping}; };
  if constexpr (std::is_same_v<Set, OutcomeSet>)
    return {is(plain) * sizeof(std::uint8_t), is(counted) * sizeof(std::uint64_t),
            is(in_order) * sizeof(Last)};
  else if constexpr (std::is_same_v<Set, NimberSet>)
    return {words * sizeof(std::uint64_t), sizeof(std::uint32_t),
            !is(plain) * 64 * words * sizeof(std::uint32_t)};
  else
    return {!is(in_order) * sizeof(typename Set::Cell), !is(in_order) * sizeof(typename Set::Cell),
            is(in_order) * sizeof(QueueEnds),
            is(in_order) * kept.positions_of_line * sizeof(Queued<typename Set::Cell>)};
}

// Which sets: those whose states belong to a row, or all others.
template <class Set>
class States {
 public:
  static constexpr std::uint64_t no_machine = std::uint64_t{1} << 56;

  // Errc::memory if the system refuses.
  static Result<States> allocate(const Program& program, std::uint64_t words, bool of_rows) {
    States states;
    for (const Kept& kept : program.sets) {
      std::array<std::byte*, most_arrays> arrays{};
      std::size_t array = 0;
      for (const std::uint64_t bytes : state_bytes<Set>(kept, words)) {
        const std::uint64_t all = kept.of_row == of_rows ? bytes * kept.places : 0;
        auto block = memory::Block::zeros(all);
        if (!block) return block.error();
        arrays[array++] = all == 0 ? nullptr : block->data();  // kernels look which there are
        states.blocks_.push_back(std::move(*block));
      }
      states.sets_.push_back(set_of(arrays, kept));
    }
    return states;
  }

  // 2^56 for what no machine holds.
  static std::uint64_t bytes(const Program& program, std::uint64_t words, bool of_rows) {
    double all = 0;
    for (const Kept& kept : program.sets)
      if (kept.of_row == of_rows)
        for (const std::uint64_t bytes : state_bytes<Set>(kept, words))
          all += static_cast<double>(bytes) * static_cast<double>(kept.places);
    return all < static_cast<double>(no_machine) ? static_cast<std::uint64_t>(all) : no_machine;
  }

  const std::vector<Set>& sets() const noexcept { return sets_; }

  std::vector<std::span<std::byte>> parts() {
    std::vector<std::span<std::byte>> parts;
    for (memory::Block& block : blocks_) parts.push_back(block.as<std::byte>());
    return parts;
  }

  void clear() {
    for (memory::Block& block : blocks_) block.clear();
  }

 private:
  static constexpr std::size_t most_arrays = 4;

  static Set set_of(const std::array<std::byte*, most_arrays>& arrays, const Kept& kept) {
    using namespace kernels::scan;
    if constexpr (std::is_same_v<Set, OutcomeSet>)
      return {reinterpret_cast<std::uint8_t*>(arrays[0]),
              reinterpret_cast<std::uint64_t*>(arrays[1]), reinterpret_cast<Last*>(arrays[2])};
    else if constexpr (std::is_same_v<Set, NimberSet>)
      return {reinterpret_cast<std::uint64_t*>(arrays[0]),
              reinterpret_cast<std::uint32_t*>(arrays[1]),
              reinterpret_cast<std::uint32_t*>(arrays[2])};
    else
      return {reinterpret_cast<decltype(Set::nearest)>(arrays[0]),
              reinterpret_cast<decltype(Set::farthest)>(arrays[1]),
              reinterpret_cast<QueueEnds*>(arrays[2]),
              reinterpret_cast<decltype(Set::queues)>(arrays[3]), kept.positions_of_line};
  }

  std::vector<Set> sets_;
  std::vector<memory::Block> blocks_;
};

}  // namespace grundy::scan
