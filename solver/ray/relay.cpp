#include "ray/relay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "parallel/ordered_tasks.hpp"
#include "ray/feeding.hpp"
#include "ray/gathering.hpp"
#include "ray/relay_state.hpp"
#include "ray/stage_work.hpp"
#include "ray/stages.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::ray {
namespace {

using cluster::Message;

// To the next stage: a batch, as masks or as cells. To the stage before: it was taken. To the lane
// of the next slab: sets. To the one of the slab below: those for a tile were taken. To rank 0:
// values, that this rank is asked to stop, or that a batch of known cells was taken. From rank 0:
// how many batches have known cells, that no tile may begin, or may again, and that all is done.
enum class Kind : std::uint32_t {
  masks,
  cells,
  taken,
  sets,
  taken_sets,
  values,
  stop,
  taken_cells,
  known,
  pause,
  finished
};

constexpr std::chrono::microseconds short_while{100};

// Of values on their way to rank 0.
constexpr std::uint64_t most_waiting_bytes = std::uint64_t{64} << 20;

// What a rank does: the tiles of its lane, in its stages.
//
// To save its state, rank 0 asks all ranks not to begin tiles, so that little comes, and keeps that
// aside. The cells that it has gathered so far are a state to go on from (ray/settled.hpp),
// whatever is on its way: it is solved again. Then ranks may go on.
class Rank {
 public:
  Rank(const Ground& ground, cluster::Transport& transport, const std::atomic<bool>* stop)
      : ground_(ground),
        transport_(transport),
        lane_(transport.rank() % ground.relay.slabs.lanes),
        stop_(stop) {}

  // Of rank 0: the state, whose watch is told to stop by `stops`.
  void gather(RelayState& state, const tiles::Watch& watch, std::atomic<bool>& stops) {
    state_ = &state;
    stops_ = &stops;
    gathering_.emplace(ground_, state, watch);
    feeding_.emplace(
        ground_, state,
        [this](std::size_t lane, std::uint64_t number, bool is_cells, cluster::Bytes bytes) {
          transport_.send(ground_.relay.rank_of(0, lane),
                          subject(is_cells ? Kind::cells : Kind::known, 0, number),
                          std::move(bytes));
        });
  }

  Status run(parallel::Executor& executor) {
    if (Status begun = begin_stages(); !begun) return begun;
    transport_.listen(cluster::Topic::solving,
                      [&](Message message) { receive(std::move(message)); });
    const Status ended = work(executor);
    if (!ended) transport_.fail(ended.error());
    transport_.listen(cluster::Topic::solving, {});
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
      if (ground_.relay.rank_of(number, lane_) != transport_.rank()) continue;
      auto sets = memory::Block::zeros(stage.slices * slice_bytes(ground_.task));
      if (!sets) return sets.error();
      stages_.push_back(
          std::make_unique<StageWork>(ground_, number, lane_, *std::move(sets), state_));
    }
    places_.resize(ground_.grid.tiles());
    for (std::size_t tile = 0; tile < places_.size(); ++tile) {
      if (ground_.batches.lane_of(tile) != lane_) continue;
      places_[tile] = tiles_.size();
      tiles_.push_back(static_cast<std::uint32_t>(tile));
    }
    return {};
  }

  // Until all ranks are done.
  Status work(parallel::Executor& executor) {
    std::vector<Scratch> scratch(executor.threads());
    for (Scratch& one : scratch) one = {Cells(ground_.tile_cells), Cells(ground_.tile_cells)};
    parallel::OrderedTasks tasks(order());
    bool is_done = false;  // with the tasks
    if (feeding_) feeding_->begin();
    while (!finished_.load(std::memory_order_acquire)) {
      if (!is_done && !is_paused()) run_tasks(tasks, executor, scratch);
      is_done = is_done || tasks.all_done();
      if (is_done || is_paused()) {
        is_called();  // tells rank 0 to stop, where this rank has no tasks left in which to see it
        pass_messages();
      }
      if (const auto failure = transport_.failure()) return *failure;
      if (state_) {
        if (Status led = lead(); !led) return led;
      }
    }
    return {};
  }

  // Until all are done, or until is_called().
  void run_tasks(parallel::OrderedTasks& tasks, parallel::Executor& executor,
                 std::vector<Scratch>& scratch) {
    tasks.run(
        executor, [&] { return !is_called(); },
        [&](std::size_t task) { return is_ready(task, tasks); },
        [&](std::size_t task, std::size_t worker) { return solve(task, scratch[worker]); },
        [&](bool idle) {
          if (idle)
            pass_messages();
          else
            transport_.poll();
          return idle;
        });
  }

  // By who has nothing else to do.
  void pass_messages() {
    if (!transport_.poll()) std::this_thread::sleep_for(short_while);
  }

  // The t-th tile of this rank, of its i-th stage, is number i * tiles + t.
  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> order;
    order.reserve(stages_.size() * tiles_.size());
    const std::uint64_t lag = stage_lag * (ground_.relay.stages.size() - 1);
    for (std::uint64_t turn = 0; turn < ground_.batches.count() + lag; ++turn)
      for (std::size_t i = 0; i < stages_.size(); ++i) {
        const std::uint64_t behind = stage_lag * stages_[i]->number();
        if (turn < behind || turn - behind >= ground_.batches.count()) continue;
        for (const std::uint32_t tile : ground_.batches.tiles(turn - behind, lane_))
          order.push_back(static_cast<std::uint32_t>(i * tiles_.size() + places_[tile]));
      }
    return order;
  }

  // Whether workers are to leave their tasks, for what is not theirs.
  bool is_called() {
    if (transport_.failure()) return true;
    const bool stops = stop_ && stop_->load(std::memory_order_relaxed);
    if (!state_) {
      if (stops && !told_.exchange(true)) transport_.send(0, subject(Kind::stop, 0, 0), {});
      return is_paused();
    }
    if (stops) stops_->store(true, std::memory_order_relaxed);
    return is_paused() || state_->awaited() || gathering_->has_aside() || feeding_->is_due();
  }

  // Rank 0, while none of its tasks runs.
  Status lead() {
    if (!gathering_->put_aside()) return Error{Errc::corrupt, "a message kept aside does not fit"};
    feeding_->go_on();
    if (gathering_->has_all()) {
      tell_all(Kind::finished, 0);
    } else if (is_paused()) {
      const Status saved = gathering_->undisturbed(
          [&] { return state_->reached([&](std::size_t tile) { return gathering_->has(tile); }); });
      if (!saved) return saved;
      tell_all(Kind::pause, 0);
    } else if (state_->awaited()) {
      tell_all(Kind::pause, 1);
    }
    return {};
  }

  bool is_paused() const { return is_paused_.load(std::memory_order_acquire); }

  StageWork& stage_of(std::size_t task) const { return *stages_[task / tiles_.size()]; }
  std::size_t tile_of(std::size_t task) const { return tiles_[task % tiles_.size()]; }

  bool is_ready(std::size_t task, const parallel::OrderedTasks& tasks) const {
    const std::size_t tile = tile_of(task);
    const std::size_t begin = task - task % tiles_.size();
    return transport_.waiting() < most_waiting_bytes && stage_of(task).may_begin(tile) &&
           ground_.grid.all_below(tile, [&](std::size_t below) {
             return ground_.batches.lane_of(below) != lane_ ||
                    tasks.is_done(begin + places_[below]);
           });
  }

  bool solve(std::size_t task, Scratch& scratch) {
    const std::size_t tile = tile_of(task);
    StageWork& work = stage_of(task);
    if (const Status taken = work.take_up_sets(tile, scratch.cells); !taken) {
      transport_.fail(taken.error());
      return false;
    }
    const std::size_t stage = work.number();
    if (const auto below = ground_.tile_below(tile))
      send(stage, *below, Kind::taken_sets, tile, {});
    const auto is_last_of_batch = work.solve(tile, scratch.cells, scratch.values);
    if (!is_last_of_batch) {
      transport_.fail(is_last_of_batch.error());
      return false;
    }
    if (const auto above = ground_.tile_above(tile))
      send(stage, *above, Kind::sets, *above, work.sets_above(tile, *above, scratch.cells));
    if (*is_last_of_batch) send_batch(work, tile);
    return true;
  }

  // That of a tile.
  void send_batch(StageWork& work, std::size_t tile) {
    const std::size_t stage = work.number();
    const std::size_t batch = ground_.batches.batch_of(tile);
    if (work.is_only() && gathering_) return gathering_->solved_here(batch);
    const bool as_cells = work.goes_on_as_cells(batch);
    cluster::Bytes bytes = work.take_batch(batch);
    if (!work.is_last())
      send(stage + 1, tile, as_cells ? Kind::cells : Kind::masks, batch, std::move(bytes));
    if (!work.is_first())
      send(stage - 1, tile, Kind::taken, batch, {});
    else if (as_cells && lane_ > 0)
      transport_.send(0, subject(Kind::taken_cells, lane_, batch), {});
    transport_.send(0, subject(Kind::values, stage * ground_.relay.slabs.lanes + lane_, batch),
                    work.is_only() ? std::move(bytes) : work.take_values(batch));
  }

  static cluster::Subject subject(Kind kind, std::size_t place, std::uint64_t number) {
    return {static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(place), number};
  }
  // To the lane of a tile.
  void send(std::size_t stage, std::size_t tile, Kind kind, std::uint64_t number,
            cluster::Bytes bytes) {
    transport_.send(ground_.relay.rank_of(stage, ground_.batches.lane_of(tile)),
                    subject(kind, stage, number), std::move(bytes));
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
      is_paused_.store(number != 0, std::memory_order_release);
  }

  StageWork* stage_here(std::size_t number) const {
    const auto found =
        std::ranges::find(stages_, number, [](const auto& one) { return one->number(); });
    return found == stages_.end() ? nullptr : found->get();
  }

  void receive(Message message) {
    const auto [kind, place, number, topic] = message.subject;
    const std::size_t bytes = message.bytes.size();
    if (!take(static_cast<Kind>(kind), place, number, std::move(message.bytes)))
      transport_.fail({Errc::corrupt,
                       fmt::format("rank {} got a message from rank {} that does not fit: kind {}, "
                                   "stage or lane {}, number {}, {} bytes",
                                   transport_.rank(), message.from, kind, place, number, bytes)});
  }

  // False if it does not fit.
  bool take(Kind kind, std::size_t place, std::uint64_t number, cluster::Bytes bytes) {
    switch (kind) {
      case Kind::values:
        return gathering_ &&
               gathering_->receive(place / ground_.relay.slabs.lanes,
                                   place % ground_.relay.slabs.lanes, number, std::move(bytes));
      case Kind::stop:
        if (stops_) stops_->store(true, std::memory_order_relaxed);
        return stops_ != nullptr;
      case Kind::taken_cells:
        return feeding_ && feeding_->taken(place);
      case Kind::pause:
      case Kind::finished:
        obey(kind, number);
        return !state_;
      case Kind::masks:
      case Kind::cells:
      case Kind::taken:
      case Kind::sets:
      case Kind::taken_sets:
      case Kind::known:
        break;
    }
    StageWork* const work = stage_here(place);
    if (!work) return false;
    switch (kind) {
      case Kind::masks:
      case Kind::cells:
        return work->receive(number, std::move(bytes), kind == Kind::cells);
      case Kind::taken:
        return work->taken(number);
      case Kind::sets:
        return work->receive_sets(number, std::move(bytes));
      case Kind::taken_sets:
        return work->taken_sets(number);
      case Kind::known:
        return work->learn(number);
      default:
        return false;
    }
  }

  const Ground& ground_;
  cluster::Transport& transport_;
  std::size_t lane_;
  const std::atomic<bool>* stop_;  // of this rank
  RelayState* state_ = nullptr;    // of rank 0
  std::atomic<bool>* stops_ = nullptr;
  std::vector<std::unique_ptr<StageWork>> stages_;
  std::vector<std::uint32_t> tiles_;  // of this rank's lane
  std::vector<std::size_t> places_;   // there, by tile
  std::optional<Gathering> gathering_;
  std::optional<Feeding> feeding_;
  std::atomic<bool> told_{false};  // rank 0, to stop
  std::atomic<bool> is_paused_{false};
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

Result<SortedCells> solve_part(const CellTask& task, const Relay& relay,
                               cluster::Transport& transport, parallel::Executor& executor,
                               const tiles::Watch& watch) {
  const auto stages =
      static_cast<std::uint64_t>(std::ranges::count_if(relay.stages, [&](const Stage& stage) {
        return stage.rank == transport.rank() / relay.slabs.lanes * relay.slabs.lanes;
      }));
  if (const Status listed = check_listed(task, stages); !listed) {
    transport.fail(listed.error());
    return listed.error();
  }
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  const ValueLines lines = number_lines(task.rays, task.groups, task.closure);
  const Field field{task.closure, lines, task.rays.starts,
                    axes_below(task.closure.dimensions(), task.groups)};
  const Batches batches(grid, relay.slabs, relay.batch_tiles);
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

}  // namespace

Result<SortedCells> solve_as_rank(const CellTask& task, std::uint64_t set_bytes,
                                  cluster::Transport& transport, parallel::Executor& executor,
                                  const tiles::Watch& watch) {
  return solve_part(task, plan_relay(task, transport.ranks(), set_bytes), transport, executor,
                    watch);
}

Result<SortedCells> solve_on_local_ranks(const CellTask& task, std::uint64_t set_bytes,
                                         std::size_t ranks, const parallel::Executor& executor,
                                         const tiles::Watch& watch, cluster::Traffic* traffic) {
  const Relay relay = plan_relay(task, ranks, set_bytes);
  return tiles::on_local_ranks(
      ranks, executor, watch,
      [&](cluster::Transport& transport, parallel::Executor& own, const tiles::Watch& part) {
        return solve_part(task, relay, transport, own, part);
      },
      traffic);
}

}  // namespace grundy::ray
