#include "table/packed_shard.hpp"

#include <algorithm>

#include "table/codec.hpp"
#include "table/durable_file.hpp"
#include "table/shard.hpp"

namespace grundy::table {
namespace {

// One chunk's cells, with padding where the chunk sticks out of the array.
class ChunkBuffer {
 public:
  // Uses memory of this thread: only one buffer a thread may exist at a time.
  explicit ChunkBuffer(const ArrayFormat& format)
      : format_(format), bytes_(scratch_.take(format.chunk_bytes())) {}

  // False if every cell holds the fill value.
  bool load(const Box& chunk, const CellSource& source) {
    const CellSpan cells{bytes_.data(), format_.width, chunk};
    const auto inside = intersection(chunk, format_.box);
    if (!inside || !holds_sorted(*inside, format_.sorted_axes)) return false;
    if (*inside != chunk) fill_cells(cells, format_.fill);
    source.copy(*inside, cells);
    if (!format_.sorted_axes.empty()) fill_unsorted(cells, format_.sorted_axes, format_.fill);
    return !all_cells_are(cells, format_.fill);
  }
  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  static thread_local Scratch scratch_;
  const ArrayFormat& format_;
  std::span<std::byte> bytes_;
};
thread_local Scratch ChunkBuffer::scratch_;

std::uint64_t cells_of_chunk(const ArrayFormat& format) {
  return format.chunk_bytes() / format.width;
}

}  // namespace

PackedShard::PackedShard(ArrayFormat format, std::uint64_t shard)
    : format_(std::move(format)),
      shard_(shard),
      chunks_(format_.chunks(shard)),
      chunks_of_piece_(std::max<std::uint64_t>(piece_cells / cells_of_chunk(format_), 1)),
      pieces_((chunks_.size() + chunks_of_piece_ - 1) / chunks_of_piece_) {}

Status PackedShard::pack(std::size_t piece, const CellSource& source) {
  ChunkBuffer buffer(format_);
  thread_local std::vector<std::byte> bytes;  // keeps its capacity
  std::vector<std::uint64_t> sizes;
  const std::uint64_t first = piece * chunks_of_piece_;
  const std::uint64_t end = std::min(first + chunks_of_piece_, chunks_.size());
  bytes.clear();
  for (std::uint64_t chunk = first; chunk < end; ++chunk) {
    const std::size_t before = bytes.size();
    if (buffer.load(chunks_.padded(chunk), source))
      if (Status s = encode_chunk(format_.codec, buffer.bytes(), format_.width, bytes); !s)
        return s;
    sizes.push_back(bytes.size() - before);
  }
  pieces_[piece] = {{bytes.begin(), bytes.end()}, std::move(sizes)};
  return {};
}

std::uint64_t PackedShard::packed_bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces_) bytes += piece.bytes.size();
  return bytes;
}

std::vector<std::byte> PackedShard::index() const {
  std::vector<std::byte> index;
  std::uint64_t offset = 0;
  for (const Piece& piece : pieces_)
    for (const std::uint64_t size : piece.sizes) {
      append_little_endian(index, size == 0 ? missing_chunk : offset);
      append_little_endian(index, size == 0 ? missing_chunk : size);
      offset += size;
    }
  append_little_endian(index, crc32c(index));
  return index;
}

bool PackedShard::is(std::span<const std::byte> file) const {
  const auto begins_with = [&](std::span<const std::byte> part) {
    if (file.size() < part.size() || !std::ranges::equal(file.first(part.size()), part))
      return false;
    file = file.subspan(part.size());
    return true;
  };
  for (const Piece& piece : pieces_)
    if (!begins_with(piece.bytes)) return false;
  return begins_with(index()) && file.empty();
}

Status PackedShard::write(const std::filesystem::path& path) const {
  auto file = DurableFile::create(path);
  if (!file) return file.error();
  const std::vector<std::byte> end = index();
  std::vector<std::span<const std::byte>> parts;
  std::size_t size = end.size();
  for (const Piece& piece : pieces_) {
    parts.emplace_back(piece.bytes);
    size += piece.bytes.size();
  }
  parts.emplace_back(end);
  if (Status s = file->reserve(size); !s) return s;
  if (Status s = file->write(parts); !s) return s;
  return file->commit(Lasting::contents);
}

std::vector<std::vector<std::byte>> sample_chunks(const ArrayFormat& format, std::uint64_t shard,
                                                  const CellSource& source) {
  std::vector<std::vector<std::byte>> samples;
  ChunkBuffer buffer(format);
  const Grid chunks = format.chunks(shard);
  const std::uint64_t part = chunks.size() * cells_of_chunk(format) / sampled_part;
  const std::uint64_t wanted = std::min(sampled_cells, part) / cells_of_chunk(format) + 1;
  // Odd, so that the samples do not all lie in one column of a grid of even sides.
  const std::uint64_t step = (chunks.size() / wanted) | 1;
  for (std::uint64_t chunk = 0; chunk < chunks.size(); chunk += step)
    if (buffer.load(chunks.padded(chunk), source))
      samples.emplace_back(buffer.bytes().begin(), buffer.bytes().end());
  return samples;
}

}  // namespace grundy::table
