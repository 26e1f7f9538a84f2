// table/export/zarr2.cpp: write_zarr2.
#include <blosc.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string>

#include "table/durable_file.hpp"
#include "table/export/chunked.hpp"
#include "table/export/formats.hpp"

namespace grundy::exports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int level = 5;  // which blosc maps to zstd's 9

// In ASCII: zarr-python reads nothing else.
Status write_json(const fs::path& path, const json& document) {
  const std::string text = document.dump(2, ' ', /*ensure_ascii=*/true) + '\n';
  return table::write_durably(path, std::as_bytes(std::span(text)));
}

json array_json(const Source& source, const std::vector<std::int64_t>& chunks) {
  return {{"zarr_format", 2},
          {"shape", source.shape()},
          {"chunks", chunks},
          {"dtype", numpy_type(source.width())},
          {"compressor",
           {{"id", "blosc"},
            {"cname", "zstd"},
            {"clevel", level},
            {"shuffle", BLOSC_BITSHUFFLE},
            {"blocksize", 0}}},
          {"fill_value", source.fill()},
          {"order", "C"},
          {"filters", nullptr},
          {"dimension_separator", "."}};
}

Status write_metadata(const Source& source, const fs::path& directory, const fs::path& array,
                      const std::vector<std::int64_t>& chunks) {
  json attributes = array_attributes(source);
  attributes["_ARRAY_DIMENSIONS"] = source.dimensions();
  if (Status s = write_json(array / ".zarray", array_json(source, chunks)); !s) return s;
  if (Status s = write_json(array / ".zattrs", attributes); !s) return s;
  if (Status s = write_json(directory / ".zattrs", table_attributes(source)); !s) return s;
  return write_json(directory / ".zgroup", {{"zarr_format", 2}});
}

// Compresses and writes whole chunks, in buffers that it keeps.
class ChunkWriter {
 public:
  ChunkWriter(const Source& source, table::Grid grid, fs::path directory)
      : source_(source), grid_(std::move(grid)), directory_(std::move(directory)) {}

  Status write(std::uint64_t number) {
    const Box part = grid_.box(number);
    if (Status s = source_.read(part, cells_); !s) return s;
    if (is_all_fill(source_, part, cells_)) return {};
    pad(part, grid_.padded(number));
    if (Status s = compress(); !s) return s;
    const auto name = fmt::format("{}", fmt::join(grid_.coordinates(number), "."));
    return table::write_durably(directory_ / name, encoded_);
  }

 private:
  // Chunks at the far edges are stored whole.
  void pad(const Box& part, const Box& whole) {
    padded_.resize(*whole.volume() * source_.width());
    const CellSpan to{padded_.data(), source_.width(), whole};
    fill_cells(to, source_.fill());
    copy_cells({cells_.data(), source_.width(), part, part.strides()}, part, to);
  }

  Status compress() {
    encoded_.resize(padded_.size() + BLOSC_MAX_OVERHEAD);
    const int size = blosc_compress_ctx(level, BLOSC_BITSHUFFLE, source_.width(), padded_.size(),
                                        padded_.data(), encoded_.data(), encoded_.size(),
                                        BLOSC_ZSTD_COMPNAME, /*blocksize=*/0, /*threads=*/1);
    if (size <= 0) return Error{Errc::memory, "not enough memory to compress a chunk"};
    encoded_.resize(static_cast<std::size_t>(size));
    return {};
  }

  const Source& source_;
  const table::Grid grid_;
  const fs::path directory_;
  std::vector<std::byte> cells_;
  std::vector<std::byte> padded_;
  std::vector<std::byte> encoded_;
};

}  // namespace

Status write_zarr2(const Source& source, const Temporary& made) {
  const fs::path& directory = made.path();
  const fs::path array = directory / to_string(source.array());
  for (const fs::path& path : {directory, array})
    if (Status s = table::make_directory_durably(path); !s) return s;
  constexpr std::int64_t cells = 1 << 17;  // each chunk is a file, which Zstandard decodes fast
  const auto sides = chunk_sides(source, cells);
  if (Status s = write_metadata(source, directory, array, sides); !s) return s;
  const table::Grid grid(source.box(), sides);
  ChunkWriter chunks(source, grid, array);
  for (std::uint64_t number = 0; number < grid.size(); ++number) {
    if (Status s = chunks.write(number); !s) return s;
    if (Status s = source.passed(*grid.box(number).volume()); !s) return s;
  }
  return {};
}

}  // namespace grundy::exports
