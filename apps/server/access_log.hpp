// server/access_log.hpp: one line for each request.
#pragma once
#include <cstdint>
#include <string>

#include "server/http/service.hpp"

namespace grundy::server {

enum class LogForm : std::uint8_t { none, text, json };

// The line, with its end. What clients sent is quoted: no line of theirs looks like one of ours.
//
//   2026-11-23T01:02:03Z 127.0.0.1 "GET /v1/tables" 200 127 0.4ms
//   {"time":"..","client":"127.0.0.1","method":"GET","target":"/v1/tables","status":200,..}
std::string line_of(const http::Exchange& exchange, LogForm form);

}  // namespace grundy::server
