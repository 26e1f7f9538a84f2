#include "methods/heap/amounts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/proofs/bounds.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::step {

using rules::Binder;
using rules::Expression;
using rules::NumberSet;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;

namespace {

constexpr rules::Variable heap_variable = 0;
constexpr rules::Variable variable_of(std::size_t binder) {
  return 1 + binder;
}

// What the rule takes, times a divisor, in place of the floor in it.
struct Numerator {
  Polynomial polynomial;
  std::int64_t divisor = 1;
};

std::optional<Numerator> numerator_of(const OptionRule& rule) {
  const Polynomial written =
      Polynomial(rules::variable(heap_variable)) - Polynomial(rule.summands[0][0]);
  for (const auto& [monomial, coefficient] : written.terms()) {
    if (monomial.size() != 1 || coefficient != 1 || monomial[0].op != Expression::Op::floor_divide)
      continue;
    const auto divisor = Polynomial(monomial[0].arguments[1]).as_constant();
    if (!divisor || *divisor < 1) return std::nullopt;
    return Numerator{Polynomial(*divisor) * (written - Polynomial(monomial[0])) +
                         Polynomial(monomial[0].arguments[0]),
                     *divisor};
  }
  return Numerator{written};
}

// The polynomial with variable + low in place of the variable.
std::optional<Polynomial> shifted(const Polynomial& polynomial, rules::Variable variable,
                                  std::int64_t low) {
  const auto powers = polynomial.powers(variable);
  if (!powers) return std::nullopt;
  Polynomial sum;  // by Horner
  for (std::size_t i = powers->size(); i-- > 0;)
    sum = sum * (Polynomial(rules::variable(variable)) + Polynomial(low)) + (*powers)[i];
  return sum;
}

std::optional<std::vector<Amounts::Term>> terms_of(const Polynomial& polynomial,
                                                   std::size_t sources) {
  std::vector<Amounts::Term> terms;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (coefficient < 1 && !monomial.empty()) return std::nullopt;
    Amounts::Term term{coefficient, std::vector<unsigned>(sources)};
    for (const Expression& atom : monomial) {
      if (atom.op != Expression::Op::variable || atom.value < 1) return std::nullopt;
      ++term.powers[static_cast<std::size_t>(atom.value) - 1];
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

// Whether a heap has no option beyond the end of the binder. Without a divisor amounts rise by one
// at least with every number.
bool end_is_beyond(const Rules& rules, const Binder& binder, const Amounts& amounts,
                   std::int64_t least) {
  if (amounts.divisor != 1) return false;
  const Polynomial most = Polynomial(rules::variable(heap_variable)) -
                          Polynomial(rules.coordinates[0].low) - Polynomial(least) +
                          Polynomial(binder.low);
  const auto spare = (Polynomial(*binder.high) - most).as_constant();
  return spare && *spare >= 0;
}

bool every_source_occurs(const Amounts& amounts) {
  for (std::size_t source = 0; source < amounts.sources.size(); ++source)
    if (std::ranges::none_of(amounts.terms,
                             [&](const Amounts::Term& term) { return term.powers[source] > 0; }))
      return false;
  return true;
}

// The amounts of least numbers but for one.
class OneFree {
 public:
  OneFree(const Amounts& amounts, std::vector<std::int64_t> least, std::size_t source)
      : amounts_(amounts), numbers_(std::move(least)), source_(source) {}

  bool is_at_most(std::int64_t largest, std::int64_t number) {
    numbers_[source_] = number;
    const auto amount = amounts_.at(numbers_);
    return amount && *amount <= largest;
  }

  // The largest number with an amount up to `largest`; `least` - 1 if there is none.
  std::int64_t room(std::int64_t largest, std::int64_t least) {
    if (!is_at_most(largest, least)) return least - 1;
    std::int64_t low = least;
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
    while (low + 1 < high) {
      const std::int64_t middle = low + (high - low) / 2;
      (is_at_most(largest, middle) ? low : high) = middle;
    }
    return low;
  }

 private:
  const Amounts& amounts_;
  std::vector<std::int64_t> numbers_;
  std::size_t source_;
};

// No set has more members up to `room`.
std::uint64_t most_members(const NumberSet& set, std::int64_t room) {
  using Kind = NumberSet::Kind;
  constexpr std::uint64_t most_of_powers = 128;
  const auto size = static_cast<double>(std::max<std::int64_t>(room, 0));
  switch (set.kind) {
    case Kind::listed:
      return set.listed.size();
    case Kind::odd:
    case Kind::even:
      return static_cast<std::uint64_t>(size / 2) + 1;
    case Kind::squares:
      return static_cast<std::uint64_t>(std::sqrt(size)) + 1;
    case Kind::primes:  // J. B. Rosser and L. Schoenfeld, Illinois J. Math. 6 (1962)
      return static_cast<std::uint64_t>(1.25506 * size / std::log(std::max(size, 3.0))) + 2;
    default:
      return most_of_powers;
  }
}

// The numbers of a source that may give an amount up to `largest`, ascending.
std::vector<std::int64_t> numbers_of(const Amounts& amounts, const std::vector<std::int64_t>& least,
                                     std::size_t source, std::int64_t largest) {
  const std::int64_t room = OneFree(amounts, least, source).room(largest, least[source]);
  const Source& from = amounts.sources[source];
  if (from.set) return from.set->members(least[source], room);
  std::vector<std::int64_t> numbers;
  for (std::int64_t t = 0; t <= std::min(room, from.last.value_or(room)); ++t) numbers.push_back(t);
  return numbers;
}

// Calls use(amount) for each choice of numbers whose amount is up to `largest`.
template <class Use>
class Choices {
 public:
  Choices(const Amounts& amounts, std::vector<std::int64_t> least, std::int64_t largest, Use use)
      : amounts_(amounts), chosen_(least), largest_(largest), use_(use) {
    for (std::size_t source = 0; source < amounts.sources.size(); ++source)
      numbers_.push_back(numbers_of(amounts, least, source, largest));
    choose(0);
  }

 private:
  void choose(std::size_t source) {
    for (const std::int64_t number : numbers_[source]) {
      chosen_[source] = number;
      const auto amount = amounts_.at(chosen_);
      if (!amount || *amount > largest_) break;
      if (source + 1 < numbers_.size())
        choose(source + 1);
      else
        use_(*amount);
    }
    if (!numbers_[source].empty()) chosen_[source] = numbers_[source].front();
  }

  const Amounts& amounts_;
  std::vector<std::vector<std::int64_t>> numbers_;
  std::vector<std::int64_t> chosen_;  // the least numbers of sources that come later
  std::int64_t largest_;
  Use use_;
};

}  // namespace

std::optional<std::int64_t> Amounts::at(const std::vector<std::int64_t>& numbers) const {
  std::int64_t sum = 0;
  for (const Term& term : terms) {
    std::int64_t product = term.coefficient;
    for (std::size_t source = 0; source < sources.size(); ++source)
      for (unsigned i = 0; i < term.powers[source]; ++i)
        if (__builtin_mul_overflow(product, numbers[source], &product)) return std::nullopt;
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum / divisor;
}

std::optional<std::vector<std::int64_t>> Amounts::least() const {
  std::vector<std::int64_t> numbers;
  for (const Source& source : sources) {
    const auto least =
        source.set ? rules::least_member(*source.set) : std::optional<std::int64_t>(0);
    if (!least || source.last.value_or(0) < 0) return std::nullopt;
    numbers.push_back(*least);
  }
  return numbers;
}

std::optional<std::vector<std::int64_t>> Amounts::greatest() const {
  std::vector<std::int64_t> numbers;
  for (const Source& source : sources) {
    if (source.set ? source.set->kind != NumberSet::Kind::listed || source.set->listed.empty()
                   : source.last.value_or(-1) < 0)
      return std::nullopt;
    numbers.push_back(source.set ? source.set->listed.back() : *source.last);
  }
  return numbers;
}

std::optional<Amounts> amounts_of(const Rules& rules, const OptionRule& rule) {
  if (rule.binders.empty()) return std::nullopt;
  auto taken = numerator_of(rule);
  if (!taken) return std::nullopt;
  Amounts amounts;
  amounts.divisor = taken->divisor;
  for (std::size_t number = 0; number < rule.binders.size(); ++number) {
    const Binder& binder = rule.binders[number];
    amounts.sources.push_back({binder.set, std::nullopt});
    if (binder.set) continue;
    const auto low = Polynomial(binder.low).as_constant();
    if (!low) return std::nullopt;
    const auto from_0 = shifted(taken->polynomial, variable_of(number), *low);
    if (!from_0) return std::nullopt;
    taken->polynomial = *from_0;
  }
  auto terms = terms_of(taken->polynomial, rule.binders.size());
  if (!terms) return std::nullopt;
  amounts.terms = *std::move(terms);
  const auto least = amounts.least();
  if (!least) return amounts;
  const auto first = amounts.at(*least);
  if (!first || *first < 1 || std::ranges::min(*least) < 0 || !every_source_occurs(amounts))
    return std::nullopt;
  for (std::size_t number = 0; number < rule.binders.size(); ++number) {
    const Binder& binder = rule.binders[number];
    if (binder.set || !binder.high || end_is_beyond(rules, binder, amounts, *first)) continue;
    const auto last = (Polynomial(*binder.high) - Polynomial(binder.low)).as_constant();
    if (!last) return std::nullopt;
    amounts.sources[number].last = *last;
  }
  return amounts;
}

void append_amounts(const Amounts& amounts, std::int64_t largest, std::vector<std::int64_t>& list) {
  auto least = amounts.least();
  if (!least) return;
  if (amounts.sources.size() == 1) {
    Choices(amounts, *std::move(least), largest,
            [&list](std::int64_t amount) { list.push_back(amount); });
    return;
  }
  std::vector<bool> met(static_cast<std::size_t>(largest) + 1);
  Choices(amounts, *std::move(least), largest,
          [&met](std::int64_t amount) { met[static_cast<std::size_t>(amount)] = true; });
  for (std::int64_t amount = 1; amount <= largest; ++amount)
    if (met[static_cast<std::size_t>(amount)]) list.push_back(amount);
}

std::uint64_t most_amounts(const Amounts& amounts, std::int64_t largest) {
  const auto least = amounts.least();
  const auto all = static_cast<std::uint64_t>(std::max<std::int64_t>(largest, 0));
  if (!least) return 0;
  std::uint64_t product = 1;
  for (std::size_t source = 0; source < amounts.sources.size(); ++source) {
    const std::int64_t room = OneFree(amounts, *least, source).room(largest, (*least)[source]);
    const Source& from = amounts.sources[source];
    const std::uint64_t count =
        room < (*least)[source] ? 0
        : from.set              ? most_members(*from.set, room)
                   : static_cast<std::uint64_t>(std::min(room, from.last.value_or(room))) + 1;
    if (__builtin_mul_overflow(product, count, &product)) return all;
  }
  return amounts.sources.size() == 1 ? product : std::min(product, all);
}

}  // namespace grundy::step
