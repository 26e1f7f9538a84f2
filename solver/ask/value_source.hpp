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

// What is asked of positions: of one game, played by a convention.
struct Question {
  std::shared_ptr<const rules::Rules> rules;
  Convention convention;
  Quantity quantity;

  friend auto operator<=>(const Question&, const Question&) = default;
};

// Not thread-safe.
class ValueSource {
 public:
  virtual ~ValueSource() = default;

  // The value as base/value.hpp says; nothing if this source does not have it.
  virtual Result<std::optional<std::uint32_t>> find(const Question& question,
                                                    const Position& position) = 0;
};

// Which ways to a value are priced: those whose price is known within a millisecond, or also
// others, where telling it takes up to half a second.
enum class Ways : std::uint8_t { quick, all };

// A source that works for its values, and can say beforehand how long. It may find values that
// it expects along with the first that is asked for. Not thread-safe.
class PricedSource : public ValueSource {
 public:
  // This position will be asked for, unless all is off.
  virtual void expect(const Question& question, const Position& position) = 0;
  virtual void expect_nothing() = 0;

  // Whether several positions of this game are expected.
  virtual bool expects_many(const Question& question) const = 0;

  // Gives back the memory of all values found so far.
  virtual void forget() = 0;

  // Whether find() has the value without any work.
  virtual bool has(const Question& question, const Position& position) const = 0;

  // Seconds that find() would take, roughly, shared among the positions that are expected; nothing
  // if it has no way to the value. Of a way that may turn out to be none, what it takes to try.
  virtual std::optional<double> price(const Question& question, const Position& position,
                                      Ways ways) = 0;

  // Appends the numbers of the positions of a line that have this value. False, and nothing
  // appended, unless it has the values of all of them side by side.
  virtual bool find_on_line(const Question& question, const lazy::Line& line, std::uint32_t value,
                            std::vector<std::uint64_t>& found) const = 0;
};

// Values out of a solved table.

// Answers for positions in the table's box, of a game with the same text and parameters
// as the table's, played by its convention. A table of any quantity knows outcomes.
class TableSource final : public ValueSource {
 public:
  explicit TableSource(std::shared_ptr<const table::Values> values) : values_(std::move(values)) {}
  explicit TableSource(table::Table table) : TableSource(table::values_of(std::move(table))) {}

  Result<std::optional<std::uint32_t>> find(const Question& question,
                                            const Position& position) override;

 private:
  bool is_about(const rules::Rules& rules) const;

  std::shared_ptr<const table::Values> values_;
};

}  // namespace grundy::query
