#include "sweep/bit_rows.hpp"

#include <deque>

#include "sweep/bit_rows_worker.hpp"
#include "sweep/ordered_tiles.hpp"

namespace grundy::sweep {
namespace {

// One block of words for each ray.
Result<std::vector<Block>> allocate_trails(const plan::BitRows& rows,
                                           const plan::RowLayout& layout) {
  std::vector<Block> trails;
  for (std::size_t ray = 0; ray < rows.rays(); ++ray) {
    auto block = Block::zeros(layout.total_words() * sizeof(std::uint64_t));
    if (!block) return block.error();
    trails.push_back(std::move(*block));
  }
  return trails;
}

// The words in which the rows are solved: those of the result where all is kept.
Result<Block> allocate_window(const plan::BitRows& rows, const plan::RowLayout& layout) {
  return Block::zeros(rows.kept ? layout.total_words() * sizeof(std::uint64_t) : 0);
}

}  // namespace

Result<Bits> solve_bit_rows(const plan::BitRows& rows, Convention convention,
                            parallel::Executor& executor, const Hooks& hooks) {
  const plan::RowLayout layout(rows);
  auto bits = Bits::allocate(rows.kept ? plan::RowLayout(*rows.kept) : layout);
  if (!bits) return bits.error();
  auto window = allocate_window(rows, layout);
  if (!window) return window.error();
  auto trails = allocate_trails(rows, layout);
  if (!trails) return trails.error();
  std::vector<std::span<std::uint64_t>> spans;
  for (Block& trail : *trails) spans.push_back(trail.as<std::uint64_t>());
  std::optional<KeptRows> kept;
  if (rows.kept) kept.emplace(layout, *bits);
  const auto shared = BitRowsShared::make(rows, convention, layout,
                                          kept ? window->as<std::uint64_t>() : bits->words(),
                                          std::move(spans), kept ? &*kept : nullptr);
  if (!shared) return shared.error();
  std::deque<BitRowsWorker> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i) workers.emplace_back(*shared);

  const plan::Schedule schedule = rows.schedule();
  OrderedTiles tiles{
      plan::Kernel::offset,
      schedule.tiles_in_order(),
      [&](std::size_t tile, const auto& holds) { return schedule.all_before(tile, holds); },
      [&](std::size_t tile, std::size_t worker) -> Result<std::uint64_t> {
        const std::uint64_t solved = workers[worker].solve_tile(schedule.tile(tile), hooks.stop);
        if (hooks.stop && *hooks.stop) return Error{Errc::interrupted, "interrupted"};
        return solved;
      },
      {std::as_writable_bytes(bits->words())}};
  if (rows.kept) tiles.parts.push_back(window->as<std::byte>());
  for (Block& trail : *trails) tiles.parts.push_back(trail.as<std::byte>());
  if (const Status done = solve_tiles(std::move(tiles), executor, hooks); !done)
    return done.error();
  return bits;
}

}  // namespace grundy::sweep
