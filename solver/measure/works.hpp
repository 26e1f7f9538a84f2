// measure/works.hpp: the works by which machines are compared, a fixed set with a version.
//
// They differ in what bounds them: bits, bytes looked up, memory, a chain of instructions, options
// that are followed one by one. Another game or box is another version, since figures of different
// versions must not be compared. The answers are this program's own, with its self-check.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/value.hpp"

namespace grundy::measure {

inline constexpr int works_version = 1;

struct Work {
  std::string_view name;
  std::string_view game;           // of the catalogue
  std::vector<std::int64_t> high;  // a single one stands for all coordinates
  Quantity quantity;
  std::uint64_t p_positions;
  std::string_view digest;
};

enum class Size { small, large };  // some 0.1 s and some seconds on a core

std::span<const Work> works(Size size);

}  // namespace grundy::measure
