#include "law/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "law/report.hpp"

namespace grundy::law {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// W. A. Wythoff's pairs follow from the lesser pile and the difference.
std::string with_names(const rules::Rules& rules, const std::string& text) {
  const std::vector<std::string> names = rules.coordinate_names();
  const auto is_name = [&](const char* name) { return std::ranges::count(names, name) > 0; };
  if (names.size() != 2 || is_name("m") || is_name("d")) return text;
  const std::string least = fmt::format("min({}, {})", names[0], names[1]);
  const std::string difference = fmt::format("(max({0}, {1}) - min({0}, {1}))", names[0], names[1]);
  if (text.find(difference) == text.npos) return text;
  const std::string short_text =
      replaced(replaced(replaced(text, difference, "d"), least, "m"), " - 1 * ", " - ");
  return fmt::format("{}, with m = {}, d = |{} - {}|", short_text, least, names[0], names[1]);
}

}  // namespace

std::optional<PeriodTable> period_table(const Question& question, const Law& law) {
  if (question.quantity != Quantity::nimber || !law.claim) return std::nullopt;
  const auto listing = listing_of(question, law);
  if (!listing || listing->values.empty() || listing->saltus != 0) return std::nullopt;
  PeriodTable table{listing->first, {}, {}};
  const std::int64_t length = listing->length;
  table.by_residue.resize(static_cast<std::size_t>(length));
  const auto residue = [&](std::int64_t n) {
    return static_cast<std::size_t>(((n % length) + length) % length);
  };
  const auto value = [&](std::int64_t n) {
    return listing->values[static_cast<std::size_t>(n - listing->low)];
  };
  for (std::int64_t n = listing->first; n < listing->first + length; ++n)
    table.by_residue[residue(n)] = value(n);
  for (std::int64_t n = listing->low; n < listing->first; ++n)
    if (value(n) != table.by_residue[residue(n)]) table.exceptions.emplace_back(n, value(n));
  return table;
}

std::string in_words(const Question& question, const Law& law) {
  const auto table = period_table(question, law);
  if (!table) return with_names(question.rules, law.text);
  const std::string period = fmt::format("period {}", table->by_residue.size());
  return table->exceptions.empty() ? period : fmt::format("{} from {}", period, table->first);
}

}  // namespace grundy::law
