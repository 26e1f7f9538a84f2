// view/measure/stream.hpp: the bandwidth of memory, by the four loops of STREAM.
//
// McCalpin, "Memory bandwidth and machine balance in current high performance computers", IEEE TCCA
// Newsletter (1995). Over arrays a, b, c of doubles:
//     copy   c = a          16 bytes for each element
//     scale  b = q c        16
//     add    c = a + b      24
//     triad  a = b + q c    24
// Bytes are those that the loop names. A cache that reads a line before it writes it moves more.
// Each thread first writes, and then goes through, the same part of the arrays. All four loops are
// run 10 times. The first is not counted, and the best of the others is the result.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.hpp"
#include "view/measure/usage.hpp"

namespace grundy::measure {

inline constexpr std::array<std::string_view, 4> stream_loops{"copy", "scale", "add", "triad"};

struct Stream {
  std::size_t threads;
  std::array<double, 4> bytes_per_second;  // of each loop
  Usage usage;                             // of all that was timed
};

// With three arrays of that many bytes. STREAM asks for at least four times the last caches.
// Errc::memory, and Errc::wrong if an array does not hold what it should in the end.
Result<Stream> measure_stream(std::size_t threads, std::uint64_t array_bytes);

}  // namespace grundy::measure
