// server/catalogue.hpp: the games that come with the program, and what tables say of themselves.
#pragma once
#include "server/asked.hpp"

namespace grundy::server {

// A table in brief, as /v1/tables lists it.
Json brief(const ServedTable& table);
// What `grundy info --json` prints, and why play ends.
Json in_full(const ServedTable& table);

http::Answer get_games(const Asked& asked);
http::Answer get_game(const Asked& asked);
http::Answer get_tables(const Asked& asked);
http::Answer get_table(const Asked& asked);
// Of nimbers how many positions have each, of other quantities how many are P and N.
http::Answer get_histogram(const Asked& asked);

}  // namespace grundy::server
