#include "server/http/target.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

namespace grundy::http {
namespace {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// pchar of RFC 3986, and the slash.
bool may_stand_in_path(char c) {
  return is_letter(c) || is_digit(c) || (c != '\0' && std::strchr("-._~!$&'()*+,;=:@%/", c));
}

// Of version 6.
bool is_address(std::string_view text) {
  in6_addr address{};
  return ::inet_pton(AF_INET6, std::string(text).c_str(), &address) == 1;
}

bool is_visible(char c) {
  return c > ' ' && c < '\x7f';
}

constexpr int hexadecimal(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_control(char c) {
  return (c >= '\0' && c < ' ') || c == '\x7f';
}

// Undoes percent encoding; nothing for what is none or stands for a control character.
std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hexadecimal(text[i + 1]);
      const int low = hexadecimal(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(16 * high + low);
      i += 2;
    } else if (c == '+' && plus_is_blank) {
      c = ' ';
    }
    if (is_control(c)) return std::nullopt;
    plain += c;
  }
  return plain;
}

bool is_dangerous(const std::string& segment) {
  return segment == "." || segment == ".." || segment.find_first_of("/\\") != std::string::npos;
}

std::optional<Refusal> read_path(std::string_view path, Request& request) {
  if (!std::ranges::all_of(path, may_stand_in_path))
    return Refusal{400, "the path has a character that must be percent-encoded"};
  path.remove_prefix(1);
  const auto segments = split(path, '/');
  for (std::size_t i = 0; i < segments.size(); ++i) {
    auto segment = decoded(segments[i], false);
    if (!segment || is_dangerous(*segment))
      return Refusal{400,
                     "the path holds a segment that is refused: `.`, `..`, an encoded slash "
                     "or control character, or no percent encoding"};
    if (segment->empty() && i + 1 < segments.size())
      return Refusal{400, "the path holds an empty segment"};
    request.path.push_back(*std::move(segment));
  }
  return std::nullopt;
}

std::optional<Refusal> read_query(std::string_view text, Request& request) {
  if (!std::ranges::all_of(text, is_visible))
    return Refusal{400, "the query has a character that must be percent-encoded"};
  for (const std::string_view part : split(text, '&')) {
    if (part.empty()) continue;
    const auto equals = part.find('=');
    const auto name = decoded(part.substr(0, equals), true);
    const auto value = equals == std::string_view::npos ? std::optional<std::string>("")
                                                        : decoded(part.substr(equals + 1), true);
    if (!name || !value)
      return Refusal{400, "the query holds wrong percent encoding or a control character"};
    request.query.emplace_back(*name, *value);
  }
  return std::nullopt;
}

// http://host/path: what proxies are sent, and servers must take.
std::optional<Refusal> read_authority(std::string_view& target, Request& request) {
  constexpr std::string_view scheme = "http://";
  if (small_letters(target.substr(0, scheme.size())) != scheme)
    return Refusal{400, "the target of a request is a path, such as /health"};
  target.remove_prefix(scheme.size());
  const auto end = std::min(target.find_first_of("/?"), target.size());
  auto host = host_of(target.substr(0, end));
  if (!host) return Refusal{400, "the target names no host"};
  request.host = *std::move(host);
  target.remove_prefix(end);
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> read_target(Request& request) {
  std::string_view target = request.target;
  if (target == "*") {
    if (request.method == "OPTIONS") return std::nullopt;
    return Refusal{400, "the target * is for OPTIONS"};
  }
  if (target.find('#') != std::string_view::npos)
    return Refusal{400, "a target has no fragment (#)"};
  if (!target.starts_with('/'))
    if (auto refusal = read_authority(target, request)) return refusal;
  const auto mark = target.find('?');
  const std::string_view path = target.substr(0, mark);
  if (auto refusal = read_path(path.empty() ? "/" : path, request)) return refusal;
  if (mark == std::string_view::npos) return std::nullopt;
  return read_query(target.substr(mark + 1), request);
}

std::optional<std::string> host_of(std::string_view authority) {
  std::size_t end = std::string_view::npos;
  if (authority.starts_with('[')) {
    end = authority.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    ++end;
  } else {
    end = std::min(authority.find(':'), authority.size());
  }
  const std::string_view host = authority.substr(0, end);
  const std::string_view port = authority.substr(end);
  const auto sound = [](char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
  };
  const bool is_host = host.starts_with('[') ? is_address(host.substr(1, host.size() - 2))
                                             : !host.empty() && std::ranges::all_of(host, sound);
  if (!is_host) return std::nullopt;
  if (!port.empty() && (port.size() > 6 || !std::ranges::all_of(port.substr(1), is_digit)))
    return std::nullopt;
  if (!port.empty() && port.front() != ':') return std::nullopt;
  return small_letters(host);
}

}  // namespace grundy::http
