#include "run/packer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/machine.hpp"
#include "run/sweep.hpp"

namespace grundy::solve {
namespace {

// The file system joins syncs of several files.
constexpr std::size_t disk_threads = 4;

}  // namespace

Packer::Packer(const plan::Plan& plan, table::TableWriter& writer)
    : plan_(plan), writer_(writer), disk_(disk_threads) {
  if (writer_.arrays().empty()) return;
  const table::Grid& shards = writer_.shards();
  order_.resize(shards.size());
  std::iota(order_.begin(), order_.end(), std::uint64_t{0});
  std::ranges::stable_sort(
      order_, {}, [&](std::uint64_t shard) { return plan_.schedule.last_wave(shards.box(shard)); });
}

void Packer::pack_only(const std::function<bool(std::uint64_t)>& is_mine) {
  std::erase_if(order_, [&](std::uint64_t shard) { return !is_mine(shard); });
}

void Packer::set_sources(const CellSource& values) {
  sources_.clear();
  source_pointers_.clear();
  for (const Quantity quantity : writer_.arrays()) sources_.emplace_back(plan_, quantity, values);
  for (const CellSource& source : sources_) source_pointers_.push_back(&source);
}

// If a kernel gave up, the shard that is open is not final for the one that takes over.
void Packer::begin(const CellSource& values, std::size_t steps, const LastStep& last_step) {
  const std::lock_guard lock(guard_);
  set_sources(values);
  must_wait_ = false;
  steps_.assign(steps, 0);
  final_after_.clear();
  for (const std::uint64_t shard : order_)
    final_after_.push_back(last_step(writer_.shards().box(shard)));
  if (!has_piece()) return;
  waiting_bytes_ -= job_->bytes;
  job_.reset();
  --open_;
  --next_;
}

void Packer::done(std::size_t step) {
  std::atomic_ref(steps_[step]).store(1, std::memory_order_release);
}

bool Packer::work(bool idle) {
  if (failed() || stopped() || (!idle && !disk_.idle())) return false;
  std::optional<Piece> piece;
  {
    // A thread that opens a shard may be trying codecs, which takes long: do not wait for it.
    const std::unique_lock lock(guard_, std::try_to_lock);
    if (!lock) return false;
    piece = take();
  }
  if (piece) pack(*piece);
  return piece.has_value();
}

std::optional<Packer::Piece> Packer::take() {
  if (failed() || stopped()) return std::nullopt;
  if (!has_piece() && !open_next()) return std::nullopt;
  return Piece{job_, job_->next++};
}

bool Packer::may_open_next() {
  if (next_ == order_.size()) return false;
  const bool is_final =
      std::atomic_ref(steps_[final_after_[next_]]).load(std::memory_order_acquire) != 0;
  if (!is_final || waiting_bytes_ > most_waiting_bytes) return false;
  must_wait_ = must_wait_ || !writer_.format_fits(order_[next_], source_pointers_);
  return !must_wait_ || open_ == 0;
}

bool Packer::open_next() {
  if (!may_open_next()) return false;
  auto opened = writer_.open_shard(order_[next_], source_pointers_);
  if (!opened) {
    keep_failure(opened.error());
    return false;
  }
  job_ = std::make_shared<Job>();
  job_->arrays = *std::move(opened);
  for (const table::PackedShard& array : job_->arrays) job_->pieces += array.pieces();
  job_->left = job_->pieces;
  must_wait_ = false;
  ++next_;
  ++open_;
  changed_.notify_all();
  return true;
}

bool Packer::ended() const {
  return failed() || stopped() || (next_ == order_.size() && !has_piece());
}

void Packer::keep_failure(const Status& status) {
  if (status || failed()) return;
  status_ = status;
  failed_ = true;
  changed_.notify_all();
}

void Packer::pack(const Piece& piece) {
  const Stopwatch watch;
  std::size_t array = 0;
  std::size_t number = piece.number;
  for (; number >= piece.job->arrays[array].pieces(); ++array)
    number -= piece.job->arrays[array].pieces();
  table::PackedShard& packed = piece.job->arrays[array];
  const Status done = packed.pack(number, *source_pointers_[array]);
  {
    const std::lock_guard lock(guard_);
    keep_failure(done);
    piece.job->bytes += packed.packed_bytes(number);
    waiting_bytes_ += packed.packed_bytes(number);
  }
  nanoseconds_ += static_cast<std::int64_t>(watch.seconds() * 1e9);
  if (--piece.job->left > 0) return;
  disk_.add([this, job = piece.job] {
    store_now(job->bytes, [&] { return writer_.store(job->arrays); });
  });
}

void Packer::store(std::uint64_t bytes, const std::function<Status()>& store) {
  {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [&] { return failed() || waiting_bytes_ <= most_waiting_bytes; });
    waiting_bytes_ += bytes;
    ++open_;
  }
  disk_.add([this, bytes, store] { store_now(bytes, store); });
}

void Packer::store_now(std::uint64_t bytes, const std::function<Status()>& store) {
  const Status stored = failed() ? Status() : store();
  if (stored) has_shards_ = true;
  if (written_) ++written_->stored;
  {
    const std::lock_guard lock(guard_);
    keep_failure(stored);
    waiting_bytes_ -= bytes;
    --open_;
    changed_.notify_all();
  }
  do_last();
}

void Packer::afterwards(std::function<Status()> last) {
  {
    const std::lock_guard lock(guard_);
    last_ = std::move(last);
  }
  disk_.add([this] { do_last(); });
}

// Runs on the thread that stored the last shard, or by afterwards() if that is done already.
void Packer::do_last() {
  std::function<Status()> last;
  {
    const std::lock_guard lock(guard_);
    if (open_ == 0 && !failed()) last = std::exchange(last_, nullptr);
  }
  if (!last) return;
  const Status done = last();
  const std::lock_guard lock(guard_);
  keep_failure(done);
}

void Packer::pack_all() {
  std::unique_lock lock(guard_);
  while (!ended()) {
    const auto piece = take();
    if (!piece) {
      changed_.wait(lock, [&] { return ended() || has_piece() || may_open_next(); });
      continue;
    }
    lock.unlock();
    pack(*piece);
    lock.lock();
  }
}

Status Packer::complete(const CellSource& values, parallel::Executor& executor, std::size_t tasks,
                        const std::function<void(std::size_t)>& task) {
  set_sources(values);
  if (written_) written_->shards = order_.size() + tasks;
  steps_.assign(1, 1);
  final_after_.assign(order_.size(), 0);
  executor.for_each(tasks + executor.threads(), [&](std::size_t number, std::size_t) {
    if (number < tasks) return task(number);
    pack_all();
  });
  if (failed()) return status_;
  return stopped() ? Status(Error{Errc::interrupted, "interrupted"}) : Status();
}

Status Packer::wait() {
  disk_.wait();
  return status_;
}

double Packer::seconds() const noexcept {
  return static_cast<double>(nanoseconds_) / 1e9;
}

// Whether cells are the values asked for. Cells of remoteness hold the outcome, too.
bool QuantitySource::are_values() const {
  return quantity_ == plan_.computed && quantity_ != Quantity::remoteness;
}

// Where some tuples are no positions, values stay below the number that says so.
unsigned QuantitySource::width() const {
  if (quantity_ == Quantity::outcome) return 1;
  return plan_.inside.is_all() ? cells_.width() : std::min(2 * cells_.width(), 4U);
}

void QuantitySource::copy(const Box& region, const CellSpan& to) const {
  copy_values(region, to);
  if (plan_.inside.is_all()) return;
  std::vector<std::uint8_t> inside(
      static_cast<std::size_t>(region.extent(region.dimensions() - 1)));
  with_cell_type(to.width, [&]<class Cell>(Cell) {
    Cell* const cells = reinterpret_cast<Cell*>(to.cells);
    const CellView view = to.view();
    for_each_row(region, [&](const Position& start) {
      plan_.inside.row(start, inside);
      Cell* const row = cells + view.offset(start);
      for (std::size_t i = 0; i < inside.size(); ++i)
        if (inside[i] == 0) row[i] = static_cast<Cell>(no_position(to.width));
    });
  });
}

void QuantitySource::copy_values(const Box& region, const CellSpan& to) const {
  if (are_values()) return cells_.copy(region, to);
  std::vector<std::uint32_t> values(*region.volume());
  const CellSpan span{reinterpret_cast<std::byte*>(values.data()), sizeof(std::uint32_t), region};
  cells_.copy(region, span);
  for (std::uint32_t& value : values) value = sweep::value_of(plan_, quantity_, value);
  copy_cells(span.view(), region, to);
}

}  // namespace grundy::solve
