#include "law/certificate/says.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "law/certificate/range_values.hpp"
#include "law/certificate/root_range.hpp"
#include "oracle/evaluate.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::law {
namespace {

// A number as a claim of nimbers.
class Formula {
 public:
  explicit Formula(rules::Claim claim) : claim_(std::move(claim)) {}

  std::optional<std::int64_t> operator()(std::int64_t n) const {
    const std::array variables{n};
    for (const rules::Claim::Piece& piece : claim_.pieces) {
      if (!rules::is_true(piece.when)) {
        const auto holds = oracle::holds(piece.when, variables);
        if (!holds) return std::nullopt;
        if (!*holds) continue;
      }
      const auto value = oracle::evaluate(piece.value, variables);
      return value ? std::optional(*value) : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  rules::Claim claim_;
};

class FormulaOptions final : public RangeOptions {
 public:
  explicit FormulaOptions(relation::RangeEnds ends)
      : low_(std::move(ends.low)), high_(std::move(ends.high)) {}

  std::optional<std::int64_t> low(std::int64_t n) const override { return low_(n); }
  std::optional<std::int64_t> high(std::int64_t n) const override { return high_(n); }

 private:
  Formula low_, high_;
};

}  // namespace

Result<relation::RangeEnds> range_ends(const rules::Rules& rules, const relation::RangeTexts& texts,
                                       std::string_view source) {
  const auto read = [&](const std::string& text) -> Result<rules::Claim> {
    auto claim = rules::parse_claim("nimber = " + text, rules, source);
    if (claim && !claim->functions.empty())
      return Error{Errc::rules,
                   fmt::format("{}: an end of a range is no linear number: {}", source, text)};
    return claim;
  };
  auto low = read(texts.low);
  if (!low) return low.error();
  auto high = read(texts.high);
  if (!high) return high.error();
  return relation::RangeEnds{*std::move(low), *std::move(high)};
}

std::shared_ptr<const HeapValues> heap_values_of(const Certificate& certificate,
                                                 const Certified& law) {
  if (law.automaton && certificate.rules.dimensions() == 1)
    return std::make_shared<AutomatonValues>(*law.automaton);
  if (!law.range) return nullptr;
  std::unique_ptr<const RangeOptions> options;
  if (law.range->ends.are_conditions()) {
    options = root_range(certificate.rules);
  } else if (auto ends = range_ends(certificate.rules, law.range->ends, "range")) {
    options = std::make_unique<FormulaOptions>(*std::move(ends));
  }
  if (!options) return nullptr;
  const std::int64_t first = certificate.rules.coordinates[0].low;
  if (law.range->by == RangeLaw::By::leaving) return values_by_leaving(std::move(options), first);
  return values_in_runs(std::move(options), first, law.claim.quantity, certificate.convention);
}

Says::Says(const Certificate& certificate, const Certified& law)
    : law_(law), low_(certificate.box.low[0]), heap_values_(heap_values_of(certificate, law)) {}

Result<std::int64_t> Says::operator()(const Position& position) const {
  if (heap_values_) {
    const auto value = heap_values_->value(position[0]);
    if (value) return *value;
    return Error{Errc::usage, fmt::format("the law says nothing of {} within its limits",
                                          grundy::to_string(position))};
  }
  if (law_.automaton) return std::int64_t{law_.automaton->values[law_.automaton->state(position)]};
  if (law_.values.empty()) return oracle::claimed(law_.claim, position);
  std::int64_t n = position[0];
  const auto& [first, length] = *law_.repetition;
  if (n >= first) n = first + (n - first) % length;
  return std::int64_t{law_.values[static_cast<std::size_t>(n - low_)]};
}

}  // namespace grundy::law
