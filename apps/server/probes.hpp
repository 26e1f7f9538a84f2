// server/probes.hpp: values read out of tables.
//
// Asked for by GET, each position stands with its value; by POST the values alone come back, as
// JSON or, where that was sent or is accepted, as little-endian integers of 1, 2 or 4 bytes.
#pragma once
#include "server/asked.hpp"

namespace grundy::server {

http::Answer get_probes(const Asked& asked);
http::Answer post_probes(const Asked& asked);

}  // namespace grundy::server
