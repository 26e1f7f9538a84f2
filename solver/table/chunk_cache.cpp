#include "table/chunk_cache.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/machine.hpp"

namespace grundy::table {

static_assert(std::endian::native == std::endian::little, "cells are taken out of words by shifts");

void ChunkCache::Unmap::operator()(void* memory) const noexcept {
  ::munmap(memory, bytes);
}

template <class T>
ChunkCache::Mapped<T> ChunkCache::map_zeros(std::size_t count) {
  const std::size_t bytes = count * sizeof(T);
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw OutOfMemory(bytes);
  ::madvise(memory, bytes, MADV_HUGEPAGE);  // only advice: without it reads are slower
  return {static_cast<T*>(memory), Unmap{bytes}};
}

ChunkCache::ChunkCache(std::uint64_t chunks, std::size_t chunk_bytes, std::size_t capacity)
    : slot_words_((chunk_bytes + sizeof(Word) - 1) / sizeof(Word)),
      slots_(std::clamp<std::uint64_t>(capacity / (slot_words_ * sizeof(Word) + sizeof(Header)), 1,
                                       chunks)),
      holds_all_(slots_ == chunks),
      headers_(map_zeros<Header>(slots_)),
      slab_(map_zeros<Word>(slots_ * slot_words_)) {}

void ChunkCache::keep(std::uint64_t chunk, std::span<const std::byte> cells) noexcept {
  const std::uint64_t slot = slot_of(chunk);
  Header& header = headers_[slot];
  const std::atomic_ref lock(header.version);
  Word even = lock.load(std::memory_order_relaxed);
  if (even % 2 != 0 || !lock.compare_exchange_strong(even, even + 1, std::memory_order_acquire,
                                                     std::memory_order_relaxed))
    return;
  const auto store = [](Word& word, Word value) {
    std::atomic_ref(word).store(value, std::memory_order_release);
  };
  store(header.owner, chunk + 1);
  Word* to = cells_of(slot);
  Word word = 0;
  for (; cells.size() >= sizeof word; cells = cells.subspan(sizeof word)) {
    std::memcpy(&word, cells.data(), sizeof word);
    store(*to++, word);
  }
  if (!cells.empty()) {
    word = 0;
    std::memcpy(&word, cells.data(), cells.size());
    store(*to, word);
  }
  store(header.version, even + 2);
}

}  // namespace grundy::table
