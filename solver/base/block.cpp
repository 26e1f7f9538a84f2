#include "base/block.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

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

// Rounds up to whole pages; to a large page if more than half of it is used, as hundreds of small
// pages cost more.
std::uint64_t mapped_bytes(std::uint64_t bytes) {
  const bool mostly = bytes % large_page >= large_page / 2;
  return round_up(bytes, mostly ? large_page : page);
}

// Maps `mapped` bytes at a multiple of the large page; null on failure.
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

// Allocates the pages that do not fill a large page at once, in one call. A page that is read
// before it is written, as sets are, costs two faults, the second with an interrupt on all other
// cores. Only advice: without it everything works, but more slowly.
void ask_for_pages(std::byte* address, std::uint64_t mapped) {
  const std::uint64_t large = mapped / large_page * large_page;
  ::madvise(address, mapped, MADV_HUGEPAGE);
  ::madvise(address + large, mapped - large, MADV_POPULATE_WRITE);
}

// The descriptor of a file without a name, or -1.
int unnamed_file(const std::filesystem::path& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || errno != EOPNOTSUPP) return file;
  std::string name = folder / "grundy-scratch-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

void Block::Release::operator()(std::byte* bytes) const noexcept {
  if (mapped == 0)
    std::free(bytes);
  else
    ::munmap(bytes, mapped);
}

std::uint64_t Block::bytes_taken(std::uint64_t bytes) noexcept {
  return bytes < least_mapped ? round_up(bytes + slack, alignment) : mapped_bytes(bytes + slack);
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

// Space is reserved at once, because otherwise a full disk would raise a signal in the middle of a
// store.
Result<Block> Block::in_file(std::uint64_t bytes, const std::filesystem::path& folder) {
  const auto refused = [&](int why) {
    return Error{Errc::io,
                 fmt::format("{}: no room for {} bytes of scratch: {}; name another folder "
                             "with option `scratch`",
                             folder.string(), bytes, std::strerror(why))};
  };
  const int file = unnamed_file(folder);
  if (file < 0) return refused(errno);
  const std::uint64_t mapped = round_up(bytes + slack, page);
  int failure = mapped > std::uint64_t{1} << 62
                    ? EFBIG
                    : ::posix_fallocate(file, 0, static_cast<off_t>(mapped));
  void* const address =
      failure ? MAP_FAILED : ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (!failure && address == MAP_FAILED) failure = errno;
  ::close(file);
  if (failure) return refused(failure);
  Block block;
  block.size_ = bytes;
  block.bytes_ = {static_cast<std::byte*>(address), Release{mapped}};
  block.touched_ = std::make_unique<std::atomic<std::uint64_t>>(0);
  return block;
}

void Block::touched(std::uint64_t bytes) const noexcept {
  if (!touched_ || touched_->fetch_add(bytes, std::memory_order_relaxed) + bytes < most_held)
    return;
  touched_->store(0, std::memory_order_relaxed);
  ::madvise(bytes_.get(), bytes_.get_deleter().mapped, MADV_DONTNEED);
}

void Block::clear() noexcept {
  const std::uint64_t mapped = bytes_.get_deleter().mapped;
  if (mapped > 0 && !touched_ && ::madvise(bytes_.get(), mapped, MADV_DONTNEED) == 0)
    ::madvise(bytes_.get(), mapped, MADV_HUGEPAGE);
  else
    std::memset(bytes_.get(), 0, size_);
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
