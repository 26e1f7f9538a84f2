// table/chunk_cache.hpp: a lock-free cache of decoded chunks.
//
// A slab of memory is cut into slots of one chunk, each with a header. A chunk may lie in one slot
// only, so that finding it is a multiplication. If the slab has room for every chunk of the array,
// no two share a slot. Each slot is a sequence lock: a writer makes its version odd, writes, and
// makes it even again; a reader takes the one word that holds its cell and trusts it if the version
// was even before and is the same afterwards. No thread waits: a reader that finds a slot being
// written decodes the chunk itself.
//
// Every word of the slab is an atomic. Cells are stored by release and loaded by acquire, so that a
// reader that sees a cell of the next chunk also sees its odd version (Boehm, "Can seqlocks get
// along with programming language memory models?", MSPC 2012). On x86 these are plain moves. Memory
// is allocated by the system when it is touched, in large pages if possible: with 4 KiB pages,
// random reads would wait for page tables.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace grundy::table {

class ChunkCache {
 public:
  // For an array of `chunks` chunks of `chunk_bytes` each. Takes at most `capacity` bytes, but at
  // least enough for one chunk. Throws OutOfMemory.
  ChunkCache(std::uint64_t chunks, std::size_t chunk_bytes, std::size_t capacity);

  bool holds_all() const noexcept { return holds_all_; }

  // The cell of `width` bytes (1, 2 or 4) from byte `at` of the chunk, a multiple of its width;
  // nothing if the chunk is not cached.
  std::optional<std::uint32_t> find(std::uint64_t chunk, std::size_t at,
                                    unsigned width) const noexcept {
    const std::uint64_t slot = slot_of(chunk);
    Header& header = headers_[slot];
    const Word before = load(header.version);
    if (before % 2 != 0 || load(header.owner) != chunk + 1) return std::nullopt;
    const Word word = load(cells_of(slot)[at / sizeof(Word)]);
    if (std::atomic_ref(header.version).load(std::memory_order_relaxed) != before)
      return std::nullopt;
    const Word mask = (Word{1} << (8 * width)) - 1;
    return static_cast<std::uint32_t>(word >> (8 * (at % sizeof(Word))) & mask);
  }

  // Prefetches that cell and the header that `find` reads before it.
  void prefetch(std::uint64_t chunk, std::size_t at) const noexcept {
    const std::uint64_t slot = slot_of(chunk);
    __builtin_prefetch(&headers_[slot]);
    __builtin_prefetch(cells_of(slot) + at / sizeof(Word));
  }

  // Replaces the chunk in its slot, unless another thread is writing to it.
  void keep(std::uint64_t chunk, std::span<const std::byte> cells) noexcept;

 private:
  using Word = std::uint64_t;
  struct Header {
    Word version;
    Word owner;  // 1 + the number of the chunk; 0: none
  };

  static Word load(Word& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_acquire);
  }
  // Fibonacci hashing: neighbours along any axis get slots of their own.
  std::uint64_t slot_of(std::uint64_t chunk) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return holds_all_ ? chunk
                      : static_cast<std::uint64_t>(
                            static_cast<Wide>(chunk * 0x9e3779b97f4a7c15) * slots_ >> 64);
  }
  Word* cells_of(std::uint64_t slot) const noexcept { return slab_.get() + slot * slot_words_; }

  struct Unmap {
    std::size_t bytes = 0;
    void operator()(void* memory) const noexcept;
  };
  template <class T>
  using Mapped = std::unique_ptr<T[], Unmap>;
  template <class T>
  static Mapped<T> map_zeros(std::size_t count);

  std::size_t slot_words_;
  std::uint64_t slots_;
  bool holds_all_;
  Mapped<Header> headers_;
  Mapped<Word> slab_;
};

}  // namespace grundy::table
