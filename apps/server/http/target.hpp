// http/target.hpp: the target of a request, taken apart and decoded.
//
// Whatever could mean one thing here and another to a proxy or a file system is refused: `//`, `.`
// and `..` as segments, written out or as %2e, and %2f, %5c, %00 and other control characters.
#pragma once
#include <optional>
#include <string_view>

#include "server/http/message.hpp"

namespace grundy::http {

// Sets the path and the query of the request, and for `http://host/path` also the host, from
// request.target. A target `*` has no path.
std::optional<Refusal> read_target(Request& request);

// The host of "Example.org:8080" or "[::1]:80", in small letters without the port; nothing if it is
// no such thing.
std::optional<std::string> host_of(std::string_view authority);

}  // namespace grundy::http
