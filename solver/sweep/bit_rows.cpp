#include "sweep/bit_rows.hpp"

#include <deque>

#include "sweep/bit_rows_worker.hpp"
#include "sweep/resumable.hpp"

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
  std::uint64_t wave = 0;
  Resumable sweep(plan::Kernel::offset, hooks, [&] {
    Resumable::State state{{wave}, {std::as_writable_bytes(bits->words())}};
    if (rows.kept) state.parts.push_back(window->as<std::byte>());
    for (Block& trail : *trails) state.parts.push_back(trail.as<std::byte>());
    return state;
  });
  const auto begin = sweep.begin({schedule.waves()});
  if (!begin) return begin.error();
  wave = begin->front();
  if (const Status loaded = sweep.load(); !loaded) return loaded.error();
  while (wave < schedule.waves()) {
    const std::vector<Box> tiles = schedule.tiles_of(wave);
    executor.for_each(tiles.size(), [&](std::size_t task, std::size_t worker) {
      const std::uint64_t solved = workers[worker].solve_tile(tiles[task], hooks.stop);
      if (hooks.solved) hooks.solved->fetch_add(solved, std::memory_order_relaxed);
    });
    if (sweep.stopped()) return sweep.interrupted();
    ++wave;
    if (const Status saved = sweep.reached(); !saved) return saved.error();
  }
  return bits;
}

}  // namespace grundy::sweep
