#include "ray/relay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

#include "parallel/ordered_tasks.hpp"
#include "ray/gathering.hpp"
#include "ray/relay_state.hpp"
#include "ray/stage_work.hpp"
#include "ray/stages.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::ray {
namespace {

using cluster::Message;

// To the next stage: a batch, as masks or as cells. To the stage before: it was taken. To rank 0:
// values, or that this rank is asked to stop. From rank 0: batches from there on may not begin, and
// all is done.
enum class Kind : std::uint32_t { masks, cells, taken, values, stop, limit, finished };

constexpr std::chrono::microseconds short_while{100};

// Of values on their way to rank 0.
constexpr std::uint64_t most_waiting_bytes = std::uint64_t{64} << 20;

constexpr std::uint64_t without_limit = std::numeric_limits<std::uint64_t>::max();

// What a rank does.
//
// To save its state, rank 0 lets no rank begin a batch that its own first stage has not begun. When
// these have come through all stages, nothing is on its way, and the cells that it has gathered are
// a state to go on from. Then it lifts the limit.
class Rank {
 public:
  Rank(const Ground& ground, cluster::Transport& transport, const std::atomic<bool>* stop)
      : ground_(ground), transport_(transport), stop_(stop) {}

  // Of rank 0: the state, whose watch is told to stop by `stops`.
  void gather(RelayState& state, const tiles::Watch& watch, std::atomic<bool>& stops) {
    state_ = &state;
    stops_ = &stops;
    gathering_.emplace(ground_, state, watch);
  }

  Status run(parallel::Executor& executor) {
    if (Status begun = begin_stages(); !begun) return begun;
    transport_.listen([&](Message message) { receive(std::move(message)); });
    const Status ended = work(executor);
    if (!ended) transport_.fail(ended.error());
    transport_.listen({});
    return ended;
  }

 private:
  using Cells = std::vector<RelayCell>;
  struct Scratch {
    Cells cells;
    Cells values;
  };

  Status begin_stages() {
    for (std::size_t number = 0; number < ground_.relay.stages.size(); ++number) {
      const Stage& stage = ground_.relay.stages[number];
      if (stage.rank != transport_.rank()) continue;
      auto sets = memory::Block::zeros(stage.slices * slice_bytes(ground_.task));
      if (!sets) return sets.error();
      stages_.push_back(std::make_unique<StageWork>(ground_, number, *std::move(sets), state_));
    }
    return {};
  }

  // Until all ranks are done.
  Status work(parallel::Executor& executor) {
    std::vector<Scratch> scratch(executor.threads());
    for (Scratch& one : scratch) one = {Cells(ground_.tile_cells), Cells(ground_.tile_cells)};
    parallel::OrderedTasks tasks(order());
    bool is_done = false;  // with the tasks
    while (!finished_.load(std::memory_order_acquire)) {
      if (!is_done) run_tasks(tasks, executor, scratch);
      is_done = is_done || tasks.all_done();
      if (!is_called() && (is_done || is_limited())) std::this_thread::sleep_for(short_while);
      if (const auto failure = transport_.failure()) return *failure;
      if (state_) {
        if (Status led = lead(tasks); !led) return led;
      }
    }
    return {};
  }

  // Until there are no more below the limit, or until is_called(). Those that may not begin are
  // passed over, for some behind them may have to.
  void run_tasks(parallel::OrderedTasks& tasks, parallel::Executor& executor,
                 std::vector<Scratch>& scratch) {
    tasks.run(
        executor, [&] { return !is_called(); },
        [&](std::size_t task) { return !may_begin(task) || is_ready(task, tasks); },
        [&](std::size_t task, std::size_t worker) {
          if (!may_begin(task) || !is_ready(task, tasks)) return false;  // the limit may have gone
          solve(task, scratch[worker]);
          return true;
        },
        [](bool idle) {
          if (idle) std::this_thread::sleep_for(short_while);
          return idle;
        });
  }

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

  // Whether workers are to leave their tasks, for what is not theirs.
  bool is_called() {
    if (transport_.failure()) return true;
    const bool stops = stop_ && stop_->load(std::memory_order_relaxed);
    if (!state_) {
      if (stops && !told_.exchange(true)) transport_.send(0, subject(Kind::stop, 0, 0), {});
      return false;
    }
    if (stops) stops_->store(true, std::memory_order_relaxed);
    const std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    return limit == without_limit ? state_->awaited() : gathering_->has(limit);
  }

  // Rank 0, while none of its tasks runs.
  Status lead(parallel::OrderedTasks& tasks) {
    const std::size_t all = ground_.batches.count();
    const std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    if (gathering_->has(all)) {
      tell_all(Kind::finished, 0);
    } else if (limit == without_limit) {
      if (state_->awaited()) tell_all(Kind::limit, begun_batches(tasks));
    } else if (gathering_->has(limit)) {
      if (Status reached = state_->reached(limit); !reached) return reached;
      tell_all(Kind::limit, without_limit);
    }
    return {};
  }

  // Of the first stage, which is the first one here.
  std::size_t begun_batches(parallel::OrderedTasks& tasks) const {
    std::size_t batch = ground_.batches.count();
    const auto is_begun = [&](std::uint32_t tile) { return tasks.is_done(tile); };
    while (batch > 0 && std::ranges::none_of(ground_.batches.tiles(batch - 1), is_begun)) --batch;
    return batch;
  }

  bool is_limited() const { return limit_.load(std::memory_order_acquire) != without_limit; }
  bool may_begin(std::size_t task) const {
    return ground_.batches.batch_of(task % ground_.grid.tiles()) <
           limit_.load(std::memory_order_acquire);
  }

  bool is_ready(std::size_t task, const parallel::OrderedTasks& tasks) const {
    const std::size_t tile = task % ground_.grid.tiles();
    const std::size_t begin = task - tile;
    const std::size_t batch = ground_.batches.batch_of(tile);
    return transport_.waiting() < most_waiting_bytes &&
           stages_[task / ground_.grid.tiles()]->may_begin(batch) &&
           ground_.grid.all_below(tile,
                                  [&](std::size_t below) { return tasks.is_done(begin + below); });
  }

  void solve(std::size_t task, Scratch& scratch) {
    const std::size_t tile = task % ground_.grid.tiles();
    StageWork& work = *stages_[task / ground_.grid.tiles()];
    if (!work.solve(tile, scratch.cells, scratch.values)) return;
    const std::size_t batch = ground_.batches.batch_of(tile);
    const std::size_t stage = work.number();
    const Kind kind = work.goes_on_as_cells(batch) ? Kind::cells : Kind::masks;
    cluster::Bytes bytes = work.take_batch(batch);
    if (!work.is_last()) send(stage + 1, kind, batch, std::move(bytes));
    if (!work.is_first()) send(stage - 1, Kind::taken, batch, {});
    transport_.send(0, subject(Kind::values, stage, batch), work.take_values(batch));
  }

  static cluster::Subject subject(Kind kind, std::size_t stage, std::uint64_t number) {
    return {static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(stage), number};
  }
  void send(std::size_t stage, Kind kind, std::size_t batch, cluster::Bytes bytes) {
    transport_.send(ground_.relay.stages[stage].rank, subject(kind, stage, batch),
                    std::move(bytes));
  }
  // This rank too, at once.
  void tell_all(Kind kind, std::uint64_t number) {
    for (std::size_t rank = 1; rank < transport_.ranks(); ++rank)
      transport_.send(rank, subject(kind, 0, number), {});
    obey(kind, number);
  }
  void obey(Kind kind, std::uint64_t number) {
    if (kind == Kind::finished)
      finished_.store(true, std::memory_order_release);
    else
      limit_.store(number, std::memory_order_release);
  }

  StageWork* stage_here(std::size_t number) const {
    const auto found =
        std::ranges::find(stages_, number, [](const auto& one) { return one->number(); });
    return found == stages_.end() ? nullptr : found->get();
  }

  void receive(Message message) {
    const auto [kind, stage, number] = message.subject;
    const std::size_t bytes = message.bytes.size();
    if (!take(static_cast<Kind>(kind), stage_here(stage), number, std::move(message.bytes)))
      transport_.fail({Errc::corrupt,
                       fmt::format("rank {} got a message from rank {} that does not fit: kind {}, "
                                   "stage {}, batch {}, {} bytes",
                                   transport_.rank(), message.from, kind, stage, number, bytes)});
  }

  // False if it does not fit.
  bool take(Kind kind, StageWork* work, std::uint64_t number, cluster::Bytes bytes) {
    switch (kind) {
      case Kind::masks:
      case Kind::cells:
        return work && work->receive(number, std::move(bytes), kind == Kind::cells);
      case Kind::taken:
        return work && work->taken(number);
      case Kind::values:
        return gathering_ && gathering_->receive(number, bytes);
      case Kind::stop:
        if (stops_) stops_->store(true, std::memory_order_relaxed);
        return stops_ != nullptr;
      case Kind::limit:
      case Kind::finished:
        obey(kind, number);
        return !state_;
    }
    return false;
  }

  const Ground& ground_;
  cluster::Transport& transport_;
  const std::atomic<bool>* stop_;  // of this rank
  RelayState* state_ = nullptr;    // of rank 0
  std::atomic<bool>* stops_ = nullptr;
  std::vector<std::unique_ptr<StageWork>> stages_;
  std::optional<Gathering> gathering_;
  std::atomic<bool> told_{false};  // rank 0, to stop
  std::atomic<std::uint64_t> limit_{without_limit};
  std::atomic<bool> finished_{false};
};

Status run_others(const Ground& ground, cluster::Transport& transport, parallel::Executor& executor,
                  const tiles::Watch& watch) {
  return Rank(ground, transport, watch.stop).run(executor);
}

Status run_first(const Ground& ground, SortedCells& cells, cluster::Transport& transport,
                 parallel::Executor& executor, const tiles::Watch& watch) {
  std::atomic<bool> stops{false};
  const tiles::Watch own{&stops, watch.solved, watch.keeper, nullptr};
  RelayState state(ground.task, ground.batches, cells, own);
  if (Status taken = state.take_up(); !taken) return taken;
  Rank rank(ground, transport, watch.stop);
  rank.gather(state, own, stops);
  return rank.run(executor);
}

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
  const bool gathers = transport.rank() == 0;
  auto cells = gathers ? SortedCells::allocate(grid, sizeof(RelayCell),
                                               task.passes ? task.passes->scratch : "")
                       : SortedCells::elsewhere(grid, sizeof(RelayCell));
  Status done = cells ? Status() : Status(cells.error());
  if (cells) {
    const StageTiles<RelayCell> tiles(field, grid, cells->tile_strides());
    const Ground ground{task, field, grid, relay, batches, tiles, cells->cells_of_tile()};
    done = gathers ? run_first(ground, *cells, transport, executor, watch)
                   : run_others(ground, transport, executor, watch);
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
  return tiles::on_local_ranks(
      ranks, executor, watch,
      [&](cluster::Transport& transport, parallel::Executor& own, const tiles::Watch& part) {
        return solve_as_rank(task, transport, own, part);
      },
      traffic);
}

}  // namespace grundy::ray
