#include "table/export/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

namespace grundy::exports {
namespace {

std::string_view letter(std::uint32_t outcome) {
  return to_string(static_cast<Outcome>(outcome));
}

class Lines {
 public:
  Lines(const Source& source, Output& output)
      : source_(source), output_(output), outcomes_(source.array() == Quantity::outcome) {}

  // One line along the last axis of a piece.
  Status row(const CellView& piece, const Position& start) {
    const auto count = piece.box.extent(start.size() - 1);
    prefix_.clear();
    for (std::size_t axis = 0; axis + 1 < start.size(); ++axis)
      fmt::format_to(std::back_inserter(prefix_), "{},", start[axis]);
    for (std::int64_t i = 0; i < count; i += batch)
      if (Status s = lines(piece, start, i, std::min(i + batch, count)); !s) return s;
    return {};
  }

 private:
  // Lines that are put together before they are written.
  static constexpr std::int64_t batch = 1 << 14;

  Status lines(const CellView& piece, const Position& start, std::int64_t from, std::int64_t to) {
    text_.clear();
    with_cell_type(piece.width, [&]<class Cell>(Cell) {
      const Cell* const cells = piece.row<Cell>(start);
      for (std::int64_t i = from; i < to; ++i) line(start.back() + i, cells[i]);
    });
    if (Status s = output_.write(text_); !s) return s;
    return source_.passed(static_cast<std::uint64_t>(to - from));
  }

  void line(std::int64_t coordinate, std::uint32_t value) {
    const fmt::format_int last(coordinate);
    text_ += prefix_;
    text_.append(last.data(), last.size());
    text_ += ',';
    if (outcomes_) {
      text_ += letter(value);
    } else {
      const fmt::format_int digits(value);
      text_.append(digits.data(), digits.size());
    }
    text_ += '\n';
  }

  const Source& source_;
  Output& output_;
  const bool outcomes_;
  std::string prefix_;  // the coordinates but the last
  std::string text_;    // the lines of one batch
};

}  // namespace

Status write_csv(const Source& source, Output& output) {
  if (Status s = output.write(
          fmt::format("{},{}\n", fmt::join(source.dimensions(), ","), to_string(source.array())));
      !s)
    return s;
  Lines lines(source, output);
  return source.for_each_piece([&](const CellView& piece) {
    Status status;
    for_each_row(piece.box, [&](const Position& start) {
      if (status) status = lines.row(piece, start);
    });
    return status;
  });
}

}  // namespace grundy::exports
