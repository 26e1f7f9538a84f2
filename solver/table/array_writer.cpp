#include "table/array_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <string>

#include "table/durable_file.hpp"
#include "table/metadata.hpp"
#include "table/shard_file.hpp"

namespace grundy::table {

ArrayWriter::ArrayWriter(std::filesystem::path directory, ArrayFormat format)
    : directory_(std::move(directory)),
      shards_(format.shards()),
      format_(std::move(format)),
      written_(shards_.size()) {}

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
  if (Status s = store(format_, shard, view); !s) return s;
  written_[shard] = true;
  return {};
}

Status ArrayWriter::settle(std::uint64_t shard, const CellView& view, unsigned width) {
  ArrayFormat wider = format_;
  wider.width = width;
  const auto codec = choose_codec(sample_chunks(wider, shard, view), width);
  if (!codec) return codec.error();
  wider.codec = *codec;
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
  const std::string text = array_text(format_);
  return write_durably(directory_ / "zarr.json", std::as_bytes(std::span(text)));
}

}  // namespace grundy::table
