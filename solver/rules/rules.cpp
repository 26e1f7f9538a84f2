#include "rules/rules.hpp"

#include <algorithm>

namespace grundy::rules {

bool Rules::has_sums() const noexcept {
  return std::any_of(options.begin(), options.end(),
                     [](const OptionRule& rule) { return rule.summands.size() > 1; });
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

std::vector<std::string> Rules::variable_names(const OptionRule& rule) const {
  std::vector<std::string> names = coordinate_names();
  for (const Binder& binder : rule.binders) names.push_back(binder.name);
  return names;
}

void Rules::sort_symmetric(Position& position) const {
  for (const auto& group : symmetric)
    // Insertion sort: groups have at most max_dimensions members and stand anywhere.
    for (std::size_t i = 1; i < group.size(); ++i)
      for (std::size_t j = i; j > 0 && position[group[j]] < position[group[j - 1]]; --j)
        std::swap(position[group[j]], position[group[j - 1]]);
}

}  // namespace grundy::rules
