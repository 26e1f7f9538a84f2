#include "ask/move_rules.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "oracle/options.hpp"

namespace grundy::query {
namespace {

// The moves of one term, by what they leave, that have no rule yet.
using Unexplained = std::map<oracle::Sum, std::vector<std::size_t>>;

Unexplained moves_of(std::size_t term, const Moves& moves) {
  Unexplained unexplained;
  for (std::size_t i = 0; i < moves.options.size(); ++i) {
    if (moves.options[i].term != term) continue;
    oracle::Sum to = moves.options[i].to;
    std::ranges::sort(to);
    unexplained[std::move(to)].push_back(i);
  }
  return unexplained;
}

std::vector<std::string> texts_of(const rules::Rules& rules) {
  std::vector<std::string> texts;
  for (const rules::OptionRule& rule : rules.options)
    if (std::ranges::find(texts, rule.text) == texts.end()) texts.push_back(rule.text);
  return texts;
}

rules::Rules only(const rules::Rules& rules, const std::string& text) {
  rules::Rules one = rules;
  std::erase_if(one.options, [&](const rules::OptionRule& rule) { return rule.text != text; });
  return one;
}

}  // namespace

std::vector<std::optional<std::string>> rules_of_moves(const Sum& sum, const Moves& moves) {
  constexpr std::chrono::milliseconds most{10};
  oracle::Patience patience(oracle::Patience::Clock::now() + most);
  std::vector<std::optional<std::string>> found(moves.options.size());
  for (std::size_t term = 0; term < sum.terms().size(); ++term) {
    const auto& [game, position, count] = sum.terms()[term];
    Unexplained unexplained = moves_of(term, moves);
    for (const std::string& text : texts_of(*game->rules)) {
      if (unexplained.empty()) break;
      const auto visit = [&](const oracle::Sum& option) -> Status {
        const auto there = unexplained.find(option);
        if (there == unexplained.end()) return {};
        for (const std::size_t move : there->second) found[move] = text;
        unexplained.erase(there);
        return unexplained.empty() ? Status(oracle::Patience::error()) : Status();
      };
      // An error: all are found, or the time is over.
      static_cast<void>(
          oracle::for_each_option(only(*game->rules, text), position, visit, &patience));
    }
  }
  return found;
}

}  // namespace grundy::query
