#include "server/stored.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "server/conditions.hpp"
#include "server/ranges.hpp"
#include "table/table_directory.hpp"

namespace grundy::server {
namespace {

// "c.0.12.3"
bool is_shard(std::string_view name) {
  if (!name.starts_with("c.")) return false;
  const auto numbers = http::split(name.substr(2), '.');
  return std::ranges::all_of(numbers, [](std::string_view number) {
    return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  });
}

bool is_array(const ServedTable& table, std::string_view name) {
  return std::ranges::any_of(table.table->arrays(),
                             [&](const table::ArrayFormat* array) { return array->name == name; });
}

bool belongs_to(const ServedTable& table, std::span<const std::string_view> parts) {
  if (parts.size() == 1) return parts[0] == table::metadata_name;
  return parts.size() == 2 && is_array(table, parts[0]) &&
         (parts[1] == table::metadata_name || is_shard(parts[1]));
}

struct Opened {
  std::shared_ptr<const http::File> file;  // null if there is none
  std::uint64_t size = 0;
  std::int64_t changed = 0;  // seconds
  std::string tag;
};

Opened open_file(const table::Folder& folder, const std::filesystem::path& name) {
  const int descriptor = folder.open_file(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (descriptor < 0) return {};
  Opened opened{std::make_shared<const http::File>(descriptor), 0, 0, {}};
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const auto identity = table::RegularFile::Identity::of(status);
  opened.size = identity.size;
  opened.changed = identity.seconds;
  opened.tag = tag_of(identity);
  return opened;
}

http::Answer send(const http::Request& request, const Opened& opened, bool is_json) {
  http::Answer answer;
  answer.set("ETag", fmt::format("\"{}\"", opened.tag));
  answer.set("Last-Modified", http::http_date(opened.changed));
  answer.set("Accept-Ranges", "bytes");
  answer.set("Cache-Control", "no-cache");
  if (const int status = judge_conditions(request, opened.tag, opened.changed); status != 200) {
    answer.status = status;
    return answer;
  }
  const Range range = range_of(request, opened.size, opened.tag, opened.changed);
  if (!range.can_be) {
    http::Answer refused = problem(416, fmt::format("the file has {} bytes", opened.size));
    refused.set("Content-Range", fmt::format("bytes */{}", opened.size));
    return refused;
  }
  answer.set("Content-Type", std::string(is_json ? json_type : binary_type));
  if (range.is_part) {
    answer.status = 206;
    answer.set("Content-Range", fmt::format("bytes {}-{}/{}", range.first,
                                            range.first + range.size - 1, opened.size));
  }
  answer.file = http::FilePart{opened.file, range.first, range.size};
  return answer;
}

}  // namespace

http::Answer get_stored(const Asked& asked) {
  const auto parts = std::span(asked.parts).subspan(1);
  if (!belongs_to(*asked.table, parts)) return problem(404, "the table has no such file");
  std::filesystem::path name;
  for (const std::string_view part : parts) name /= part;
  const Opened opened = open_file(asked.table->table->folder(), name);
  if (!opened.file) return problem(404, "the table has no such file");
  return send(asked.request, opened, parts.back() == table::metadata_name);
}

}  // namespace grundy::server
