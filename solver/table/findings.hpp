// table/findings.hpp: what a check of a table found wrong, and where.
//
// Many threads add, in any order; what is listed does not depend on it: of each kind first what
// concerns no single position, then the rest in the order of file, chunk and position.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"

namespace grundy::table {

struct Finding {
  enum class Kind : std::uint8_t {
    damage,      // a file is missing, or does not hold what its checksums promise
    difference,  // files are whole, but values or attributes are not what they should be
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

class Findings {
 public:
  // Of each kind at most so many are kept; all are counted.
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

}  // namespace grundy::table
