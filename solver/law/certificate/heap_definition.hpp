// law/certificate/heap_definition.hpp: the definition of nimbers, applied fast to one heap after
// another.
//
// oracle::for_each_option constructs each option, which works for all rules and takes a tenth of a
// microsecond. The heaps that determine all others may have billions of options. If the parts of
// every option are linear in one binder, they lie at equal distances from option to option, and
// their nimbers are read in a loop. All other rules are left to the oracle.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::law {

class HeapDefinition {
 public:
  // Options at equal distances: option k < count has the parts first[i] + step[i] * k, i < parts.
  // Heaps are numbered from the low end of their range.
  struct Row {
    static constexpr std::size_t most_parts = 4;
    std::size_t parts = 0;
    std::array<std::int64_t, most_parts> first{}, step{};
    std::int64_t count = 0;  // 1 at least
  };
  using Visit = std::function<void(const Row&)>;

  // Nothing for rules of several coordinates, endings, several binders in a rule, binders over
  // sets, and parts that are not linear. The rules must outlive it.
  static std::optional<HeapDefinition> of(const rules::Rules& rules);

  std::int64_t low() const { return rules_.coordinates[0].low; }

  // The least number that is not the xor of the values of an option's parts; values[i] is the value
  // of heap low + i. Nothing if an option has other parts or cannot be evaluated. Not thread-safe.
  std::optional<std::uint32_t> nimber(std::int64_t n, std::span<const std::uint32_t> values);

  // Visits all options of heap n, each at least once. False if an option has parts beyond the first
  // `size` heaps or cannot be evaluated; some rows may have been visited then.
  bool each_row(std::int64_t n, std::size_t size, const Visit& visit) const;

 private:
  // constant + by_n * n + by_k * k, k being the binder.
  struct Part {
    std::int64_t constant, by_n, by_k;
  };
  struct Rule {
    const rules::OptionRule* text;
    std::vector<Part> parts;
    bool asks_k;  // `when` depends on k
  };
  // The values of k, inclusive.
  struct Range {
    std::int64_t low, high;
  };

  explicit HeapDefinition(const rules::Rules& rules) : rules_(rules) {}

  static std::optional<Part> part_of(const rules::Expression& expression);
  static std::optional<Rule> rule_of(const rules::OptionRule& rule);
  static std::optional<Range> binder_range(const Rule& rule, std::int64_t n);
  bool legal(const Rule& rule, std::int64_t n, Range& range) const;
  bool visit_options(const Rule& rule, std::int64_t n, std::size_t size, const Visit& visit) const;
  bool visit_row(const Rule& rule, std::int64_t n, const Range& range, std::size_t size,
                 const Visit& visit) const;
  void add(const Row& row, std::span<const std::uint32_t> values);

  const rules::Rules& rules_;
  std::vector<Rule> options_;
  std::vector<std::uint64_t> seen_;  // [v]: the last call in which an option had value v
  std::uint64_t calls_ = 0;
};

}  // namespace grundy::law
