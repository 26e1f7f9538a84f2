#include "sweep/block.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

namespace grundy::sweep {

void Block::Unmap::operator()(std::byte* bytes) const noexcept {
  ::munmap(bytes, mapped);
}

Result<Block> Block::zeros(std::uint64_t bytes) {
  Block block;
  const std::uint64_t mapped = bytes + slack;
  void* address =
      ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED)
    return Error{Errc::memory,
                 fmt::format("the system refused {} bytes; ask for a smaller --box", bytes)};
  ::madvise(address, mapped, MADV_HUGEPAGE);  // only advice: without it all works, slower
  block.bytes_ = {static_cast<std::byte*>(address), Unmap{mapped}};
  block.size_ = bytes;
  return block;
}

}  // namespace grundy::sweep
