#include "law/automata/choose.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <set>

namespace grundy::automata {
namespace {

using rules::Claim;
using rules::Condition;
using rules::Expression;
using rules::NumberSet;

constexpr std::int64_t most_base = 64;
constexpr std::int64_t most_quadratic = 4;

// What rules and claim have.
class Needs {
 public:
  Needs(const rules::Rules& rules, const Claim& claim) {
    look(rules.where);
    for (const rules::Ending& ending : rules.endings) look(ending.when);
    for (const rules::OptionRule& rule : rules.options) {
      look(rule.when);
      for (const rules::Binder& binder : rule.binders) {
        look(binder.low);
        if (binder.high) look(*binder.high);
        if (binder.set) look(*binder.set);
      }
      for (const auto& summand : rule.summands)
        for (const Expression& coordinate : summand) look(coordinate);
    }
    look(claim.p);
    for (const Claim::Piece& piece : claim.pieces) {
      look(piece.when);
      look(piece.value);
    }
    if (claim.scale) bases_.insert(claim.scale->base);
    for (const Claim::Function& function : claim.functions) look(function);
    if (rules.has_sums() && claim.quantity == Quantity::nimber) bits_ = true;
  }

  std::vector<Numeration> numerations() const {
    if (fibonacci_) {
      if (bits_ || !bases_.empty()) return {};
      return {Numeration::quadratic(1)};
    }
    if (bits_ || !bases_.empty()) {
      const auto base = common_base();
      if (!base) return {};
      return {Numeration::base(*base)};
    }
    std::vector<Numeration> all;
    if (products_)
      for (std::int64_t p = 1; p <= most_quadratic; ++p) all.push_back(Numeration::quadratic(p));
    else
      all.push_back(Numeration::base(2));
    return all;
  }

 private:
  void look(const NumberSet& set) {
    if (set.kind == NumberSet::Kind::fibonacci) fibonacci_ = true;
    if (set.kind == NumberSet::Kind::powers) bases_.insert(set.base);
  }

  void look(const Expression& expression) {
    using Op = Expression::Op;
    const Op op = expression.op;
    if (op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor) bits_ = true;
    if (op == Op::multiply && std::ranges::none_of(expression.arguments, [](const Expression& e) {
          return e.op == Op::constant;
        }))
      products_ = true;
    for (const Expression& argument : expression.arguments) look(argument);
  }

  void look(const Condition& condition) {
    for (const Expression& side : condition.sides) look(side);
    for (const Condition& part : condition.parts) look(part);
  }

  void look(const Claim::Function& function) {
    if (function.kind == Claim::Function::Kind::exclusive) bits_ = true;
    if (function.kind == Claim::Function::Kind::member) look(function.set);
    if (rules::has_base(function.kind) && function.base >= 2) bases_.insert(function.base);
    for (const Expression& e : function.of) look(e);
  }

  // The largest number of which all bases are powers; 2 if only bits are needed.
  std::optional<std::int64_t> common_base() const {
    if (bases_.empty()) return 2;
    for (std::int64_t root = std::min(*bases_.begin(), most_base); root >= 2; --root)
      if (std::ranges::all_of(bases_, [&](std::int64_t base) { return is_power(base, root); }) &&
          (!bits_ || has_bits(Numeration::base(root))))
        return root;
    return std::nullopt;
  }

  static bool is_power(std::int64_t base, std::int64_t root) {
    while (base % root == 0) base /= root;
    return base == 1;
  }

  bool fibonacci_ = false, bits_ = false, products_ = false;
  std::set<std::int64_t> bases_;
};

}  // namespace

bool has_bits(const Numeration& numeration) {
  return numeration.is_base() && std::has_single_bit(numeration.digits());
}

std::vector<Numeration> numerations_for(const rules::Rules& rules, const Claim& claim) {
  return Needs(rules, claim).numerations();
}

}  // namespace grundy::automata
