#include "ray/faces.hpp"

#include <algorithm>
#include <cstring>

namespace grundy::ray {
namespace {

std::uint64_t* set_of(const kernels::ValueSets& sets, std::size_t slice, std::int64_t line) {
  return sets.words + slice * sets.stride + static_cast<std::size_t>(line) * kernels::slice_words;
}

// Sets that come from elsewhere lie far apart, so memory is asked for them some lines ahead.
constexpr std::size_t lines_ahead = 16;

bool is_empty(const std::uint64_t* set) {
  return std::all_of(set, set + kernels::slice_words, [](std::uint64_t word) { return word == 0; });
}

}  // namespace

cluster::Bytes pack_sets(std::span<const std::int64_t> lines, const kernels::ValueSets& sets,
                         std::size_t slices, std::size_t used) {
  const auto is_unused = [&](std::size_t slice) {
    return std::ranges::all_of(
        lines, [&](std::int64_t line) { return is_empty(set_of(sets, slice, line)); });
  };
  while (used > slices && is_unused(used - 1)) --used;
  slices = std::max(slices, used);
  cluster::Bytes bytes(slices * lines.size() * bytes_of_set);
  std::byte* next = bytes.data();
  for (std::size_t slice = 0; slice < std::min(slices, used); ++slice)
    for (const std::int64_t line : lines) {
      std::memcpy(next, set_of(sets, slice, line), bytes_of_set);
      next += bytes_of_set;
    }
  std::fill(next, bytes.data() + bytes.size(), std::byte{0});
  return bytes;
}

std::optional<std::size_t> add_sets(std::span<const std::int64_t> lines,
                                    std::span<const std::byte> bytes,
                                    const kernels::ValueSets& sets) {
  const std::size_t of_slice = lines.size() * bytes_of_set;
  if (bytes.empty()) return 0;
  if (of_slice == 0 || bytes.size() % of_slice != 0 ||
      bytes.size() / of_slice > sets.end / sets.stride)
    return std::nullopt;
  const std::byte* next = bytes.data();
  std::size_t used = 0;
  for (std::size_t slice = 0; slice < bytes.size() / of_slice; ++slice)
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i + lines_ahead < lines.size())
        __builtin_prefetch(set_of(sets, slice, lines[i + lines_ahead]), 1);
      std::uint64_t more[kernels::slice_words];
      std::memcpy(more, next, bytes_of_set);
      next += bytes_of_set;
      // What is never touched takes no memory.
      if (is_empty(more)) continue;
      std::uint64_t* const set = set_of(sets, slice, lines[i]);
      for (std::size_t word = 0; word < kernels::slice_words; ++word) set[word] |= more[word];
      used = slice + 1;
    }
  return used;
}

}  // namespace grundy::ray
