// rules/proofs/near_options.hpp: the options of single positions, straight from the rules, and
// options that a range cuts off.
//
// For examples in messages: the work is limited, and what would take more is left out.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Which options: those that there are, or those that only the upper end of a range keeps from being
// options.
enum class Kept : std::uint8_t { inside, beyond };

// The options of positions, until a million parts of expressions and conditions have been looked
// at. If a value of an option is unknown, because it exceeds 64 bits or would take too long, the
// option is left out, and so are long sums. Of a binder without an end, 64 values are tried. Not
// thread-safe.
class NearOptions {
 public:
  explicit NearOptions(const Rules& rules, Kept kept = Kept::inside) : rules_(rules), kept_(kept) {}

  using Sum = std::vector<Position>;  // positions ascending

  // Options, each with a rule that gives it.
  using Found = std::map<Sum, const OptionRule*>;
  Found of(const Position& position);

 private:
  using Values = std::span<const std::int64_t>;

  void add(const OptionRule& rule, const std::vector<std::int64_t>& values, Found& found);
  std::vector<std::int64_t> values_of(const Binder& binder, Values values);
  std::optional<Sum> option(const OptionRule& rule, Values values);
  bool write_out(const Stretch& stretch, Values values, Sum& sum);
  bool visit_part();
  std::optional<std::int64_t> value(const Expression& expression, Values values);
  std::optional<bool> holds(const Condition& condition, Values values);

  const Rules& rules_;
  Kept kept_;
  std::uint64_t visits_ = 0;
};

struct CutOff {
  Position from;
  NearOptions::Sum to;    // which would be an option if no range had an upper end
  std::uint64_t options;  // that there are, at least, from this position
};

// An example of what the upper ends of ranges cut off, among the first and the last thousand
// positions of the box; nothing if there is none there. Takes a few milliseconds, at most about 50.
std::optional<CutOff> cut_off(const Rules& rules, const Box& box);

}  // namespace grundy::rules
