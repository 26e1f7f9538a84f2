#include "server/routes.hpp"

#include "server/catalogue.hpp"
#include "server/cells.hpp"
#include "server/explorer.hpp"
#include "server/negotiation.hpp"
#include "server/picture_tiles.hpp"
#include "server/positions.hpp"
#include "server/probes.hpp"
#include "server/stored.hpp"
#include "server/workbench.hpp"

namespace grundy::server {

std::vector<Route> routes_of_tables(Searches& searches, TileCache& pictures,
                                    const std::string& description) {
  using enum http::Runs;
  const std::vector<std::string> of_sums{"term", "misere"};
  auto with = [](std::vector<std::string> names, const char* name) {
    names.emplace_back(name);
    return names;
  };
  return {
      {"GET", "/", {}, here, Depends::moment, get_page},
      {"GET", "/explorer/{file}", {}, here, Depends::moment, get_explorer_file},
      {"GET",
       "/openapi.json",
       {},
       here,
       Depends::nothing,
       [description](const Asked&) { return text_answer(description, json_type); }},
      {"GET", "/v1/games", {}, working, Depends::nothing, get_games},
      {"GET", "/v1/games/{g}", {}, working, Depends::nothing, get_game},
      {"GET", "/v1/tables", {}, here, Depends::tables, get_tables},
      {"GET", "/v1/tables/{t}", {}, working, Depends::table, get_table},
      {"GET", "/v1/tables/{t}/histogram", {}, working, Depends::table, get_histogram},
      {"GET", "/v1/tables/{t}/probe", {"at", "value"}, here, Depends::table, get_probes},
      {"POST",
       "/v1/tables/{t}/probe",
       {"value"},
       working,
       Depends::moment,
       post_probes,
       {json_type, positions_type}},
      {"GET",
       "/v1/tables/{t}/moves",
       {"at", "limit"},
       searching,
       Depends::moment,
       [&searches](const Asked& asked) { return searches.table_moves(asked); }},
      {"GET", "/v1/tables/{t}/cells", {"slice", "format"}, working, Depends::table, get_cells},
      {"GET",
       "/v1/tables/{t}/tiles/{slice}/{z}/{row}/{file}",
       {"reduce"},
       working,
       Depends::table,
       [&pictures](const Asked& asked) { return get_picture_tile(asked, pictures); },
       {},
       [&pictures](const Asked& asked) { return find_picture_tile(asked, pictures); }},
      {"GET", "/v1/value", with(of_sums, "remoteness"), searching, Depends::moment,
       [&searches](const Asked& asked) { return searches.value(asked); }},
      {"POST",
       "/v1/value",
       {},
       searching,
       Depends::moment,
       [&searches](const Asked& asked) { return searches.values(asked); },
       {json_type}},
      {"GET", "/v1/moves", with(with(of_sums, "remoteness"), "limit"), searching, Depends::moment,
       [&searches](const Asked& asked) { return searches.moves(asked); }},
      {"POST",
       "/v1/moves",
       {},
       searching,
       Depends::moment,
       [&searches](const Asked& asked) { return searches.many_moves(asked); },
       {json_type}},
      {"GET", "/v1/line", of_sums, searching, Depends::moment,
       [&searches](const Asked& asked) { return searches.line(asked); }},
      {"GET", "/v1/workbench", {}, here, Depends::nothing, get_workbench},
      {"POST",
       "/v1/workbench/values",
       {},
       searching,
       Depends::moment,
       post_trial_values,
       {json_type}},
      {"POST", "/v1/workbench/law", {}, searching, Depends::moment, post_trial_law, {json_type}},
      {"POST",
       "/v1/workbench/moves",
       {},
       searching,
       Depends::moment,
       post_trial_moves,
       {json_type}},
      {"GET", "/zarr/{t}.zarr/{file}", {}, here, Depends::moment, get_stored},
      {"GET", "/zarr/{t}.zarr/{array}/{file}", {}, here, Depends::moment, get_stored},
  };
}

}  // namespace grundy::server
