// run/packer.hpp: shards that are final, packed by all threads and written at the same time.
//
// Shards are opened one after the other, in an order that the plan gives, as soon as they are
// final; the pieces of those opened are packed by whoever has time (table/packed_shard.hpp), and
// files are written and synced in the background. So the order in which shards are opened, and with
// it every byte of the table, depends on no thread. Packed shards that wait for the disk are
// bounded: beyond that no further one is opened.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/tasks.hpp"
#include "plan/plan.hpp"
#include "run/quantity_source.hpp"
#include "run/solve.hpp"
#include "table/writer.hpp"
#include "tiles/watch.hpp"

namespace grundy::solve {

class Packer final : public tiles::Receiver {
 public:
  // What may be packed and not yet on disk when a shard is opened.
  static constexpr std::uint64_t most_waiting_bytes = std::uint64_t{8} << 20;

  // Both outlive this.
  Packer(const plan::Plan& plan, table::TableWriter& writer);

  // When it tells true no more work is begun. Any thread asks it, many times a second.
  void stop_when(std::function<bool()> stops) { stops_ = std::move(stops); }

  // Counts shards there, unless it is null.
  void tell(Written* written) noexcept { written_ = written; }

  // Of several ranks each writes its own shards. Before all others, on the ranks that do.
  void take_only(const std::function<bool(std::uint64_t shard)>& is_mine);

  // Those that are taken, in the order in which they are opened.
  const std::vector<std::uint64_t>& order() const noexcept { return order_; }

  // Of Receiver.
  void begin(const CellSource& values, std::size_t steps, const LastStep& last_step) override;
  void done(std::size_t step) override;
  bool work(bool idle) override;
  bool failed() const noexcept override { return failed_.load(std::memory_order_acquire); }
  Status status() const override { return status_; }

  // All is final and stands there: packs what is left, on all threads, beside as many other tasks,
  // which begin first. The first failure, or Errc::interrupted.
  Status complete(const CellSource& values, parallel::Executor& executor, std::size_t tasks,
                  const std::function<void(std::size_t)>& task);

  // Has what was packed elsewhere stored in the background. Waits while too much waits for the
  // disk. Any thread, until all is complete.
  void store(std::uint64_t bytes, const std::function<Status()>& store);

  // When all that was packed is stored, does this too in the background. Once, when all is
  // complete.
  void afterwards(std::function<Status()> last);

  // Until all that was packed is on disk, or failed to get there.
  Status wait();

  // Whether some shard is on disk.
  bool has_shards() const noexcept { return has_shards_; }

  // What threads have spent on packing, added up.
  double seconds() const noexcept;

 private:
  struct Job {  // a shard that is opened
    std::vector<table::PackedShard> arrays;
    std::size_t pieces = 0;             // of all arrays
    std::size_t next = 0;               // to be packed
    std::atomic<std::size_t> left = 0;  // not packed
    std::uint64_t bytes = 0;            // of those packed
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
  void keep(const Status& status);

  void set_sources(const CellSource& values);
  void pack(const Piece& piece);
  void pack_all();
  // Of what may have failed before; those bytes wait no longer.
  void store_now(std::uint64_t bytes, const std::function<Status()>& store);
  void do_last();

  const plan::Plan& plan_;
  table::TableWriter& writer_;
  std::function<bool()> stops_;
  Written* written_ = nullptr;
  std::vector<QuantitySource> sources_;
  std::vector<const CellSource*> source_pointers_;
  std::vector<std::uint64_t> order_;         // of shards that are taken
  std::vector<std::size_t> final_after_;     // by place in the order: step
  mutable std::vector<std::uint8_t> steps_;  // 1: done; by way of atomic_ref
  std::atomic<bool> has_shards_ = false;
  std::atomic<bool> failed_ = false;
  std::atomic<std::int64_t> nanoseconds_ = 0;

  std::mutex guard_;
  std::condition_variable changed_;
  std::size_t next_ = 0;  // place in the order of the shard to be opened
  std::shared_ptr<Job> job_;
  bool must_settle_ = false;  // the next one can be opened only when all others are stored
  std::uint64_t waiting_bytes_ = 0;
  std::size_t open_ = 0;  // shards that are not stored
  std::function<Status()> last_;
  Status status_;
  parallel::Background disk_;  // last: its threads use all the others
};

}  // namespace grundy::solve
