// ask/value_source.hpp: a source of values of single positions, and solved tables as such.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "rules/rules.hpp"
#include "search/game_walk.hpp"
#include "table/values.hpp"

namespace grundy::query {

// Not thread-safe.
class ValueSource {
 public:
  virtual ~ValueSource() = default;

  // The value as base/value.hpp says; nothing if this source does not have it.
  virtual Result<std::optional<std::uint32_t>> find(
      const std::shared_ptr<const rules::Rules>& rules, const Position& position,
      Convention convention, Quantity quantity) = 0;
};

// Which ways to a value are priced: those whose price is known within a millisecond, or also
// others, where telling it takes up to half a second.
enum class Ways : std::uint8_t { quick, all };

// A source that works for its values, and can say beforehand how long. It may find values that
// it expects along with the first that is asked for. Not thread-safe.
class PricedSource : public ValueSource {
 public:
  // This position will be asked for, unless all is off.
  virtual void expect(const std::shared_ptr<const rules::Rules>& rules, const Position& position,
                      Convention convention, Quantity quantity) = 0;
  virtual void expect_nothing() = 0;

  // Whether several positions of this game are expected.
  virtual bool expects_many(const std::shared_ptr<const rules::Rules>& rules, Convention convention,
                            Quantity quantity) const = 0;

  // Gives back the memory of all values found so far.
  virtual void forget() = 0;

  // Whether find() has the value without any work.
  virtual bool has(const std::shared_ptr<const rules::Rules>& rules, const Position& position,
                   Convention convention, Quantity quantity) const = 0;

  // Seconds that find() would take, roughly, shared among the positions that are expected; nothing
  // if it has no way to the value. Of a way that may turn out to be none, what it takes to try.
  virtual std::optional<double> price(const std::shared_ptr<const rules::Rules>& rules,
                                      const Position& position, Convention convention,
                                      Quantity quantity, Ways ways) = 0;

  // Appends the numbers of the positions of a line that have this value. False, and nothing
  // appended, unless it has the values of all of them side by side.
  virtual bool find_on_line(const std::shared_ptr<const rules::Rules>& rules,
                            const lazy::Line& line, Convention convention, Quantity quantity,
                            std::uint32_t value, std::vector<std::uint64_t>& found) const = 0;
};

// Values out of a solved table.

// Answers for positions in the table's box, of a game with the same text and parameters
// as the table's, played by its convention. A table of any quantity knows outcomes.
class TableSource final : public ValueSource {
 public:
  explicit TableSource(std::shared_ptr<const table::Values> values) : values_(std::move(values)) {}
  explicit TableSource(table::Table table) : TableSource(table::values_of(std::move(table))) {}

  Result<std::optional<std::uint32_t>> find(const std::shared_ptr<const rules::Rules>& rules,
                                            const Position& position, Convention convention,
                                            Quantity quantity) override;

 private:
  bool is_about(const rules::Rules& rules) const;

  std::shared_ptr<const table::Values> values_;
};

}  // namespace grundy::query
