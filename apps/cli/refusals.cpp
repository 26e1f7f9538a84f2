#include "refusals.hpp"

#include <fmt/format.h>

#include "run.hpp"
#include "text.hpp"

namespace grundy::cli {
namespace {

bool is_of_one_question(const Error& error) {
  return error.code == Errc::usage || error.code == Errc::rules || error.code == Errc::unsupported;
}

}  // namespace

Status Refusals::add(const Error& error, const std::string& question, std::size_t line) {
  if (!is_of_one_question(error)) return error;
  any_ = true;
  const std::string place = line > 0 ? fmt::format("line {}: ", line) : "";
  fail({error.code, place + error.message});
  if (!as_json_) return {};
  Json json{{key_, question}};
  if (line > 0) json["line"] = line;
  json["error"] = error.message;
  print(json);
  return {};
}

}  // namespace grundy::cli
