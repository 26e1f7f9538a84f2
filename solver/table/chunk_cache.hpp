// table/chunk_cache.hpp: the decoded chunks that were asked for last, without locks.
//
// A slab of so many bytes, cut into slots of one chunk. A chunk may lie in one
// slot only, so that finding it is a multiplication; where the slab has room for
// every chunk of the array, no two share a slot. Readers and writers meet as in a
// sequence lock: a writer makes the slot's version odd, writes, and makes it even
// again; a reader takes the one word that holds its cell and believes it if the
// version was even before and is the same after. Nobody waits: who finds a slot
// being written decodes for himself.
//
// Every word of the slab is an atomic: cells are stored by release and loaded by
// acquire, so that who sees a cell of the next chunk also sees its odd version
// (Boehm, "Can seqlocks get along with programming language memory models?",
// MSPC 2012). On x86 these are plain moves. Memory is the system's until touched.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>

namespace grundy::table {

class ChunkCache {
 public:
  // For an array of so many chunks of so many bytes each. Takes at most `capacity` bytes, but room
  // for one chunk at least.
  ChunkCache(std::uint64_t chunks, std::size_t chunk_bytes, std::size_t capacity);

  bool holds_all() const noexcept { return holds_all_; }

  // The cell of `width` bytes (1, 2 or 4) from byte `at` of the chunk, a multiple of its width;
  // nothing if the chunk is not here.
  std::optional<std::uint32_t> find(std::uint64_t chunk, std::size_t at,
                                    unsigned width) const noexcept {
    Word* const slot = slot_of(chunk);
    const Word before = load(slot[version]);
    if (before % 2 != 0 || load(slot[owner]) != chunk + 1) return std::nullopt;
    const Word word = load(slot[header_words + at / sizeof(Word)]);
    if (std::atomic_ref(slot[version]).load(std::memory_order_relaxed) != before)
      return std::nullopt;
    const Word mask = (Word{1} << (8 * width)) - 1;
    return static_cast<std::uint32_t>(word >> (8 * (at % sizeof(Word))) & mask);
  }

  // Has that cell and what `find` looks at before it fetched meanwhile.
  void prefetch(std::uint64_t chunk, std::size_t at) const noexcept {
    const Word* const slot = slot_of(chunk);
    __builtin_prefetch(slot);
    __builtin_prefetch(slot + header_words + at / sizeof(Word));
  }

  // Puts a chunk in the place of whatever has its slot, unless somebody else is at it.
  void keep(std::uint64_t chunk, std::span<const std::byte> cells) noexcept;

 private:
  using Word = std::uint64_t;
  // A slot: version, number of the chunk and 1 (0: none), cells.
  enum : std::size_t { version, owner, header_words };

  static Word load(Word& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_acquire);
  }
  // Fibonacci hashing: neighbours along any axis get slots of their own.
  Word* slot_of(std::uint64_t chunk) const noexcept {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t slot =
        holds_all_ ? chunk
                   : static_cast<std::uint64_t>(
                         static_cast<Wide>(chunk * 0x9e3779b97f4a7c15) * slots_ >> 64);
    return slab_.get() + slot * slot_words_;
  }

  struct Free {
    void operator()(Word* slab) const noexcept { std::free(slab); }
  };
  std::size_t slot_words_;
  std::uint64_t slots_;
  bool holds_all_;
  std::unique_ptr<Word[], Free> slab_;
};

}  // namespace grundy::table
