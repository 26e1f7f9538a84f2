// c/law.cpp: laws looked for and checked.
#include <memory>

#include "arguments.hpp"
#include "ask/laws/laws.hpp"
#include "grundy.h"
#include "rules/language/parser.hpp"

struct grundy_laws {
  grundy::session::LawAnswer answer;
};

namespace grundy::c {
namespace {

Result<std::vector<std::int64_t>> box_of(const grundy_law_options& options) {
  if (options.high == nullptr) return std::vector<std::int64_t>();
  if (options.dimensions == 0 || options.dimensions > max_dimensions)
    return Error{Errc::usage, fmt::format("`high` has {} coordinates, expected 1 for all or one "
                                          "for each",
                                          options.dimensions)};
  return std::vector(options.high, options.high + options.dimensions);
}

Result<session::LawAsked> asked_from(const grundy_law_options& options) {
  if (!options.game && !options.rules)
    return Error{Errc::usage, "neither `game` nor `rules` says what the law is about"};
  const auto parameters = rules::parse_overrides(text_from(options.parameters));
  if (!parameters) return parameters.error();
  const auto high = box_of(options);
  if (!high) return high.error();
  const auto quantity = quantity_from(options.quantity);
  if (!quantity) return quantity.error();
  const auto convention = convention_from(options.convention);
  if (!convention) return convention.error();
  if (options.claim && *quantity)
    return Error{Errc::usage, "`quantity` is set, and the claim says what it is about"};
  session::LawAsked asked;
  asked.solve.game = text_from(options.game);
  asked.solve.rules = text_from(options.rules);
  asked.solve.parameters = *parameters;
  asked.solve.high = *high;
  asked.solve.quantity = *quantity;
  asked.solve.convention = *convention;
  asked.solve.threads = options.threads;
  if (options.memory_bytes) asked.solve.memory_limit = options.memory_bytes;
  asked.section = text_from(options.section);
  if (options.claim) asked.claim = options.claim;
  if (options.milliseconds) asked.seconds = static_cast<double>(options.milliseconds) / 1000;
  return asked;
}

Status law(const grundy_law_options* given, grundy_laws** laws) {
  if (Status there = required(laws, "laws"); !there) return there;
  *laws = nullptr;
  const auto options = options_from(given, "grundy_law_options");
  if (!options) return options.error();
  const auto asked = asked_from(*options);
  if (!asked) return asked.error();
  std::function<bool()> watch;
  if (options->progress) watch = [&options] { return options->progress(options->user, 0, 0) == 0; };
  auto answer = session::tell_law(*asked, watch);
  if (!answer) return answer.error();
  *laws = std::make_unique<grundy_laws>(grundy_laws{*std::move(answer)}).release();
  return {};
}

}  // namespace
}  // namespace grundy::c

int grundy_law(const grundy_law_options* options, grundy_laws** laws) {
  return grundy::c::guarded([&] { return grundy::c::law(options, laws); });
}

const char* grundy_laws_json(const grundy_laws* laws) {
  return laws ? laws->answer.json.c_str() : "";
}

const char* grundy_laws_certificate(const grundy_laws* laws) {
  return laws ? laws->answer.certificate.c_str() : "";
}

const char* grundy_laws_code(const grundy_laws* laws, const char* language) {
  if (!laws || !language) return "";
  const std::string_view name = language;
  if (name == "c") return laws->answer.c.c_str();
  if (name == "python") return laws->answer.python.c_str();
  return name == "tex" ? laws->answer.tex.c_str() : "";
}

void grundy_laws_free(grundy_laws* laws) {
  delete laws;
}
