// server/routes.hpp: all routes about games, tables and expressions.
#pragma once
#include <string>
#include <vector>

#include "server/router.hpp"
#include "server/searches.hpp"
#include "server/tile_cache.hpp"

namespace grundy::server {

// `description` is /openapi.json. Searches and pictures must outlive the routes.
std::vector<Route> routes_of_tables(Searches& searches, TileCache& pictures,
                                    const std::string& description);

}  // namespace grundy::server
