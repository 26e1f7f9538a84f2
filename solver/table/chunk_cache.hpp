// table/chunk_cache.hpp: the decoded chunks that were asked for last.
//
// A fixed number of slots, each for the chunks whose hash names it, and a lock of
// its own for each slot: bounded memory, and threads seldom meet. A chunk stays
// alive while somebody reads it, even when its slot has passed to another.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace grundy::table {

class ChunkCache {
 public:
  using Chunk = std::shared_ptr<const std::vector<std::byte>>;

  // The chunk of that number, or null.
  Chunk find(std::uint64_t number) {
    Slot& slot = slot_of(number);
    const std::lock_guard lock(slot.mutex);
    return slot.number == number ? slot.chunk : nullptr;
  }
  void keep(std::uint64_t number, Chunk chunk) {
    Slot& slot = slot_of(number);
    const std::lock_guard lock(slot.mutex);
    slot.number = number;
    slot.chunk = std::move(chunk);
  }

 private:
  // 256 chunks of 32 Ki cells: 8 MiB of uint8.
  static constexpr unsigned slot_bits = 8;
  struct alignas(64) Slot {
    std::mutex mutex;
    std::uint64_t number = 0;
    Chunk chunk;
  };
  // Fibonacci hashing: neighbours along any axis get slots of their own.
  Slot& slot_of(std::uint64_t number) {
    return slots_[(number * 0x9e3779b97f4a7c15) >> (64 - slot_bits)];
  }
  std::array<Slot, std::size_t{1} << slot_bits> slots_;
};

}  // namespace grundy::table
