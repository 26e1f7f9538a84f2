#include "server/site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <system_error>

#include "server/answers.hpp"
#include "server/catalogue.hpp"
#include "server/compression.hpp"
#include "server/explorer_files.hpp"
#include "server/picture.hpp"
#include "table/export/source.hpp"

namespace grundy::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view page = "index.html";
constexpr std::string_view asks_server = "answers.js";
constexpr std::string_view asks_files = "export * from \"./files.js\";\n";
constexpr std::array<Reduction, 3> reductions{Reduction::min, Reduction::max, Reduction::density};

// Positions of a cube of cells, at most.
constexpr std::uint64_t most_cells = std::uint64_t{1} << 18;

constexpr std::uint64_t most_files = 1'000'000;

// Takes a file's name within the site, and makes its bytes when it wants them. `bytes` are as many
// or more.
using Take = std::function<Status(const std::string& name, std::uint64_t bytes,
                                  const std::function<Result<std::string>()>& make)>;

// The largest power of two that leaves a cube of that side small enough.
std::int64_t side_of(std::size_t dimensions) {
  std::int64_t side = 1;
  while (Box{Position(dimensions, 0), Position(dimensions, 2 * side - 1)}.volume() <= most_cells)
    side *= 2;
  return side;
}

// Calls `use` for every index within the counts, in C order, and ends with the first failure.
Status for_each_index(const std::vector<std::int64_t>& counts,
                      const std::function<Status(const Position& index)>& use) {
  Position index(counts.size(), 0);
  while (true) {
    if (Status s = use(index); !s) return s;
    std::size_t axis = counts.size();
    while (axis > 0 && ++index[axis - 1] == counts[axis - 1]) index[--axis] = 0;
    if (axis == 0) return {};
  }
}

Result<exports::Source> open_source(const ServedTable& table, exports::Slice slice) {
  return exports::Source::open(*table.table, table.spec().quantity, std::move(slice), {});
}

// Gives the files of one table to `take`.
class TableFiles {
 public:
  TableFiles(const ServedTable& table, const Take& take)
      : table_(table),
        take_(take),
        box_(table.spec().box),
        side_(side_of(box_.dimensions())),
        folder_(fmt::format("site/tables/{}", table.name)) {}

  Status give() const {
    const auto whole = open_source(table_, exports::everything(box_));
    if (!whole) return whole.error();
    if (Status s = give_text(*whole); !s) return s;
    if (Status s = give_cells(*whole); !s) return s;
    for (std::size_t first = 0; first < box_.dimensions(); ++first)
      for (std::size_t second = first + 1; second < box_.dimensions(); ++second)
        if (Status s = give_pictures({first, second}); !s) return s;
    return {};
  }

 private:
  Status give_text(const exports::Source& whole) const {
    Json json = in_full(table_);
    json["cells"] = {{"side", side_}, {"type", fmt::format("uint{}", 8 * whole.width())}};
    const std::string text = to_text(json);
    return take_(folder_ + "/table.json", text.size(), [&] { return Result(text); });
  }

  Status give_cells(const exports::Source& whole) const {
    std::vector<std::int64_t> counts;
    for (std::size_t axis = 0; axis < box_.dimensions(); ++axis)
      counts.push_back((box_.extent(axis) + side_ - 1) / side_);
    return for_each_index(counts, [&](const Position& index) {
      Box cube = box_;
      for (std::size_t axis = 0; axis < box_.dimensions(); ++axis) {
        cube.low[axis] += index[axis] * side_;
        cube.high[axis] = std::min(cube.low[axis] + side_ - 1, box_.high[axis]);
      }
      const auto make = [&]() -> Result<std::string> {
        std::vector<std::byte> cells;
        if (Status s = whole.read(cube, cells); !s) return s.error();
        return std::string(reinterpret_cast<const char*>(cells.data()), cells.size());
      };
      return take_(fmt::format("{}/cells/{}.bin", folder_, fmt::join(index, ".")),
                   *cube.volume() * whole.width(), make);
    });
  }

  // Of all slices along these two axes, where they have coarser levels at all.
  Status give_pictures(const std::vector<std::size_t>& axes) const {
    const auto is_open = [&](std::size_t axis) { return std::ranges::count(axes, axis) > 0; };
    const Box picture{{0, 0}, {box_.extent(axes[0]) - 1, box_.extent(axes[1]) - 1}};
    if (finest_level(picture) == 0) return {};
    std::vector<std::int64_t> counts;
    for (std::size_t axis = 0; axis < box_.dimensions(); ++axis)
      counts.push_back(is_open(axis) ? 1 : box_.extent(axis));
    return for_each_index(counts, [&](const Position& index) {
      exports::Slice slice{box_, axes};
      std::vector<std::string> words;
      for (std::size_t axis = 0; axis < box_.dimensions(); ++axis) {
        const std::int64_t at = box_.low[axis] + index[axis];
        if (!is_open(axis)) slice.region.low[axis] = slice.region.high[axis] = at;
        words.push_back(is_open(axis) ? "x" : fmt::to_string(at));
      }
      return give_picture(slice, fmt::format("{}/pictures/{}", folder_, fmt::join(words, ",")));
    });
  }

  Status give_picture(const exports::Slice& slice, const std::string& name) const {
    const auto source = open_source(table_, slice);
    if (!source) return source.error();
    const unsigned finest = finest_level(source->box());
    for (unsigned level = 0; level < finest; ++level) {
      const std::int64_t block = block_of(finest, level);
      std::vector<std::int64_t> counts;
      for (const std::size_t axis : {0U, 1U})
        counts.push_back((source->box().extent(axis) - 1) / (tile_side * block) + 1);
      const auto give_tiles = [&](const Position& at) -> Status {
        const auto part = part_shown(source->box(), block, at[0], at[1]);
        const std::string tile = fmt::format("{}.{}.{}.bin", level, at[0], at[1]);
        for (const Reduction reduction : reductions)
          if (Status s = give_tile(*source, *part, block, reduction, name, tile); !s) return s;
        return {};
      };
      if (Status s = for_each_index(counts, give_tiles); !s) return s;
    }
    return {};
  }

  Status give_tile(const exports::Source& source, const Box& part, std::int64_t block,
                   Reduction reduction, const std::string& folder, const std::string& tile) const {
    const std::uint64_t pixels =
        *Box{{0, 0}, {(part.extent(0) - 1) / block, (part.extent(1) - 1) / block}}.volume();
    const unsigned width = width_of(reduction, source);
    const auto name = reduction_names[static_cast<std::size_t>(reduction)];
    return take_(fmt::format("{}/{}/{}", folder, name, tile), pixels * width,
                 [&]() -> Result<std::string> {
                   const auto drawn = draw(source, part, block, reduction);
                   if (!drawn) return drawn.error();
                   return drawn->packed(width);
                 });
  }

  const ServedTable& table_;
  const Take& take_;
  const Box& box_;
  std::int64_t side_;
  std::string folder_;
};

Status give_text(std::string_view name, std::string_view text, const Take& take) {
  return take(std::string(name), text.size(), [&] { return Result(std::string(text)); });
}

Status give_explorer(const Take& take) {
  for (const ExplorerFile& file : explorer_files()) {
    if (file.name == page) continue;
    const std::string_view text = file.name == asks_server ? asks_files : file.text;
    if (Status s = give_text(fmt::format("explorer/{}", file.name), text, take); !s) return s;
  }
  return {};
}

// The page comes last: without it there is no site yet.
Status give_all(const Tables& tables, const Take& take) {
  Json all = Json::array();
  for (const auto& [name, table] : tables.all()) {
    if (name == "." || name == "..")
      return Error{Errc::usage, fmt::format("{}: a site has no place for a table of this name",
                                            table->path.string())};
    all.push_back(brief(*table));
    if (Status s = TableFiles(*table, take).give(); !s) return s;
  }
  if (Status s = give_text("site/tables.json", to_text({{"tables", all}}), take); !s) return s;
  if (Status s = give_explorer(take); !s) return s;
  const auto found = std::ranges::find(explorer_files(), page, &ExplorerFile::name);
  return give_text(page, found->text, take);
}

Error write_error(const fs::path& path, const std::string& reason) {
  return {Errc::io, fmt::format("{}: {}", path.string(), reason)};
}

Status write_file(const fs::path& path, const std::string& bytes) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed) return write_error(path.parent_path(), failed.message());
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return write_error(path, std::strerror(errno));
  return {};
}

// gzip where that is shorter, and browsers can tell by the length.
std::string packed(const std::string& name, std::string bytes) {
  if (!name.ends_with(".bin")) return bytes;
  std::string shorter = gzip(bytes);
  return !shorter.empty() && shorter.size() < bytes.size() ? shorter : bytes;
}

}  // namespace

Result<SiteSize> predict_site(const Tables& tables) {
  SiteSize size;
  const Take count = [&](const std::string&, std::uint64_t bytes, const auto&) -> Status {
    if (++size.files > most_files)
      return Error{Errc::usage, fmt::format("a site has at most {} files: take smaller tables, or "
                                            "fewer of them",
                                            most_files)};
    size.bytes += bytes;
    return {};
  };
  if (Status s = give_all(tables, count); !s) return s.error();
  return size;
}

Result<SiteSize> write_site(const Tables& tables, const fs::path& folder) {
  std::error_code failed;
  if (fs::exists(folder, failed) && !fs::is_empty(folder, failed))
    return Error{Errc::usage,
                 fmt::format("{}: name a folder that is not there, or empty", folder.string())};
  SiteSize size;
  const Take write = [&](const std::string& name, std::uint64_t, const auto& make) -> Status {
    auto made = make();
    if (!made) return made.error();
    const std::string bytes = packed(name, *std::move(made));
    ++size.files;
    size.bytes += bytes.size();
    return write_file(folder / name, bytes);
  };
  if (Status s = give_all(tables, write); !s) return s.error();
  return size;
}

}  // namespace grundy::server
