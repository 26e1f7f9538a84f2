// server/tables.hpp: the tables that are served, as they were when they were last opened.
//
// Shards are read and never mapped: a file that is cut short or exchanged under the server is an
// error of the request that meets it. A table whose name was given to another is served as long as
// it is there, until tables are opened again.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ask/expression.hpp"
#include "base/error.hpp"
#include "table/reader.hpp"
#include "table/values.hpp"

namespace grundy::server {

struct ServedTable {
  std::string name;  // of its directory, without .zarr
  std::filesystem::path path;
  std::string tag;  // changes with the table, for ETag; hexadecimal digits and dashes
  std::shared_ptr<const table::Table> table;
  std::shared_ptr<const table::Values> values;
  std::shared_ptr<const query::Game> game;  // null if its rules are not those of a game

  const table::TableSpec& spec() const noexcept { return table->info().spec; }
};

// Never changed once it is made; any number of threads may read.
class Tables {
 public:
  struct Opened {
    std::shared_ptr<const Tables> tables;
    std::vector<std::string> passed_over;  // messages: what of a folder cannot be opened
  };

  // Opens the tables `places` names, and those in the folders it names, with `cache_bytes` for all
  // of them. Those that are as in `before`, which may be null, are taken from there. Errors: those
  // of Table::open for a table that is named, Errc::usage for two of the same name and where there
  // is none at all.
  static Result<Opened> open(const std::vector<std::filesystem::path>& places,
                             std::uint64_t cache_bytes, const Tables* before);

  // Null if there is none.
  const ServedTable* find(std::string_view name) const;

  // Changes with any of them.
  std::string tag() const;

  // By name.
  const std::map<std::string, std::shared_ptr<const ServedTable>, std::less<>>& all() const {
    return tables_;
  }

 private:
  std::map<std::string, std::shared_ptr<const ServedTable>, std::less<>> tables_;
};

// What tells one state of a file from another: its size, time of change and number.
std::string tag_of(const table::RegularFile::Identity& file);

}  // namespace grundy::server
