// run/packer.hpp: packs shards that are final, on all threads, while others are solved, and writes
// them in the background.
//
// Shards are opened one after the other, in an order that the plan determines, as soon as they are
// final. The pieces of open shards (table/shard.hpp) are packed by threads that have time,
// and files are written and synced in the background. So the order in which shards are opened, and
// every byte of the table, does not depend on threads. If more than most_waiting_bytes wait for the
// disk, no further shard is opened.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/tasks.hpp"
#include "base/value.hpp"
#include "plan/plan.hpp"
#include "run/solve.hpp"
#include "table/writer.hpp"
#include "tiles/watch.hpp"

namespace grundy::solve {

// The values of one quantity, from the cells that a kernel computed; no_position for tuples that
// are none.
class QuantitySource final : public CellSource {
 public:
  // `cells` are those of plan.computed. Plan and cells must outlive this.
  QuantitySource(const plan::Plan& plan, Quantity quantity, const CellSource& cells)
      : plan_(plan), quantity_(quantity), cells_(cells) {}

  unsigned width() const override;
  void copy(const Box& region, const CellSpan& to) const override;

 private:
  bool are_values() const;
  void copy_values(const Box& region, const CellSpan& to) const;

  const plan::Plan& plan_;
  Quantity quantity_;
  const CellSource& cells_;
};

class Packer final : public tiles::Receiver {
 public:
  // The most packed bytes that may wait for the disk when a shard is opened.
  static constexpr std::uint64_t most_waiting_bytes = std::uint64_t{8} << 20;

  // Plan and writer must outlive this.
  Packer(const plan::Plan& plan, table::TableWriter& writer);

  // Once `stops` returns true no more work is begun. Any thread calls it, many times a second.
  void stop_when(std::function<bool()> stops) { stops_ = std::move(stops); }

  // Counts shards there. May be null.
  void report_to(Written* written) noexcept { written_ = written; }

  // Packs only some shards, if several ranks write one table. To be called before all others.
  void pack_only(const std::function<bool(std::uint64_t shard)>& is_mine);

  // The shards that are packed, in the order in which they are opened.
  const std::vector<std::uint64_t>& order() const noexcept { return order_; }

  // The functions of Receiver.
  void begin(const CellSource& values, std::size_t steps, const LastStep& last_step) override;
  void done(std::size_t step) override;
  bool work(bool idle) override;
  bool failed() const noexcept override { return failed_.load(std::memory_order_acquire); }
  Status status() const override { return status_; }

  // When all of `values` is final: packs what is left, on all threads, together with `tasks` other
  // tasks, which begin first. Returns the first failure, or Errc::interrupted.
  Status complete(const CellSource& values, parallel::Executor& executor, std::size_t tasks,
                  const std::function<void(std::size_t)>& task);

  // Calls `store`, which writes `bytes` packed bytes, in the background. Blocks while too many
  // bytes wait for the disk. Any thread may call it, until complete() returns.
  void store(std::uint64_t bytes, const std::function<Status()>& store);

  // Calls `last` in the background, when all that was packed is stored. To be called once, after
  // complete().
  void afterwards(std::function<Status()> last);

  // Waits until all that was packed is on disk. The first failure.
  Status wait();

  // Whether some shard is on disk.
  bool has_shards() const noexcept { return has_shards_; }

  // The time that threads have spent on packing, summed.
  double seconds() const noexcept;

 private:
  struct Job {  // an open shard
    std::vector<table::PackedShard> arrays;
    std::size_t pieces = 0;             // of all arrays
    std::size_t next = 0;               // the next piece to pack
    std::atomic<std::size_t> left = 0;  // pieces that are not packed
    std::uint64_t bytes = 0;            // of packed pieces
  };
  struct Piece {
    std::shared_ptr<Job> job;
    std::size_t number;
  };

  bool stopped() const { return stops_ && stops_(); }
  // These hold the lock.
  std::optional<Piece> take();
  bool open_next();
  bool may_open_next();
  bool has_piece() const noexcept { return job_ && job_->next < job_->pieces; }
  bool ended() const;
  void keep_failure(const Status& status);

  void set_sources(const CellSource& values);
  void pack(const Piece& piece);
  void pack_all();
  // Stores unless something failed before. The bytes do not wait any longer.
  void store_now(std::uint64_t bytes, const std::function<Status()>& store);
  void do_last();

  const plan::Plan& plan_;
  table::TableWriter& writer_;
  std::function<bool()> stops_;
  Written* written_ = nullptr;
  std::vector<QuantitySource> sources_;
  std::vector<const CellSource*> source_pointers_;
  std::vector<std::uint64_t> order_;         // of the shards that are packed
  std::vector<std::size_t> final_after_;     // by place in order_: a step
  mutable std::vector<std::uint8_t> steps_;  // 1: done; accessed by atomic_ref
  std::atomic<bool> has_shards_ = false;
  std::atomic<bool> failed_ = false;
  std::atomic<std::int64_t> nanoseconds_ = 0;

  std::mutex guard_;
  std::condition_variable changed_;
  std::size_t next_ = 0;  // place in order_ of the shard to open
  std::shared_ptr<Job> job_;
  bool must_wait_ = false;  // the next shard changes the format: all others must be stored before
  std::uint64_t waiting_bytes_ = 0;
  std::size_t open_ = 0;  // shards that are opened and not stored
  std::function<Status()> last_;
  Status status_;
  parallel::Background disk_;  // last member: its threads use all others
};

}  // namespace grundy::solve
