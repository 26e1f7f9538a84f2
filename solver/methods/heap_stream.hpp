// methods/heap_stream.hpp: what can be had of more heaps than memory holds, whichever method does
// it; and of the rare heaps of a box.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/period.hpp"
#include "rules/rules.hpp"
#include "tiles/watch.hpp"

namespace grundy::heaps {

// Streamed nimbers are below this.
inline constexpr std::uint32_t nimber_end = 512;

// Counts and digest of heaps 0 .. heaps - 1. Plain data: saved states hold it as it is.
struct Tally {
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  std::uint64_t heaps = 0;
  std::array<std::uint64_t, nimber_end> count{};  // by nimber
  std::array<std::uint64_t, nimber_end> first;    // the first heap that has it, or never
  std::array<std::uint64_t, nimber_end> last{};   // and the last one
  Digest digest;                                  // that of a table of these heaps

  Tally() { first.fill(never); }

  // Adds heaps from `heap` on, which have these nimbers.
  void add(const DigestKeys& keys, std::uint64_t heap, std::span<const std::uint16_t> nimbers);
  // Adds other heaps.
  void add(const Tally& part);

  std::uint32_t largest() const noexcept;
};

// How many heaps are kept, a byte each.
struct Window {
  std::uint64_t first;  // as long as that suffices
  std::uint64_t most;   // if more are needed
};

// The bytes that stream() takes for such a window.
std::uint64_t stream_bytes(std::uint64_t heaps_kept);
// The largest window that takes no more.
std::uint64_t window_within(std::uint64_t bytes);

inline constexpr std::uint64_t least_window = std::uint64_t{1} << 18;

struct Streamed {
  Tally tally;
  std::vector<std::uint16_t> first;  // nimbers of the first heaps, to be checked
  std::vector<std::uint64_t> rares;  // heaps, among those that were solved
  std::uint32_t mask = 0;            // a nimber is rare if it has an even number of bits of it
  bool alternating = false;          // in every other heap an odd one
  std::uint64_t solved = 0;          // heaps; the others are copies
  std::uint64_t kept = 0;            // the most heaps that were kept
  // Of all heaps, proved. The preperiod is the least one, or an upper bound.
  std::optional<family::Period> period;
  bool least_preperiod = true;
};

// The method that streams, under whose name it saves states.
Kernel streaming_kernel() noexcept;

// What of the rules a saved state depends on, as text. Errc::usage, with the reason, for rules
// whose heaps cannot be streamed.
Result<std::string> stream_spec(const rules::Rules& rules);

// Heaps 0 .. count - 1 of rules with a stream_spec(). Requires a window of least_window or more, or
// of `count`. The saved state is that of any run of these rules, for fewer or more heaps. Errors:
// see methods/family.hpp;
// memory       more heaps must be kept
// unsupported  no classes are good, or a nimber has no index: a box holds such heaps
// usage        the saved state has more heaps than `count`, or does not fit the window
Result<Streamed> stream(const rules::Rules& rules, std::uint64_t count, const Window& window,
                        parallel::Executor& executor, const tiles::Watch& watch);

struct SparseSpace {
  std::uint32_t mask;
  bool alternating;
  std::uint64_t rares;                     // heaps
  std::optional<std::uint64_t> last_rare;  // of these
};

// Calls visit(heap, nimber) for all heaps of a box, in order.
using Visit = std::function<void(std::uint64_t heap, std::uint32_t nimber)>;
using ForEachNimber = std::function<void(const Visit& visit)>;

// Of the mask that leaves the fewest rare heaps, a third of them at most. Calls for_each twice. All
// nimbers must be below nimber_end. Nothing where rules are not those of an octal code or its like.
std::optional<SparseSpace> sparse_space(const rules::Rules& rules, const ForEachNimber& for_each);

// By definition, of the heaps below 1024; none where rules are not those of an octal code.
std::vector<std::uint16_t> first_nimbers(const rules::Rules& rules);

}  // namespace grundy::heaps
