#include "server/answers.hpp"

#include <fmt/format.h>

namespace grundy::server {
namespace {

constexpr unsigned retry_seconds = 1;

int status_of(Errc code) {
  switch (code) {
    case Errc::usage:
    case Errc::rules:
    case Errc::unsupported:
      return 422;
    case Errc::memory:
      return 507;
    case Errc::interrupted:
      return 503;
    case Errc::corrupt:
    case Errc::io:
    case Errc::wrong:
    case Errc::unchecked:
      break;
  }
  return 500;
}

}  // namespace

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

http::Answer text_answer(std::string text, std::string_view type) {
  http::Answer answer;
  answer.set("Content-Type", std::string(type));
  answer.body = std::move(text);
  return answer;
}

http::Answer json_answer(const Json& json) {
  return text_answer(to_text(json), json_type);
}

http::Answer problem(int status, std::string_view detail, const Json& more) {
  Json json;
  json["type"] = "about:blank";
  json["title"] = http::reason(status);
  json["status"] = status;
  json["detail"] = detail;
  for (const auto& [key, value] : more.items()) json[key] = value;
  http::Answer answer = text_answer(to_text(json), problem_type);
  answer.status = status;
  return answer;
}

http::Answer problem(const http::Refusal& refusal) {
  http::Answer answer = problem(refusal.status, refusal.detail);
  for (const http::Field& field : refusal.fields) answer.fields.push_back(field);
  return answer;
}

http::Answer problem(const Error& error) {
  http::Answer answer = problem(status_of(error.code), error.message);
  if (error.code == Errc::interrupted) answer.set("Retry-After", fmt::to_string(retry_seconds));
  return answer;
}

}  // namespace grundy::server
