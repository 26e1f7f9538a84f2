#include "search/nimber_search.hpp"

#include <fmt/format.h>

namespace grundy::lazy {

Result<std::uint32_t> NimberSearch::nimber(const Position& position) {
  if (search_.rules().has_ending(Outcome::N))
    return Error{Errc::unsupported,
                 fmt::format("{} has no nimbers, because of `won when`", search_.rules().name)};
  return search_.value(position);
}

}  // namespace grundy::lazy
