#include "plan/method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace grundy::plan {
namespace {

using family::Scope;

constexpr std::size_t number_of_search = forms;
constexpr std::size_t number_of_generic = forms + 1;

// Asks a family whether one of its claims holds. Errc::usage, with the reason, if not.
template <std::size_t number>
Result<Method> ask(Scope& scope, const family::Claim& claim) {
  if (scope.convention == Convention::misere && !claim.under_misere)
    return family::does_not_apply(
        fmt::format("it finds the {} under normal play only", to_string(scope.quantity)));
  if (!scope.rules.endings.empty() && !claim.with_endings)
    return family::does_not_apply("the rules have endings");
  if (!rules::is_true(scope.rules.where) && !requires { FamilyOf<number>::takes_where; })
    return family::does_not_apply("the rules have `where`, and it counts all tuples as positions");
  if (number != number_of_generic && number != number_of_search && scope.rules.has_stretches())
    return family::does_not_apply("some options are sums of variable length");
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

template <std::size_t number>
constexpr double seconds_to_recognise() {
  if constexpr (requires { FamilyOf<number>::seconds_to_recognise; })
    return FamilyOf<number>::seconds_to_recognise;
  else
    return 0;
}

// On one thread, so that a saved state may be resumed with another number of them.
double seconds_of(const Method& method, Scope scope) {
  scope.threads = 1;
  scope.computed = method.computed;
  return with_family(method.task,
                     [&](auto family, const auto& task) { return family.seconds(task, scope); });
}

// The method asked first of those that apply.
struct Chosen {
  Result<Method> method;
  std::size_t number;
  std::vector<Declined> declined;
};

Chosen first_that_applies(Scope& scope) {
  std::optional<Chosen> chosen;
  std::vector<Declined> declined;
  for_each_family([&](auto number) {
    if (seconds_to_recognise<number>() > 0) return;
    if (chosen || number == number_of_search || !claims_quantity<number>(scope.quantity)) return;
    auto answer = ask<number>(scope);
    if (!answer && answer.error().code == Errc::usage && number != number_of_generic)
      add(declined, FamilyOf<number>::kernel.name(), answer.error().message);
    else
      chosen = Chosen{std::move(answer), number, {}};
  });
  chosen->declined = std::move(declined);
  return std::move(*chosen);
}

// A method that is slow to recognise takes the place of a chosen one that comes after it and would
// take longer.
template <std::size_t number>
void improve(Chosen& chosen, Scope& scope) {
  if (!chosen.method || chosen.number < number || !claims_quantity<number>(scope.quantity)) return;
  constexpr std::string_view name = FamilyOf<number>::kernel.name();
  const double seconds = seconds_of(*chosen.method, scope);
  if (seconds < seconds_to_recognise<number>())
    return add(chosen.declined, name, "planning it would take longer than the box");
  auto answer = ask<number>(scope);
  if (!answer) return add(chosen.declined, name, answer.error().message);
  const double improved = seconds_of(*answer, scope);
  if (improved > seconds)
    return add(chosen.declined, name,
               fmt::format("it takes {:.2g} s, {} {:.2g} s (estimated)", improved,
                           chosen.method->kernel().name(), seconds));
  chosen.method = std::move(answer);
  chosen.number = number;
}

Result<Method> choose_automatically(Scope& scope) {
  Chosen chosen = first_that_applies(scope);
  for_each_family([&](auto number) {
    if constexpr (seconds_to_recognise<number>() > 0) improve<number>(chosen, scope);
  });
  if (chosen.method) chosen.method->declined = to_text(chosen.declined);
  return std::move(chosen.method);
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
