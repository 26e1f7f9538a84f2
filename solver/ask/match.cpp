#include "ask/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grundy::query {
namespace {

constexpr std::uint64_t most_apart = 30;

}  // namespace

Sum moving(const Sum& sum, const Option& option) {
  const Term& term = sum.terms()[option.term];
  return *Sum::of({{term.game, term.position, 1}});
}

Sum moved(const Sum& sum, const Option& option) {
  return moving(sum, option).with_one_replaced(0, option.to);
}

std::string describe(const Sum& sum, const Option& option) {
  return fmt::format("{} -> {}", to_string(moving(sum, option)), to_string(moved(sum, option)));
}

std::vector<Component> components(const Sum& sum) {
  std::uint64_t all = 0;
  for (const Term& term : sum.terms()) all += std::min(term.count, most_apart + 1);
  std::vector<Component> result;
  for (std::size_t term = 0; term < sum.terms().size(); ++term) {
    const std::uint64_t count = sum.terms()[term].count;
    if (all > most_apart)
      result.push_back({term, count});
    else
      result.insert(result.end(), count, {term, 1});
  }
  return result;
}

Result<Match> Match::begin(Sum sum, Convention convention, Evaluator& evaluator) {
  Match match(convention, evaluator);
  auto options = match.options_of(sum);
  if (!options) return options.error();
  match.options_ = *std::move(options);
  match.history_.push_back(std::move(sum));
  return match;
}

Result<std::vector<Option>> Match::options_of(const Sum& sum) const {
  std::vector<Option> all;
  for (std::size_t term = 0; term < sum.terms().size(); ++term) {
    auto options = evaluator_->options(sum.terms()[term]);
    if (!options) return options.error();
    for (std::vector<Position>& to : *options) all.push_back({term, std::move(to)});
  }
  return all;
}

Status Match::play(const Option& option) {
  Sum next = sum().with_one_replaced(option.term, option.to);
  auto options = options_of(next);
  if (!options) return options.error();
  options_ = *std::move(options);
  history_.push_back(std::move(next));
  return {};
}

Status Match::take_back(std::size_t plies) {
  const std::size_t kept = history_.size() - plies;
  auto options = options_of(history_[kept - 1]);
  if (!options) return options.error();
  options_ = *std::move(options);
  history_.resize(kept);
  return {};
}

}  // namespace grundy::query
