#include "ask/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "rules/language/parser.hpp"

namespace grundy::query {
namespace {

constexpr std::uint64_t most_equal = std::uint64_t{1} << 62;

std::string parameters_text(const rules::Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("{}{}={}", text.empty() ? "; " : ", ", name, rules::to_string(value));
  return text;
}

}  // namespace

Result<Sum> Sum::of(const std::vector<Term>& terms) {
  Sum sum;
  std::map<std::pair<const rules::Rules*, Position>, std::size_t> places;
  for (const Term& term : terms) {
    const auto [at, is_new] =
        places.try_emplace({term.game->rules.get(), term.position}, sum.terms_.size());
    if (is_new) {
      sum.terms_.push_back(term);
      continue;
    }
    std::uint64_t& count = sum.terms_[at->second].count;
    if (term.count > most_equal - std::min(count, most_equal))
      return Error{Errc::usage, fmt::format("more than 2^62 times {}({})", term.game->name,
                                            fmt::join(term.position, ","))};
    count += term.count;
  }
  return sum;
}

Sum Sum::with_one_replaced(std::size_t term, const std::vector<Position>& by) const {
  Sum after = *this;
  const std::shared_ptr<const Game> game = terms_[term].game;
  auto at = after.terms_.begin() + static_cast<std::ptrdiff_t>(term);
  at = --at->count == 0 ? after.terms_.erase(at) : std::next(at);
  for (const Position& position : by) {
    const auto equal =
        std::find_if(after.terms_.begin(), after.terms_.end(), [&](const Term& other) {
          return other.game->rules == game->rules && other.position == position;
        });
    if (equal != after.terms_.end())
      ++equal->count;
    else
      at = std::next(after.terms_.insert(at, {game, position, 1}));
  }
  return after;
}

std::optional<Convention> Sum::convention() const noexcept {
  if (terms_.empty()) return Convention::normal;
  const Convention first = terms_.front().game->rules->convention;
  for (const Term& term : terms_)
    if (term.game->rules->convention != first) return std::nullopt;
  return first;
}

std::string to_string(const Term& term) {
  return fmt::format("{}{}({}{})", term.count == 1 ? "" : fmt::format("{}*", term.count),
                     term.game->name, fmt::join(term.position, ","),
                     parameters_text(term.game->given));
}

std::string to_string(const Sum& sum) {
  if (sum.terms().empty()) return "0";
  std::string text;
  for (const Term& term : sum.terms()) text += (text.empty() ? "" : " + ") + to_string(term);
  return text;
}

}  // namespace grundy::query
