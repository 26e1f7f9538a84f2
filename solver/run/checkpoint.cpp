#include "run/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "plan/method.hpp"
#include "table/codec.hpp"
#include "table/json_text.hpp"
#include "table/metadata.hpp"
#include "table/table_directory.hpp"

namespace grundy::solve {
namespace {

using Block = std::span<std::byte>;

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t blocks_per_thread = 8;  // packed before they are written
constexpr int rest_per_save = 25;
constexpr int version = 3;

std::vector<Block> blocks_of(std::span<const Block> parts) {
  std::vector<Block> blocks;
  for (Block part : parts)
    for (; !part.empty(); part = part.subspan(blocks.back().size()))
      blocks.push_back(part.first(std::min(part.size(), block_bytes)));
  return blocks;
}

std::vector<Block> blocks_of(Block part) {
  return blocks_of(std::span<const Block>(&part, 1));
}

std::array<std::byte, 4> to_bytes(std::size_t number) {
  static_assert(std::endian::native == std::endian::little);
  return std::bit_cast<std::array<std::byte, 4>>(static_cast<std::uint32_t>(number));
}

Status write_sized(table::DurableFile& file, std::span<const std::byte> bytes) {
  if (Status s = file.write(to_bytes(bytes.size())); !s) return s;
  return file.write(bytes);
}

Status write_header(table::DurableFile& file, const tiles::Frontier& frontier,
                    const std::string& spec) {
  nlohmann::json header{{"grundy_checkpoint", version},
                        {"kernel", to_string(frontier.kernel)},
                        {"numbers", frontier.numbers},
                        {"parts", nlohmann::json::array()},
                        {"spec", spec}};
  for (const Block part : frontier.parts.here) header["parts"].push_back(part.size());
  if (frontier.parts.elsewhere) header["parts"].push_back(frontier.parts.elsewhere->bytes);
  const std::string text = table::to_text(header);
  const auto bytes = std::as_bytes(std::span(text));
  if (Status s = write_sized(file, bytes); !s) return s;
  return file.write(to_bytes(table::crc32c(bytes)));
}

// Runs work(task) for 0 .. tasks - 1 on all threads. Returns the failure of the lowest task, if
// any.
template <class Work>
Status for_all(parallel::Executor& executor, std::size_t tasks, const Work& work) {
  std::vector<Status> done(tasks);
  executor.for_each(tasks, [&](std::size_t task, std::size_t) { done[task] = work(task); });
  const auto failed = std::ranges::find_if(done, [](const Status& status) { return !status; });
  return failed == done.end() ? Status() : *failed;
}

std::vector<std::uint64_t> numbers_of(const table::Fields& fields, std::string_view key) {
  std::vector<std::uint64_t> numbers;
  for (const std::int64_t n : fields.integers(key, 0, std::numeric_limits<std::int64_t>::max()))
    numbers.push_back(static_cast<std::uint64_t>(n));
  return numbers;
}

}  // namespace

Place place_in(table::TableWriter& writer) {
  return {writer.path() / table::checkpoint_name, table::spec_text(writer.spec()), writer.resumed(),
          [&writer] { return writer.begin(); }};
}

Checkpoint::Checkpoint(Place place, parallel::Executor& executor, double seconds)
    : place_(std::move(place)),
      executor_(executor),
      least_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
      next_(Clock::now() + least_) {}

Error Checkpoint::damaged(std::string_view what) const {
  return {
      Errc::corrupt,
      fmt::format("{}: {}; remove this file to compute again and keep the shards that are there, "
                  "or start over with option `force`",
                  place_.file.string(), what)};
}

Status Checkpoint::save(const tiles::Frontier& frontier) {
  const auto start = Clock::now();
  if (place_.prepare)
    if (Status ready = place_.prepare(); !ready) return ready;
  if (const Status written = write(frontier); !written)
    return Error{
        written.error().code,
        fmt::format("{} (this file is the state to resume from; option `save-every` 1000000 does "
                    "without)",
                    written.error().message)};
  has_state_ = true;
  const auto end = Clock::now();
  spent_ += end - start;
  next_ = end + std::max(least_, rest_per_save * (end - start));
  return {};
}

Status Checkpoint::write(const tiles::Frontier& frontier) {
  auto file = table::DurableFile::create(place_.file);
  if (!file) return file.error();
  if (Status s = write_header(*file, frontier, place_.spec); !s) return s;
  if (Status s = write_blocks(*file, blocks_of(frontier.parts.here)); !s) return s;
  if (const auto& part = frontier.parts.elsewhere)
    if (Status s = write_elsewhere(*file, *part); !s) return s;
  return file->commit();
}

std::size_t Checkpoint::blocks_at_once() const noexcept {
  return blocks_per_thread * executor_.threads();
}

Status Checkpoint::write_blocks(table::DurableFile& file, std::span<const Block> blocks) {
  std::vector<std::vector<std::byte>> packed(blocks_at_once());
  for (std::size_t first = 0; first < blocks.size(); first += packed.size()) {
    const std::size_t count = std::min(packed.size(), blocks.size() - first);
    const auto pack = [&](std::size_t i) {
      return table::pack_block(blocks[first + i], packed[i]);
    };
    if (Status s = for_all(executor_, count, pack); !s) return s;
    for (std::size_t i = 0; i < count; ++i)
      if (Status s = write_sized(file, packed[i]); !s) return s;
  }
  return {};
}

Status Checkpoint::write_elsewhere(table::DurableFile& file, const tiles::StreamedPart& part) {
  std::vector<std::byte> stretch(std::min(part.bytes, blocks_at_once() * block_bytes));
  for (std::uint64_t first = 0; first < part.bytes; first += stretch.size()) {
    const Block now = Block(stretch).first(std::min(stretch.size(), part.bytes - first));
    if (Status s = part.read(first, now); !s) return s;
    if (Status s = write_blocks(file, blocks_of(now)); !s) return s;
  }
  return {};
}

Status Checkpoint::open() {
  std::error_code failed;
  if (!place_.resumed || !std::filesystem::exists(place_.file, failed)) return {};
  auto file = table::MappedFile::open(place_.file);
  if (!file) return file.error();
  file_ = std::move(*file);
  Status read = read_header();
  if (!saved_) file_.reset();
  return read;
}

// Ignores the state of another table, which a crash left while that table was being replaced.
Status Checkpoint::read_header() {
  const auto bytes = file_->bytes();
  if (bytes.size() < 8) return damaged("too short for a saved state");
  const std::size_t size = table::read_little_endian<std::uint32_t>(bytes);
  if (bytes.size() - 8 < size) return damaged("ends within its header");
  const auto text = bytes.subspan(4, size);
  if (table::read_little_endian<std::uint32_t>(bytes.subspan(4 + size)) != table::crc32c(text))
    return damaged("the CRC-32C of its header is another one");
  const auto document =
      table::parse_text({reinterpret_cast<const char*>(text.data()), text.size()});
  if (!document) return damaged(document.error().message);
  Status status;
  const table::Fields fields(*document, "", status);
  fields.expect("grundy_checkpoint", version);
  const auto kernel = plan::kernel_named(fields.text("kernel"));
  if (!kernel) fields.reject("kernel", "the name of a kernel");
  tiles::Frontier frontier{kernel.value_or(generic::kernel), numbers_of(fields, "numbers"), {}};
  if (frontier.numbers.empty()) fields.reject("numbers", "how far the sweep has come");
  part_bytes_ = numbers_of(fields, "parts");
  const bool same = fields.text("spec") == place_.spec;
  if (!status) return damaged(status.error().message);
  if (!same) return {};
  saved_ = std::move(frontier);
  blocks_at_ = 8 + size;
  has_state_ = true;
  return {};
}

Status Checkpoint::load(const tiles::Parts& parts) {
  std::vector<std::uint64_t> sizes;
  for (const Block part : parts.here) sizes.push_back(part.size());
  if (parts.elsewhere) sizes.push_back(parts.elsewhere->bytes);
  if (sizes != part_bytes_) return damaged("is of another size than this run needs");
  Status loaded = unpack(parts);
  file_.reset();
  next_ = Clock::now() + least_;
  return loaded;
}

Status Checkpoint::unpack(const tiles::Parts& parts) {
  const std::vector<Block> blocks = blocks_of(parts.here);
  const std::uint64_t elsewhere = parts.elsewhere ? parts.elsewhere->bytes : 0;
  std::vector<Packed> packed;
  auto rest = file_->bytes().subspan(blocks_at_);
  while (packed.size() < blocks.size() + (elsewhere + block_bytes - 1) / block_bytes) {
    const std::size_t size =
        rest.size() < 4 ? rest.size() : table::read_little_endian<std::uint32_t>(rest);
    if (rest.size() < 4 || rest.size() - 4 < size) return damaged("ends before its last block");
    packed.push_back(rest.subspan(4, size));
    rest = rest.subspan(4 + size);
  }
  const Status unpacked = for_all(executor_, blocks.size(), [&](std::size_t i) {
    return table::unpack_block(packed[i], blocks[i]);
  });
  if (!unpacked) return damaged(unpacked.error().message);
  return parts.elsewhere
             ? unpack_elsewhere(std::span(packed).subspan(blocks.size()), *parts.elsewhere)
             : Status();
}

Status Checkpoint::unpack_elsewhere(std::span<const Packed> packed,
                                    const tiles::StreamedPart& part) {
  std::vector<std::byte> stretch(std::min(part.bytes, blocks_at_once() * block_bytes));
  for (std::uint64_t first = 0; first < part.bytes; first += stretch.size()) {
    const Block now = Block(stretch).first(std::min(stretch.size(), part.bytes - first));
    std::ranges::fill(now, std::byte{});
    const std::vector<Block> blocks = blocks_of(now);
    const std::size_t before = first / block_bytes;
    const Status unpacked = for_all(executor_, blocks.size(), [&](std::size_t i) {
      return table::unpack_block(packed[before + i], blocks[i]);
    });
    if (!unpacked) return damaged(unpacked.error().message);
    if (Status s = part.write(first, now); !s) return s;
  }
  return {};
}

}  // namespace grundy::solve
