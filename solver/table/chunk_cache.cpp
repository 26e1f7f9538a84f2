#include "table/chunk_cache.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace grundy::table {

static_assert(std::endian::native == std::endian::little, "cells are taken out of words by shifts");

ChunkCache::ChunkCache(std::uint64_t chunks, std::size_t chunk_bytes, std::size_t capacity)
    : slot_words_(header_words + (chunk_bytes + sizeof(Word) - 1) / sizeof(Word)),
      slots_(std::clamp<std::uint64_t>(capacity / (slot_words_ * sizeof(Word)), 1, chunks)),
      holds_all_(slots_ == chunks),
      slab_(static_cast<Word*>(std::calloc(slots_ * slot_words_, sizeof(Word)))) {
  if (!slab_) throw std::bad_alloc();
}

void ChunkCache::keep(std::uint64_t chunk, std::span<const std::byte> cells) noexcept {
  Word* const slot = slot_of(chunk);
  const std::atomic_ref lock(slot[version]);
  Word even = lock.load(std::memory_order_relaxed);
  if (even % 2 != 0 || !lock.compare_exchange_strong(even, even + 1, std::memory_order_acquire,
                                                     std::memory_order_relaxed))
    return;
  const auto store = [slot](std::size_t word, Word value) {
    std::atomic_ref(slot[word]).store(value, std::memory_order_release);
  };
  store(owner, chunk + 1);
  for (std::size_t at = 0; at < cells.size(); at += sizeof(Word)) {
    Word word = 0;
    std::memcpy(&word, cells.data() + at, std::min(sizeof word, cells.size() - at));
    store(header_words + at / sizeof(Word), word);
  }
  store(version, even + 2);
}

}  // namespace grundy::table
