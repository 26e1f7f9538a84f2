#include "arguments.hpp"

namespace grundy::c {
namespace {

// No options will ever be larger: a size beyond is a variable that was not set.
constexpr std::size_t largest_options = 4096;

Error not_one_of(std::string_view what, int value, std::string_view expected) {
  return {Errc::usage, fmt::format("{} {} is none: expected {}", what, value, expected)};
}

}  // namespace

Result<std::optional<Quantity>> quantity_from(int quantity) {
  using Chosen = std::optional<Quantity>;
  switch (quantity) {
    case GRUNDY_DEFAULT:
      return Chosen();
    case GRUNDY_OUTCOME:
      return Chosen(Quantity::outcome);
    case GRUNDY_NIMBER:
      return Chosen(Quantity::nimber);
    case GRUNDY_REMOTENESS:
      return Chosen(Quantity::remoteness);
    default:
      return not_one_of("quantity", quantity,
                        "GRUNDY_DEFAULT, GRUNDY_OUTCOME, GRUNDY_NIMBER or GRUNDY_REMOTENESS");
  }
}

Result<std::optional<Convention>> convention_from(int convention) {
  using Chosen = std::optional<Convention>;
  switch (convention) {
    case GRUNDY_AS_RULED:
      return Chosen();
    case GRUNDY_NORMAL:
      return Chosen(Convention::normal);
    case GRUNDY_MISERE:
      return Chosen(Convention::misere);
    default:
      return not_one_of("convention", convention,
                        "GRUNDY_AS_RULED, GRUNDY_NORMAL or GRUNDY_MISERE");
  }
}

Result<table::Store> store_from(int store) {
  switch (store) {
    case GRUNDY_STORE_FULL:
      return table::Store::full;
    case GRUNDY_STORE_SORTED:
      return table::Store::sorted;
    case GRUNDY_STORE_SECTION:
      return table::Store::section;
    default:
      return not_one_of("store", store,
                        "GRUNDY_STORE_FULL, GRUNDY_STORE_SORTED or GRUNDY_STORE_SECTION");
  }
}

int to_c(Quantity quantity) noexcept {
  switch (quantity) {
    case Quantity::outcome:
      return GRUNDY_OUTCOME;
    case Quantity::nimber:
      return GRUNDY_NIMBER;
    case Quantity::remoteness:
      return GRUNDY_REMOTENESS;
  }
  return GRUNDY_DEFAULT;
}

int to_c(Convention convention) noexcept {
  return convention == Convention::misere ? GRUNDY_MISERE : GRUNDY_NORMAL;
}

int to_c(Outcome outcome) noexcept {
  return outcome == Outcome::P ? GRUNDY_P : GRUNDY_N;
}

std::int64_t to_c(const std::optional<std::uint64_t>& value) noexcept {
  return value ? static_cast<std::int64_t>(*value) : -1;
}

Result<std::span<const std::int64_t>> coordinates_from(const std::int64_t* coordinates,
                                                       std::size_t given, std::size_t dimensions,
                                                       std::string_view name) {
  if (const Status there = required(coordinates, name); !there) return there.error();
  if (given == dimensions) return std::span(coordinates, given);
  return Error{Errc::usage,
               fmt::format("`{}` has {} coordinates, expected {}", name, given, dimensions)};
}

Result<Position> position_from(const std::int64_t* coordinates, std::size_t given,
                               std::size_t dimensions, std::string_view name) {
  const auto found = coordinates_from(coordinates, given, dimensions, name);
  if (!found) return found.error();
  return Position(found->begin(), found->end());
}

Status check_size(std::size_t given, std::size_t known, std::string_view name) {
  if (given >= sizeof(std::size_t) && given <= largest_options) return {};
  return Error{Errc::usage, fmt::format("options.size is {}, expected sizeof({}), which is {}",
                                        given, name, known)};
}

Status check_unknown(const void* options, std::size_t given, std::size_t known) {
  const auto* bytes = static_cast<const std::byte*>(options);
  if (std::all_of(bytes + std::min(given, known), bytes + given,
                  [](std::byte byte) { return byte == std::byte{0}; }))
    return {};
  return Error{Errc::unsupported,
               fmt::format("options of {} bytes ask for more than libgrundy {} knows: it has {}",
                           given, grundy_version(), known)};
}

}  // namespace grundy::c
