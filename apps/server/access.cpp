#include "server/access.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>

#include "server/http/target.hpp"

namespace grundy::server {
namespace {

bool is_any(const std::vector<std::string>& names) {
  return std::ranges::find(names, "*") != names.end();
}

// The origin to name in the answer; nothing where the page may not read it.
std::optional<std::string> allowed_origin(const Access& access, const http::Request& request) {
  if (is_any(access.origins)) return "*";
  const auto origin = request.field("origin");
  if (origin && std::ranges::find(access.origins, *origin) != access.origins.end()) return origin;
  return std::nullopt;
}

// Rebinding takes a name, so who comes by an address means us.
bool is_address(const std::string& host) {
  in_addr address{};
  return host.starts_with('[') || ::inet_pton(AF_INET, host.c_str(), &address) == 1;
}

}  // namespace

Result<std::string> host_of_url(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    const std::string_view rest = url.substr(std::min(scheme.size(), url.size()));
    if (url.starts_with(scheme) && rest.find_first_of("?#") == std::string_view::npos)
      if (const auto host = http::host_of(rest.substr(0, rest.find('/')))) return *host;
  }
  return Error{Errc::usage,
               fmt::format("`{}` is no address such as https://tables.example.org/games", url)};
}

bool is_known_host(const Access& access, const std::string& host) {
  return is_address(host) || is_any(access.hosts) ||
         std::ranges::find(access.hosts, host) != access.hosts.end();
}

std::string lines_for_browsers(const Access& access) {
  std::string lines =
      "X-Content-Type-Options: nosniff\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: ";
  lines += access.origins.empty() ? "same-origin\r\n" : "cross-origin\r\n";
  if (!access.origins.empty() && !is_any(access.origins)) lines += "Vary: Origin\r\n";
  return lines;
}

void add_origin_fields(const Access& access, const http::Request& request, http::Answer& answer) {
  if (access.origins.empty()) return;
  if (const auto origin = allowed_origin(access, request)) {
    answer.set("Access-Control-Allow-Origin", *origin);
    answer.set("Access-Control-Expose-Headers",
               "Accept-Ranges, Content-Length, Content-Range, ETag, Grundy-Shape, Grundy-Type, "
               "Retry-After");
  }
}

http::Answer options_answer(const Access& access, const http::Request& request,
                            const std::string& methods) {
  http::Answer answer;
  answer.status = 204;
  answer.set("Allow", methods);
  if (!request.field("access-control-request-method") || !allowed_origin(access, request))
    return answer;
  answer.set("Access-Control-Allow-Methods", methods);
  answer.set("Access-Control-Allow-Headers",
             "Accept, Content-Type, If-Match, If-None-Match, If-Range, Range");
  answer.set("Access-Control-Max-Age", "86400");
  if (request.field("access-control-request-private-network"))
    answer.set("Access-Control-Allow-Private-Network", "true");
  return answer;
}

}  // namespace grundy::server
