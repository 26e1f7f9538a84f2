#include "table/array_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <string>

#include "table/durable_file.hpp"
#include "table/mapped_file.hpp"
#include "table/metadata.hpp"
#include "table/metadata_file.hpp"
#include "table/shard_file.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

constexpr const char* settled_name = "unfinished.json";

// Values of more than a bit each, in chunks that are not missing, decode slowly and do not compress
// much better together: they get small chunks.
Status choose_chunks(ArrayFormat& format, std::uint64_t shard, const CellView& view) {
  auto samples = sample_chunks(format, shard, view);
  auto trial = choose_codec(samples, format.width);
  if (!trial) return trial.error();
  const std::size_t cells = samples.size() * format.chunk_bytes() / format.width;
  if (trial->bytes > cells / 8) {
    format.layout = cut_chunks(format.layout, small_chunk_cells);
    samples = sample_chunks(format, shard, view);
    trial = choose_codec(samples, format.width);
    if (!trial) return trial.error();
  }
  format.codec = trial->codec;
  return {};
}

Status write_format(const std::filesystem::path& path, const ArrayFormat& format) {
  const std::string text = array_text(format);
  return write_durably(path, std::as_bytes(std::span(text)));
}

}  // namespace

ArrayWriter::ArrayWriter(std::filesystem::path directory, ArrayFormat format)
    : directory_(std::move(directory)),
      shards_(format.shards()),
      largest_chunks_(format.layout),
      format_(std::move(format)),
      written_(shards_.size()) {}

// What cannot be read, or is of another layout, counts for nothing: its shards are written anew.
void ArrayWriter::resume() {
  auto text = read_metadata(directory_ / settled_name);
  if (!text) text = read_metadata(directory_ / metadata_name);
  if (!text) return;
  const auto found = parse_array(*text, format_);
  if (!found || found->layout.shard != format_.layout.shard || found->fill != format_.fill) return;
  format_ = *found;
  settled_ = true;
  resumes_ = true;
}

Status ArrayWriter::write_shard(std::uint64_t shard, const CellView& view) {
  const unsigned width = width_for(max_cell(view, shards_.box(shard)));
  {
    const std::shared_lock reading(format_lock_);
    if (settled_ && width <= format_.width) return write_settled(shard, view);
  }
  {
    const std::unique_lock changing(format_lock_);
    if (!settled_ || width > format_.width)
      if (Status s = settle(shard, view, std::max(width, format_.width)); !s) return s;
  }
  const std::shared_lock reading(format_lock_);
  return write_settled(shard, view);
}

Status ArrayWriter::write_settled(std::uint64_t shard, const CellView& view) {
  if (!on_disk(shard, view))
    if (Status s = store(format_, shard, view); !s) return s;
  written_[shard] = true;
  return {};
}

Status ArrayWriter::settle(std::uint64_t shard, const CellView& view, unsigned width) {
  ArrayFormat wider = format_;
  wider.layout = largest_chunks_;
  wider.width = width;
  if (Status s = choose_chunks(wider, shard, view); !s) return s;
  if (Status s = write_format(directory_ / settled_name, wider); !s) return s;
  for (std::uint64_t old = 0; old < shards_.size(); ++old)
    if (written_[old])
      if (Status s = rewrite(old, wider); !s) return s;
  format_ = wider;
  settled_ = true;
  return {};
}

Status ArrayWriter::rewrite(std::uint64_t shard, const ArrayFormat& wider) const {
  const auto file = ShardFile::open(directory_, format_, shard);
  if (!file) return file.error();
  const Box box = shards_.box(shard);
  std::vector<std::byte> bytes(*box.volume() * format_.width);
  const CellSpan cells{bytes.data(), format_.width, box};
  if (Status s = file->read(format_, shard, box, cells); !s) return s;
  return store(wider, shard, cells.view());
}

// A shard of another width or codec, from before the format was settled anew, does not decode.
bool ArrayWriter::on_disk(std::uint64_t shard, const CellView& view) const {
  if (!resumes_) return false;
  const auto file = MappedFile::open(directory_ / shard_name(shards_, shard));
  return file && shard_holds(format_, shard, view, file->bytes());
}

Status ArrayWriter::store(const ArrayFormat& format, std::uint64_t shard,
                          const CellView& view) const {
  const auto bytes = encode_shard(format, shard, view);
  if (!bytes) return bytes.error();
  return write_durably(directory_ / shard_name(shards_, shard), *bytes);
}

Status ArrayWriter::finish() {
  const std::unique_lock changing(format_lock_);
  const auto unwritten = std::ranges::find_if(written_, [](const auto& done) { return !done; });
  if (unwritten != written_.end())
    return Error{Errc::usage,
                 fmt::format("{}: shard {} of {} was never written", directory_.string(),
                             unwritten - written_.begin(), shards_.size())};
  if (Status s = write_format(directory_ / metadata_name, format_); !s) return s;
  return remove_durably(directory_ / settled_name);
}

}  // namespace grundy::table
