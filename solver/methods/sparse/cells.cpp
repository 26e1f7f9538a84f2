#include "methods/sparse/cells.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace grundy::sparse {
namespace {

constexpr std::uint64_t heaps_per_task = 1 << 18;  // even

// The nimbers of common heaps, by the parity of the heap and the index.
template <class Cell>
std::array<std::array<Cell, 256>, 2> common_nimbers(const Classes& classes) {
  std::array<std::array<Cell, 256>, 2> nimbers;
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t index = 0; index < 256; ++index)
      nimbers[parity][index] =
          static_cast<Cell>(classes.nimber(static_cast<std::uint8_t>(index), false, parity));
  return nimbers;
}

}  // namespace

template <class Cell>
void write_nimbers(const Heaps& heaps, Cell* cells, parallel::Executor& executor) {
  // Rare nimbers first: the cells may overwrite the indices.
  std::vector<Cell> rare;
  for (const std::uint64_t heap : heaps.rares())
    rare.push_back(static_cast<Cell>(heaps.nimber(heap)));
  const auto nimbers = common_nimbers<Cell>(heaps.classes());
  const std::uint8_t* index = heaps.index();
  executor.for_each((heaps.size() + heaps_per_task - 1) / heaps_per_task,
                    [&](std::size_t task, std::size_t) {
                      const std::uint64_t first = task * heaps_per_task;
                      const std::uint64_t end = std::min(first + heaps_per_task, heaps.size());
                      for (std::uint64_t heap = first; heap < end; ++heap)
                        cells[heap] = nimbers[heap % 2][index[heap]];
                    });
  for (std::size_t i = 0; i < rare.size(); ++i) cells[heaps.rares()[i]] = rare[i];
}

template void write_nimbers(const Heaps&, std::uint8_t*, parallel::Executor&);
template void write_nimbers(const Heaps&, std::uint16_t*, parallel::Executor&);

std::uint32_t largest_nimber(const Heaps& heaps) {
  std::array<std::array<std::uint8_t, 256>, 2> seen{};
  for (std::uint64_t heap = 0; heap < heaps.size(); ++heap) seen[heap % 2][heaps.index()[heap]] = 1;
  std::uint32_t largest = 0;
  // A rare heap's index counts as common too; both nimbers differ by the lowest bit of the mask,
  // so this may be above the largest one, but only if all of its bits above that are in use.
  for (const std::uint64_t heap : heaps.rares()) largest = std::max(largest, heaps.nimber(heap));
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t index = 0; index < 256; ++index)
      if (seen[parity][index])
        largest = std::max(largest,
                           heaps.classes().nimber(static_cast<std::uint8_t>(index), false, parity));
  return largest;
}

}  // namespace grundy::sparse
