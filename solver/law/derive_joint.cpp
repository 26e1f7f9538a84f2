// law/derive_joint.cpp: periods of games of heaps that name each other, as one game of heaps
// (rules/proofs/interleaved.hpp). They are looked for in the values of a box, for all games at
// once.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "law/derive.hpp"
#include "methods/period.hpp"

namespace grundy::law {
namespace {

// The last half of the values repeats, or the last quarter.
constexpr std::uint64_t parts_that_repeat[] = {2, 4};

bool repeats(const std::vector<std::uint32_t>& terms, const family::Period& period) {
  const auto end = terms.end() - static_cast<std::ptrdiff_t>(period.length);
  return std::equal(terms.begin() + static_cast<std::ptrdiff_t>(period.preperiod), end,
                    terms.begin() + static_cast<std::ptrdiff_t>(period.preperiod + period.length));
}

// Of whole heaps: the values of all games begin to repeat with one heap, after as many heaps.
std::optional<family::Period> period_of(const std::vector<std::uint32_t>& terms,
                                        std::uint64_t games) {
  for (const std::uint64_t part : parts_that_repeat) {
    auto found = family::find_period(std::span(terms), terms.size() / part);
    if (!found) continue;
    found->length = std::lcm(found->length, games);
    found->preperiod = (found->preperiod + games - 1) / games * games;
    if (found->preperiod + found->length <= terms.size() && repeats(terms, *found)) return found;
  }
  return std::nullopt;
}

// The m from which on the own game repeats, given that all do. Of heaps side by side its is the
// last.
std::int64_t own_first(const std::vector<std::uint32_t>& terms, std::int64_t low,
                       const relation::Repetition& repetition, std::int64_t games) {
  const auto at = [&](std::int64_t n) { return terms[static_cast<std::size_t>(n - low)]; };
  std::int64_t first = repetition.first + games - 1;
  while (first - games >= low && at(first - games) == at(first - games + repetition.length))
    first -= games;
  return first;
}

}  // namespace

Result<std::optional<Law>> derive_joint(const Question& question, const Values& values,
                                        const Limits& limits) {
  if (question.rules.games_in_heap() == 1 || question.quantity != Quantity::nimber)
    return std::optional<Law>();
  std::vector<std::uint32_t> terms;
  const Status read =
      for_each_row(values, [&](const Position&, std::span<const std::uint32_t> row) {
        terms.insert(terms.end(), row.begin(), row.end());
        return Status();
      });
  if (!read) return read.error();
  const auto period = period_of(terms, question.rules.joint->members.size());
  if (!period) return std::optional<Law>();
  terms.resize(static_cast<std::size_t>(period->preperiod + period->length));
  const auto preperiod = static_cast<std::int64_t>(period->preperiod);
  const auto length = static_cast<std::int64_t>(period->length);
  const relation::Repetition repetition{values.box().low[0] + preperiod, length};
  Certified law{"period", "proved", {}, repetition, std::move(terms)};
  law.claim.quantity = question.quantity;
  law.claim.text = repetition_text(question.rules, question.quantity, repetition);
  const Certificate certificate{question.rules, question.convention, values.box(), {}};
  const auto judged = judge(certificate, law, limits, question.solving.stop);
  if (!judged) return judged.error();
  Checked checked{Standing::proved, values.box(), judged->why, {}, {}, {}, 0, repetition};
  if (!judged->holds)
    checked = {Standing::verified, values.box(), {}, judged->why, {}, {}, 0, repetition};
  const std::int64_t games = question.rules.games_in_heap();
  const std::int64_t first =
      question.rules.written({own_first(law.values, values.box().low[0], repetition, games)})[0];
  if (first < repetition.first / games && judged->holds)
    checked.proof += fmt::format("; those of {} from ({}) on", question.rules.name, first);
  Progression progression{first - question.rules.written(values.box().low)[0], length / games};
  if (progression.preperiod > 0) progression.last_exception = first - 1;
  return std::optional(
      Law{"period", law.claim.text, {}, std::move(checked), progression, std::move(law.values)});
}

}  // namespace grundy::law
