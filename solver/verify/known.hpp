// verify/known.hpp: the values that others are derived from: of a table, or of what was just
// solved.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"

namespace grundy::verify {

// Who wins, and the nimber or remoteness; 0 where only outcomes are known.
struct Fact {
  Outcome outcome = Outcome::P;
  std::uint32_t value = 0;

  friend bool operator==(const Fact&, const Fact&) = default;
};

// As people read it: "N", "5", "3 of P".
std::string text_of(Quantity quantity, const Fact& fact);

// Whether two facts say the same of the quantity: a nimber tells the outcome.
bool same(Quantity quantity, const Fact& a, const Fact& b) noexcept;

// What is known.
struct Subject {
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
  Box box;      // of the positions whose values are known
  Box closure;  // of what play from there can reach; holds the box
};

// Any number of threads may ask at once.
class Known {
 public:
  virtual ~Known() = default;

  // Of a position of the box. Nothing if it happens to be unknown; errors are those of reading.
  virtual Result<std::optional<Fact>> at(const Position& position) const = 0;
};

}  // namespace grundy::verify
