// values_on_ranks.hpp: ranks in one process, each of which gathers some tiles, and what each reads.
#pragma once
#include <gtest/gtest.h>

#include <barrier>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "methods/rays/relay.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::ray {

using Values = std::vector<std::uint32_t>;

template <class Kept>
Values values_of(const Kept& cells, const Box& box) {
  const auto length = static_cast<std::uint64_t>(box.extent(box.dimensions() - 1));
  Values values(*box.volume());
  for (std::uint64_t rank = 0; rank < values.size(); rank += length)
    cells.read(box.position(rank), std::span(values).subspan(rank, length));
  return values;
}

// Of rank 0, with which the others agree. `traffic`, if not null, is that of solving.
inline Result<Values> values_on_ranks(const CellTask& task, std::uint64_t set_bytes,
                                      std::size_t ranks, const parallel::Executor& executor,
                                      const tiles::Watch& watch,
                                      cluster::Traffic* traffic = nullptr) {
  std::barrier<> all(static_cast<std::ptrdiff_t>(ranks));
  std::mutex guard;
  std::vector<Values> read(ranks);
  auto first = tiles::on_local_ranks(ranks, executor, watch,
                                     [&](cluster::Transport& transport, parallel::Executor& own,
                                         const tiles::Watch& part) -> Result<Values> {
                                       auto cells =
                                           solve_as_rank(task, set_bytes, transport, own, part);
                                       if (traffic) {
                                         const std::lock_guard lock(guard);
                                         traffic->messages += transport.sent().messages;
                                         traffic->bytes += transport.sent().bytes;
                                       }
                                       all.arrive_and_wait();
                                       if (cells)
                                         read[transport.rank()] = values_of(*cells, task.closure);
                                       all.arrive_and_wait();
                                       if (!cells) return cells.error();
                                       cells->get_others_from(nullptr);
                                       return read[transport.rank()];
                                     });
  for (std::size_t rank = 1; first && rank < ranks; ++rank) EXPECT_EQ(read[rank], *first) << rank;
  return first;
}

}  // namespace grundy::ray
