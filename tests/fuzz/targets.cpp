#include "targets.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ask/parse.hpp"
#include "base/executor.hpp"
#include "methods/options/estimate.hpp"
#include "plan/plan.hpp"
#include "rules/language/parser.hpp"
#include "rules/proofs/termination.hpp"
#include "run/statistics.hpp"
#include "run/sweep.hpp"
#include "table/codec.hpp"
#include "table/metadata.hpp"
#include "table/metadata_file.hpp"
#include "table/shard.hpp"

namespace grundy::fuzz {
namespace {

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

// The few positions next to the low ends.
Box corner_of(const rules::Rules& rules) {
  constexpr std::int64_t sides[] = {12, 4, 3, 2};
  const std::int64_t side = sides[std::min<std::size_t>(rules.dimensions(), 4) - 1];
  Box box;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    const std::int64_t high = coordinate.low + side;
    box.low.push_back(coordinate.low);
    box.high.push_back(std::min(high, coordinate.high.value_or(high)));
  }
  return box;
}

// Whether so much has to be looked at to solve the box that a fuzzer has no time for it.
bool is_large(const rules::Rules& rules, const Box& box) {
  constexpr std::uint64_t most_positions = 3000;
  constexpr std::uint64_t most_options = 20000;
  const auto closure = rules::closure(rules, box);
  const auto* const closed = std::get_if<Box>(&closure);
  return closed != nullptr && (closed->volume().value_or(most_positions + 1) > most_positions ||
                               generic::most_options(rules, *closed) > most_options);
}

// Of a search of whole sums, which has no other end: it takes a second or so for them.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;

// Solved without an error by any kernel, the values are the same with every proof replayed.
void solve(const rules::Rules& rules) {
  const Box box = corner_of(rules);
  if (is_large(rules, box)) return;
  const auto executor = parallel::make_executor("serial", 1);
  for (const Quantity quantity : {Quantity::outcome, Quantity::nimber, Quantity::remoteness}) {
    std::optional<std::string> digest;
    for (const char* const kernel : {"auto", "generic", "search"})
      for (const auto proofs : {compile::Proofs::trusted, compile::Proofs::replayed}) {
        plan::Request request;
        request.rules = rules;
        request.high = box.high;
        request.quantity = quantity;
        request.convention = rules.convention;
        request.kernel = kernel;
        request.proofs = proofs;
        auto plan = plan::make_plan(request);
        if (plan && to_string(plan->kernel()) == "search") {
          request.memory_limit = most_bytes;
          plan = plan::make_plan(request);
        }
        const auto solution = plan ? sweep::solve(*plan, **executor) : plan.error();
        if (!solution) continue;
        const std::string found = sweep::statistics(*plan, *solution, **executor).digest.hex();
        demand(digest.value_or(found) == found, "all kernels agree");
        digest = found;
      }
  }
}

void rules(Input input) {
  const auto games = rules::parse(text_of(input), "input");
  if (!games) return;
  for (const rules::Rules& game : *games) solve(game);
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
