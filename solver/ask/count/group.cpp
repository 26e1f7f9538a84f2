#include "ask/count/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "ask/count/chain.hpp"
#include "base/executor.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::count {
namespace {

void collect(const rules::Expression& expression, std::vector<std::size_t>& variables) {
  if (expression.op == rules::Expression::Op::variable)
    variables.push_back(static_cast<std::size_t>(expression.value));
  for (const rules::Expression& argument : expression.arguments) collect(argument, variables);
}

void collect(const rules::Condition& condition, std::vector<std::size_t>& variables) {
  for (const rules::Expression& side : condition.sides) collect(side, variables);
  for (const rules::Condition& part : condition.parts) collect(part, variables);
}

std::vector<std::size_t> variables_of(const rules::Condition& condition) {
  std::vector<std::size_t> variables;
  collect(condition, variables);
  return variables;
}

std::vector<std::size_t> variables_of(const TermValues& term, std::size_t variables) {
  std::vector<std::size_t> mentioned;
  for (std::size_t v = 0; v < variables; ++v)
    if (term.mentions(v)) mentioned.push_back(v);
  return mentioned;
}

// Which group each variable is in.
class Ties {
 public:
  explicit Ties(std::size_t variables) : leader_(variables) {
    std::iota(leader_.begin(), leader_.end(), std::size_t{0});
  }
  void tie(const std::vector<std::size_t>& variables) {
    for (const std::size_t v : variables) leader_[leader(v)] = leader(variables.front());
  }
  std::size_t leader(std::size_t v) const {
    while (leader_[v] != v) v = leader_[v];
    return v;
  }

 private:
  std::vector<std::size_t> leader_;
};

}  // namespace

std::vector<Group> groups_of(const Question& question, const std::vector<TermValues>& terms) {
  const std::size_t variables = question.ranges.size();
  Ties ties(variables);
  for (const TermValues& term : terms)
    if (const auto mentioned = variables_of(term, variables); !mentioned.empty())
      ties.tie(mentioned);
  for (const Ordering& ordering : question.orderings) ties.tie({ordering.left, ordering.right});
  for (const rules::Condition& condition : question.general)
    if (const auto mentioned = variables_of(condition); !mentioned.empty()) ties.tie(mentioned);

  std::vector<Group> groups(variables + 1);  // the last one of what mentions no variable
  const auto group_of = [&](const std::vector<std::size_t>& mentioned) -> Group& {
    return groups[mentioned.empty() ? variables : ties.leader(mentioned.front())];
  };
  for (std::size_t v = 0; v < variables; ++v) group_of({v}).variables.push_back(v);
  for (const TermValues& term : terms)
    group_of(variables_of(term, variables)).terms.push_back(&term);
  for (const Ordering& ordering : question.orderings)
    group_of({ordering.left}).orderings.push_back(ordering);
  for (const rules::Condition& condition : question.general)
    group_of(variables_of(condition)).general.push_back(condition);
  std::erase_if(groups, [](const Group& group) {
    return group.variables.empty() && group.terms.empty() && group.general.empty();
  });
  return groups;
}

Result<Histogram> histogram(const Group& group, const Question& question, const Options& options,
                            Arithmetic& arithmetic) {
  if (const auto chain = chain_of(group, question)) return histogram(*chain, options, arithmetic);
  return enumerate(group, question, options, arithmetic);
}

namespace {

constexpr double most_positions = 1e11;
constexpr std::int64_t longest_row = 1 << 16;

// One thread's part.
class Enumerator {
 public:
  Enumerator(const Group& group, const Question& question, const Options& options,
             std::size_t nimbers, std::atomic<std::uint64_t>* done)
      : group_(group),
        question_(question),
        options_(options),
        done_(done),
        assignment_(question.ranges.size(), 0),
        counts_(nimbers, 0),
        sums_(nimbers, 0) {}

  // What `variable` may be while those before it in the group are as assigned.
  Range range_of(std::size_t place) const {
    const std::size_t variable = group_.variables[place];
    Range range = question_.ranges[variable];
    const auto is_set = [&](std::size_t v) { return v < variable; };  // variables ascend
    for (const Ordering& ordering : group_.orderings) {
      const std::int64_t step = ordering.strict ? 1 : 0;
      if (ordering.right == variable && is_set(ordering.left))
        range.low = std::max(range.low, assignment_[ordering.left] + step);
      if (ordering.left == variable && is_set(ordering.right))
        range.high = std::min(range.high, assignment_[ordering.right] - step);
    }
    return range;
  }

  // All assignments of the variables from `place` on; `sum` is that of those before.
  void run(std::size_t place, std::int64_t sum) {
    if (group_.variables.empty()) return row(0, 0, 1, 0, false);
    const Range range = range_of(place);
    if (place + 1 == group_.variables.size()) {
      for (std::int64_t x = range.low; x <= range.high && failed_; x += longest_row)
        row(group_.variables[place], x, std::min(longest_row, range.high - x + 1), sum, true);
      return;
    }
    for (std::int64_t x = range.low; x <= range.high && failed_; ++x) fix(place, x, sum);
  }

  void fix(std::size_t place, std::int64_t x, std::int64_t sum) {
    assignment_[group_.variables[place]] = x;
    run(place + 1, sum + x);
  }

  const Status& status() const noexcept { return failed_; }
  void add_to(Histogram& total, Arithmetic& arithmetic) const {
    for (std::size_t v = 0; v < counts_.size(); ++v)
      arithmetic.add({static_cast<Number>(counts_[v]), sums_[v]}, total[v]);
  }

 private:
  // `variable` runs from `first`, `length` values; without `counted` it stands for nothing.
  void row(std::size_t variable, std::int64_t first, std::int64_t length, std::int64_t sum,
           bool counted) {
    if (options_.stop && options_.stop->load(std::memory_order_relaxed))
      failed_ = Error{Errc::interrupted, "interrupted"};
    values_.assign(static_cast<std::size_t>(length), 0);
    for (const TermValues* term : group_.terms)
      term->add_row(assignment_, variable, first, values_);
    for (std::int64_t i = 0; i < length && failed_; ++i) {
      assignment_[variable] = first + i;
      if (!holds()) continue;
      const std::uint32_t nimber = values_[static_cast<std::size_t>(i)];
      ++counts_[nimber];
      sums_[nimber] += counted ? sum + first + i : 0;
    }
    if (done_) *done_ += static_cast<std::uint64_t>(length);
  }

  bool holds() {
    for (const rules::Condition& condition : group_.general) {
      const auto held = oracle::holds(condition, assignment_);
      if (!held) failed_ = held.error();
      if (!held || !*held) return false;
    }
    return true;
  }

  const Group& group_;
  const Question& question_;
  const Options& options_;
  std::atomic<std::uint64_t>* done_;  // may be null
  std::vector<std::int64_t> assignment_;
  std::vector<std::uint32_t> values_;
  std::vector<std::uint64_t> counts_;
  std::vector<Number> sums_;
  Status failed_;
};

// Orderings apart.
double positions_of(const Group& group, const Question& question) {
  double positions = 1;
  for (const std::size_t v : group.variables) {
    const Range& range = question.ranges[v];
    positions *= static_cast<double>(range.high) - static_cast<double>(range.low) + 1;
  }
  return positions;
}

Status check_size(const Group& group, const Question& question) {
  const double positions = positions_of(group, question);
  if (positions <= most_positions) return {};
  std::string names;
  for (const std::size_t v : group.variables)
    names += (names.empty() ? "" : ", ") + question.sum.variables[v];
  return Error{Errc::usage,
               fmt::format("{} must be looked at together, {:.0e} positions, and at most {:.0e} "
                           "are; narrow their ranges, or tie fewer of them: ranges and chains "
                           "such as a <= b <= c of one variable a term are counted at once",
                           names, positions, most_positions)};
}

}  // namespace

Result<Histogram> enumerate(const Group& group, const Question& question, const Options& options,
                            Arithmetic& arithmetic) {
  if (Status small = check_size(group, question); !small) return small.error();
  std::uint32_t bound = 1;
  for (const TermValues* term : group.terms) bound = std::max(bound, term->bound());
  Histogram total(std::bit_ceil(std::size_t{bound}));
  const auto executor = parallel::make_executor("tbb", options.threads);
  if (!executor) return executor.error();
  // Orderings leave some of the positions out, nobody knows how many.
  const std::uint64_t positions =
      group.orderings.empty() ? static_cast<std::uint64_t>(positions_of(group, question)) : 0;
  std::atomic<std::uint64_t>* done = options.begin("counting", positions);
  std::vector<Enumerator> workers((*executor)->threads(),
                                  Enumerator(group, question, options, total.size(), done));
  if (group.variables.size() < 2) {
    workers[0].run(0, 0);
  } else {
    const Range first = workers[0].range_of(0);
    const auto tasks =
        static_cast<std::size_t>(std::max<std::int64_t>(first.high - first.low + 1, 0));
    (*executor)->for_each(tasks, [&](std::size_t task, std::size_t worker) {
      workers[worker].fix(0, first.low + static_cast<std::int64_t>(task), 0);
    });
  }
  for (const Enumerator& worker : workers) {
    if (!worker.status()) return worker.status().error();
    worker.add_to(total, arithmetic);
  }
  return total;
}

}  // namespace grundy::count
