// relation/translate.hpp: from the rule language to functions and sets of integer points.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "relation/isl.hpp"
#include "rules/expression.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// If a construct is not linear, its translation is some valid object and outside() names it. So
// callers check outside() once at the end.
class Translator {
 public:
  // Translates to sets of points with one coordinate for each name.
  Translator(isl_ctx* context, std::vector<std::string> names)
      : context_(context), names_(std::move(names)) {}

  Function number(const rules::Expression& expression);
  Set condition(const rules::Condition& condition);
  Set everything() const;

  // The first construct that is not linear, such as "the product `k * b`".
  const std::optional<std::string>& outside() const noexcept { return outside_; }
  void set_outside(std::string construct);

 private:
  isl_local_space* space() const;
  Function constant(std::int64_t value) const;
  Function product(const rules::Expression& expression);
  Function quotient(const rules::Expression& expression);
  Function joined(const rules::Expression& expression,
                  isl_pw_aff* (*join)(isl_pw_aff*, isl_pw_aff*));
  Function not_linear(const rules::Expression& expression, const char* what);
  Set comparison(const rules::Condition& condition);
  struct Signs;
  Signs signs_of(const rules::Expression& expression);
  std::optional<Set> sign_of_product(const rules::Condition& condition);

  isl_ctx* context_;
  std::vector<std::string> names_;
  std::optional<std::string> outside_;
};

}  // namespace grundy::relation
