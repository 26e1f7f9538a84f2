#include "memory/block.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

namespace grundy::memory {
namespace {

constexpr std::uint64_t alignment = 64;
constexpr std::uint64_t page = 4096;
constexpr std::uint64_t large_page = Block::large_page;

std::uint64_t round_up(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// Hundreds of small pages cost more than a large one.
std::uint64_t mapped_bytes(std::uint64_t bytes) {
  const bool mostly = bytes % large_page >= large_page / 2;
  return round_up(bytes, mostly ? large_page : page);
}

// `mapped` bytes that begin with a large page, or null.
std::byte* map_aligned(std::uint64_t mapped) {
  void* const found = ::mmap(nullptr, mapped + large_page, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(found);
  const auto number = reinterpret_cast<std::uintptr_t>(begin);
  const std::uint64_t before = round_up(number, large_page) - number;
  if (before > 0) ::munmap(begin, before);
  if (before < large_page) ::munmap(begin + before + mapped, large_page - before);
  return begin + before;
}

// What does not fill a large page is taken at once, in one call: a page that is read before it is
// written, as sets are, costs two faults, the second with an interrupt on all other cores. Only
// advice: without it all works, slower.
void ask_for_pages(std::byte* address, std::uint64_t mapped) {
  const std::uint64_t large = mapped / large_page * large_page;
  ::madvise(address, mapped, MADV_HUGEPAGE);
  ::madvise(address + large, mapped - large, MADV_POPULATE_WRITE);
}

}  // namespace

void Block::Release::operator()(std::byte* bytes) const noexcept {
  if (mapped == 0)
    std::free(bytes);
  else
    ::munmap(bytes, mapped);
}

Result<Block> Block::zeros(std::uint64_t bytes) {
  const auto refused = [&] {
    return Error{
        Errc::memory,
        fmt::format("the system refused {} bytes; ask for less, such as a smaller box", bytes)};
  };
  Block block;
  block.size_ = bytes;
  if (bytes < least_mapped) {
    const std::uint64_t size = (bytes + slack + alignment - 1) / alignment * alignment;
    void* address = std::aligned_alloc(alignment, size);
    if (!address) return refused();
    block.bytes_ = {static_cast<std::byte*>(std::memset(address, 0, size)), Release{0}};
    return block;
  }
  const std::uint64_t mapped = mapped_bytes(bytes + slack);
  std::byte* const address = map_aligned(mapped);
  if (!address) return refused();
  ask_for_pages(address, mapped);
  block.bytes_ = {address, Release{mapped}};
  return block;
}

void Block::take_pages(parallel::Executor& executor, const std::atomic<bool>* stop) {
  const std::uint64_t mapped = bytes_.get_deleter().mapped;
  if (executor.threads() == 1) return;
  executor.for_each(mapped / large_page, [&](std::size_t number, std::size_t) {
    if (stop && stop->load(std::memory_order_relaxed)) return;
    ::madvise(data() + number * large_page, large_page, MADV_POPULATE_WRITE);
  });
}

}  // namespace grundy::memory
