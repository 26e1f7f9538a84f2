#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/machine.hpp"
#include "law/derive.hpp"

namespace grundy::law {
namespace {

using Json = nlohmann::ordered_json;

Result<std::optional<relation::RangeTexts>> ends_of(const Question& question,
                                                    const Limits& limits) {
  using None = std::optional<relation::RangeTexts>;
  const auto text = Child::text_of(
      limits,
      [&] {
        const auto ends = relation::ends_of_range(question.rules);
        return ends ? Json{{"low", ends->low}, {"high", ends->high}}.dump() : std::string();
      },
      question.solving.stop);
  if (!text) return text.error();
  const Json sent = Json::parse(text->value_or(""), nullptr, false);
  if (sent.is_discarded()) return None();
  return std::optional(
      relation::RangeTexts{sent["low"].get<std::string>(), sent["high"].get<std::string>()});
}

}  // namespace

Result<std::optional<Law>> derive_range(const Question& question, const Values& values,
                                        const Limits& limits) {
  const Stopwatch watch;
  if (question.rules.dimensions() != 1) return std::optional<Law>();
  const auto ends = ends_of(question, limits);
  if (!ends) return ends.error();
  const relation::RangeTexts texts = ends->value_or(relation::RangeTexts());
  for (const RangeLaw::By by : {RangeLaw::By::leaving, RangeLaw::By::runs}) {
    if (by == RangeLaw::By::leaving &&
        (question.quantity != Quantity::nimber || texts.are_conditions()))
      continue;
    Certified law{"range", "proved", {}};
    law.range = RangeLaw{by, texts};
    law.claim.quantity = question.quantity;
    law.claim.text = range_text(question.rules, question.quantity, *law.range);
    const Limits left{limits.seconds - watch.seconds(), limits.bytes};
    if (left.seconds <= 0) break;
    auto found = judged_law(question, values, std::move(law), left);
    if (!found || *found) return found;
  }
  return std::optional<Law>();
}

}  // namespace grundy::law
