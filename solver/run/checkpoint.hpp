// run/checkpoint.hpp: the frontier of a sweep on disk, mostly beside the shards of its table.
//
// The file `checkpoint` in the table's directory holds one state. A new one replaces it by a rename
// (table/durable_file.hpp); it is removed when the table is finished. All integers are little
// endian:
//
//   u32     bytes of the header
//   header  JSON: "grundy_checkpoint": 3, "kernel", "numbers", "parts" (bytes of each), and
//           "spec", of a table the text of its unfinished.json
//   u32     CRC-32C of the header
//   blocks  of the parts in order. Each part is cut into blocks of 1 MiB, the last one shorter. A
//           block is a u32 with the number of bytes that follow, and the packed block: 0 bytes for
//           a block of zeros (table/codec.hpp)
//
// A state is due some seconds after the last one, and after 25 times as long as that took to save.
// So saving takes less than 4 % of the time. Blocks are packed by all threads.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/executor.hpp"
#include "table/durable_file.hpp"
#include "table/files.hpp"
#include "table/writer.hpp"
#include "tiles/watch.hpp"

namespace grundy::solve {

// Where a state is kept, and of what.
struct Place {
  std::filesystem::path file;
  std::string spec;                      // a state of another one is not resumed
  bool resumed;                          // whether a state that is there is resumed
  std::function<Status()> prepare = {};  // what must be done before a state is written
};

// Beside the shards of a table, which must outlive the place.
Place place_in(table::TableWriter& writer);

class Checkpoint final : public tiles::Keeper {
 public:
  // The executor must outlive this. `seconds` is the least time between two states.
  Checkpoint(Place place, parallel::Executor& executor, double seconds);

  // Reads the state that is on disk, if one of the same spec is resumed.
  // Errc::corrupt if it is damaged, else Errc::io.
  Status open();

  // Whether a state is on disk.
  bool has_state() const noexcept { return has_state_; }

  // The time that saving has taken.
  double seconds() const { return std::chrono::duration<double>(spent_).count(); }

  bool due() const override { return Clock::now() >= next_; }
  Status save(const tiles::Frontier& frontier) override;
  const tiles::Frontier* saved() const override { return saved_ ? &*saved_ : nullptr; }
  Status load(const tiles::Parts& parts) override;

 private:
  using Clock = std::chrono::steady_clock;
  using Packed = std::span<const std::byte>;

  Error damaged(std::string_view what) const;
  Status write(const tiles::Frontier& frontier);
  Status write_blocks(table::DurableFile& file, std::span<const std::span<std::byte>> blocks);
  Status write_elsewhere(table::DurableFile& file, const tiles::StreamedPart& part);
  Status read_header();
  Status unpack(const tiles::Parts& parts);
  Status unpack_elsewhere(std::span<const Packed> packed, const tiles::StreamedPart& part);
  std::size_t blocks_at_once() const noexcept;

  Place place_;
  parallel::Executor& executor_;
  Clock::duration least_;
  Clock::time_point next_;
  Clock::duration spent_{};
  bool has_state_ = false;
  std::optional<tiles::Frontier> saved_;  // without its parts
  std::vector<std::uint64_t> part_bytes_;
  std::optional<table::MappedFile> file_;
  std::size_t blocks_at_ = 0;  // where in the file the first block begins
};

}  // namespace grundy::solve
