// query/table_source.hpp: values out of a solved table.
#pragma once
#include "query/value_source.hpp"
#include "table/reader.hpp"

namespace grundy::query {

// Answers for positions in the table's box, of a game with the same text and parameters
// as the table's, played by its convention. A table of any quantity knows outcomes.
class TableSource final : public ValueSource {
 public:
  explicit TableSource(table::Table table) : table_(std::move(table)) {}

  Result<std::optional<std::uint32_t>> find(const std::shared_ptr<const rules::Rules>& rules,
                                            const Position& position, Convention convention,
                                            Quantity quantity) override;

 private:
  bool is_about(const rules::Rules& rules) const;

  table::Table table_;
};

}  // namespace grundy::query
