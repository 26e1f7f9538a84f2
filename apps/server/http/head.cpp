#include "server/http/head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "server/http/target.hpp"

namespace grundy::http {
namespace {

constexpr std::string_view line_end = "\r\n";

// tchar of RFC 9110.
bool is_token_sign(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c != '\0' && std::strchr("!#$%&'*+-.^_`|~", c));
}

bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_token_sign);
}

// What a field's value holds: all but control characters other than the tabulator.
bool is_text(char c) {
  return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f');
}

// The place of the first CR or LF that is not part of a pair; that of a CR at the very end is not
// known yet.
bool has_lone_line_sign(std::string_view bytes) {
  for (std::size_t at = bytes.find_first_of(line_end); at != std::string_view::npos;
       at = bytes.find_first_of(line_end, at + 2)) {
    if (bytes[at] == '\n') return true;
    if (at + 1 < bytes.size() && bytes[at + 1] != '\n') return true;
  }
  return false;
}

std::string_view take_line(std::string_view& bytes) {
  const auto end = bytes.find(line_end);
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end + line_end.size());
  return line;
}

Refusal target_too_long(const HeadLimits& limits) {
  return {414, fmt::format("the target of a request has at most {} bytes", limits.target)};
}

std::optional<Refusal> read_request_line(std::string_view line, const HeadLimits& limits,
                                         Request& request) {
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  if (first == std::string_view::npos || first == last)
    return Refusal{400, "the first line of a request is `METHOD TARGET HTTP/1.1`"};
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!is_token(line.substr(0, first))) return Refusal{400, "the method is no word"};
  if (target.size() > limits.target) return target_too_long(limits);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    if (version.starts_with("HTTP/")) return Refusal{505, "this server speaks HTTP/1.1"};
    return Refusal{400, "the first line of a request is `METHOD TARGET HTTP/1.1`"};
  }
  request.method = line.substr(0, first);
  request.target = target;
  request.keep_alive = version == "HTTP/1.1";
  return std::nullopt;
}

std::optional<Refusal> read_field(std::string_view line, Request& request) {
  if (line.starts_with(' ') || line.starts_with('\t'))
    return Refusal{400, "a field of the head must not be folded"};
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
    return Refusal{400, "a field of the head is `Name: value`, without blanks before the colon"};
  const std::string_view value = without_blanks(line.substr(colon + 1));
  if (!std::ranges::all_of(value, is_text))
    return Refusal{400, "a field of the head holds a control character"};
  request.fields.push_back({small_letters(line.substr(0, colon)), std::string(value)});
  return std::nullopt;
}

std::size_t count(const Request& request, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count(request.fields, name, &Field::name));
}

std::optional<Refusal> read_length(Request& request) {
  const auto length = request.field("content-length");
  if (const auto coding = request.field("transfer-encoding")) {
    if (length) return Refusal{400, "a request has no Content-Length beside a Transfer-Encoding"};
    if (small_letters(*coding) == "chunked")
      return Refusal{411, "send the body with a Content-Length, not chunked"};
    return Refusal{501, "this server knows no Transfer-Encoding"};
  }
  if (!length) return std::nullopt;
  const char* const end = length->data() + length->size();
  const bool digits = !length->empty() && length->size() <= 18 &&
                      length->find_first_not_of("0123456789") == std::string::npos;
  if (count(request, "content-length") != 1 || !digits)
    return Refusal{400, "Content-Length stands there once, in digits"};
  std::from_chars(length->data(), end, request.content_length);
  return std::nullopt;
}

std::optional<Refusal> read_host(Request& request) {
  if (count(request, "host") != 1) return Refusal{400, "a request has one field Host"};
  auto host = host_of(*request.field("host"));
  if (!host) return Refusal{400, "the field Host names no host"};
  request.host = *std::move(host);
  return std::nullopt;
}

std::optional<Refusal> read_connection(Request& request) {
  const std::string options = small_letters(request.field("connection").value_or(""));
  for (const std::string_view option : split(options, ',')) {
    if (option == "close") request.keep_alive = false;
    if (option == "keep-alive") request.keep_alive = true;
  }
  const auto expected = request.field("expect");
  if (!expected) return std::nullopt;
  if (small_letters(*expected) != "100-continue")
    return Refusal{417, "the only thing to expect is 100-continue"};
  request.expects_continue = true;
  return std::nullopt;
}

std::optional<Refusal> read_lines(std::string_view lines, const HeadLimits& limits,
                                  Request& request) {
  if (auto refusal = read_request_line(take_line(lines), limits, request)) return refusal;
  while (!lines.empty()) {
    if (request.fields.size() == limits.fields)
      return Refusal{431, fmt::format("a request has at most {} fields", limits.fields)};
    if (auto refusal = read_field(take_line(lines), request)) return refusal;
  }
  for (const auto read : {read_length, read_host, read_target, read_connection})
    if (auto refusal = read(request)) return refusal;
  return std::nullopt;
}

// What is wrong already although the end is not there yet.
std::optional<Refusal> judge_beginning(std::string_view bytes, const HeadLimits& limits) {
  if (has_lone_line_sign(bytes)) return Refusal{400, "lines of a head end with CR LF"};
  constexpr std::size_t longest_method_and_version = 64;
  if (bytes.find(line_end) == std::string_view::npos &&
      bytes.size() > limits.target + longest_method_and_version)
    return target_too_long(limits);
  if (bytes.size() > limits.head)
    return Refusal{431, fmt::format("the head of a request has at most {} bytes", limits.head)};
  return std::nullopt;
}

}  // namespace

Head read_head(std::string_view bytes, const HeadLimits& limits) {
  // RFC 9112, 2.2: one empty line before a request is passed over.
  const std::size_t skipped = bytes.starts_with(line_end) ? line_end.size() : 0;
  bytes.remove_prefix(skipped);
  Head head;
  const auto end = bytes.find("\r\n\r\n");
  const bool whole = end != std::string_view::npos;
  const std::string_view lines = whole ? bytes.substr(0, end + line_end.size()) : bytes;
  head.refusal = judge_beginning(lines, limits);
  if (head.refusal || !whole) return head;
  head.bytes = skipped + end + 4;
  head.refusal = read_lines(lines, limits, head.request);
  return head;
}

}  // namespace grundy::http
