#include "server/access_log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "server/answers.hpp"

namespace grundy::server {
namespace {

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", parts);
}

std::string in_json(const http::Exchange& exchange) {
  Json json;
  json["time"] = time_now();
  json["client"] = exchange.request.client;
  json["method"] = exchange.request.method;
  json["target"] = exchange.request.target;
  json["status"] = exchange.status;
  json["bytes"] = exchange.bytes;
  json["seconds"] = exchange.seconds;
  json["whole"] = exchange.whole;
  return to_text(json) + "\n";
}

// Quotes and backslashes get a backslash; all other visible signs are as they were sent.
std::string in_quotes(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c > ' ' && c < '\x7f' ? c : '?';
  }
  return safe;
}

}  // namespace

std::string line_of(const http::Exchange& exchange, LogForm form) {
  if (form == LogForm::json) return in_json(exchange);
  const http::Request& request = exchange.request;
  const std::string asked = request.method.empty()
                                ? "-"
                                : fmt::format("{} {}", request.method, in_quotes(request.target));
  return fmt::format("{} {} \"{}\" {} {} {:.1f}ms{}\n", time_now(), request.client, asked,
                     exchange.status, exchange.bytes, exchange.seconds * 1e3,
                     exchange.whole ? "" : " broken off");
}

}  // namespace grundy::server
