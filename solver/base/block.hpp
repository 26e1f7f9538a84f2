// base/block.hpp: large pieces of memory, and vectors that are not initialized.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/executor.hpp"

namespace grundy::memory {

// Bytes that start as zeros, aligned to 64 bytes, with room after the end so that a vector of up to
// 64 bytes may be read from any byte of it. Small blocks come from the heap, which has pages ready.
// Large ones come from the system, with a request for large pages, which avoids most page faults.
// Pages are allocated when a thread first writes them. The rest after the last whole large page
// becomes another large page if it is at least half of one; otherwise its pages are allocated at
// once.
class Block {
 public:
  static constexpr std::size_t slack = 64;
  static constexpr std::uint64_t least_mapped = std::uint64_t{1} << 20;
  // Blocks from the system begin at a multiple of it.
  static constexpr std::uint64_t large_page = std::uint64_t{1} << 21;

  // A block of zeros. Errc::memory if the system refuses.
  static Result<Block> zeros(std::uint64_t bytes);
  // The bytes that zeros(bytes) occupies once all of it is written, including the rest of its
  // pages.
  static std::uint64_t bytes_taken(std::uint64_t bytes) noexcept;

  // A block in an unnamed file in `folder`, which disappears with the block, for data that is
  // larger than memory and accessed in pieces. Space on the disk is reserved at once. Errc::io if
  // there is not enough, or the folder is not writable.
  static Result<Block> in_file(std::uint64_t bytes, const std::filesystem::path& folder);

  // The most bytes of a block in a file that are held in memory.
  static constexpr std::uint64_t most_held = std::uint64_t{64} << 20;

  // Reports that many bytes of a block in a file as just read or written. After every most_held of
  // them its pages are dropped from memory. Any thread may call it while others read and write.
  // Does nothing for other blocks.
  void touched(std::uint64_t bytes) const noexcept;

  // Sets all bytes to zero. Large blocks from the system give their pages back.
  void clear() noexcept;

  // Allocates all pages now, on all threads, so that a single writer need not wait for the system
  // page by page. Only an optimization; ends early once *stop is true. `stop` may be null.
  void take_pages(parallel::Executor& executor, const std::atomic<bool>* stop);

  std::uint64_t size() const noexcept { return size_; }
  std::byte* data() noexcept { return bytes_.get(); }
  const std::byte* data() const noexcept { return bytes_.get(); }

  // The whole block as items of T. Requires T to be trivial.
  template <class T>
  std::span<T> as() noexcept {
    return {reinterpret_cast<T*>(bytes_.get()), size_ / sizeof(T)};
  }
  template <class T>
  std::span<const T> as() const noexcept {
    return {reinterpret_cast<const T*>(bytes_.get()), size_ / sizeof(T)};
  }

 private:
  struct Release {
    std::uint64_t mapped;  // bytes from the system; 0: from the heap
    void operator()(std::byte* bytes) const noexcept;
  };

  std::unique_ptr<std::byte, Release> bytes_;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::atomic<std::uint64_t>>
      touched_;  // of a file: bytes since pages were dropped
};

// An allocator for vectors of numbers that are written before they are read. The n values of
// `std::vector<T, Unset<T>> values(n)` are uninitialized, so nothing is written twice.
template <class T>
struct Unset : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unset<U>;
  };

  template <class U>
  void construct(U* place) noexcept(noexcept(::new (static_cast<void*>(place)) U)) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    std::construct_at(place, std::forward<Arguments>(arguments)...);
  }
};

}  // namespace grundy::memory
