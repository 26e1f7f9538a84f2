// server/explorer.hpp: the explorer, which a browser gets at / (its page) and /explorer/{file}.
#pragma once
#include "server/asked.hpp"

namespace grundy::server {

http::Answer get_page(const Asked& asked);
http::Answer get_explorer_file(const Asked& asked);

}  // namespace grundy::server
