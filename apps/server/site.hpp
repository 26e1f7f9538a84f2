// server/site.hpp: the explorer and the answers that it needs as files for any static web server.
//
//   index.html, explorer/             as they are served, but that answers.js asks for files
//   site/tables.json                  as /v1/tables
//   site/tables/{t}/table.json        as /v1/tables/{t}, and `cells`: side and type of what follows
//   site/tables/{t}/cells/0.1.2.bin   the values of a cube, C order; `cells` has its side
//   site/tables/{t}/pictures/x,x,5/min/{level}.{row}.{column}.bin
//                                     picture tiles (server/picture.hpp) but those of the finest
//                                     level
//
// Integers are little-endian. A .bin that is shorter than they are is gzip, which browsers undo.
#pragma once
#include <cstdint>
#include <filesystem>

#include "base/error.hpp"
#include "server/tables.hpp"

namespace grundy::server {

struct SiteSize {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

// What the site takes at most. Errc::usage for more files than a site has.
Result<SiteSize> predict_site(const Tables& tables);

// Writes it into a folder that is not there, or empty; index.html comes last. Returns what it
// takes. Errors: Errc::usage for a folder with files, Errc::io, those of Table::read.
Result<SiteSize> write_site(const Tables& tables, const std::filesystem::path& folder);

}  // namespace grundy::server
