#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/machine.hpp"
#include "law/certificate/says.hpp"
#include "law/derive.hpp"

namespace grundy::law {
namespace {

using Json = nlohmann::ordered_json;

// A law in runs must tell the values of heaps up to this one, where the game has them.
constexpr std::int64_t far_heap = 1'000'000'000'000;

Result<std::optional<relation::RangeTexts>> ends_of(const Question& question,
                                                    const Limits& limits) {
  using None = std::optional<relation::RangeTexts>;
  auto child = Child::start(limits, [&] {
    const auto ends = relation::ends_of_range(question.rules);
    return ends ? Json{{"low", ends->low}, {"high", ends->high}}.dump() : std::string();
  });
  if (!child) return child.error();
  const auto text = child->text(question.solving.stop);
  if (!text) return text.error();
  const Json sent = Json::parse(text->value_or(""), nullptr, false);
  if (sent.is_discarded()) return None();
  return std::optional(
      relation::RangeTexts{sent["low"].get<std::string>(), sent["high"].get<std::string>()});
}

// Whether a law gives the values of all heaps of the box, and reaches far.
bool agrees(const Certificate& certificate, const Certified& law, const Values& values,
            const std::atomic<bool>* stop) {
  const Says says(certificate, law);
  const auto& high = certificate.rules.coordinates[0].high;
  if (!says({std::min(far_heap, high.value_or(far_heap))})) return false;
  const Status compared = for_each_row(
      values, [&](const Position& start, std::span<const std::uint32_t> row) -> Status {
        Position heap = start;
        for (const std::uint32_t value : row) {
          const auto said = says(heap);
          if ((stop != nullptr && *stop) || !said || *said != value)
            return Error{Errc::wrong, "not this law"};
          ++heap[0];
        }
        return {};
      });
  return static_cast<bool>(compared);
}

}  // namespace

Result<std::optional<Law>> derive_range(const Question& question, const Values& values,
                                        const Limits& limits) {
  const Stopwatch watch;
  if (question.rules.dimensions() != 1) return std::optional<Law>();
  const auto ends = ends_of(question, limits);
  if (!ends) return ends.error();
  if (!*ends) return std::optional<Law>();
  for (const RangeLaw::By by : {RangeLaw::By::leaving, RangeLaw::By::runs}) {
    if (by == RangeLaw::By::leaving && question.quantity != Quantity::nimber) continue;
    Certified law{"range", "proved", {}};
    law.range = RangeLaw{by, **ends};
    law.claim.quantity = question.quantity;
    law.claim.text = range_text(question.rules, question.quantity, *law.range);
    const Certificate certificate{question.rules, question.convention, values.box(), {}};
    const Limits left{limits.seconds - watch.seconds(), limits.bytes};
    if (left.seconds <= 0) break;
    const auto judged = judge(certificate, law, left, question.solving.stop);
    if (!judged) return judged.error();
    if (!judged->holds || !agrees(certificate, law, values, question.solving.stop)) continue;
    Law found{"range", law.claim.text, {}, {}, {}, {}, law.range};
    found.checked = Checked{Standing::proved, values.box(), judged->why, {}, {}, {}, 0};
    return std::optional(std::move(found));
  }
  return std::optional<Law>();
}

}  // namespace grundy::law
