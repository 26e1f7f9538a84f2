#include "rules/rules.hpp"

#include <algorithm>

namespace grundy::rules {

bool Rules::has_sums() const noexcept {
  return std::any_of(options.begin(), options.end(), [](const OptionRule& rule) {
    return rule.summands.size() > 1 || !rule.stretches.empty();
  });
}

bool Rules::has_stretches() const noexcept {
  return std::any_of(options.begin(), options.end(),
                     [](const OptionRule& rule) { return !rule.stretches.empty(); });
}

bool Rules::has_ending(Outcome outcome) const noexcept {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const Ending& ending) { return ending.outcome == outcome; });
}

std::vector<std::string> Rules::coordinate_names() const {
  std::vector<std::string> names;
  for (const Coordinate& coordinate : coordinates) names.push_back(coordinate.name);
  return names;
}

Position Rules::low_corner() const {
  Position low;
  for (const Coordinate& coordinate : coordinates) low.push_back(coordinate.low);
  return low;
}

Box Rules::low_box(std::int64_t extent) const {
  Box box{low_corner(), {}};
  for (const Coordinate& coordinate : coordinates) {
    const std::int64_t high = coordinate.low + extent - 1;
    box.high.push_back(std::min(high, coordinate.high.value_or(high)));
  }
  return box;
}

std::vector<std::string> Rules::variable_names(const OptionRule& rule) const {
  std::vector<std::string> names = coordinate_names();
  for (const Binder& binder : rule.binders) names.push_back(binder.name);
  return names;
}

OptionRule replaced(const OptionRule& rule, const Expression& from, const Expression& to) {
  OptionRule result = rule;
  for (Binder& binder : result.binders) {
    binder.low = replaced(binder.low, from, to);
    if (binder.high) binder.high = replaced(*binder.high, from, to);
  }
  result.when = replaced(rule.when, from, to);
  for (auto& summand : result.summands)
    for (Expression& coordinate : summand) coordinate = replaced(coordinate, from, to);
  for (Stretch& stretch : result.stretches) stretch.count = replaced(stretch.count, from, to);
  return result;
}

}  // namespace grundy::rules
