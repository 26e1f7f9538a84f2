#include "sweep/block.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

namespace grundy::sweep {
namespace {

constexpr std::uint64_t alignment = 64;
constexpr std::uint64_t least_mapped = std::uint64_t{1} << 20;

}  // namespace

void Block::Release::operator()(std::byte* bytes) const noexcept {
  if (mapped == 0)
    std::free(bytes);
  else
    ::munmap(bytes, mapped);
}

Result<Block> Block::zeros(std::uint64_t bytes) {
  const auto refused = [&] {
    return Error{Errc::memory,
                 fmt::format("the system refused {} bytes; ask for a smaller --box", bytes)};
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
  const std::uint64_t mapped = bytes + slack;
  void* address =
      ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) return refused();
  ::madvise(address, mapped, MADV_HUGEPAGE);  // only advice: without it all works, slower
  block.bytes_ = {static_cast<std::byte*>(address), Release{mapped}};
  return block;
}

}  // namespace grundy::sweep
