#include "methods/rays/relay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/tasks.hpp"
#include "methods/rays/feeding.hpp"
#include "methods/rays/gathering.hpp"
#include "methods/rays/hearing.hpp"
#include "methods/rays/owners.hpp"
#include "methods/rays/relay_state.hpp"
#include "methods/rays/stage_work.hpp"
#include "methods/rays/stages.hpp"
#include "methods/rays/tile_exchange.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::ray {
namespace {

using cluster::Message;

// To the next stage: a batch, as masks or as cells. To the stage before: it was taken. To the lane
// of the next slab: sets. To the one of the slab below: those for a tile were taken. To the owner
// of tiles: values. From rank 0: saved cells of a tile; how many batches have some, behind the last
// of them; that no tile may begin, or may again; and that all is done. To rank 0: that this rank is
// asked to stop, or that all values of a part of a batch are at their owner.
enum class Kind : std::uint32_t {
  masks,
  cells,
  taken,
  sets,
  taken_sets,
  values,
  stop,
  saved,
  known,
  pause,
  finished,
  settled
};

constexpr std::chrono::microseconds short_while{100};

// Of values on their way to their owners.
constexpr std::uint64_t most_waiting_bytes = std::uint64_t{64} << 20;

// What a rank does: the tiles of its lane, in its stages, and gathering those that it owns.
//
// To save a state, rank 0 asks all ranks not to begin tiles, so that little comes, and asks the
// owners for the cells that they have gathered so far. These are a state to go on from
// (methods/rays/settled.hpp), whatever is on its way: it is solved again. Then ranks may go on.
class Rank {
 public:
  Rank(const Ground& ground, SortedCells& cells, TileExchange& exchange,
       cluster::Transport& transport, const std::atomic<bool>* stop)
      : ground_(ground),
        exchange_(exchange),
        transport_(transport),
        lane_(transport.rank() % ground.relay.slabs.lanes),
        stop_(stop),
        gathering_(ground, transport.rank(), cells, exchange) {}

  // Of rank 0: watch.stop is told to stop by `stops`. Takes up what was saved.
  Status lead_with(const tiles::Watch& watch, std::atomic<bool>& stops) {
    stops_ = &stops;
    state_.emplace(
        ground_, exchange_, watch,
        [this](std::size_t owner, std::uint64_t first, std::span<const std::byte> bytes) {
          return send_saved(owner, first, {bytes.begin(), bytes.end()});
        });
    if (Status taken = state_->take_up(); !taken) return taken;
    hearing_.emplace(ground_, watch, state_->known_batches() == 0);
    return {};
  }

  Status run(parallel::Executor& executor) {
    if (Status begun = begin_stages(); !begun) return begun;
    transport_.listen(cluster::Topic::solving,
                      [&](Message message) { receive(std::move(message)); });
    if (state_) tell_all(Kind::known, state_->known_batches());
    const Status ended = work(executor);
    if (!ended) transport_.fail(ended.error());
    transport_.listen(cluster::Topic::solving, {});
    exchange_.drop_questions();
    return ended;
  }

 private:
  using Cells = std::vector<RelayCell>;
  struct Scratch {
    Cells cells;
    Cells values;
  };

  Status send_saved(std::size_t owner, std::uint64_t first, cluster::Bytes bytes) {
    while (transport_.waiting() > most_waiting_bytes && !transport_.failure())
      std::this_thread::sleep_for(short_while);
    if (const auto failed = transport_.failure()) return *failed;
    if (owner > 0)
      transport_.send(owner, subject(Kind::saved, 0, first), std::move(bytes));
    else
      gathering_.receive_saved(first, bytes);
    return {};
  }

  Status begin_stages() {
    for (std::size_t number = 0; number < ground_.relay.stages.size(); ++number) {
      const Stage& stage = ground_.relay.stages[number];
      if (ground_.relay.rank_of(number, lane_) != transport_.rank()) continue;
      auto sets = memory::Block::zeros(stage.slices * slice_bytes(ground_.task));
      if (!sets) return sets.error();
      stages_.push_back(std::make_unique<StageWork>(ground_, number, lane_, *std::move(sets)));
    }
    if (StageWork* const first = stage_here(0))
      feeding_.emplace(ground_, *first, exchange_, [this] {
        transport_.fail({Errc::corrupt, "saved cells of another rank do not fit"});
      });
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
    bool is_begun = false;
    bool is_done = false;  // with the tasks
    while (!finished_.load(std::memory_order_acquire)) {
      if (!is_begun && known_.load(std::memory_order_acquire) != not_told) {
        begin_known();
        is_begun = true;
      }
      if (is_begun && !is_done && !is_paused()) run_tasks(tasks, executor, scratch);
      is_done = is_begun && (is_done || tasks.all_done());
      if (!is_begun || is_done || is_paused()) {
        is_called();  // tells rank 0 to stop, where this rank has no tasks left in which to see it
        pass_messages();
      }
      tell_of_settled();
      if (const auto failure = transport_.failure()) return *failure;
      if (state_) {
        if (Status led = lead(); !led) return led;
      }
    }
    return {};
  }

  // All that was saved of this rank's tiles is here.
  void begin_known() {
    const std::size_t batches = known_.load(std::memory_order_acquire);
    gathering_.take_up(batches);
    exchange_.begin();
    if (feeding_) feeding_->begin(batches);
  }

  // Rank 0 hears of what is settled. Not by those who receive, for these must not send.
  void tell_of_settled() {
    for (const Gathering::Part& part : gathering_.take_settled())
      if (hearing_)
        hearing_->settled(0, part.batch, part.lane);
      else
        transport_.send(0, subject(Kind::settled, part.lane, part.batch), {});
  }

  // Until all are done, or until is_called().
  void run_tasks(parallel::OrderedTasks& tasks, parallel::Executor& executor,
                 std::vector<Scratch>& scratch) {
    tasks.run(
        executor, [&] { return !is_called(); },
        [&](std::size_t task) { return is_ready(task, tasks); },
        [&](std::size_t task, std::size_t worker) { return solve(task, scratch[worker]); },
        [&](bool idle) {
          tell_of_settled();
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
    return is_paused() || state_->awaited();
  }

  // Rank 0, while none of its tasks runs.
  Status lead() {
    if (hearing_->has_all()) {
      tell_all(Kind::finished, 0);
    } else if (is_paused()) {
      if (Status saved = state_->reached([&](std::size_t tile) { return hearing_->has(tile); });
          !saved)
        return saved;
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
    const bool as_cells = work.goes_on_as_cells(batch);
    std::vector<std::pair<std::size_t, cluster::Bytes>> found;  // by owner
    for (const TilesOfOwner& of_owner : ground_.by_owner(batch, lane_))
      found.emplace_back(of_owner.owner, work.found_in(batch, of_owner.places));
    cluster::Bytes bytes = work.take_batch(batch);
    if (!work.is_last())
      send(stage + 1, tile, as_cells ? Kind::cells : Kind::masks, batch, std::move(bytes));
    if (!work.is_first())
      send(stage - 1, tile, Kind::taken, batch, {});
    else if (as_cells)
      feeding_->go_on();
    for (auto& [owner, values] : found)
      transport_.send(owner,
                      subject(Kind::values, stage * ground_.relay.slabs.lanes + lane_, batch),
                      std::move(values));
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
    else if (kind == Kind::known)
      known_.store(number, std::memory_order_release);
    else
      is_paused_.store(number != 0, std::memory_order_release);
  }

  StageWork* stage_here(std::size_t number) const {
    const auto found =
        std::ranges::find(stages_, number, [](const auto& one) { return one->number(); });
    return found == stages_.end() ? nullptr : found->get();
  }

  void receive(Message message) {
    const cluster::Subject about = message.subject;
    const std::size_t bytes = message.bytes.size();
    const std::size_t from = message.from;
    if (!take(std::move(message)))
      transport_.fail(
          {Errc::corrupt,
           fmt::format("rank {} got a message from rank {} that does not fit: kind {}, "
                       "stage or lane {}, number {}, {} bytes",
                       transport_.rank(), from, about.kind, about.stage, about.number, bytes)});
  }

  // False if it does not fit.
  bool take(Message message) {
    const auto kind = static_cast<Kind>(message.subject.kind);
    const std::size_t place = message.subject.stage;
    const std::uint64_t number = message.subject.number;
    const std::size_t lanes = ground_.relay.slabs.lanes;
    switch (kind) {
      case Kind::values:
        return gathering_.receive(place / lanes, {number, place % lanes}, message.bytes);
      case Kind::settled:
        return hearing_ && hearing_->settled(message.from, number, place);
      case Kind::stop:
        if (stops_) stops_->store(true, std::memory_order_relaxed);
        return stops_ != nullptr;
      case Kind::saved:
        return message.from == 0 && known_ == not_told &&
               gathering_.receive_saved(number, message.bytes);
      case Kind::known:
        if (message.from != 0 || known_ != not_told || number > ground_.batches.count())
          return false;
        obey(kind, number);
        return true;
      case Kind::pause:
      case Kind::finished:
        if (message.from != 0 || state_) return false;
        obey(kind, number);
        return true;
      default:
        return take_of_stage(kind, place, number, std::move(message.bytes));
    }
  }
  bool take_of_stage(Kind kind, std::size_t place, std::uint64_t number, cluster::Bytes bytes) {
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
      default:
        return false;
    }
  }

  static constexpr std::uint64_t not_told = ~std::uint64_t{0};

  const Ground& ground_;
  TileExchange& exchange_;
  cluster::Transport& transport_;
  std::size_t lane_;
  const std::atomic<bool>* stop_;  // of this rank
  std::vector<std::unique_ptr<StageWork>> stages_;
  std::vector<std::uint32_t> tiles_;  // of this rank's lane
  std::vector<std::size_t> places_;   // there, by tile
  Gathering gathering_;
  std::optional<Feeding> feeding_;   // of a rank with a first stage
  std::optional<RelayState> state_;  // of rank 0, as these
  std::optional<Hearing> hearing_;
  std::atomic<bool>* stops_ = nullptr;
  std::atomic<std::uint64_t> known_{not_told};  // batches with saved cells
  std::atomic<bool> told_{false};               // rank 0, to stop
  std::atomic<bool> is_paused_{false};
  std::atomic<bool> finished_{false};
};

Status run_others(const Ground& ground, SortedCells& cells, TileExchange& exchange,
                  cluster::Transport& transport, parallel::Executor& executor,
                  const tiles::Watch& watch) {
  return Rank(ground, cells, exchange, transport, watch.stop).run(executor);
}

Status run_first(const Ground& ground, SortedCells& cells, TileExchange& exchange,
                 cluster::Transport& transport, parallel::Executor& executor,
                 const tiles::Watch& watch) {
  std::atomic<bool> stops{false};
  const tiles::Watch own{&stops, watch.solved, watch.keeper, nullptr};
  Rank rank(ground, cells, exchange, transport, watch.stop);
  if (Status taken = rank.lead_with(own, stops); !taken) return taken;
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
  const auto owners =
      std::make_shared<const std::vector<std::uint32_t>>(owners_of_tiles(task, grid, relay.ranks));
  std::vector<std::uint8_t> is_mine(owners->size());
  for (std::size_t tile = 0; tile < is_mine.size(); ++tile)
    is_mine[tile] = (*owners)[tile] == transport.rank();
  auto cells = SortedCells::allocate_part(grid, sizeof(RelayCell), is_mine,
                                          task.passes ? task.passes->scratch : "");
  Status done = cells ? Status() : Status(cells.error());
  if (cells) {
    const auto exchange = std::make_shared<TileExchange>(transport, owners, cells->kept());
    const StageTiles<RelayCell> tiles(field, grid, cells->tile_strides());
    const Ground ground{task, field, grid, relay, batches, tiles, cells->cells_of_tile(), *owners};
    done = transport.rank() == 0
               ? run_first(ground, *cells, *exchange, transport, executor, watch)
               : run_others(ground, *cells, *exchange, transport, executor, watch);
    cells->get_others_from(exchange);
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
        auto cells = solve_part(task, relay, transport, own, part);
        if (cells) cells->get_others_from(nullptr);  // whose transports go
        return cells;
      },
      traffic);
}

}  // namespace grundy::ray
