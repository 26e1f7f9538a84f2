// server/conditions.hpp: conditional requests (RFC 9110, 13), answered before anything is decoded.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "server/http/message.hpp"

namespace grundy::server {

// The status of a GET or HEAD for what has this tag (without quotes) and was changed at this
// second, if it is known: 304, 412, or 200 if it is to be carried out. A tag with "-gzip" behind it
// is that of the same, compressed.
int judge_conditions(const http::Request& request, std::string_view tag,
                     std::optional<std::int64_t> changed = std::nullopt);

// Whether the list of a field such as If-None-Match names the tag. Strongly: weak ones do not
// count.
bool names_tag(std::string_view list, std::string_view tag, bool strongly);

// Seconds since 1970 of a date as http_date writes it; nothing for any other text.
std::optional<std::int64_t> seconds_of(std::string_view date);

}  // namespace grundy::server
