#include "verify/files.hpp"

#include <vector>

namespace grundy::verify {

std::uint64_t stored_cells(const table::Table& table) {
  std::uint64_t cells = 0;
  for (const table::ArrayFormat* array : table.arrays()) cells += *array->box.volume();
  return cells;
}

Result<FilesReport> check_files(const Task& task) {
  const auto arrays = task.table.arrays();
  const table::TableSpec& spec = task.table.info().spec;
  if (Status s = table::check_metadata(task.path, spec, task.findings); !s) return s.error();
  if (Status s = table::find_leftovers(task.path, arrays, task.findings); !s) return s.error();
  std::vector<FilesReport> parts(task.executor.threads());
  for (const table::ArrayFormat* array : arrays) {
    const table::Grid shards = array->shards();
    const auto check = [&](std::size_t shard, std::size_t worker) -> Status {
      const auto checked = table::check_shard(task.path, *array, shard, task.findings);
      parts[worker].shards += checked.shards;
      parts[worker].chunks += checked.chunks;
      parts[worker].bytes += checked.bytes;
      task.count(*shards.box(shard).volume());
      return {};
    };
    if (Status s = for_each(task, shards.size(), check); !s) return s.error();
  }
  FilesReport total;
  for (const FilesReport& part : parts) {
    total.shards += part.shards;
    total.chunks += part.chunks;
    total.bytes += part.bytes;
  }
  return total;
}

}  // namespace grundy::verify
