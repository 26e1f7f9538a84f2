#include "table/export/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

namespace grundy::exports {
namespace {

using namespace std::string_view_literals;

// What precedes the header's text: magic, version 1.0 and the length of the text, uint16.
constexpr auto magic = "\x93NUMPY\x01\x00"sv;
constexpr std::size_t prefix_bytes = magic.size() + 2;
constexpr std::size_t alignment = 64;  // of the cells, so that they can be mapped

}  // namespace

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
