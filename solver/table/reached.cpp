#include "table/reached.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "table/codec.hpp"
#include "table/durable_file.hpp"

namespace grundy::table {
namespace {

// NPY, version 1.0: the records begin at a multiple of 64 bytes, so that they can be mapped.
std::vector<std::byte> header(std::size_t count, std::size_t longest) {
  constexpr std::size_t alignment = 64;
  const std::string_view magic("\x93NUMPY\x01\x00", 8);
  std::string text = fmt::format(
      "{{'descr': [('nimber', '<u4'), ('size', '<u4'), ('key', '|u1', ({},))], "
      "'fortran_order': False, 'shape': ({},), }}",
      longest, count);
  const std::size_t before = magic.size() + 2 + text.size() + 1;
  text.append((alignment - before % alignment) % alignment, ' ');
  text += '\n';
  const auto begin = std::as_bytes(std::span(magic));
  std::vector<std::byte> bytes(begin.begin(), begin.end());
  append_little_endian(bytes, static_cast<std::uint16_t>(text.size()));
  const auto rest = std::as_bytes(std::span(text));
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  return bytes;
}

}  // namespace

Status write_reached(const std::filesystem::path& path, std::vector<Reached> positions) {
  constexpr std::size_t batch = std::size_t{1} << 20;  // bytes
  std::sort(positions.begin(), positions.end(),
            [](const Reached& a, const Reached& b) { return a.key < b.key; });
  std::size_t longest = 1;
  for (const Reached& position : positions) longest = std::max(longest, position.key.size());
  auto file = DurableFile::create(path);
  if (!file) return file.error();
  std::vector<std::byte> bytes = header(positions.size(), longest);
  for (const Reached& position : positions) {
    append_little_endian(bytes, position.nimber);
    append_little_endian(bytes, static_cast<std::uint32_t>(position.key.size()));
    const auto key = std::as_bytes(std::span(position.key));
    bytes.insert(bytes.end(), key.begin(), key.end());
    bytes.resize(bytes.size() + longest - key.size());
    if (bytes.size() < batch) continue;
    if (Status s = file->write(bytes); !s) return s;
    bytes.clear();
  }
  if (Status s = file->write(bytes); !s) return s;
  return file->commit();
}

}  // namespace grundy::table
