// view/plot.hpp: values as a picture with axes and a legend; start reading here.
//
// What is drawn is gathered from a table or from what was solved (gather.hpp), passed to gnuplot as
// a script (script.hpp), and drawn by it, in a process of its own (gnuplot.hpp).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"

namespace grundy::plot {

enum class Kind : std::uint8_t {
  sequence,   // one axis: a point for each position
  slice,      // two axes: a cell for each position, the first axis down, as in all pictures
  histogram,  // how many positions have each value
};

enum class Format : std::uint8_t { png, svg, script };

// What a law says of the positions that are drawn. Nothing where it says nothing.
struct Said {
  std::string text;
  std::vector<std::optional<std::int64_t>> values;
};

// Winning moves of one position of a slice, as coordinates of its two axes.
struct WinningMoves {
  std::array<std::int64_t, 2> from;
  std::vector<std::array<std::int64_t, 2>> to;  // those within the picture
  std::size_t elsewhere = 0;                    // how many are not
};

struct Picture {
  Kind kind;
  std::string title;
  Quantity quantity;
  std::vector<std::string> axes;      // names
  Box box;                            // of the axes
  std::vector<std::uint32_t> values;  // in C order; of a histogram none
  std::vector<std::uint64_t> counts;  // of a histogram: how many positions have each value
  std::optional<Said> law;
  std::optional<WinningMoves> moves = {};  // of a slice without a law
  bool has_holes = false;                  // tuples that are no positions have no_position(4)
};

// More positions than this are not drawn, but for histograms.
inline constexpr std::uint64_t most_drawn = 1 << 20;

}  // namespace grundy::plot
