#include "table/cell_finder.hpp"

namespace grundy::table {

CellFinder::CellFinder(const ArrayFormat& format) {
  const std::vector<std::int64_t> shards = format.shards().counts();
  std::uint64_t cells = 1;
  std::uint64_t shards_so_far = 1;
  for (std::size_t i = format.box.dimensions(); i-- > 0;) {
    const auto chunk = static_cast<std::uint64_t>(format.layout.chunk[i]);
    const std::uint64_t chunks = static_cast<std::uint64_t>(format.layout.shard[i]) / chunk;
    axes_[i] = {format.box.low[i], Divider(chunk),   Divider(chunks),
                shards_so_far,     chunks_in_shard_, cells};
    cells *= chunk;
    chunks_in_shard_ *= chunks;
    shards_so_far *= static_cast<std::uint64_t>(shards[i]);
  }
  for (std::size_t i = 0; i < format.box.dimensions(); ++i)
    axes_[i].shard_weight *= chunks_in_shard_;
  chunks_ = shards_so_far * chunks_in_shard_;
}

}  // namespace grundy::table
