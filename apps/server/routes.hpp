// server/routes.hpp: all routes about games, tables and expressions.
#pragma once
#include <vector>

#include "server/router.hpp"
#include "server/searches.hpp"
#include "server/tile_cache.hpp"

namespace grundy::server {

// What is passed must outlive the routes.
std::vector<Route> routes_of_tables(Searches& searches, TileCache& pictures);

}  // namespace grundy::server
