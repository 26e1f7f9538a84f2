#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/machine.hpp"
#include "law/derive.hpp"
#include "run/sweep.hpp"

namespace grundy::law {
namespace {

using Classes = std::vector<std::uint32_t>;

// Heaps are in one class if they have the same value, and so have the heaps whose digits begin with
// theirs, up to some count of further digits. Classes of heaps with one more digit are finer; where
// no class splits, they are the states of the automaton with the fewest states.
class Learner {
 public:
  Learner(std::int64_t base, Classes values) : base_(base), values_(std::move(values)) {}

  std::optional<Automaton> learn() {
    Classes classes = values_;
    std::size_t count = renumber(classes);
    while (classes.size() >= least_heaps) {
      Classes finer = refined(classes);
      const std::size_t finer_count = renumber(finer);
      if (finer_count > most_states) return std::nullopt;
      if (finer_count == count) return automaton(classes, count, finer.size());
      classes = std::move(finer);
      count = finer_count;
    }
    return std::nullopt;
  }

 private:
  // Fewer heaps say little about classes.
  static constexpr std::size_t least_heaps = 64;

  // Numbers classes in the order of their first heaps.
  static std::size_t renumber(Classes& classes) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (std::uint32_t& one : classes)
      one = numbers.try_emplace(one, static_cast<std::uint32_t>(numbers.size())).first->second;
    return numbers.size();
  }

  Classes refined(const Classes& classes) const {
    const auto base = static_cast<std::size_t>(base_);
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    Classes finer(classes.size() / base);
    for (std::size_t n = 0; n < finer.size(); ++n) {
      std::vector<std::uint32_t> own{classes[n]};
      own.insert(own.end(), classes.begin() + static_cast<std::ptrdiff_t>(base * n),
                 classes.begin() + static_cast<std::ptrdiff_t>(base * (n + 1)));
      finer[n] = numbers.try_emplace(std::move(own), static_cast<std::uint32_t>(numbers.size()))
                     .first->second;
    }
    return finer;
  }

  // Of classes each of which has a heap below `heaps`.
  std::optional<Automaton> automaton(const Classes& classes, std::size_t count,
                                     std::size_t heaps) const {
    Automaton made{automata::Numeration::base(base_), std::vector<std::uint32_t>(count), {}};
    made.next.resize(count);
    for (std::size_t n = 0; n < heaps; ++n) {
      const std::size_t state = classes[n];
      if (!made.next[state].empty()) continue;
      made.values[state] = values_[n];
      for (std::size_t digit = 0; digit < static_cast<std::size_t>(base_); ++digit)
        made.next[state].push_back(classes[n * static_cast<std::size_t>(base_) + digit]);
    }
    if (!why_no_automaton(made, 1).empty()) return std::nullopt;
    return made;
  }

  std::int64_t base_;
  Classes values_;
};

// The values of the first heaps of the box, from heap 0 on.
Classes values_of(const Values& values) {
  constexpr std::int64_t most_heaps_learnt = 1 << 20;
  const std::int64_t low = values.box().low[0];
  const std::int64_t end = std::max(low, std::min(values.box().high[0] + 1, most_heaps_learnt));
  Classes all(static_cast<std::size_t>(end));
  sweep::read_values(values.plan, values.solution, values.plan.quantity, values.box().low,
                     std::span(all).subspan(static_cast<std::size_t>(low)));
  return all;
}

}  // namespace

Result<std::optional<Law>> derive_automaton(const Question& question, const Values& values,
                                            const Limits& limits) {
  const Stopwatch watch;
  const rules::Rules& rules = question.rules;
  if (rules.dimensions() != 1 || rules.coordinates[0].low < 0 ||
      (question.quantity == Quantity::outcome && rules.has_sums()))
    return std::optional<Law>();
  const auto text = Child::text_of(
      limits, [&] { return std::to_string(relation::base_of_options(rules).value_or(0)); },
      question.solving.stop);
  if (!text) return text.error();
  const std::int64_t base = *text ? std::stoll(**text) : 0;
  if (base < 2) return std::optional<Law>();
  auto automaton = Learner(base, values_of(values)).learn();
  if (!automaton) return std::optional<Law>();
  Certified law{"automaton", "proved", {}};
  law.claim.quantity = question.quantity;
  law.claim.text = automaton_text(rules, question.quantity, *automaton);
  law.automaton = std::move(automaton);
  return judged_law(question, values, std::move(law),
                    {limits.seconds - watch.seconds(), limits.bytes});
}

}  // namespace grundy::law
