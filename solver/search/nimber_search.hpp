// search/nimber_search.hpp: nimbers of single positions of one game, however large.
//
// Start reading here. The nimber of a sum is the xor of those of its components, and the
// nimber of a position the mex of those of its options (R. P. Sprague 1935, P. M. Grundy
// 1939). How the search goes: search/component_search.hpp.
#pragma once
#include <cstdint>
#include <optional>

#include "search/component_search.hpp"
#include "search/marks.hpp"

namespace grundy::lazy {

class NimberValues {
 public:
  static constexpr std::uint32_t nothing = 0;
  static std::uint32_t sum(std::uint32_t a, std::uint32_t b) noexcept { return a ^ b; }
  void begin() noexcept { nimbers_.clear(); }
  void add_option(std::uint32_t nimber) noexcept { nimbers_.add(nimber); }
  std::optional<std::uint32_t> conclude() noexcept { return nimbers_.mex(); }
  Status make_room(Meter& meter) { return nimbers_.make_room(meter); }
  void release(Meter& meter) noexcept { nimbers_.release(meter); }

 private:
  Marks nimbers_;
};

class NimberSearch {
 public:
  // The meter must outlive the search.
  NimberSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
      : search_(std::move(rules), meter) {}

  // Errors as in search/component_search.hpp, and Errc::unsupported for rules with `won when`.
  Result<std::uint32_t> nimber(const Position& position);

  // Of what has been searched: ComponentSearch.
  std::optional<std::uint32_t> known(const Position& position) const noexcept {
    return search_.known(position);
  }
  std::optional<Position> any(std::uint64_t random) { return search_.any(random); }

  std::size_t positions() const noexcept { return search_.positions(); }

 private:
  ComponentSearch<NimberValues> search_;
};

}  // namespace grundy::lazy
