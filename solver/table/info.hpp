// table/info.hpp: what a table says about itself: the question that it answers (TableSpec) and how
// it was answered (TableResult); as JSON, and in words where two tables differ.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "table/sorted_axes.hpp"

namespace grundy::table {

// Which positions have a cell of their own.
enum class Store : std::uint8_t {
  full,     // all
  sorted,   // one of each set that sorted_axes exchange
  section,  // none: p_section gives the outcomes
};

std::string_view name_of(Store store) noexcept;

// What was asked: known before anything is solved, and all that the values depend on.
struct TableSpec {
  std::string game;                               // its name
  std::string rules;                              // the text of the game, which need not be a file
  std::map<std::string, std::string> parameters;  // name -> value as the rule language writes it
  Convention convention = Convention::normal;
  Quantity quantity = Quantity::nimber;
  std::vector<std::string> coordinates;  // one name for each axis
  Box box;                               // requested, and stored
  Box closure;                           // solved: contains box and has the same low corner
  // An axis along which every line holds at most one P-position: stores p_section as well.
  std::optional<std::size_t> section_axis;
  Store store = Store::full;
  AxisGroups sorted_axes;  // where store is sorted
  // Only tuples for which this condition of the rule language holds are positions; empty if all
  // are. The cells of others hold no_position (base/cell_window.hpp).
  std::string where;
  std::string program_version;

  // The position, with the number of the game in front where games that name each other are one
  // (rules/rules.hpp: JointGame). Its axis is called by a word that is no name in rules.
  bool is_joint() const noexcept { return coordinates.front() == "game"; }
  Position from_written(Position written) const;
  Position written(const Position& position) const;
  Box written(const Box& of) const { return {written(of.low), written(of.high)}; }

  friend bool operator==(const TableSpec&, const TableSpec&) = default;
};

// A proof that the values of a heap game repeat for ever, beyond the box too: from index
// `preperiod` on, the value of heap n + `length` equals that of heap n.
struct TablePeriod {
  std::string of;  // which values repeat: "nimber", ..
  std::uint64_t length = 1;
  std::uint64_t preperiod = 0;  // values before the first that repeats
  std::string proof;

  friend bool operator==(const TablePeriod&, const TablePeriod&) = default;
};

// What came out, over the requested box, and how.
struct TableResult {
  std::string kernel;
  std::string isa;
  std::string executor;
  std::uint64_t positions = 0;
  std::uint64_t p_positions = 0;
  std::uint32_t max_value = 0;  // of the quantity
  // [v] = positions of nimber v, for the values below 65,536; empty for other quantities.
  std::vector<std::uint64_t> histogram;
  std::optional<TablePeriod> period;  // where solving proved one
  std::string digest;                 // 32 hexadecimal digits, see base/digest.hpp
  unsigned digest_version = 2;        // 1 in tables of format 2, see base/digest.hpp

  friend bool operator==(const TableResult&, const TableResult&) = default;
};

struct TableInfo {
  TableSpec spec;
  TableResult result;

  friend bool operator==(const TableInfo&, const TableInfo&) = default;
};

// Coordinates are at most this in size, so that they survive JSON readers whose numbers are
// doubles.
inline constexpr std::int64_t largest_coordinate = std::int64_t{1} << 53;

// The arrays with a cell for each position, the table's own quantity first. The winner does not
// follow from remoteness (a game may declare positions lost or won), so its tables hold outcomes
// too.
std::vector<Quantity> arrays_of(const TableSpec& spec);

// Whether the spec makes sense: dimensions, names, boxes, axis. Errc::usage with the reason if not.
Status check(const TableSpec& spec);

// The object that `grundy info --json` prints and the C library returns; its keys stay.
nlohmann::ordered_json to_json(const TableInfo& info);

// The same in one line. Bytes that are no UTF-8 (rules may hold any) become U+FFFD.
std::string json_text(const TableInfo& info);

// A period as it stands in the object above; null where there is none.
nlohmann::ordered_json to_json(const std::optional<TablePeriod>& period);

// The most important difference between the spec of a table that is there and the one asked for, in
// words; nothing if they are equal.
std::optional<std::string> difference_of(const TableSpec& there, const TableSpec& asked);

}  // namespace grundy::table
