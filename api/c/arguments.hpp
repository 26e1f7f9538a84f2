// c/arguments.hpp: arguments of C callers, checked and in our own terms.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "error.hpp"
#include "table/info.hpp"

namespace grundy::c {

// Nothing for the default.
Result<std::optional<Quantity>> quantity_from(int quantity);
Result<std::optional<Convention>> convention_from(int convention);
Result<table::Store> store_from(int store);

int to_c(Quantity quantity) noexcept;
int to_c(Convention convention) noexcept;
int to_c(Outcome outcome) noexcept;
std::int64_t to_c(const std::optional<std::uint64_t>& value) noexcept;  // -1 for none

inline std::string text_from(const char* text) {
  return text ? text : "";
}

// `name` says which argument that is. Errc::usage if it does not have `dimensions` coordinates.
Result<std::span<const std::int64_t>> coordinates_from(const std::int64_t* coordinates,
                                                       std::size_t given, std::size_t dimensions,
                                                       std::string_view name);
// A copy of them.
Result<Position> position_from(const std::int64_t* coordinates, std::size_t given,
                               std::size_t dimensions, std::string_view name);

Status check_size(std::size_t given, std::size_t known, std::string_view name);
Status check_unknown(const void* options, std::size_t given, std::size_t known);

// The options as this library knows them: those of an older program end sooner, and what a newer
// one says beyond them must be nothing but zeros.
template <class Options>
Result<Options> options_from(const Options* given, std::string_view name) {
  if (const Status there = required(given, "options"); !there) return there.error();
  if (const Status sized = check_size(given->size, sizeof(Options), name); !sized)
    return sized.error();
  if (const Status known = check_unknown(given, given->size, sizeof(Options)); !known)
    return known.error();
  Options options{};
  std::memcpy(&options, given, std::min(given->size, sizeof(Options)));
  return options;
}

}  // namespace grundy::c
