// base/share.hpp: one of several equal parts of things that are numbered.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace grundy {

struct Share {
  std::size_t number = 0;
  std::size_t of = 1;

  // Things that follow one another: from first(count) to before end(count).
  std::uint64_t first(std::uint64_t count) const noexcept {
    return count / of * number + std::min<std::uint64_t>(number, count % of);
  }
  std::uint64_t end(std::uint64_t count) const noexcept {
    return Share{number + 1, of}.first(count);
  }

  // Things that are dealt out in turn.
  bool has(std::uint64_t thing) const noexcept { return thing % of == number; }
};

}  // namespace grundy
