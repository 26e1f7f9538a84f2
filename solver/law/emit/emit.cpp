#include "law/emit/emit.hpp"

#include <fmt/format.h>

#include "law/emit/language.hpp"

namespace grundy::law {
namespace {

std::size_t count(const rules::Condition& condition) {
  std::size_t all = condition.sides.empty() ? 0 : 1;
  for (const rules::Condition& part : condition.parts) all += count(part);
  return all;
}

}  // namespace

std::size_t comparisons(const rules::Claim& claim) {
  std::size_t all = count(claim.p);
  for (const auto& piece : claim.pieces) all += count(piece.when);
  return all;
}

Result<std::string> emit(const Emitted& law, Form form) {
  const std::size_t most = form == Form::tex ? most_listed_in_tex : most_listed;
  if (law.listing.values.size() > most)
    return Error{Errc::unsupported,
                 fmt::format("the law lists {} values, and at most {} are printed; -o writes all",
                             law.listing.values.size(), most)};
  switch (form) {
    case Form::c:
      return in_c(law);
    case Form::python:
      return in_python(law);
    case Form::tex:
      break;
  }
  return in_tex(law);
}

}  // namespace grundy::law
