// law/guess_period.cpp: laws made of sequences that repeat or grow with a period: along one
// coordinate, in a few rows, and as the xor of several.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "law/guess.hpp"
#include "law/sequence.hpp"

namespace grundy::law {

// Sequences G(n + p) = G(n) + s for n >= n0, along one coordinate.

namespace {

// A longer period, or more exceptions, in all or for each value of the period, would be no law but
// a table.
constexpr std::size_t most_offsets = 64;
constexpr std::size_t most_exceptions = 32, exceptions_for_each = 2;
constexpr std::uint64_t most_rows = 16;

bool is_a_law(const Sequence& sequence) {
  return sequence.offsets.size() <= most_offsets && sequence.exceptions.size() <= most_exceptions &&
         sequence.exceptions.size() <= exceptions_for_each * (sequence.offsets.size() + 1);
}

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

// The pieces of a claim about positions of which `where` holds: "" or "a = 1".
std::vector<std::string> nimbers(const Sequence& sequence, const std::string& name,
                                 const std::string& where) {
  std::vector<std::string> pieces;
  const auto add = [&](const std::string& value, const std::string& when) {
    const char* const both = when.empty() || where.empty() ? "" : " and ";
    const std::string condition = where + both + when;
    pieces.push_back(condition.empty() ? value : fmt::format("{} when {}", value, condition));
  };
  for (const auto& [n, value] : sequence.exceptions)
    add(std::to_string(value), fmt::format("{} = {}", name, n));
  if (const auto whole = single_formula(sequence, name)) {
    add(*whole, "");
    return pieces;
  }
  const auto all = groups(sequence, name);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const std::string any = any_of(residues(name, sequence.period, all[i].second));
    add(all[i].first, where.empty() || all[i].second.size() == 1 ? any : "(" + any + ")");
  }
  add(all.back().first, "");
  return pieces;
}

// The condition for values of 0; empty if there is none.
std::string lost(const Sequence& sequence, const std::string& name) {
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
  return law + also;
}

std::string claim(Quantity quantity, const std::vector<std::string>& texts) {
  if (quantity == Quantity::nimber) return fmt::format("nimber = {}", fmt::join(texts, ", "));
  return "P when " + (texts.empty() ? "0 = 1" : any_of(texts));
}

// Adds the conditions or pieces for one line; false if it follows no such law.
bool add(const Sequence& sequence, const std::string& name, const std::string& where,
         Quantity quantity, std::vector<std::string>& texts) {
  if (!is_a_law(sequence)) return false;
  if (quantity == Quantity::nimber) {
    const auto pieces = nimbers(sequence, name, where);
    texts.insert(texts.end(), pieces.begin(), pieces.end());
    return true;
  }
  const std::string here = lost(sequence, name);
  if (!here.empty())
    texts.push_back(where.empty() ? here : fmt::format("{} and ({})", where, here));
  return !grows(sequence);
}

// The axis that is longer than all others, which are therefore complete.
std::optional<std::size_t> long_axis(const Box& box) {
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < box.dimensions(); ++axis)
    if (box.extent(axis) > box.extent(longest)) longest = axis;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    if (axis != longest && box.extent(axis) == box.extent(longest)) return std::nullopt;
  return longest;
}

std::vector<std::int64_t> row_of(const Sample& sample, Position at, std::size_t axis) {
  std::vector<std::int64_t> values;
  for (; at[axis] <= sample.box.high[axis]; ++at[axis]) values.push_back(sample.at(at));
  return values;
}

// "a = 1 and c = 2": the row along `axis`. Coordinates with a single value are left out.
std::string row_name(const Sample& sample, const Position& at, std::size_t axis) {
  std::vector<std::string> equal;
  for (std::size_t other = 0; other < at.size(); ++other)
    if (other != axis && sample.box.extent(other) > 1)
      equal.push_back(fmt::format("{} = {}", sample.names[other], at[other]));
  return fmt::format("{}", fmt::join(equal, " and "));
}

}  // namespace

Guess guess_period(const Sample& sample) {
  if (sample.box.dimensions() != 1) return {};
  const std::vector<std::int64_t> values(sample.values.begin(), sample.values.end());
  const std::int64_t low = sample.box.low[0];
  const auto sequence = sample.period ? std::optional(sequence_with(values, low, *sample.period))
                                      : find_sequence(values, low);
  std::vector<std::string> texts;
  if (!sequence || !add(*sequence, sample.names[0], "", sample.quantity, texts)) return {};
  return {claim(sample.quantity, texts), progression_of(*sequence, low)};
}

Guess guess_rows(const Sample& sample) {
  const auto axis = long_axis(sample.box);
  if (sample.box.dimensions() < 2 || !axis) return {};
  Box starts = sample.box;
  starts.high[*axis] = starts.low[*axis];
  const std::uint64_t rows = *starts.volume();
  if (rows > most_rows) return {};
  Guess guess;
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < rows; ++i) {
    const Position at = starts.position(i);
    const auto sequence = find_sequence(row_of(sample, at, *axis), at[*axis]);
    if (!sequence ||
        !add(*sequence, sample.names[*axis], row_name(sample, at, *axis), sample.quantity, texts))
      return {};
    guess.progression = progression_of(*sequence, at[*axis]);
  }
  guess.text = claim(sample.quantity, texts);
  return guess;
}

// G(x) as the xor of functions of single coordinates (C. L. Bouton 1901, for Nim).

namespace {

// The values along one coordinate, the others being low.
std::vector<std::int64_t> along(const Sample& sample, std::size_t axis) {
  std::vector<std::int64_t> values;
  Position at = sample.box.low;
  for (; at[axis] <= sample.box.high[axis]; ++at[axis]) values.push_back(sample.at(at));
  return values;
}

bool is_xor(const Sample& sample, const std::vector<std::vector<std::int64_t>>& functions) {
  for (std::uint64_t rank = 0; rank < sample.values.size(); ++rank) {
    const Position at = sample.box.position(rank);
    std::int64_t all = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      all ^= functions[axis][static_cast<std::size_t>(at[axis] - sample.box.low[axis])];
    if (all != sample.values[static_cast<std::size_t>(rank)]) return false;
  }
  return true;
}

}  // namespace

Guess guess_xor(const Sample& sample) {
  if (sample.quantity != Quantity::nimber || sample.box.dimensions() < 2) return {};
  if (sample.values[0] != 0) return {};
  std::vector<std::vector<std::int64_t>> functions;
  std::vector<std::string> terms;
  for (std::size_t axis = 0; axis < sample.box.dimensions(); ++axis) {
    functions.push_back(along(sample, axis));
    const auto sequence = find_sequence(functions.back(), sample.box.low[axis]);
    if (!sequence || !sequence->exceptions.empty()) return {};
    const auto term = single_formula(*sequence, sample.names[axis]);
    if (!term) return {};
    if (*term != "0") terms.push_back(*term);
  }
  if (terms.empty() || !is_xor(sample, functions)) return {};
  return {fmt::format("nimber = {}", fmt::join(terms, " bxor "))};
}

}  // namespace grundy::law
