#include "ask/count/group.hpp"

#include <algorithm>
#include <numeric>

#include "ask/count/chain.hpp"
#include "ask/count/enumeration.hpp"

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

}  // namespace grundy::count
