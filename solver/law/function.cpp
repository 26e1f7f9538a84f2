#include "law/function.hpp"

#include <fmt/format.h>

#include <string_view>

#include "law/certificate/section.hpp"
#include "law/report.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::law {
namespace {

// A formula with more comparisons than this is slower and longer than its values, if they repeat.
constexpr std::size_t most_comparisons = 4;

// The values up to the end of the first period; none where the law is no such listing.
Result<Listing> listing_of(const Question& question, const Law& law) {
  Listing listing;
  if (question.rules.dimensions() != 1 || !law.progression || !law.progression->saltus)
    return listing;
  if (law.claim && comparisons(*law.claim) <= most_comparisons) return listing;
  listing.low = question.rules.coordinates[0].low;
  listing.first = listing.low + law.progression->preperiod;
  listing.length = law.progression->length;
  listing.saltus = *law.progression->saltus;
  listing.values.assign(law.values.begin(), law.values.end());
  if (!law.claim) return listing;
  for (std::int64_t n = listing.low; n < listing.first + listing.length; ++n) {
    const auto value = oracle::claimed(*law.claim, {n});
    if (!value) return value.error();
    listing.values.push_back(*value);
  }
  return listing;
}

std::vector<std::string> remarks_on(const About& about, const Checked& checked,
                                    std::string_view command) {
  std::string first = fmt::format("{}, {}s", about.rules.name, grundy::to_string(about.value));
  if (!about.section.empty()) first += " where " + to_string(about.section, about.rules);
  if (about.convention == Convention::misere) first += ", misere play";
  const std::string standing =
      checked.standing == Standing::proved
          ? fmt::format("Proved for all {}positions: {}.", about.section.empty() ? "" : "these ",
                        checked.proof)
          : fmt::format("Verified on all {} positions up to {}; not proved.", *checked.box.volume(),
                        grundy::to_string(checked.box.high));
  return {fmt::format("{}, printed by `grundy {}`.", first, command), standing};
}

}  // namespace

Result<std::string> function_of(const Question& question, const Law& law, Form form) {
  auto listing = listing_of(question, law);
  if (!listing) return listing.error();
  rules::Claim claim;
  claim.quantity = question.quantity;
  if (listing->values.empty()) claim = law.claim.value_or(claim);
  return emit(
      {question.rules, claim, *std::move(listing), remarks_on(about(question), law.checked, "law")},
      form);
}

Result<std::string> function_of(const Task& task, const Checked& checked, Form form) {
  if (checked.standing == Standing::refuted)
    return Error{Errc::unsupported,
                 fmt::format("the claim is refuted, so there is nothing to emit: {}",
                             to_string(*checked.counterexample, task.claim.quantity))};
  return emit({task.rules, task.claim, {}, remarks_on(about(task), checked, "check")}, form);
}

}  // namespace grundy::law
