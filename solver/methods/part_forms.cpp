#include "methods/part_forms.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "rules/expression.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::family {
namespace {

std::size_t mentioned(const PartForm& form) {
  return most_parts - static_cast<std::size_t>(std::count(form.part.begin(), form.part.end(), 0));
}

// Whether all of the first `parts` coefficients are this one.
bool all_are(const PartForm& form, std::size_t parts, std::int64_t coefficient) {
  return std::all_of(form.part.begin(), form.part.begin() + static_cast<std::ptrdiff_t>(parts),
                     [&](std::int64_t a) { return a == coefficient; });
}

std::size_t place_of(const PartForm& form, std::int64_t coefficient) {
  return static_cast<std::size_t>(std::find(form.part.begin(), form.part.end(), coefficient) -
                                  form.part.begin());
}

void raise(std::optional<std::int64_t>& bound, std::int64_t to) {
  bound = std::max(bound.value_or(to), to);
}

}  // namespace

PartForms::PartForms(std::size_t parts, std::optional<std::int64_t> taken)
    : parts_(parts), taken_(taken), least_(parts, 0) {
  for (auto& row : before_) row.fill(unknown);
}

// Whether the form is the heap and a constant. With taken_ the heap is the parts and taken_.
bool PartForms::about_heap(const PartForm& form) const {
  if (!taken_) return mentioned(form) == 0 && (form.heap == 1 || form.heap == -1);
  return form.heap == 0 && (all_are(form, parts_, 1) || all_are(form, parts_, -1));
}

bool PartForms::about_one_part(const PartForm& form) {
  if (form.heap != 0 || mentioned(form) != 1 || place_of(form, 1) == most_parts) return false;
  std::int64_t& least = least_[place_of(form, 1)];
  least = std::max(least, -form.rest);
  return true;
}

bool PartForms::about_two_parts(const PartForm& form) {
  const std::size_t small = place_of(form, -1), large = place_of(form, 1);
  if (form.heap != 0 || mentioned(form) != 2 || small == most_parts || large == most_parts ||
      (form.rest != 0 && form.rest != -1))
    return false;
  before_[small][large] = std::max(before_[small][large], form.rest == 0 ? 0 : 1);
  return true;
}

bool PartForms::about_taken(const PartForm& form) {
  if (taken_ || form.heap != 1 || place_of(form, -1) == most_parts) return false;
  if (all_are(form, parts_, -1))
    raise(sum_, -form.rest);
  else if (mentioned(form) == 1)
    raise(each_[place_of(form, -1)], -form.rest);
  else
    return false;
  return true;
}

void PartForms::at_least_zero(const PartForm& form) {
  if (form.heap == 0 && mentioned(form) == 0) {
    impossible_ = impossible_ || form.rest < 0;
  } else if (parts_ == 1 && about_one_part(form)) {
  } else if (about_heap(form)) {
    const bool lower = taken_ ? form.part[0] == 1 : form.heap == 1;
    const std::int64_t end = taken_.value_or(0) + (lower ? -form.rest : form.rest);
    if (lower)
      from_ = std::max(from_, end);
    else
      upto_ = std::min(upto_.value_or(end), end);
  } else if (!about_one_part(form) && !about_two_parts(form) && !about_taken(form)) {
    more_.push_back(form);
  }
}

void PartForms::not_zero(const PartForm& form) {
  if (form.heap == 0 && mentioned(form) == 0) {
    impossible_ = impossible_ || form.rest == 0;
  } else if (about_heap(form)) {
    const bool positive = taken_ ? form.part[0] == 1 : form.heap == 1;
    excepted_.push_back(taken_.value_or(0) + (positive ? -form.rest : form.rest));
  } else if (parts_ == 2 && form.heap == 0 && form.rest == 0 && form.part[0] * form.part[1] == -1) {
    not_equal_ = true;
  } else {
    other_ = true;
  }
}

// Derives the orders and lower ends that follow from others, and sequence_.
void PartForms::close_order() {
  for (std::size_t k = 0; k < parts_; ++k)
    for (std::size_t i = 0; i < parts_; ++i)
      for (std::size_t j = 0; j < parts_; ++j)
        if (before_[i][k] != unknown && before_[k][j] != unknown)
          before_[i][j] = std::max({before_[i][j], before_[i][k], before_[k][j]});
  const auto earlier = [&](std::size_t j) {
    return std::count_if(before_.begin(), before_.end(),
                         [&](const auto& row) { return row[j] != unknown; });
  };
  sequence_.resize(parts_);
  std::iota(sequence_.begin(), sequence_.end(), 0);
  std::stable_sort(sequence_.begin(), sequence_.end(),
                   [&](std::size_t i, std::size_t j) { return earlier(i) < earlier(j); });
  for (const std::size_t i : sequence_)
    for (const std::size_t j : sequence_)
      if (before_[i][j] != unknown) least_[j] = std::max(least_[j], least_[i] + before_[i][j]);
}

// Whether each part in sequence_ is before the next.
bool PartForms::ordered() const {
  for (std::size_t k = 1; k < parts_; ++k)
    if (before_[sequence_[k - 1]][sequence_[k]] == unknown) return false;
  return true;
}

// Whether no two parts may be equal; nothing if only some may not.
std::optional<bool> PartForms::unlike() const {
  std::size_t strict = 0;
  for (const auto& row : before_)
    strict += static_cast<std::size_t>(std::count(row.begin(), row.end(), 1));
  if (strict == 0) return not_equal_;
  if (strict == parts_ * (parts_ - 1) / 2) return true;
  return std::nullopt;
}

// Whether the form is at least 0 for all ordered parts, none of which is below the least.
bool PartForms::follows(const PartForm& form) const {
  if (form.heap != 0 || !ordered()) return false;
  std::int64_t sum = 0;
  for (std::size_t k = parts_; k-- > 0;) {
    sum += form.part[sequence_[k]];
    if (sum < 0) return false;
  }
  return sum * least_[sequence_[0]] + form.rest >= 0;
}

bool PartForms::find_total(HeapMove& move) const {
  using Total = HeapMove::Total;
  if (parts_ == 0 || taken_) {
    move.total = Total::exact;
    move.taken = taken_.value_or(0);
    return true;
  }
  const std::size_t last = sequence_.back();
  const auto end = sum_ ? sum_ : each_[last];
  move.total = sum_ ? Total::at_most : Total::each;
  if (!end) return false;
  move.taken = *end;
  for (std::size_t i = 0; i < parts_; ++i) {
    const bool is_before = sum_ || before_[i][last] != unknown;
    if (is_before ? each_[i].value_or(*end) > *end : each_[i] != end) return false;
  }
  return true;
}

// The same move, as moves that take one amount each and one that takes any amount from some end on.
std::optional<std::vector<HeapMove>> PartForms::by_amounts(const HeapMove& move) const {
  if (!amounts_) return std::vector{move};
  if (move.taken < 0) return std::nullopt;
  std::vector<HeapMove> moves;
  std::int64_t end = std::max(move.taken, most_amounts);
  if (amounts_->others()) {
    while (end > move.taken && amounts_->contain(end - 1)) --end;
    moves.push_back(move);
    moves.back().taken = end;
  }
  for (std::int64_t amount = move.taken; amount < end; ++amount)
    if (amounts_->contain(amount)) {
      moves.push_back(move);
      moves.back().total = HeapMove::Total::exact;
      moves.back().taken = amount;
    }
  return moves;
}

// The move for all heaps from `from` on except excepted_. Ends that follow from the parts are
// omitted.
std::vector<HeapMove> PartForms::by_heaps(const HeapMove& move, std::int64_t from) const {
  const auto& least = move.least;
  const std::int64_t parts = move.total == HeapMove::Total::each
                                 ? least.back()
                                 : std::accumulate(least.begin(), least.end(), std::int64_t{0});
  const std::int64_t first = move.taken + parts;
  std::vector<std::int64_t> ends = excepted_;
  std::erase_if(ends, [&](std::int64_t heap) { return heap < std::max(first, from); });
  std::sort(ends.begin(), ends.end());
  std::vector<HeapMove> moves;
  const auto add = [&](std::int64_t begin, std::optional<std::int64_t> upto) {
    if (upto_) upto = std::min(upto.value_or(*upto_), *upto_);
    if (upto && *upto < std::max(begin, first)) return;
    moves.push_back(move);
    moves.back().from = begin <= first ? 0 : begin;
    moves.back().upto = upto;
  };
  for (const std::int64_t heap : ends) {
    add(from, heap - 1);
    from = heap + 1;
  }
  add(from, std::nullopt);
  return moves;
}

std::optional<std::vector<HeapMove>> PartForms::moves() {
  if (impossible_) return std::vector<HeapMove>{};
  close_order();
  HeapMove move;
  const auto all_unlike = unlike();
  const bool circle = std::any_of(sequence_.begin(), sequence_.end(),
                                  [&](std::size_t i) { return before_[i][i] != unknown; });
  if (other_ || circle || !all_unlike || !find_total(move)) return std::nullopt;
  for (const PartForm& form : more_)
    if (!follows(form)) return std::nullopt;
  move.unlike = *all_unlike;
  move.least = least_;
  std::sort(move.least.begin(), move.least.end());
  for (std::size_t i = 1; move.unlike && i < parts_; ++i)
    move.least[i] = std::max(move.least[i], move.least[i - 1] + 1);
  auto each_amount = by_amounts(move);
  if (!each_amount) return std::nullopt;
  std::vector<HeapMove> all;
  for (HeapMove& one : *each_amount) {
    std::int64_t from = from_;
    // A large part is left exactly where the heap is large.
    if (one.total == HeapMove::Total::exact && parts_ == 1 && one.least[0] > 1) {
      from = std::max(from, one.taken + one.least[0]);
      one.least[0] = 0;
    }
    // Where parts add up, the largest part leaves room for the least of the others.
    std::int64_t gap = one.taken;
    for (std::size_t i = 0; one.total != HeapMove::Total::each && i + 1 < parts_; ++i)
      gap += one.least[i];
    if (parts_ > 0 && gap < 1) return std::nullopt;
    std::ranges::move(by_heaps(one, from), std::back_inserter(all));
  }
  return all;
}

namespace {

using rules::Condition;
using rules::Expression;
using rules::Polynomial;

// Whether a condition holds, given whether its comparisons do; nothing if that depends on an
// unknown one.
template <class Compares>
std::optional<bool> holds(const Condition& condition, const Compares& compares) {
  if (!condition.sides.empty()) return compares(condition);
  if (condition.op == Condition::Op::negation) {
    const auto part = holds(condition.parts[0], compares);
    return part ? std::optional(!*part) : std::nullopt;
  }
  const bool all = condition.op == Condition::Op::all_of;
  std::optional<bool> result = all;
  for (const Condition& part : condition.parts) {
    const auto one = holds(part, compares);
    if (one == !all) return one;
    if (!one) result.reset();
  }
  return result;
}

std::optional<std::int64_t> value_of(const Expression& expression, rules::Variable variable,
                                     std::int64_t amount) {
  if (expression.op == Expression::Op::constant) return expression.value;
  if (expression.op == Expression::Op::variable)
    return std::cmp_equal(expression.value, variable) ? std::optional(amount) : std::nullopt;
  std::vector<std::int64_t> values;
  for (const Expression& argument : expression.arguments) {
    const auto value = value_of(argument, variable, amount);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return rules::calculate(expression, values);
}

std::optional<bool> holds_of(const Condition& condition, rules::Variable variable,
                             std::int64_t amount) {
  return holds(condition, [&](const Condition& comparison) -> std::optional<bool> {
    const auto left = value_of(comparison.sides[0], variable, amount);
    const auto right = value_of(comparison.sides[1], variable, amount);
    if (!left || !right) return std::nullopt;
    return rules::is_true(
        rules::compare(comparison.op, rules::constant(*left), rules::constant(*right)));
  });
}

// Facts about all amounts from most_amounts on, as variable 0.
class LargeAmounts {
 public:
  LargeAmounts() {
    rules_.coordinates.push_back({"amount", most_amounts, std::nullopt});
    facts_.emplace(rules::Facts::of_region(rules_, rule_, rules::Region::everything(rules_)));
  }
  LargeAmounts(const LargeAmounts&) = delete;  // facts_ points into it
  LargeAmounts& operator=(const LargeAmounts&) = delete;

  // True if the comparison holds for all of them, false if for none; nothing if unknown.
  std::optional<bool> compares(const Condition& comparison) {
    using Op = Condition::Op;
    const Polynomial difference = Polynomial(comparison.sides[0]) - Polynomial(comparison.sides[1]);
    const auto low = facts_->lower(difference);
    const auto high = facts_->upper(difference);
    const auto between = [](bool always, bool never) {
      return always || never ? std::optional(always) : std::nullopt;
    };
    const bool positive = low && *low > 0;
    const bool negative = high && *high < 0;
    const bool not_negative = low && *low >= 0;
    const bool not_positive = high && *high <= 0;
    switch (comparison.op) {
      case Op::less:
        return between(negative, not_negative);
      case Op::less_equal:
        return between(not_positive, positive);
      case Op::greater:
        return between(positive, not_positive);
      case Op::greater_equal:
        return between(not_negative, negative);
      case Op::equal:
        return between(not_negative && not_positive, positive || negative);
      default:
        return between(positive || negative, not_negative && not_positive);
    }
  }

 private:
  rules::Rules rules_;
  rules::OptionRule rule_;
  std::optional<rules::Facts> facts_;
};

}  // namespace

std::optional<Amounts> Amounts::allowed_by(const Condition& condition, rules::Variable amount) {
  Amounts allowed;
  for (std::int64_t value = 0; value < most_amounts; ++value) {
    const auto is_allowed = holds_of(condition, amount, value);
    if (!is_allowed) return std::nullopt;
    allowed.first_.push_back(*is_allowed);
  }
  LargeAmounts large;
  const auto all = holds(rules::replaced(condition, rules::variable(amount), rules::variable(0)),
                         [&](const Condition& comparison) { return large.compares(comparison); });
  if (!all) return std::nullopt;
  allowed.others_ = *all;
  return allowed;
}

}  // namespace grundy::family
