// base/block.hpp: large pieces of memory.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "base/error.hpp"
#include "base/executor.hpp"

namespace grundy::memory {

// Bytes that start as zeros, on 64-byte boundaries, with room behind the end so that a
// vector of up to 64 bytes may be read from any byte of it. Small blocks come from the heap,
// which has pages at hand. Large ones come from the system, which is asked for large pages, as
// that spares most page faults; these are taken when they are first written, by the thread
// that writes them. What remains behind the last whole large page is one more if it is half of one
// or more, and else is taken at once.
class Block {
 public:
  static constexpr std::size_t slack = 64;
  static constexpr std::uint64_t least_mapped = std::uint64_t{1} << 20;
  // Blocks from the system begin with one.
  static constexpr std::uint64_t large_page = std::uint64_t{1} << 21;

  // Errc::memory when the system refuses.
  static Result<Block> zeros(std::uint64_t bytes);
  // What zeros(bytes) takes once all of it is written, with what fills up its pages.
  static std::uint64_t bytes_taken(std::uint64_t bytes) noexcept;

  // Bytes of a file without a name in `folder`, which goes with the block: for what is larger than
  // memory and read and written in pieces. Room on the disk is taken at once. Errc::io when there
  // is not enough, or the folder cannot be written.
  static Result<Block> in_file(std::uint64_t bytes, const std::filesystem::path& folder);

  // Of a block in a file that is held in memory at a time.
  static constexpr std::uint64_t most_held = std::uint64_t{64} << 20;

  // To be told how many bytes of a block in a file were just read or written: from time to time its
  // pages go from memory, so that no more than most_held are there. Any thread, while others read
  // and write; nothing for other blocks.
  void touched(std::uint64_t bytes) const noexcept;

  // All bytes become zeros, and large blocks from the system give their pages back.
  void clear() noexcept;

  // Takes all pages now, on all threads, where one thread alone would else wait for the system page
  // after page as it writes them. Only advice; ends early once *stop is true.
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
    std::uint64_t mapped;  // 0: from the heap
    void operator()(std::byte* bytes) const noexcept;
  };

  std::unique_ptr<std::byte, Release> bytes_;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::atomic<std::uint64_t>> touched_;  // of a file, since pages went
};

}  // namespace grundy::memory
