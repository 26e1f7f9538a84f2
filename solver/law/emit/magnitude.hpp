// law/emit/magnitude.hpp: how large coordinates may be before 64 bits overflow.
#pragma once
#include <cstdint>
#include <optional>

#include "law/emit/emit.hpp"

namespace grundy::law {

// A power of 2: no number that the function works out leaves 64 bits while the absolute value of
// each coordinate is at most this. Nothing if there is none, or none that a position has.
std::optional<std::int64_t> largest_coordinate(const Emitted& law);

}  // namespace grundy::law
