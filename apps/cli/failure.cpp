#include "cli/failure.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "cli/streams.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

constexpr int wrong_status = 1;
constexpr int usage_status = 2;

// What each kind of failure means to a script.
int exit_status(Errc code) {
  switch (code) {
    case Errc::usage:
    case Errc::rules:
    case Errc::unsupported:
      return usage_status;
    case Errc::corrupt:
      return 3;
    case Errc::io:
    case Errc::memory:
      return system_status;
    case Errc::interrupted:
      return interrupted_status;
    case Errc::wrong:
    case Errc::unchecked:
      return wrong_status;
  }
  return usage_status;
}

// The libraries do not know how options are written here: to them --force is "option `force`".
std::string with_flags(std::string message) {
  constexpr std::string_view begin = "option `";
  for (std::size_t at = 0; (at = message.find(begin, at)) != std::string::npos; ++at) {
    const std::size_t name = at + begin.size();
    const std::size_t end = message.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", name);
    if (end != std::string::npos && end > name && message[end] == '`')
      message.replace(at, end + 1 - at, "--" + message.substr(name, end - name));
  }
  return message;
}

bool is_of_one_question(const Error& error) {
  return error.code == Errc::usage || error.code == Errc::rules || error.code == Errc::unsupported;
}

}  // namespace

int fail(const Error& error) {
  if (!error.message.empty()) tell(fmt::format("grundy: {}\n", with_flags(error.message)));
  return exit_status(error.code);
}

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
