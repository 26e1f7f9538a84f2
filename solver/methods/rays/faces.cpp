#include "methods/rays/faces.hpp"

#include <algorithm>
#include <cstring>

namespace grundy::ray {
namespace {

std::uint64_t* set_of(const kernels::ValueSets& sets, std::size_t slice, std::int64_t line) {
  return sets.words + slice * sets.stride + static_cast<std::size_t>(line) * kernels::slice_words;
}

// Sets that come from elsewhere lie far apart, so memory is asked for them some runs ahead.
constexpr std::size_t runs_ahead = 2;

bool is_empty(const std::uint64_t* set) {
  return std::all_of(set, set + kernels::slice_words, [](std::uint64_t word) { return word == 0; });
}

// Calls use(set) with the set of each line of a run, in a slice.
template <class Use>
void for_each_set(const LineRun& run, const kernels::ValueSets& sets, std::size_t slice,
                  const Use& use) {
  std::uint64_t* set = set_of(sets, slice, run.first);
  const std::int64_t step = run.step * static_cast<std::int64_t>(kernels::slice_words);
  for (std::int64_t i = 0; i < run.count; ++i) {
    use(set);
    set += step;
  }
}

}  // namespace

std::size_t count_lines(std::span<const LineRun> runs) {
  std::size_t count = 0;
  for (const LineRun& run : runs) count += static_cast<std::size_t>(run.count);
  return count;
}

cluster::Bytes pack_sets(std::span<const LineRun> lines, const kernels::ValueSets& sets,
                         std::size_t slices, std::size_t used) {
  const auto is_unused = [&](std::size_t slice) {
    bool is_used = false;
    for (const LineRun& run : lines)
      for_each_set(run, sets, slice,
                   [&](const std::uint64_t* set) { is_used = is_used || !is_empty(set); });
    return !is_used;
  };
  while (used > slices && is_unused(used - 1)) --used;
  slices = std::max(slices, used);
  cluster::Bytes bytes(slices * count_lines(lines) * bytes_of_set);
  std::byte* next = bytes.data();
  for (std::size_t slice = 0; slice < std::min(slices, used); ++slice)
    for (const LineRun& run : lines)
      for_each_set(run, sets, slice, [&](const std::uint64_t* set) {
        std::memcpy(next, set, bytes_of_set);
        next += bytes_of_set;
      });
  std::fill(next, bytes.data() + bytes.size(), std::byte{0});
  return bytes;
}

std::optional<std::size_t> add_sets(std::span<const LineRun> lines,
                                    std::span<const std::byte> bytes,
                                    const kernels::ValueSets& sets) {
  const std::size_t of_slice = count_lines(lines) * bytes_of_set;
  if (bytes.empty()) return 0;
  if (of_slice == 0 || bytes.size() % of_slice != 0 ||
      bytes.size() / of_slice > sets.end / sets.stride)
    return std::nullopt;
  const std::byte* next = bytes.data();
  std::size_t used = 0;
  for (std::size_t slice = 0; slice < bytes.size() / of_slice; ++slice)
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i + runs_ahead < lines.size())
        for_each_set(lines[i + runs_ahead], sets, slice,
                     [](std::uint64_t* set) { __builtin_prefetch(set, 1); });
      for_each_set(lines[i], sets, slice, [&](std::uint64_t* set) {
        std::uint64_t more[kernels::slice_words];
        std::memcpy(more, next, bytes_of_set);
        next += bytes_of_set;
        // What is never touched takes no memory.
        if (is_empty(more)) return;
        for (std::size_t word = 0; word < kernels::slice_words; ++word) set[word] |= more[word];
        used = slice + 1;
      });
    }
  return used;
}

}  // namespace grundy::ray
