// Sequences G(n + p) = G(n) + s for n >= n0.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "law/sample.hpp"
#include "law/sequence.hpp"

namespace grundy::law {
namespace {

// As many exceptions as this for each value of the period are no law, but a table.
constexpr std::size_t exceptions_for_each = 2;

std::string any_of(const std::vector<std::string>& conditions) {
  return fmt::format("{}", fmt::join(conditions, " or "));
}

std::vector<std::string> residues(const std::string& name, std::int64_t period,
                                  const std::vector<std::int64_t>& which) {
  std::vector<std::string> texts;
  for (const std::int64_t residue : which)
    texts.push_back(fmt::format("{} mod {} = {}", name, period, residue));
  return texts;
}

// Residues that have the same formula, the most frequent formula last.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> groups(const Sequence& sequence,
                                                                      const std::string& name) {
  std::map<std::string, std::vector<std::int64_t>> having;
  for (std::int64_t r = 0; r < sequence.period; ++r)
    having[formula(sequence, name, r)].push_back(r);
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> all(having.begin(), having.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  return all;
}

std::string nimbers(const Sequence& sequence, const std::string& name) {
  std::vector<std::string> pieces;
  for (const auto& [n, value] : sequence.exceptions)
    pieces.push_back(fmt::format("{} when {} = {}", value, name, n));
  if (const auto whole = single_formula(sequence, name)) {
    pieces.push_back(*whole);
  } else {
    const auto all = groups(sequence, name);
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
      pieces.push_back(fmt::format("{} when {}", all[i].first,
                                   any_of(residues(name, sequence.period, all[i].second))));
    pieces.push_back(all.back().first);
  }
  return fmt::format("nimber = {}", fmt::join(pieces, ", "));
}

std::string outcomes(const Sequence& sequence, const std::string& name) {
  std::vector<std::int64_t> lost;
  for (std::int64_t r = 0; r < sequence.period; ++r)
    if (sequence.offsets[static_cast<std::size_t>(r)] == 0) lost.push_back(r);
  std::string law = any_of(residues(name, sequence.period, lost));
  if (sequence.period == 1 && !lost.empty()) law = "0 = 0";
  std::string also;
  if (std::any_of(sequence.exceptions.begin(), sequence.exceptions.end(),
                  [](const auto& exception) { return exception.second != 0; }))
    law = law.empty() ? law : "(" + law + ")";
  for (const auto& [n, value] : sequence.exceptions)
    if (value == 0)
      also += fmt::format("{}{} = {}", law.empty() && also.empty() ? "" : " or ", name, n);
    else if (!law.empty())
      law += fmt::format(" and {} != {}", name, n);
  const std::string all = law + also;
  return "P when " + (all.empty() ? "0 = 1" : all);
}

}  // namespace

std::string guess_period(const Sample& sample) {
  if (sample.box.dimensions() != 1) return {};
  const std::vector<std::int64_t> values(sample.values.begin(), sample.values.end());
  const auto sequence = find_sequence(values, sample.box.low[0]);
  if (!sequence ||
      sequence->exceptions.size() > exceptions_for_each * (sequence->offsets.size() + 1))
    return {};
  if (sample.quantity == Quantity::nimber) return nimbers(*sequence, sample.names[0]);
  return sequence->saltus == 0 ? outcomes(*sequence, sample.names[0]) : std::string();
}

}  // namespace grundy::law
