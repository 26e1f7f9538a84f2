#include "ray/relay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include "cluster/local.hpp"
#include "kernels/ray/nimbers.hpp"
#include "kernels/ray/open_cells.hpp"
#include "parallel/first_failure.hpp"
#include "parallel/ordered_tasks.hpp"
#include "ray/stages.hpp"
#include "ray/tile_solver.hpp"

namespace grundy::ray {
namespace {

using cluster::Bytes;
using cluster::Message;
using Cell = std::uint16_t;

enum class Kind : std::uint32_t { masks, taken, values, finished };

constexpr std::chrono::microseconds short_while{20};

// Of values on their way to rank 0.
constexpr std::uint64_t most_waiting_bytes = std::uint64_t{64} << 20;

// Tiles in the order in which all stages go through them, in batches.
class Batches {
 public:
  Batches(const tiles::TileGrid& grid, const Relay& relay)
      : order_(grid.order()), batch_tiles_(relay.batch_tiles), places_(order_.size()) {
    for (std::size_t place = 0; place < order_.size(); ++place) places_[order_[place]] = place;
  }

  std::size_t count() const { return (order_.size() + batch_tiles_ - 1) / batch_tiles_; }
  std::span<const std::uint32_t> tiles(std::size_t batch) const {
    const std::size_t first = batch * batch_tiles_;
    return std::span(order_).subspan(first, std::min(batch_tiles_, order_.size() - first));
  }
  std::size_t batch_of(std::size_t tile) const { return places_[tile] / batch_tiles_; }
  std::size_t place_in_batch(std::size_t tile) const { return places_[tile] % batch_tiles_; }

 private:
  std::vector<std::uint32_t> order_;
  std::size_t batch_tiles_;
  std::vector<std::size_t> places_;
};

// What all parts of a rank read.
struct Ground {
  const CellTask& task;
  const Field& field;
  const tiles::TileGrid& grid;
  const Relay& relay;
  const Batches& batches;
  std::size_t tile_cells;
  std::vector<std::int64_t> tile_strides;
};

// Calls use(plane) with the sorted positions of a tile, whose cells begin at `cells`.
template <class Use>
void for_each_plane(const Ground& ground, std::size_t tile, Cell* cells, const Use& use) {
  TileSolver(ground.field, ground.grid.tile(tile), TileCells<Cell>{cells, ground.tile_strides}, use)
      .solve();
}

void open_sorted(const Ground& ground, std::size_t tile, std::span<Cell> cells) {
  std::ranges::fill(cells, Cell{0});
  for_each_plane(ground, tile, cells.data(), [](const kernels::Plane<Cell>& plane) {
    for (std::int64_t row = 0; row < plane.rows; ++row)
      for (std::int64_t column = plane.first_column(row); column < plane.columns; ++column)
        *plane.cell(row, column) = kernels::open_cell<Cell>;
  });
}

// A stage of this rank: sets, and the batches that are on their way through it.
class StageWork {
 public:
  StageWork(const Ground& ground, std::size_t number, memory::Block sets)
      : ground_(ground),
        stage_(ground.relay.stages[number]),
        number_(number),
        sets_(std::move(sets)),
        batches_(std::make_unique<Batch[]>(ground.batches.count())) {}

  std::size_t number() const { return number_; }
  bool is_first() const { return number_ == 0; }
  bool is_last() const { return number_ + 1 == ground_.relay.stages.size(); }

  // Masks of the stage before. False if they do not fit.
  bool receive(std::size_t batch, Bytes masks) {
    if (batch >= ground_.batches.count() || masks.size() != masks_bytes(batch) ||
        batches_[batch].arrived.load(std::memory_order_relaxed))
      return false;
    batches_[batch].masks = std::move(masks);
    batches_[batch].arrived.store(true, std::memory_order_release);
    return true;
  }

  // The next stage has done with a batch.
  bool taken(std::size_t batch) {
    return batch < ground_.batches.count() &&
           !batches_[batch].taken.exchange(true, std::memory_order_release);
  }

  bool may_begin(std::size_t batch) const {
    if (!is_first() && !batches_[batch].arrived.load(std::memory_order_acquire)) return false;
    return is_last() || batch < most_ahead ||
           batches_[batch - most_ahead].taken.load(std::memory_order_acquire);
  }

  // Solves a tile with the scratch cells. Whether it was the last one of its batch.
  bool solve(std::size_t tile, std::span<Cell> cells, std::span<Cell> values) {
    const std::size_t number = ground_.batches.batch_of(tile);
    Batch& batch = batches_[number];
    std::call_once(batch.begun, [&] { begin(number); });
    const std::size_t place = ground_.batches.place_in_batch(tile);
    std::uint8_t* const mask = mask_in(batch.masks, place);
    if (is_first()) {
      open_sorted(ground_, tile, cells);
      kernels::mark_open(cells, mask);
    } else {
      kernels::open_cells(mask, cells);
    }
    std::uint8_t* const found = mask_in(batch.found, place);
    std::memcpy(found, mask, ground_.relay.mask_bytes);
    for_each_plane(ground_, tile, cells.data(), [&](const kernels::Plane<Cell>& plane) {
      kernels::solve_ray_stage(kernels::NimberStage<Cell>{
          plane, sets(), static_cast<std::uint32_t>(stage_.first_slice * kernels::slice_values)});
    });
    const std::size_t count = kernels::take_solved(mask, cells, values.data());
    for (std::size_t i = 0; i < ground_.relay.mask_bytes; ++i)
      found[i] = static_cast<std::uint8_t>(found[i] ^ mask[i]);
    batch.values[place].assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
    return batch.left.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  // Of a batch that is done: what is still open, and what was found. They go from here.
  Bytes take_masks(std::size_t batch) { return std::exchange(batches_[batch].masks, {}); }
  Bytes take_values(std::size_t batch) {
    Bytes bytes = std::exchange(batches_[batch].found, {});
    for (const std::vector<Cell>& values : batches_[batch].values) {
      const auto* const begin = reinterpret_cast<const std::byte*>(values.data());
      bytes.insert(bytes.end(), begin, begin + values.size() * sizeof(Cell));
    }
    batches_[batch].values = {};
    return bytes;
  }

 private:
  struct Batch {
    std::atomic<bool> arrived{false};
    std::atomic<bool> taken{false};
    std::once_flag begun;
    Bytes masks;
    Bytes found;
    std::vector<std::vector<Cell>> values;  // by tile
    std::atomic<std::size_t> left{0};       // tiles
  };

  void begin(std::size_t number) {
    Batch& batch = batches_[number];
    const std::size_t tiles = ground_.batches.tiles(number).size();
    batch.masks.resize(masks_bytes(number));
    batch.found.resize(masks_bytes(number));
    batch.values.resize(tiles);
    batch.left = tiles;
  }

  std::size_t masks_bytes(std::size_t batch) const {
    return ground_.batches.tiles(batch).size() * ground_.relay.mask_bytes;
  }
  std::uint8_t* mask_in(Bytes& masks, std::size_t place) const {
    return reinterpret_cast<std::uint8_t*>(masks.data()) + place * ground_.relay.mask_bytes;
  }
  kernels::ValueSets sets() {
    const std::size_t stride = ground_.field.lines.count * kernels::slice_words;
    return {sets_.as<std::uint64_t>().data(), stride, stage_.slices * stride};
  }

  const Ground& ground_;
  Stage stage_;
  std::size_t number_;
  memory::Block sets_;
  std::unique_ptr<Batch[]> batches_;
};

// Rank 0: puts values where they belong.
class Gathering {
 public:
  Gathering(const Ground& ground, SortedCells& cells, const tiles::Watch& watch)
      : ground_(ground), cells_(cells), watch_(watch), open_(ground.grid.tiles()) {
    std::vector<Cell> scratch(ground.tile_cells);
    for (std::size_t tile = 0; tile < open_.size(); ++tile) {
      std::uint32_t open = 0;
      for_each_plane(ground, tile, scratch.data(), [&](const kernels::Plane<Cell>& plane) {
        open += static_cast<std::uint32_t>(plane.positions());
      });
      open_[tile] = open;
    }
    left_ = ground.relay.stages.size() * ground.batches.count();
  }

  // False if the message does not fit.
  bool receive(std::size_t batch, const Bytes& bytes) {
    if (batch >= ground_.batches.count()) return false;
    const auto tiles = ground_.batches.tiles(batch);
    const std::size_t masks = tiles.size() * ground_.relay.mask_bytes;
    if (bytes.size() < masks) return false;
    const auto* const found = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const std::byte* value = bytes.data() + masks;
    const std::byte* const end = bytes.data() + bytes.size();
    for (std::size_t i = 0; i < tiles.size(); ++i)
      if (!put(tiles[i], found + i * ground_.relay.mask_bytes, value, end)) return false;
    if (value != end) return false;
    const std::lock_guard lock(guard_);
    if (--left_ == 0) complete_.notify_all();
    return true;
  }

  // Whether all values are here; waits for a while.
  bool is_complete() {
    std::unique_lock lock(guard_);
    return complete_.wait_for(lock, std::chrono::milliseconds(2), [&] { return left_ == 0; });
  }

 private:
  bool put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
           const std::byte* end) {
    auto* const cells = reinterpret_cast<Cell*>(cells_.tile(tile));
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < ground_.tile_cells; i += 64) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, found + i / 8, std::min<std::size_t>(8, (ground_.tile_cells - i + 7) / 8));
      for (; bits != 0; bits &= bits - 1) {
        if (end - value < std::ptrdiff_t{sizeof(Cell)}) return false;
        std::memcpy(cells + i + static_cast<std::size_t>(std::countr_zero(bits)), value,
                    sizeof(Cell));
        value += sizeof(Cell);
        ++count;
      }
    }
    cells_.wrote_tile();
    if (count > 0 &&
        std::atomic_ref(open_[tile]).fetch_sub(count, std::memory_order_acq_rel) == count) {
      cells_.mirror(tile);
      if (watch_.solved)
        watch_.solved->fetch_add(ground_.grid.images(tile), std::memory_order_relaxed);
    }
    return true;
  }

  const Ground& ground_;
  SortedCells& cells_;
  const tiles::Watch& watch_;
  std::vector<std::uint32_t> open_;  // sorted positions of each tile
  std::mutex guard_;
  std::condition_variable complete_;
  std::size_t left_;  // messages
};

// What a rank does.
class Rank {
 public:
  Rank(const Ground& ground, cluster::Transport& transport, const tiles::Watch& watch)
      : ground_(ground), transport_(transport), watch_(watch) {}

  Status prepare(SortedCells* cells) {
    for (std::size_t number = 0; number < ground_.relay.stages.size(); ++number) {
      const Stage& stage = ground_.relay.stages[number];
      if (stage.rank != transport_.rank()) continue;
      auto sets = memory::Block::zeros(stage.slices * slice_bytes(ground_.task));
      if (!sets) return sets.error();
      stages_.push_back(std::make_unique<StageWork>(ground_, number, *std::move(sets)));
    }
    if (cells) gathering_.emplace(ground_, *cells, watch_);
    return {};
  }

  Status run(parallel::Executor& executor) {
    transport_.listen([&](Message message) { receive(std::move(message)); });
    parallel::OrderedTasks tasks(order());
    std::vector<Scratch> scratch(executor.threads());
    for (Scratch& one : scratch) one = {Cells(ground_.tile_cells), Cells(ground_.tile_cells)};
    tasks.run(
        executor, [&] { return goes_on(); },
        [&](std::size_t task) { return is_ready(task, tasks); },
        [&](std::size_t task, std::size_t worker) {
          solve(task, scratch[worker]);
          return true;
        },
        [](bool idle) {
          if (idle) std::this_thread::sleep_for(short_while);
          return idle;
        });
    while (goes_on() && !is_over()) std::this_thread::sleep_for(short_while);
    return ended();
  }

 private:
  using Cells = std::vector<Cell>;
  struct Scratch {
    Cells cells;
    Cells values;
  };

  // Tile t of the i-th stage of this rank is number i * tiles + t.
  std::vector<std::uint32_t> order() const {
    std::vector<std::pair<std::uint64_t, std::size_t>> turns;  // turn, stage of this rank
    for (std::size_t i = 0; i < stages_.size(); ++i) turns.emplace_back(0, i);
    std::vector<std::uint32_t> order;
    order.reserve(stages_.size() * ground_.grid.tiles());
    const std::uint64_t lag = stage_lag * (ground_.relay.stages.size() - 1);
    for (std::uint64_t turn = 0; turn < ground_.batches.count() + lag; ++turn)
      for (std::size_t i = 0; i < stages_.size(); ++i) {
        const std::uint64_t behind = stage_lag * stages_[i]->number();
        if (turn < behind || turn - behind >= ground_.batches.count()) continue;
        for (const std::uint32_t tile : ground_.batches.tiles(turn - behind))
          order.push_back(static_cast<std::uint32_t>(i * ground_.grid.tiles() + tile));
      }
    return order;
  }

  bool is_ready(std::size_t task, const parallel::OrderedTasks& tasks) const {
    const std::size_t tile = task % ground_.grid.tiles();
    const std::size_t begin = task - tile;
    return transport_.waiting() < most_waiting_bytes &&
           stages_[task / ground_.grid.tiles()]->may_begin(ground_.batches.batch_of(tile)) &&
           ground_.grid.all_below(tile,
                                  [&](std::size_t below) { return tasks.is_done(begin + below); });
  }

  void solve(std::size_t task, Scratch& scratch) {
    const std::size_t tile = task % ground_.grid.tiles();
    StageWork& work = *stages_[task / ground_.grid.tiles()];
    if (!work.solve(tile, scratch.cells, scratch.values)) return;
    const std::size_t batch = ground_.batches.batch_of(tile);
    const std::size_t stage = work.number();
    Bytes masks = work.take_masks(batch);
    if (!work.is_last()) send(stage + 1, Kind::masks, stage + 1, batch, std::move(masks));
    if (!work.is_first()) send(stage - 1, Kind::taken, stage - 1, batch, {});
    transport_.send(0, subject(Kind::values, stage, batch), work.take_values(batch));
  }

  static cluster::Subject subject(Kind kind, std::size_t stage, std::size_t batch) {
    return {static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(stage), batch};
  }
  void send(std::size_t stage, Kind kind, std::size_t about, std::size_t batch, Bytes bytes) {
    transport_.send(ground_.relay.stages[stage].rank, subject(kind, about, batch),
                    std::move(bytes));
  }

  StageWork* stage_here(std::size_t number) const {
    const auto found =
        std::ranges::find(stages_, number, [](const auto& one) { return one->number(); });
    return found == stages_.end() ? nullptr : found->get();
  }

  void receive(Message message) {
    const auto& [kind, stage, batch] = message.subject;
    StageWork* const work = stage_here(stage);
    bool fits = false;
    switch (static_cast<Kind>(kind)) {
      case Kind::masks:
        fits = work && work->receive(batch, std::move(message.bytes));
        break;
      case Kind::taken:
        fits = work && work->taken(batch);
        break;
      case Kind::values:
        fits = gathering_ && gathering_->receive(batch, message.bytes);
        break;
      case Kind::finished:
        fits = true;
        finished_.store(true, std::memory_order_release);
        break;
    }
    if (!fits)
      transport_.fail(
          {Errc::corrupt,
           fmt::format("rank {} got a message from rank {} that does not fit: kind {}, "
                       "stage {}, batch {}, {} bytes",
                       transport_.rank(), message.from, kind, stage, batch, message.bytes.size())});
  }

  bool goes_on() const {
    return !(watch_.stop && watch_.stop->load(std::memory_order_relaxed)) && !transport_.failure();
  }

  // Rank 0 is done when it has all values, the others when it says so.
  bool is_over() {
    if (!gathering_) return finished_.load(std::memory_order_acquire);
    if (!gathering_->is_complete()) return false;
    for (std::size_t rank = 1; rank < transport_.ranks(); ++rank)
      transport_.send(rank, subject(Kind::finished, 0, 0), {});
    finished_ = true;
    return true;
  }

  Status ended() {
    if (finished_) {
      transport_.listen({});
      return {};
    }
    const Error interrupted{Errc::interrupted, "interrupted"};
    if (!transport_.failure()) transport_.fail(interrupted);
    transport_.listen({});
    return *transport_.failure();
  }

  const Ground& ground_;
  cluster::Transport& transport_;
  const tiles::Watch& watch_;
  std::vector<std::unique_ptr<StageWork>> stages_;
  std::optional<Gathering> gathering_;
  std::atomic<bool> finished_{false};
};

}  // namespace

Result<SortedCells> solve_as_rank(const CellTask& task, cluster::Transport& transport,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  const Relay relay = plan_relay(task, transport.ranks());
  const auto stages =
      static_cast<std::uint64_t>(std::ranges::count(relay.stages, transport.rank(), &Stage::rank));
  if (const Status listed = check_listed(task, stages); !listed) {
    transport.fail(listed.error());
    return listed.error();
  }
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  const ValueLines lines = number_lines(task.rays, task.groups, task.closure);
  const Field field{task.closure, lines, task.rays.starts,
                    axes_below(task.closure.dimensions(), task.groups)};
  const Batches batches(grid, relay);
  auto cells =
      transport.rank() > 0
          ? SortedCells::elsewhere(grid, sizeof(Cell))
          : SortedCells::allocate(grid, sizeof(Cell), task.passes ? task.passes->scratch : "");
  Status done = cells ? Status() : Status(cells.error());
  if (cells) {
    const Ground ground{
        task, field, grid, relay, batches, cells->cells_of_tile(), cells->tile_strides()};
    Rank rank(ground, transport, watch);
    done = rank.prepare(transport.rank() == 0 ? &*cells : nullptr);
    if (done) done = rank.run(executor);
  }
  if (!done) {
    transport.fail(done.error());
    return done.error();
  }
  return cells;
}

Result<SortedCells> solve_on_local_ranks(const CellTask& task, std::size_t ranks,
                                         const parallel::Executor& executor,
                                         const tiles::Watch& watch, cluster::Traffic* traffic) {
  Result<SortedCells> solved = Error{Errc::interrupted, "interrupted"};
  std::mutex guard;
  cluster::run_local(ranks, [&](cluster::Transport& transport) {
    const std::size_t threads = std::max<std::size_t>(1, executor.threads() / ranks);
    const auto own = parallel::make_executor(executor.name(), threads);
    auto part = own ? solve_as_rank(task, transport, **own, watch) : own.error();
    if (!own) transport.fail(own.error());
    const std::lock_guard lock(guard);
    if (traffic) {
      traffic->messages += transport.sent().messages;
      traffic->bytes += transport.sent().bytes;
    }
    if (transport.rank() == 0) solved = std::move(part);
  });
  return solved;
}

}  // namespace grundy::ray
