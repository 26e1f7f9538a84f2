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
                         std::size_t most) {
  std::size_t slices = most + 1;
  const auto is_unused = [&](std::size_t slice) {
    return std::ranges::all_of(
        lines, [&](std::int64_t line) { return is_empty(set_of(sets, slice, line)); });
  };
  while (slices > 0 && is_unused(slices - 1)) --slices;
  cluster::Bytes bytes(slices * lines.size() * bytes_of_set);
  std::byte* next = bytes.data();
  for (std::size_t slice = 0; slice < slices; ++slice)
    for (const std::int64_t line : lines) {
      std::memcpy(next, set_of(sets, slice, line), bytes_of_set);
      next += bytes_of_set;
    }
  return bytes;
}

bool add_sets(std::span<const std::int64_t> lines, std::span<const std::byte> bytes,
              const kernels::ValueSets& sets) {
  const std::size_t of_slice = lines.size() * bytes_of_set;
  if (bytes.empty()) return true;
  if (of_slice == 0 || bytes.size() % of_slice != 0 ||
      bytes.size() / of_slice > sets.end / sets.stride)
    return false;
  const std::byte* next = bytes.data();
  for (std::size_t slice = 0; slice < bytes.size() / of_slice; ++slice)
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i + lines_ahead < lines.size())
        __builtin_prefetch(set_of(sets, slice, lines[i + lines_ahead]), 1);
      std::uint64_t* const set = set_of(sets, slice, lines[i]);
      std::uint64_t more[kernels::slice_words];
      std::memcpy(more, next, bytes_of_set);
      for (std::size_t word = 0; word < kernels::slice_words; ++word) set[word] |= more[word];
      next += bytes_of_set;
    }
  return true;
}

}  // namespace grundy::ray
