#include "ask/board_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "boards/table.hpp"
#include "table/codec.hpp"
#include "table/durable_file.hpp"
#include "table/files.hpp"
#include "table/reached.hpp"

namespace grundy::query {
namespace {

using Bytes = std::span<const std::byte>;
using nlohmann::json;

constexpr std::size_t block_words = std::size_t{1} << 17;  // 1 MiB
constexpr int file_version = 2;

std::string digest_text(const boards::Game& game) {
  return fmt::format("{:016x}", boards::digest(game));
}

template <class Number>
std::vector<std::byte> little_endian(Number number) {
  std::vector<std::byte> bytes;
  table::append_little_endian(bytes, number);
  return bytes;
}

Status write_sized(table::DurableFile& file, Bytes bytes) {
  if (Status s = file.write(little_endian(static_cast<std::uint32_t>(bytes.size()))); !s) return s;
  return file.write(bytes);
}

// Reads one part of a file after another.
class PartReader {
 public:
  explicit PartReader(Bytes bytes) : bytes_(bytes) {}

  template <class Number = std::uint32_t>
  std::optional<Number> number() {
    if (bytes_.size() < sizeof(Number)) return {};
    const auto value = table::read_little_endian<Number>(bytes_);
    bytes_ = bytes_.subspan(sizeof(Number));
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

// Errc::corrupt unless the header is that of this game.
Status read_header(PartReader& reader, const std::string& path, const boards::Game& game,
                   const boards::Solver& solver) {
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
  if (field("words") != solver.words_of_entry())
    return damaged(path, "its header does not tell how long entries are");
  return {};
}

// Writes entries in blocks, as they come.
class BlockWriter {
 public:
  BlockWriter(table::DurableFile& file, std::size_t words_of_entry)
      : file_(file), words_of_entry_(words_of_entry) {}

  Status add(std::span<const std::uint64_t> words) {
    const std::size_t whole = block_words / words_of_entry_ * words_of_entry_;
    while (!words.empty()) {
      const auto some = words.first(std::min(words.size(), whole - block_.size()));
      block_.insert(block_.end(), some.begin(), some.end());
      words = words.subspan(some.size());
      if (block_.size() < whole) continue;
      if (Status s = flush(); !s) return s;
    }
    return {};
  }
  Status end() {
    if (Status s = flush(); !s) return s;
    if (Status s = file_.write(little_endian(std::uint32_t{0})); !s) return s;
    return file_.write(little_endian(written_ / words_of_entry_));
  }

 private:
  Status flush() {
    if (block_.empty()) return {};
    if (Status s = table::pack_block(std::as_bytes(std::span(block_)), packed_); !s) return s;
    if (Status s = file_.write(little_endian(static_cast<std::uint32_t>(block_.size()))); !s)
      return s;
    written_ += block_.size();
    block_.clear();
    return write_sized(file_, packed_);
  }

  table::DurableFile& file_;
  std::size_t words_of_entry_;
  std::vector<std::uint64_t> block_;
  std::vector<std::byte> packed_;
  std::uint64_t written_ = 0;  // words
};

}  // namespace

Status save_board(const std::string& path, const boards::Game& game, boards::Solver& solver) {
  const std::string header = json{
      {"grundy_board", file_version},
      {"game", game.text},
      {"digest", digest_text(game)},
      {"words",
       solver.words_of_entry()}}.dump();
  auto file = table::DurableFile::create(path);
  if (!file) return file.error();
  const Bytes text = std::as_bytes(std::span(header));
  if (Status s = write_sized(*file, text); !s) return s;
  if (Status s = file->write(little_endian(table::crc32c(text))); !s) return s;
  BlockWriter writer(*file, solver.words_of_entry());
  if (Status s = solver.for_all_entries([&](auto words) { return writer.add(words); }); !s)
    return s;
  if (Status s = writer.end(); !s) return s;
  return file->commit();
}

Status write_reached(const std::string& path, const boards::Game& game,
                     const boards::AnySet& position, boards::Solver& solver) {
  if (const auto nimber = solver.nimber(position, boards::Engine::mex); !nimber)
    return nimber.error();
  if (solver.has_forgotten())
    return Error{Errc::memory, fmt::format("{}: there is not enough memory for all positions that "
                                           "can be reached; none were written",
                                           game.text)};
  const std::size_t key_bytes = (game.vertices + 7) / 8;
  std::vector<std::byte> keys;
  std::vector<std::uint32_t> nimbers;
  const std::size_t width = solver.words_of_entry();
  const auto take = [&](std::span<const std::uint64_t> words) -> Status {
    for (; !words.empty(); words = words.subspan(width)) {
      const auto facts = boards::Facts::of_bits(words[width - 1]);
      if (!facts.is_exact()) continue;
      for (std::size_t i = 0; i < key_bytes; ++i)
        keys.push_back(static_cast<std::byte>(words[i / 8] >> i % 8 * 8));
      nimbers.push_back(facts.nimber());
    }
    return {};
  };
  if (Status s = solver.for_all_entries(take); !s) return s;
  std::vector<table::Reached> rows;
  for (std::size_t i = 0; i < nimbers.size(); ++i)
    rows.push_back(
        {{reinterpret_cast<const char*>(keys.data()) + i * key_bytes, key_bytes}, nimbers[i]});
  return table::write_reached(path, std::move(rows));
}

void BoardKeeper::keep(const boards::Game& game, boards::Solver& solver) {
  constexpr double most = 0.05;  // of the time
  const double begin = watch_.seconds();
  if (begin < next_) return;
  static_cast<void>(save_board(path_, game, solver));
  const double end = watch_.seconds();
  next_ = end + std::max(seconds_, (end - begin) / most);
}

Status load_board(const std::string& path, const boards::Game& game, boards::Solver& solver) {
  const auto file = table::MappedFile::open(path);
  if (!file) return file.error();
  PartReader reader(file->bytes());
  if (Status s = read_header(reader, path, game, solver); !s) return s;
  std::vector<std::uint64_t> words;
  std::uint64_t entries = 0;
  for (;;) {
    const auto size = reader.number();
    if (!size) return damaged(path, "it ends before its last entry");
    if (*size == 0) break;
    const auto packed = reader.sized();
    if (!packed) return damaged(path, "it ends before its last entry");
    if (*size > block_words || *size % solver.words_of_entry() != 0)
      return damaged(path, "a block does not tell its length");
    words.resize(*size);
    if (Status s = table::unpack_block(*packed, std::as_writable_bytes(std::span(words))); !s)
      return damaged(path, s.error().message);
    if (!solver.add_entries(words)) return damaged(path, "an entry is no position of this board");
    entries += words.size() / solver.words_of_entry();
  }
  if (reader.number<std::uint64_t>() != entries)
    return damaged(path, "it does not tell how many entries it has");
  if (!reader.at_end()) return damaged(path, "something follows its last entry");
  return {};
}

}  // namespace grundy::query
