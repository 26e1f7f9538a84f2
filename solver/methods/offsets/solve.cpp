#include "methods/offsets/solve.hpp"

#include <deque>

#include "methods/offsets/kernel.hpp"
#include "methods/offsets/worker.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::offset {
namespace {

// One block of words for each ray.
Result<std::vector<memory::Block>> allocate_trails(const BitRows& rows, const RowLayout& layout) {
  std::vector<memory::Block> trails;
  for (std::size_t ray = 0; ray < rows.rays(); ++ray) {
    auto block = memory::Block::zeros(layout.total_words() * sizeof(std::uint64_t));
    if (!block) return block.error();
    trails.push_back(std::move(*block));
  }
  return trails;
}

// The words in which the rows are solved: those of the result where all is kept.
Result<memory::Block> allocate_window(const BitRows& rows, const RowLayout& layout) {
  return memory::Block::zeros(rows.kept ? layout.total_words() * sizeof(std::uint64_t) : 0);
}

}  // namespace

Result<Bits> solve(const BitRows& rows, Convention convention, parallel::Executor& executor,
                   const tiles::Watch& watch) {
  const RowLayout layout(rows);
  auto bits = Bits::allocate(rows.kept ? RowLayout(*rows.kept) : layout);
  if (!bits) return bits.error();
  auto window = allocate_window(rows, layout);
  if (!window) return window.error();
  auto trails = allocate_trails(rows, layout);
  if (!trails) return trails.error();
  std::vector<std::span<std::uint64_t>> spans;
  for (memory::Block& trail : *trails) spans.push_back(trail.as<std::uint64_t>());
  std::optional<KeptRows> kept;
  if (rows.kept) kept.emplace(layout, *bits);
  const auto shared =
      Shared::make(rows, convention, layout, kept ? window->as<std::uint64_t>() : bits->words(),
                   std::move(spans), kept ? &*kept : nullptr);
  if (!shared) return shared.error();
  std::deque<Worker> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i) workers.emplace_back(*shared);

  const tiles::Schedule schedule = rows.schedule();
  tiles::OrderedTiles tiles{
      kernel,
      schedule.tiles_in_order(),
      [&](std::size_t tile, const auto& holds) { return schedule.all_before(tile, holds); },
      [&](std::size_t tile, std::size_t worker) -> Result<std::uint64_t> {
        const std::uint64_t solved = workers[worker].solve_tile(schedule.tile(tile), watch.stop);
        if (watch.stop && *watch.stop) return Error{Errc::interrupted, "interrupted"};
        return solved;
      },
      {std::as_writable_bytes(bits->words())}};
  if (rows.kept) tiles.parts.push_back(window->as<std::byte>());
  for (memory::Block& trail : *trails) tiles.parts.push_back(trail.as<std::byte>());
  if (const Status done = tiles::solve_tiles(std::move(tiles), executor, watch); !done)
    return done.error();
  return bits;
}

}  // namespace grundy::offset
