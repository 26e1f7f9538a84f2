// ask/law_source.hpp: a source of values that follow from proved laws.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/value_source.hpp"

namespace grundy::query {

struct LawValue {
  std::uint64_t value;  // an outcome as its number
  std::shared_ptr<const std::string> law;
};

// Not thread-safe.
class LawSource {
 public:
  virtual ~LawSource() = default;

  // What the laws that are known so far say; microseconds.
  virtual std::optional<LawValue> known(const Question& question, const Position& position) = 0;

  // The same, after looking for a law unless that was done before. Takes no longer than `seconds`,
  // which is what another way to the value would take, and no longer than its own limit.
  // Errc::interrupted when stopped.
  virtual Result<std::optional<LawValue>> find(const Question& question, const Position& position,
                                               double seconds) = 0;

  // The least `most` numbers, ascending, of the positions on a line with this value; nothing if no
  // law that is known so far tells them.
  virtual std::optional<std::vector<std::uint64_t>> numbers(const Question& question,
                                                            const lazy::Line& line,
                                                            std::uint64_t value,
                                                            std::size_t most) = 0;

  // What a user may do if a value is out of reach, such as "no law was proved in 2 s; ..". Empty if
  // no law was looked for.
  virtual std::string advice(const Question& question) const = 0;
};

}  // namespace grundy::query
