#include "table/array_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "table/durable_file.hpp"
#include "table/files.hpp"
#include "table/metadata.hpp"
#include "table/metadata_file.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

// Values that take more than a bit each, in chunks that are not missing, decode slowly and gain
// little from large chunks. So they get small ones.
Status choose_chunks(ArrayFormat& format, std::uint64_t shard, const CellSource& source) {
  const auto samples = sample_chunks(format, shard, source);
  const std::size_t cells = samples.size() * format.chunk_bytes() / format.width;
  Layout small = cut_chunks(format.layout, small_chunk_cells);
  if (small == format.layout || some_codec_fits(samples, format.width, cells / 8)) {
    const auto trial = choose_codec(samples, format.width);
    if (!trial) return trial.error();
    format.codec = trial->codec;
    if (small == format.layout || trial->bytes <= cells / 8) return {};
  }
  format.layout = std::move(small);
  const auto trial = choose_codec(sample_chunks(format, shard, source), format.width);
  if (!trial) return trial.error();
  format.codec = trial->codec;
  return {};
}

Status write_format(const std::filesystem::path& path, const ArrayFormat& format, Lasting lasting) {
  const std::string text = array_text(format);
  return write_durably(path, std::as_bytes(std::span(text)), lasting);
}

Status pack_all(PackedShard& packed, const CellSource& source) {
  for (std::size_t piece = 0; piece < packed.pieces(); ++piece)
    if (Status s = packed.pack(piece, source); !s) return s;
  return {};
}

// Cells with another number for tuples that are no positions.
class OtherHoles final : public CellSource {
 public:
  // They have the number of cells of `from` bytes, and get that of those they are copied to.
  // Without `from` they get 0.
  OtherHoles(const CellSource& source, std::optional<unsigned> from)
      : source_(source), from_(from) {}
  unsigned width() const override { return source_.width(); }
  void copy(const Box& region, const CellSpan& to) const override {
    source_.copy(region, to);
    const std::uint32_t before = no_position(from_.value_or(to.width));
    replace_cells(to, region, before, from_ ? no_position(to.width) : 0);
  }

 private:
  const CellSource& source_;
  const std::optional<unsigned> from_;
};

}  // namespace

ArrayWriter::ArrayWriter(std::filesystem::path directory, ArrayFormat format)
    : directory_(std::move(directory)),
      shards_(format.shards()),
      largest_chunks_(format.layout),
      format_(std::move(format)),
      written_(shards_.size()) {}

// If the format cannot be read or has another layout, all shards are written again.
void ArrayWriter::resume() {
  auto text = read_metadata(directory_ / unfinished_name);
  if (!text) text = read_metadata(directory_ / metadata_name);
  if (!text) return;
  const auto found = parse_array(*text, format_);
  if (!found || found->layout.shard != format_.layout.shard ||
      (!format_.has_holes && found->fill != format_.fill))
    return;
  format_ = *found;
  format_chosen_ = true;
  resumes_ = true;
}

// If the source's cells are no wider than the format's, their values do not matter.
unsigned ArrayWriter::width_needed(std::uint64_t shard, const CellSource& source) const {
  if (source.width() <= format_.width) return source.width();
  if (format_.has_holes) return width_for(max_cell(OtherHoles(source, {}), shards_.box(shard)) + 1);
  return width_for(max_cell(source, shards_.box(shard)));
}

bool ArrayWriter::format_fits(std::uint64_t shard, const CellSource& source) {
  const std::shared_lock reading(format_lock_);
  return format_fits(width_needed(shard, source));
}

Status ArrayWriter::change_format_if_needed(std::uint64_t shard, const CellSource& source) {
  if (format_fits(shard, source)) return {};
  const std::unique_lock changing(format_lock_);
  const unsigned width = width_needed(shard, source);
  return format_fits(width) ? Status()
                            : change_format(shard, source, std::max(width, format_.width));
}

Result<PackedShard> ArrayWriter::open_shard(std::uint64_t shard, const CellSource& source) {
  if (Status s = change_format_if_needed(shard, source); !s) return s.error();
  const std::shared_lock reading(format_lock_);
  return PackedShard(format_, shard);
}

Result<PackedShard> ArrayWriter::pack_shard(std::uint64_t shard, const CellSource& source) {
  auto packed = open_shard(shard, source);
  if (packed)
    if (Status s = pack_all(*packed, source); !s) return s.error();
  return packed;
}

Status ArrayWriter::store(const PackedShard& packed) {
  const std::shared_lock reading(format_lock_);
  return store_locked(packed);
}

// The lock keeps the format until the shard is on disk.
Status ArrayWriter::write_shard(std::uint64_t shard, const CellSource& source) {
  if (Status s = change_format_if_needed(shard, source); !s) return s;
  const std::shared_lock reading(format_lock_);
  PackedShard packed(format_, shard);
  if (Status s = pack_all(packed, source); !s) return s;
  return store_locked(packed);
}

Status ArrayWriter::store_locked(const PackedShard& packed) {
  const auto there = [&] {
    const auto file = MappedFile::open(path_of(packed.shard()));
    return file && packed.is(file->bytes());
  };
  if (!resumes_ || !there())
    if (Status s = packed.write(path_of(packed.shard())); !s) return s;
  written_[packed.shard()] = true;
  return {};
}

Result<ArrayFormat> ArrayWriter::format_for(std::uint64_t shard, const CellSource& source,
                                            unsigned width) const {
  ArrayFormat wider = format_;
  wider.layout = largest_chunks_;
  wider.width = width;
  if (wider.has_holes) wider.fill = no_position(width);
  if (Status s = choose_chunks(wider, shard, source); !s) return s.error();
  return wider;
}

void ArrayWriter::set_format(ArrayFormat format) {
  format_ = std::move(format);
  format_chosen_ = true;
}

Status ArrayWriter::save_format() const {
  return write_format(directory_ / unfinished_name, format_, Lasting::unsure);
}

Status ArrayWriter::change_format(std::uint64_t shard, const CellSource& source, unsigned width) {
  const auto wider = format_for(shard, source, width);
  if (!wider) return wider.error();
  if (Status s = write_format(directory_ / unfinished_name, *wider, Lasting::unsure); !s) return s;
  for (std::uint64_t old = 0; old < shards_.size(); ++old)
    if (written_[old])
      if (Status s = rewrite(old, *wider); !s) return s;
  set_format(*wider);
  return {};
}

Status ArrayWriter::rewrite(std::uint64_t shard, const ArrayFormat& wider) const {
  const auto file = ShardFile::open(directory_, format_, shard);
  if (!file) return file.error();
  const Box box = shards_.box(shard);
  std::vector<std::byte> bytes(*box.volume() * format_.width);
  const CellSpan cells{bytes.data(), format_.width, box};
  if (Status s = file->read(format_, shard, box, cells); !s) return s;
  PackedShard packed(wider, shard);
  const ViewSource before(cells.view());
  const OtherHoles wide(before, format_.width);
  if (Status s = pack_all(packed, wider.has_holes ? static_cast<const CellSource&>(wide) : before);
      !s)
    return s;
  return packed.write(path_of(shard));
}

Status ArrayWriter::sync() const {
  return sync_directory(directory_);
}

Status ArrayWriter::finish() {
  const std::unique_lock changing(format_lock_);
  const auto unwritten = std::ranges::find_if(written_, [](const auto& done) { return !done; });
  if (unwritten != written_.end())
    return Error{Errc::usage,
                 fmt::format("{}: shard {} of {} was never written", directory_.string(),
                             unwritten - written_.begin(), shards_.size())};
  if (Status s = write_format(directory_ / metadata_name, format_, Lasting::contents); !s) return s;
  if (Status s = remove_file(directory_ / unfinished_name); !s) return s;
  return sync();  // the names of all shards too
}

}  // namespace grundy::table
