#include "targets.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "query/parse.hpp"
#include "rules/parser.hpp"
#include "table/bytes.hpp"
#include "table/checksum.hpp"
#include "table/metadata.hpp"
#include "table/shard.hpp"

namespace grundy::fuzz {
namespace {

std::string_view text_of(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

// What must hold of any input at all.
void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void group(Input input) {
  const std::string text(text_of(input));
  if (table::stored_checksum(text))
    demand(table::with_checksum(text, table::no_checksum).size() == text.size(),
           "a checksum is replaced in its place");
  static_cast<void>(table::names_our_format(text));
  static_cast<void>(table::parse_spec(text));
  const auto info = table::parse_group(text);
  if (!info) return;
  const auto again = table::parse_group(table::group_text(*info));
  demand(again && *again == *info, "what was read is written and read again");
}

table::ArrayFormat format_of(unsigned width) {
  table::ArrayFormat format;
  format.name = "nimber";
  format.dimensions = {"a", "b"};
  format.box = {{0, 0}, {20, 15}};
  format.layout = {{8, 8}, {24, 16}};
  format.width = width;
  return format;
}

void array(Input input) {
  const table::ArrayFormat expected = format_of(1);
  const auto format = table::parse_array(text_of(input), expected);
  if (!format) return;
  const auto again = table::parse_array(table::array_text(*format), expected);
  demand(again && *again == *format, "what was read is written and read again");
}

void put_crc(std::span<std::byte> covered, std::span<std::byte> crc) {
  std::vector<std::byte> digits;
  table::append_little_endian(digits, table::crc32c(covered));
  std::ranges::copy(digits, crc.begin());
}

// Makes the CRC of the index good, and of every chunk that lies in the file.
void make_checksums_good(std::vector<std::byte>& file, std::uint64_t chunks) {
  const std::size_t index_bytes = 16 * chunks;
  if (file.size() < index_bytes + 4) return;
  const std::size_t index = file.size() - index_bytes - 4;
  for (std::size_t entry = index; entry < index + index_bytes; entry += 16) {
    const auto number = [&](std::size_t at) {
      return table::read_little_endian<std::uint64_t>(std::span(file).subspan(at, 8));
    };
    const std::uint64_t offset = number(entry);
    const std::uint64_t size = number(entry + 8);
    if (offset > index || size > index - offset || size < 4) continue;
    const auto chunk = std::span(file).subspan(offset, size);
    put_crc(chunk.first(size - 4), chunk.last(4));
  }
  put_crc(std::span(file).subspan(index, index_bytes), std::span(file).last(4));
}

void shard(Input input) {
  if (input.empty()) return;
  const unsigned choice = input[0];
  table::ArrayFormat format = format_of(1U << (choice >> 1) % 3);
  format.codec.kind = choice & 1   ? table::Codec::Kind::zstd
                      : choice & 8 ? table::Codec::Kind::blosc_lz4
                                   : table::Codec::Kind::blosc_zstd;
  const std::uint64_t chunks = format.chunks(0).size();
  const auto bytes = std::as_bytes(input.subspan(1));
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  if (choice & 0x80) make_checksums_good(file, chunks);
  const auto index = table::ShardIndex::parse(file, chunks);
  if (!index) return;
  std::vector<std::byte> cells(format.chunk_bytes());
  for (std::uint64_t chunk = 0; chunk < chunks; ++chunk)
    static_cast<void>(table::read_chunk(format, *index, file, chunk, cells));
}

void rules(Input input) {
  static_cast<void>(rules::parse(text_of(input), "input"));
}

void expression(Input input) {
  query::Games games;
  static_cast<void>(query::parse(text_of(input), games));
}

constexpr Target all[] = {{"group", group},
                          {"array", array},
                          {"shard", shard},
                          {"rules", rules},
                          {"expression", expression}};

}  // namespace

std::span<const Target> targets() {
  return all;
}

}  // namespace grundy::fuzz
