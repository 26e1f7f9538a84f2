#include "rules/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace grundy::rules {
namespace {

constexpr std::array<std::string_view, 5> names_of_functions{"valuation", "power_part", "digit_sum",
                                                             "prime_factors", "least_prime"};

}  // namespace

std::span<const std::string_view> function_names() noexcept {
  return names_of_functions;
}

std::string_view to_string(Claim::Function::Kind kind) noexcept {
  return names_of_functions[static_cast<std::size_t>(kind)];
}

std::optional<Claim::Function::Kind> function_from(std::string_view name) noexcept {
  const auto found = std::ranges::find(names_of_functions, name);
  if (found == names_of_functions.end()) return std::nullopt;
  return static_cast<Claim::Function::Kind>(found - names_of_functions.begin());
}

bool has_base(Claim::Function::Kind kind) noexcept {
  return kind != Claim::Function::Kind::prime_factors && kind != Claim::Function::Kind::least_prime;
}

std::string name_of(const Claim::Function& function) {
  using Kind = Claim::Function::Kind;
  if (function.kind == Kind::exclusive) return "bxor";
  if (function.kind != Kind::member) return std::string(to_string(function.kind));
  const auto* const set = std::ranges::find(named_sets, function.set.kind,
                                            [](const NamedSet& one) { return one.kind; });
  const std::string base =
      function.set.kind == NumberSet::Kind::powers ? fmt::format("({})", function.set.base) : "";
  return fmt::format("in {}{}", set->name, base);
}

}  // namespace grundy::rules
