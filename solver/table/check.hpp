// table/check.hpp: whether the files of a table are whole, without knowing its rules.
//
// The parts of `grundy verify` that check files; verify/verify.hpp joins them and runs them in
// parallel. Any thread may call them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/info.hpp"

namespace grundy::table {

// Something that is wrong with a table, and where.
struct Finding {
  enum class Kind : std::uint8_t {
    damage,      // a file is missing, or its contents do not match its checksums
    difference,  // files are whole, but values or attributes are wrong
    leftover,    // a file that belongs to no table; harmless
  };

  Kind kind;
  std::string file;                                   // within the table: "nimber/c.0.1"
  std::optional<std::uint64_t> chunk = std::nullopt;  // its number in the shard's index
  std::optional<Position> position = std::nullopt;
  std::string what;
  std::string stored = "";  // empty where there is nothing to compare
  std::string expected = "";
};

std::string_view to_string(Finding::Kind kind) noexcept;

// "nimber/c.0.1, chunk 3, (4, 5): what; stored 2, expected 3"
std::string to_string(const Finding& finding);

// Collects findings. Any thread may add, in any order; what is listed does not depend on it: for
// each kind first the findings that concern no single position, then the rest in the order of file,
// chunk and position.
class Findings {
 public:
  // At most that many of each kind are kept; all are counted.
  static constexpr std::size_t most_listed = 10;

  void add(Finding finding);
  std::uint64_t count(Finding::Kind kind) const;
  // Those that are kept, in their order.
  std::vector<Finding> listed() const;

 private:
  struct Before {
    bool operator()(const Finding& a, const Finding& b) const;
  };
  struct OfKind {
    std::uint64_t count = 0;
    std::set<Finding, Before> first;
  };
  mutable std::mutex guard_;
  std::array<OfKind, 3> kinds_;
};

// Compares the table's zarr.json files with their checksum (table/metadata_file.hpp). Fails if one
// cannot be read.
Status check_metadata(const std::filesystem::path& table, const TableSpec& spec,
                      Findings& findings);

// Reports files in the table's folders that belong to no finished table. Errc::io if a folder
// cannot be read.
Status find_leftovers(const std::filesystem::path& table,
                      const std::vector<const ArrayFormat*>& arrays, Findings& findings);

struct FilesChecked {
  std::uint64_t shards = 0;
  std::uint64_t chunks = 0;
  std::uint64_t bytes = 0;
};

// Checks one shard: the file, its index, the CRC and size of every chunk, and that cells without a
// position hold the fill value. Takes memory for two chunks.
FilesChecked check_shard(const std::filesystem::path& table, const ArrayFormat& array,
                         std::uint64_t shard, Findings& findings);

// Where the cell of a position is stored. Requires a sorted position in array.box.
struct Place {
  std::string file;
  std::uint64_t chunk;
};
Place place_of(const ArrayFormat& array, const Position& position);

}  // namespace grundy::table
