// query/value_source.hpp: something that knows values of single positions.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "core/value.hpp"
#include "rules/rules.hpp"

namespace grundy::query {

// Not thread-safe.
class ValueSource {
 public:
  virtual ~ValueSource() = default;

  // The value as core/value.hpp says; nothing if this source does not have it.
  virtual Result<std::optional<std::uint32_t>> find(
      const std::shared_ptr<const rules::Rules>& rules, const Position& position,
      Convention convention, Quantity quantity) = 0;
};

// A source that works for its values, and can say beforehand how long. Not thread-safe.
class PricedSource : public ValueSource {
 public:
  // Whether find() has the value without any work.
  virtual bool has(const std::shared_ptr<const rules::Rules>& rules, const Position& position,
                   Convention convention, Quantity quantity) const = 0;

  // Seconds that find() would take, roughly; nothing if it has no way to the value.
  virtual std::optional<double> price(const std::shared_ptr<const rules::Rules>& rules,
                                      const Position& position, Convention convention,
                                      Quantity quantity) = 0;
};

}  // namespace grundy::query
