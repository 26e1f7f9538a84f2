#include <algorithm>
#include <type_traits>

#include "methods/heap_stream.hpp"

namespace grundy::heaps {

static_assert(std::is_trivially_copyable_v<Tally>);

void Tally::add(const DigestKeys& keys, std::uint64_t heap,
                std::span<const std::uint16_t> nimbers) {
  for (std::size_t i = 0; i < nimbers.size(); ++i) {
    const std::uint16_t nimber = nimbers[i];
    if (count[nimber]++ == 0) first[nimber] = heap + i;
    last[nimber] = heap + i;
  }
  heaps += nimbers.size();
  digest.add(keys.sum_along(0, static_cast<std::int64_t>(heap), nimbers));
}

void Tally::add(const Tally& part) {
  heaps += part.heaps;
  for (std::size_t nimber = 0; nimber < nimber_end; ++nimber) {
    count[nimber] += part.count[nimber];
    first[nimber] = std::min(first[nimber], part.first[nimber]);
    last[nimber] = std::max(last[nimber], part.last[nimber]);
  }
  digest.add(part.digest);
}

std::uint32_t Tally::largest() const noexcept {
  const auto from_above = std::find_if(count.rbegin(), count.rend(), [](auto n) { return n > 0; });
  return from_above == count.rend() ? 0 : static_cast<std::uint32_t>(count.rend() - from_above - 1);
}

}  // namespace grundy::heaps
