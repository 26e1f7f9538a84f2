#include "table/writer.hpp"

#include <cassert>
#include <string>

#include "table/durable_file.hpp"
#include "table/metadata.hpp"
#include "table/metadata_file.hpp"

namespace grundy::table {

namespace fs = std::filesystem;

Result<TableWriter> TableWriter::create(const fs::path& path, TableSpec spec, bool force) {
  return create(path, std::move(spec), force ? Existing::replace : Existing::refuse);
}

Result<TableWriter> TableWriter::create(const fs::path& path, TableSpec spec, Existing existing) {
  if (Status s = check(spec); !s) return s.error();
  auto directory = TableDirectory::claim(path, spec, existing);
  if (!directory) return directory.error();
  return TableWriter(*std::move(directory), std::move(spec));
}

TableWriter TableWriter::join(const fs::path& path, TableSpec spec, bool resumed) {
  return TableWriter(TableDirectory::join(path, resumed), std::move(spec));
}

TableWriter::TableWriter(std::unique_ptr<TableDirectory> directory, TableSpec spec)
    : directory_(std::move(directory)),
      spec_(std::move(spec)),
      shards_(spec_.box, layout_of(spec_).shard) {
  const auto writer_of = [&](const ArrayFormat& format) {
    auto writer = std::make_unique<ArrayWriter>(directory_->path() / format.name, format);
    if (directory_->resumed()) writer->resume();
    return writer;
  };
  for (const Quantity quantity : arrays())
    writers_.push_back(writer_of(array_format(spec_, quantity)));
  if (!has_section(spec_)) return;
  section_ = section_format(spec_);
  section_writer_ = writer_of(*section_);
}

Status TableWriter::begin() {
  std::vector<std::string> names;
  for (const Quantity quantity : arrays()) names.emplace_back(to_string(quantity));
  if (section_) names.push_back(section_->name);
  return directory_->begin(names);
}

Status TableWriter::write_shard(std::uint64_t shard, std::span<const CellView> views) {
  assert(views.size() == writers_.size());
  if (Status s = begin(); !s) return s;
  for (std::size_t i = 0; i < views.size(); ++i)
    if (Status s = writers_[i]->write_shard(shard, ViewSource(views[i])); !s) return s;
  return {};
}

bool TableWriter::format_fits(std::uint64_t shard, Sources sources) {
  for (std::size_t i = 0; i < writers_.size(); ++i)
    if (!writers_[i]->format_fits(shard, *sources[i])) return false;
  return true;
}

Result<std::vector<PackedShard>> TableWriter::open_shard(std::uint64_t shard, Sources sources) {
  if (Status s = begin(); !s) return s.error();
  std::vector<PackedShard> opened;
  for (std::size_t i = 0; i < writers_.size(); ++i) {
    auto packed = writers_[i]->open_shard(shard, *sources[i]);
    if (!packed) return packed.error();
    opened.push_back(*std::move(packed));
  }
  return opened;
}

Status TableWriter::store(std::span<const PackedShard> packed) {
  for (std::size_t i = 0; i < packed.size(); ++i)
    if (Status s = writers_[i]->store(packed[i]); !s) return s;
  return {};
}

Status TableWriter::sync() const {
  for (const auto& writer : writers_)
    if (Status s = writer->sync(); !s) return s;
  return section_writer_ ? section_writer_->sync() : Status();
}

Result<PackedShard> TableWriter::pack_section_shard(std::uint64_t shard, const CellView& lines) {
  if (Status s = begin(); !s) return s.error();
  return section_writer_->pack_shard(shard, ViewSource(lines));
}

Status TableWriter::store_section(const PackedShard& packed) {
  return section_writer_->store(packed);
}

Status TableWriter::finish_arrays() {
  for (const auto& writer : writers_)
    if (Status s = writer->finish(); !s) return s;
  if (section_writer_)
    if (Status s = section_writer_->finish(); !s) return s;
  arrays_finished_ = true;
  return {};
}

Status TableWriter::finish(const TableResult& result) {
  if (!arrays_finished_)
    if (Status s = finish_arrays(); !s) return s;
  const auto arrays = read_array_texts(directory_->path(), spec_);
  if (!arrays) return arrays.error();
  std::string text = group_text({spec_, result}, *arrays);
  const auto checksum = metadata_checksum(directory_->path(), spec_, text);
  if (!checksum) return checksum.error();
  text = with_checksum(std::move(text), *checksum);
  if (Status s = write_durably(directory_->path() / metadata_name, std::as_bytes(std::span(text)));
      !s)
    return s;
  return directory_->finish();
}

Status TableWriter::discard() {
  return directory_->discard();
}

}  // namespace grundy::table
