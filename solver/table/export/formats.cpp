#include "table/export/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

namespace grundy::exports {
namespace {

std::string_view letter(std::uint32_t outcome) {
  return to_string(static_cast<Outcome>(outcome));
}

// Writes the lines of CSV, a batch at a time.
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
  // The number of lines that are joined before they are written.
  static constexpr std::int64_t batch = 1 << 14;

  Status lines(const CellView& piece, const Position& start, std::int64_t from, std::int64_t to) {
    text_.clear();
    with_cell_type(piece.width, [&]<class Cell>(Cell) {
      const Cell* const cells = piece.row<Cell>(start);
      for (std::int64_t i = from; i < to; ++i)
        if (!source_.has_holes() || cells[i] != source_.fill()) line(start.back() + i, cells[i]);
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
  std::string prefix_;  // all coordinates but the last
  std::string text_;    // the lines of one batch
};

using namespace std::string_view_literals;

// What precedes an NPY header's text: magic, version 1.0 and the length of the text, uint16.
constexpr auto magic = "\x93NUMPY\x01\x00"sv;
constexpr std::size_t prefix_bytes = magic.size() + 2;
constexpr std::size_t alignment = 64;  // of the cells, so that they can be mapped

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

namespace {

Status write_sequence(const Source& source, Output& output) {
  // Lines are joined and written a few thousand at a time.
  constexpr std::int64_t batch = 1 << 14;
  fmt::memory_buffer text;
  return source.for_each_piece([&](const CellView& piece) -> Status {
    const std::int64_t end = piece.box.high[0] + 1;
    for (std::int64_t n = piece.box.low[0]; n < end;) {
      const std::int64_t stop = std::min(n + batch, end);
      const auto lines = static_cast<std::uint64_t>(stop - n);
      text.clear();
      for (; n < stop; ++n)
        if (const std::uint32_t value = piece[{n}]; !source.has_holes() || value != source.fill())
          fmt::format_to(std::back_inserter(text), "{} {}\n", n, value);
      if (Status s = output.write({text.data(), text.size()}); !s) return s;
      if (Status s = source.passed(lines); !s) return s;
    }
    return {};
  });
}

// Such as that of OEIS A004481: a(0, 0), a(0, 1), a(1, 0), a(0, 2), ..
Status write_antidiagonals(const Source& source, Output& output) {
  constexpr std::int64_t most = 4096;
  Box square = source.box();
  const std::int64_t side = std::min({square.extent(0), square.extent(1), std::int64_t{most + 1}});
  if (side > most)
    return Error{Errc::usage,
                 fmt::format("a b-file has the first {} antidiagonals at most; name fewer "
                             "positions with option `slice`",
                             most)};
  if (source.has_holes())
    return Error{Errc::usage,
                 "some antidiagonals have tuples that are no positions; fix all axes but one with "
                 "option `slice`"};
  for (std::size_t axis = 0; axis < 2; ++axis) square.high[axis] = square.low[axis] + side - 1;
  std::vector<std::byte> cells;
  if (Status s = source.read(square, cells); !s) return s;
  const CellView view{cells.data(), source.width(), square, square.strides()};
  std::int64_t n = square.low[0] == 0 && square.low[1] == 0 ? 0 : 1;
  fmt::memory_buffer text;
  for (std::int64_t sum = 0; sum < side; ++sum) {
    text.clear();
    for (std::int64_t i = 0; i <= sum; ++i, ++n)
      fmt::format_to(std::back_inserter(text), "{} {}\n", n,
                     view[{square.low[0] + i, square.low[1] + sum - i}]);
    if (Status s = output.write({text.data(), text.size()}); !s) return s;
    if (Status s = source.passed(static_cast<std::uint64_t>(sum + 1)); !s) return s;
  }
  return {};
}

}  // namespace

Status write_bfile(const Source& source, Output& output) {
  switch (source.box().dimensions()) {
    case 1:
      return write_sequence(source, output);
    case 2:
      return write_antidiagonals(source, output);
    default:
      return Error{Errc::usage,
                   fmt::format("a b-file holds one sequence, but {} axes are left; fix all but one "
                               "or two of them with option `slice`",
                               source.box().dimensions())};
  }
}

std::string numpy_type(unsigned width) {
  const char order = std::endian::native == std::endian::little ? '<' : '>';
  return fmt::format("{}u{}", width == 1 ? '|' : order, width);
}

std::string npy_header(const Source& source) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}",
                                 numpy_type(source.width()), fmt::join(source.shape(), ", "));
  const std::size_t used = prefix_bytes + text.size() + 1;
  text.append((alignment - used % alignment) % alignment, ' ');
  text += '\n';
  return fmt::format("{}{}{}{}", magic, static_cast<char>(text.size() & 0xff),
                     static_cast<char>(text.size() >> 8), text);
}

Status write_npy(const Source& source, Output& output) {
  if (Status s = output.write(npy_header(source)); !s) return s;
  return source.for_each_piece([&](const CellView& piece) -> Status {
    const std::uint64_t positions = *piece.box.volume();
    if (Status s = output.write(std::span(piece.cells, positions * piece.width)); !s) return s;
    return source.passed(positions);
  });
}

}  // namespace grundy::exports
