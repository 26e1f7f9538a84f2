// server/ranges.hpp: the part of a file that a request asks for (RFC 9110, 14).
#pragma once
#include <cstdint>
#include <string_view>

#include "server/http/message.hpp"

namespace grundy::server {

struct Range {
  bool can_be = true;  // else 416
  bool is_part = false;
  std::uint64_t first = 0;
  std::uint64_t size = 0;
};

// "bytes=0-99", "bytes=100-", "bytes=-4". The whole file for anything else (several ranges among
// it), for other methods than GET, and where If-Range names another state of the file.
Range range_of(const http::Request& request, std::uint64_t size, std::string_view tag,
               std::int64_t changed);

}  // namespace grundy::server
