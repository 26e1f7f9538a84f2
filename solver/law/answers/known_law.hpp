// law/answers/known_law.hpp: a proved law that gives values.
//
// Start reading here. A position however far is answered from a law in microseconds. Of the laws
// only those answer that are proved for all positions of the game, or of a part of it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "law/certificate/certificate.hpp"
#include "search/game_walk.hpp"

namespace grundy::law {

// Immutable; any thread may call it.
class KnownLaw {
 public:
  KnownLaw() = default;
  KnownLaw(const KnownLaw&) = delete;
  KnownLaw& operator=(const KnownLaw&) = delete;
  virtual ~KnownLaw() = default;

  virtual Quantity quantity() const = 0;  // nimber or outcome
  virtual std::string text() const = 0;

  // The value of a position of the game, an outcome as its number. Nothing if it exceeds 2^63, or
  // if the law is about other positions.
  virtual std::optional<std::uint64_t> value(const Position& position) const = 0;

  // The least `most` numbers, ascending, of the positions on a line that have this value. Nothing
  // if they are not found without looking at the positions one by one.
  virtual std::optional<std::vector<std::uint64_t>> numbers(const lazy::Line& line,
                                                            std::uint64_t value,
                                                            std::size_t most) const = 0;
};

// The law of a certificate. Requires it to be proved.
std::unique_ptr<const KnownLaw> certified_law(Certificate certificate);

}  // namespace grundy::law
