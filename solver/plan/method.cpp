#include "plan/method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace grundy::plan {
namespace {

using family::Scope;

// Asks a family whether one of its claims holds. Errc::usage, with the reason, if not.
template <std::size_t number>
Result<Method> ask(Scope& scope, const family::Claim& claim) {
  if (scope.convention == Convention::misere && !claim.under_misere)
    return family::does_not_apply(
        fmt::format("it finds the {} under normal play only", to_string(scope.quantity)));
  if (!scope.rules.endings.empty() && !claim.with_endings)
    return family::does_not_apply("the rules have endings");
  scope.computed = claim.computed;
  auto found = FamilyOf<number>::recognise(scope);
  if (!found) return found.error();
  family::Traits& traits = *found;
  return Method{std::move(traits), Task(std::in_place_index<number>, std::move(found->task)),
                claim.computed};
}

// Asks it about all claims for the quantity, until one holds.
template <std::size_t number>
Result<Method> ask(Scope& scope) {
  Result<Method> answer =
      family::does_not_apply(fmt::format("it does not compute the {}", to_string(scope.quantity)));
  for (const family::Claim& claim : FamilyOf<number>::claims)
    if (claim.quantity == scope.quantity) {
      answer = ask<number>(scope, claim);
      if (answer || answer.error().code != Errc::usage) break;
    }
  return answer;
}

template <std::size_t number>
bool claims_quantity(Quantity quantity) {
  return std::ranges::any_of(FamilyOf<number>::claims, [&](const family::Claim& claim) {
    return claim.quantity == quantity;
  });
}

constexpr std::size_t number_of_search = forms;
constexpr std::size_t number_of_generic = forms + 1;

Error does_not_apply(std::string_view kernel, const Error& why_not) {
  if (why_not.code != Errc::usage) return why_not;
  return {Errc::usage, fmt::format("kernel {} does not apply: {}", kernel, why_not.message)};
}

// Consecutive kernels that give the same reason.
struct Declined {
  std::vector<std::string_view> kernels;
  std::string why_not;
};

void add(std::vector<Declined>& all, std::string_view kernel, std::string why_not) {
  if (all.empty() || all.back().why_not != why_not) all.push_back({{}, std::move(why_not)});
  all.back().kernels.push_back(kernel);
}

std::vector<std::string> to_text(const std::vector<Declined>& all) {
  std::vector<std::string> lines;
  for (const Declined& one : all)
    lines.push_back(fmt::format("{}: {}", fmt::join(one.kernels, ", "), one.why_not));
  return lines;
}

// Estimates are compared for this many threads: a saved state may be resumed with others, and must
// meet the same method.
constexpr std::size_t threads_to_compare = 4;
// A method that takes no longer is taken without a look at the others, whose estimates cost more.
constexpr double short_seconds = 2e-3;
// Of the family that is taken by its name alone: what it plans takes too long where boxes are
// planned one after the other, such as for the moves of a position.
constexpr std::size_t number_by_name = compared + 1;
constexpr const char* slower = "it is estimated to take longer";

Result<Method> choose_automatically(Scope& scope) {
  struct Candidate {
    Method method;
    double seconds;
  };
  std::optional<Candidate> best;
  std::optional<Error> error;
  std::vector<Declined> declined;
  const std::size_t threads = std::exchange(scope.threads, threads_to_compare);
  for_each_family([&](auto number) {
    if (number == number_of_search || number == number_by_name) return;
    if (!claims_quantity<number>(scope.quantity)) return;
    if (error || (best && (best->seconds <= short_seconds || number == number_of_generic))) return;
    const std::string_view name = FamilyOf<number>::kernel.name();
    auto answer = ask<number>(scope);
    if (!answer && answer.error().code == Errc::usage && number != number_of_generic)
      return add(declined, name, answer.error().message);
    if (!answer) {
      if (!best) error = answer.error();
      return;
    }
    double seconds = 0;
    if constexpr (number >= compared)
      seconds = FamilyOf<number>::seconds(std::get<number>(answer->task), scope);
    if (best && seconds >= best->seconds) return add(declined, name, slower);
    if (best) add(declined, best->method.kernel().name(), slower);
    best = {std::move(*answer), seconds};
  });
  scope.threads = threads;
  if (!best) return *error;
  best->method.declined = to_text(declined);
  return std::move(best->method);
}

Result<Method> choose_named(Scope& scope, std::string_view name) {
  std::optional<Result<Method>> chosen;
  for_each_family([&](auto number) {
    if (FamilyOf<number>::kernel.name() == name) chosen = ask<number>(scope);
  });
  return *chosen ? std::move(*chosen) : does_not_apply(name, chosen->error());
}

}  // namespace

std::vector<std::string_view> kernel_names() {
  std::vector<std::string_view> names{generic::kernel.name(), search::kernel.name()};
  for_each_family([&](auto number) {
    if (number < forms) names.push_back(FamilyOf<number>::kernel.name());
  });
  return names;
}

std::optional<Kernel> kernel_named(std::string_view name) {
  std::optional<Kernel> found;
  for_each_family([&](auto number) {
    if (FamilyOf<number>::kernel.name() == name) found = FamilyOf<number>::kernel;
  });
  return found;
}

Kernel Method::kernel() const noexcept {
  return with_family(task, [](auto family, const auto&) { return family.kernel; });
}

Result<Method> choose_method(const Scope& asked_for, std::string_view asked) {
  Scope scope = asked_for;
  if (asked != "auto" && !kernel_named(asked))
    return Error{Errc::usage, fmt::format("no kernel is called '{}'; there are auto, {}", asked,
                                          fmt::join(kernel_names(), ", "))};
  if (!search::nimbers_do_not_tell(scope))
    return asked == "auto" ? choose_automatically(scope) : choose_named(scope, asked);
  auto search = ask<number_of_search>(scope);
  if (!search || asked == "auto" || asked == search::kernel.name()) return search;
  return does_not_apply(asked, family::does_not_apply(search->reason));
}

}  // namespace grundy::plan
