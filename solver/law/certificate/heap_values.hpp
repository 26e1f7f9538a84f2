// law/certificate/heap_values.hpp: values of heaps, however far, by a law that is no formula.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace grundy::law {

// Any thread may call it. Outcomes are numbers (base/value.hpp).
class HeapValues {
 public:
  HeapValues() = default;
  HeapValues(const HeapValues&) = delete;
  HeapValues& operator=(const HeapValues&) = delete;
  virtual ~HeapValues() = default;

  // Nothing if it takes too many steps, or numbers overflow.
  virtual std::optional<std::int64_t> value(std::int64_t n) const = 0;

  // The first `most` heaps, ascending, of from .. to that have the value. Nothing as above.
  virtual std::optional<std::vector<std::int64_t>> heaps_with(std::int64_t value, std::int64_t from,
                                                              std::int64_t to,
                                                              std::size_t most) const = 0;
};

}  // namespace grundy::law
