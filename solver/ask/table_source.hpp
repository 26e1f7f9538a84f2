// ask/table_source.hpp: values out of a solved table.
#pragma once
#include <memory>
#include <utility>

#include "ask/value_source.hpp"
#include "table/values.hpp"

namespace grundy::query {

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
