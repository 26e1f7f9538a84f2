#include "ask/board_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "table/codec.hpp"
#include "table/durable_file.hpp"
#include "table/files.hpp"

namespace grundy::query {
namespace {

using Bytes = std::span<const std::byte>;
using nlohmann::json;

constexpr std::size_t block_words = std::size_t{1} << 17;  // 1 MiB
constexpr int file_version = 1;

std::string digest_text(const boards::Game& game) {
  return fmt::format("{:016x}", boards::digest(game));
}

std::vector<std::byte> little_endian(std::size_t number) {
  std::vector<std::byte> bytes;
  table::append_little_endian(bytes, static_cast<std::uint32_t>(number));
  return bytes;
}

Status write_sized(table::DurableFile& file, Bytes bytes) {
  if (Status s = file.write(little_endian(bytes.size())); !s) return s;
  return file.write(bytes);
}

// Reads one part of a file after another.
class PartReader {
 public:
  explicit PartReader(Bytes bytes) : bytes_(bytes) {}

  std::optional<std::uint32_t> number() {
    if (bytes_.size() < 4) return {};
    const auto value = table::read_little_endian<std::uint32_t>(bytes_);
    bytes_ = bytes_.subspan(4);
    return value;
  }
  std::optional<Bytes> sized() {
    const auto size = number();
    if (!size || *size > bytes_.size()) return {};
    const Bytes part = bytes_.first(*size);
    bytes_ = bytes_.subspan(*size);
    return part;
  }
  bool at_end() const noexcept { return bytes_.empty(); }

 private:
  Bytes bytes_;
};

Error damaged(const std::string& path, std::string_view what) {
  return {Errc::corrupt, fmt::format("{}: {}; remove this file and search again", path, what)};
}

// The number of words of all entries. Errc::corrupt unless the header is that of this game.
Result<std::uint64_t> read_header(PartReader& reader, const std::string& path,
                                  const boards::Game& game, const boards::Solver& solver) {
  const auto text = reader.sized();
  const auto sum = reader.number();
  if (!text || !sum || *sum != table::crc32c(*text))
    return Error{Errc::corrupt,
                 fmt::format("{}: this is no file of a board, or its header is damaged", path)};
  const json header = json::parse(reinterpret_cast<const char*>(text->data()),
                                  reinterpret_cast<const char*>(text->data()) + text->size(),
                                  nullptr, /*allow_exceptions=*/false);
  const auto field = [&](const char* key) {
    return header.is_object() && header.contains(key) ? header[key] : json();
  };
  if (field("grundy_board") != file_version)
    return damaged(path, "its format is of another version of this program");
  if (field("digest") != digest_text(game))
    return Error{Errc::corrupt, fmt::format("{}: this file is of {}, not of {}", path,
                                            field("game").dump(), game.text)};
  if (field("words") != solver.words_of_entry() || !field("entries").is_number_unsigned())
    return damaged(path, "its header does not tell the number of entries");
  const auto entries = field("entries").get<std::uint64_t>();
  if (entries > (std::uint64_t{1} << 50)) return damaged(path, "it tells too many entries");
  return entries * solver.words_of_entry();
}

}  // namespace

Status save_board(const std::string& path, const boards::Game& game, const boards::Solver& solver) {
  const std::vector<std::uint64_t> words = solver.entries();
  const std::string header = json{
      {"grundy_board", file_version},
      {"game", game.text},
      {"digest", digest_text(game)},
      {"entries", words.size() / solver.words_of_entry()},
      {"words",
       solver.words_of_entry()}}.dump();
  auto file = table::DurableFile::create(path);
  if (!file) return file.error();
  const Bytes text = std::as_bytes(std::span(header));
  if (Status s = write_sized(*file, text); !s) return s;
  if (Status s = file->write(little_endian(table::crc32c(text))); !s) return s;
  std::vector<std::byte> packed;
  for (std::span<const std::uint64_t> rest = words; !rest.empty();) {
    const auto block = rest.first(std::min(rest.size(), block_words));
    if (Status s = table::pack_block(std::as_bytes(block), packed); !s) return s;
    if (Status s = write_sized(*file, packed); !s) return s;
    rest = rest.subspan(block.size());
  }
  return file->commit();
}

Status load_board(const std::string& path, const boards::Game& game, boards::Solver& solver) {
  const auto file = table::MappedFile::open(path);
  if (!file) return file.error();
  PartReader reader(file->bytes());
  const auto total = read_header(reader, path, game, solver);
  if (!total) return total.error();
  // An entry may lie in two blocks.
  std::vector<std::uint64_t> words;
  for (std::uint64_t left = *total; left > 0;) {
    const auto packed = reader.sized();
    if (!packed) return damaged(path, "it ends before its last entry");
    const std::size_t before = words.size();
    words.resize(before + std::min<std::uint64_t>(left, block_words));
    const auto block = std::span(words).subspan(before);
    if (Status s = table::unpack_block(*packed, std::as_writable_bytes(block)); !s)
      return damaged(path, s.error().message);
    left -= block.size();
    const std::size_t whole = words.size() / solver.words_of_entry() * solver.words_of_entry();
    if (!solver.add_entries(std::span(words).first(whole)))
      return damaged(path, "an entry is no position of this board");
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(whole));
  }
  if (!reader.at_end()) return damaged(path, "something follows its last entry");
  return {};
}

}  // namespace grundy::query
