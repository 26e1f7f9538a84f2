#include "methods/heap_stream.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "methods/heap/sparse_advance.hpp"
#include "methods/heap/sparse_stream.hpp"

namespace grundy::heaps {
namespace {

constexpr std::uint64_t bytes_of_work = 12 << 20;  // marks, partners and tallies of threads

Result<sparse::HeapGame> game_of(const rules::Rules& rules) {
  if (rules.dimensions() != 1 || rules.low_corner() != Position{0})
    return Error{Errc::usage, fmt::format("{}: heaps are streamed of games of one heap, from 0 on; "
                                          "leave out option `stream`",
                                          rules.name)};
  if (!rules::is_true(rules.where))
    return Error{Errc::usage, fmt::format("{}: heaps are streamed of games without `where`; leave "
                                          "out option `stream`",
                                          rules.name)};
  auto game = sparse::recognise_heap_game(rules);
  if (!game)
    return Error{game.error().code,
                 fmt::format("{}: heaps are streamed of games that method {} solves, and {}; leave "
                             "out option `stream`",
                             rules.name, to_string(sparse::kernel), game.error().message)};
  return game;
}

}  // namespace

std::uint64_t stream_bytes(std::uint64_t heaps_kept) {
  return heaps_kept + bytes_of_work;
}

std::uint64_t window_within(std::uint64_t bytes) {
  return bytes - std::min(bytes, bytes_of_work);
}

Kernel streaming_kernel() noexcept {
  return sparse::kernel;
}

// The digits, and the first heaps, which may have other moves.
Result<std::string> stream_spec(const rules::Rules& rules) {
  const auto game = game_of(rules);
  if (!game) return game.error();
  return fmt::format("heaps streamed\ndigits {}\nfirst nimbers {}\n", fmt::join(game->digits, " "),
                     fmt::join(first_nimbers(rules), " "));
}

Result<Streamed> stream(const rules::Rules& rules, std::uint64_t count, const Window& window,
                        parallel::Executor& executor, const tiles::Watch& watch) {
  const auto game = game_of(rules);
  if (!game) return game.error();
  return sparse::stream(*game, count, window, executor, watch);
}

std::optional<SparseSpace> sparse_space(const rules::Rules& rules, const ForEachNimber& for_each) {
  const auto game = sparse::recognise_heap_game(rules);
  if (!game) return std::nullopt;
  sparse::Histogram histogram;
  for_each([&](std::uint64_t heap, std::uint32_t nimber) { histogram.add(heap, nimber); });
  const sparse::Classes classes = choose_classes(*game, histogram);
  if (classes.all_common()) return std::nullopt;
  SparseSpace space{classes.mask(), classes.alternating(), 0, {}};
  for_each([&](std::uint64_t heap, std::uint32_t nimber) {
    if (!classes.is_rare(nimber, heap)) return;
    ++space.rares;
    space.last_rare = heap;
  });
  return space;
}

std::vector<std::uint16_t> first_nimbers(const rules::Rules& rules) {
  const auto game = sparse::recognise_heap_game(rules);
  return game ? sparse::define_first(*game, sparse::most_unsteady) : std::vector<std::uint16_t>();
}

}  // namespace grundy::heaps
