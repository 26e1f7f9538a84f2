#include "law/derive.hpp"

#include <algorithm>
#include <utility>

namespace grundy::law {
namespace {

// A law must tell values up to this coordinate, where the game has it.
constexpr std::int64_t far_heap = 1'000'000'000'000;

// Whether a law gives the values of all positions of the box, and reaches far.
bool agrees(const Certificate& certificate, const Certified& law, const Values& values,
            const std::atomic<bool>* stop) {
  const Says says(certificate, law);
  Position far;
  for (const rules::Coordinate& coordinate : certificate.rules.coordinates)
    far.push_back(std::min(far_heap, coordinate.high.value_or(far_heap)));
  if (!says(far)) return false;
  const Status compared = for_each_row(
      values, [&](const Position& start, std::span<const std::uint32_t> row) -> Status {
        Position at = start;
        for (const std::uint32_t value : row) {
          const auto said = says(at);
          if ((stop != nullptr && *stop) || !said || *said != value)
            return Error{Errc::wrong, "not this law"};
          ++at.back();
        }
        return {};
      });
  return static_cast<bool>(compared);
}

}  // namespace

Result<std::optional<Law>> judged_law(const Question& question, const Values& values, Certified law,
                                      const Limits& limits) {
  const Certificate certificate{question.rules, question.convention, values.box(), {}};
  const auto judged = judge(certificate, law, limits, question.solving.stop);
  if (!judged) return judged.error();
  if (!judged->holds || !agrees(certificate, law, values, question.solving.stop))
    return std::optional<Law>();
  Law found{
      law.kind, law.claim.text, {}, {}, {}, {}, std::move(law.range), std::move(law.automaton)};
  found.checked = Checked{Standing::proved, values.box(), judged->why, {}, {}, {}, 0};
  return std::optional(std::move(found));
}

}  // namespace grundy::law
