#include "methods/rays/settled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grundy::ray {
namespace {

std::uint64_t tiles_done(const Settled& settled) {
  return static_cast<std::uint64_t>(std::ranges::count(settled.done, 1));
}

}  // namespace

tiles::Resumable::State state_of(Settled& settled, std::span<std::byte> cells) {
  return {{settled.first_slice, settled.slices, tiles_done(settled)},
          {std::as_writable_bytes(std::span(settled.done)), cells}};
}

tiles::Resumable::State state_of(Settled& settled, tiles::Elsewhere cells) {
  tiles::Resumable::State state = state_of(settled, std::span<std::byte>());
  state.parts.pop_back();
  state.elsewhere = std::move(cells);
  return state;
}

Status take_up(tiles::Resumable& sweep, std::uint64_t slices, Settled& settled) {
  const auto begin = sweep.begin({slices, slices, settled.done.size()});
  if (!begin) return begin.error();
  settled.first_slice = (*begin)[0];
  settled.slices = (*begin)[1];
  if (Status loaded = sweep.load(); !loaded) return loaded;
  if (tiles_done(settled) != (*begin)[2])
    return Error{Errc::corrupt, fmt::format("of {} tiles that the saved state says are solved it "
                                            "names {}",
                                            (*begin)[2], tiles_done(settled))};
  if (tiles_done(settled) == settled.done.size())
    settled = {std::min(settled.end(), slices), 0, std::vector<std::uint8_t>(settled.done.size())};
  return {};
}

}  // namespace grundy::ray
