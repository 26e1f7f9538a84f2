// server/access.hpp: who may ask: names of this host, and pages of other origins.
//
// A page of another site can make a browser send requests to a server on the same machine, under a
// name of its own that resolves to 127.0.0.1 (DNS rebinding). So requests that name another host
// than ours are refused, and pages of other origins read nothing unless they are allowed to.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "server/http/message.hpp"

namespace grundy::server {

struct Access {
  std::vector<std::string> hosts;    // in small letters, without ports; "*" is any
  std::vector<std::string> origins;  // of pages, such as https://example.org; "*" is any
};

// The host of "https://tables.example.org/games", in small letters. Errc::usage for what is no
// address of pages.
Result<std::string> host_of_url(std::string_view url);

bool is_known_host(const Access& access, const std::string& host);

// What every answer tells browsers, as lines of its head.
std::string lines_for_browsers(const Access& access);

// What it tells the page that asks, where pages of other origins may.
void add_origin_fields(const Access& access, const http::Request& request, http::Answer& answer);

// The answer to OPTIONS, a preflight of a browser among them.
http::Answer options_answer(const Access& access, const http::Request& request,
                            const std::string& methods);

}  // namespace grundy::server
