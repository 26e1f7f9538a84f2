#include "table/writer.hpp"

#include <cassert>
#include <string>

#include "table/durable_file.hpp"
#include "table/metadata.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

// P-positions have outcome and nimber 0; remoteness tables hold outcomes as well.
std::size_t array_that_shows_p(Quantity quantity) {
  return quantity == Quantity::remoteness ? 1 : 0;
}

Result<std::unique_ptr<ArrayWriter>> make_array(const fs::path& table, ArrayFormat format) {
  const fs::path directory = table / format.name;
  if (Status s = make_directory_durably(directory); !s) return s.error();
  return std::make_unique<ArrayWriter>(directory, std::move(format));
}

}  // namespace

Result<TableWriter> TableWriter::create(const fs::path& path, TableSpec spec, bool force) {
  if (Status s = check(spec); !s) return s.error();
  if (Status s = claim_directory(path, spec, force); !s) return s.error();
  TableWriter writer(path, std::move(spec));
  if (Status s = writer.make_arrays(); !s) return s.error();
  return writer;
}

TableWriter::TableWriter(fs::path path, TableSpec spec)
    : path_(std::move(path)), spec_(std::move(spec)), shards_(spec_.box, layout_of(spec_).shard) {
  if (has_section(spec_)) section_.emplace(spec_);
}

Status TableWriter::make_arrays() {
  for (const Quantity quantity : arrays()) {
    auto array = make_array(path_, array_format(spec_, quantity));
    if (!array) return array.error();
    writers_.push_back(*std::move(array));
  }
  return {};
}

Status TableWriter::write_shard(std::uint64_t shard, std::span<const CellView> views) {
  assert(views.size() == writers_.size());
  for (std::size_t i = 0; i < views.size(); ++i)
    if (Status s = writers_[i]->write_shard(shard, views[i]); !s) return s;
  if (!section_) return {};
  return section_->add(views[array_that_shows_p(spec_.quantity)], shards_.box(shard));
}

Status TableWriter::write_section() {
  auto array = make_array(path_, section_->format());
  if (!array) return array.error();
  for (std::uint64_t shard = 0; shard < section_->format().shards().size(); ++shard)
    if (Status s = (*array)->write_shard(shard, section_->view()); !s) return s;
  return (*array)->finish();
}

Status TableWriter::finish(const TableResult& result) {
  for (const auto& writer : writers_)
    if (Status s = writer->finish(); !s) return s;
  if (section_)
    if (Status s = write_section(); !s) return s;
  const std::string text = group_text({spec_, result});
  if (Status s = write_durably(path_ / metadata_name, std::as_bytes(std::span(text))); !s) return s;
  return remove_durably(path_ / unfinished_name);
}

Status TableWriter::discard() {
  return remove_table(path_);
}

}  // namespace grundy::table
