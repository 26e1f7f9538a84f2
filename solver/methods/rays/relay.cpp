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
#include "methods/rays/lanes.hpp"
#include "methods/rays/relay_parts.hpp"
#include "methods/rays/stage_work.hpp"
#include "methods/rays/stages.hpp"
#include "methods/rays/tile_exchange.hpp"
#include "tiles/on_ranks.hpp"

namespace grundy::ray {
namespace {

using cluster::Message;

enum class Kind : std::uint32_t {
  masks,       // to the next stage: a batch, as masks
  cells,       // to the next stage: a batch, as cells
  taken,       // to the stage before: a batch was solved
  sets,        // to the lane of the next slab
  taken_sets,  // to the lane of the slab below: the sets for a tile were added
  values,      // to the owner of tiles
  stop,        // to rank 0: this rank was asked to stop
  saved,       // from rank 0: saved cells of a tile
  known,       // from rank 0, after the last of these: how many batches have any
  pause,       // from rank 0: no tile may begin, or tiles may begin again
  finished,    // from rank 0: all is done
  settled      // to rank 0: all values of a part of a batch are at their owner
};

constexpr std::chrono::microseconds short_while{100};

// Bytes of values on their way to their owners.
constexpr std::uint64_t most_waiting_bytes = std::uint64_t{64} << 20;

// A rank solves the tiles of its lane, in its stages, and gathers those that it owns.
//
// To save a state, rank 0 asks all ranks not to begin tiles, so that few messages come, and asks
// the owners for the cells that they have gathered so far. These make a state that can be resumed
// (Settled). What is on its way then will be solved again. Then ranks continue.
class Rank {
 public:
  Rank(const RelayContext& context, SortedCells& cells, TileExchange& exchange,
       cluster::Transport& transport, const std::atomic<bool>* stop)
      : context_(context),
        exchange_(exchange),
        transport_(transport),
        lane_(transport.rank() % context.relay.slabs.lanes),
        stop_(stop),
        gatherer_(context, transport.rank(), cells, exchange) {}

  // Makes this rank 0, which sets `stops` to stop the job. Resumes what was saved.
  Status lead_with(const tiles::Watch& watch, std::atomic<bool>& stops) {
    stops_ = &stops;
    state_.emplace(
        context_, exchange_, watch,
        [this](std::size_t owner, std::uint64_t first, std::span<const std::byte> bytes) {
          return send_saved(owner, first, {bytes.begin(), bytes.end()});
        });
    if (Status resumed = state_->resume(); !resumed) return resumed;
    tracker_.emplace(context_, watch, state_->known_batches() == 0);
    return {};
  }

  Status run(parallel::Executor& executor) {
    if (Status begun = begin_stages(); !begun) return begun;
    transport_.listen(cluster::Topic::solving,
                      [&](Message message) { receive(std::move(message)); });
    if (state_) send_to_all(Kind::known, state_->known_batches());
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
      gatherer_.receive_saved(first, bytes);
    return {};
  }

  Status begin_stages() {
    for (std::size_t number = 0; number < context_.relay.stages.size(); ++number) {
      const Stage& stage = context_.relay.stages[number];
      if (context_.relay.rank_of(number, lane_) != transport_.rank()) continue;
      auto sets = memory::Block::zeros(stage.slices * slice_bytes(context_.task));
      if (!sets) return sets.error();
      stages_.push_back(std::make_unique<StageWork>(context_, number, lane_, *std::move(sets)));
    }
    if (StageWork* const first = stage_here(0))
      feeder_.emplace(context_, *first, exchange_, [this] {
        transport_.fail({Errc::corrupt, "saved cells of another rank do not fit"});
      });
    places_.resize(context_.grid.tiles());
    for (std::size_t tile = 0; tile < places_.size(); ++tile) {
      if (context_.batches.lane_of(tile) != lane_) continue;
      places_[tile] = tiles_.size();
      tiles_.push_back(static_cast<std::uint32_t>(tile));
    }
    return {};
  }

  // Solves until all ranks are done.
  Status work(parallel::Executor& executor) {
    std::vector<Scratch> scratch(executor.threads());
    for (Scratch& one : scratch) one = {Cells(context_.tile_cells), Cells(context_.tile_cells)};
    parallel::OrderedTasks tasks(order());
    bool is_begun = false;
    bool is_done = false;  // with the tasks
    while (!finished_.load(std::memory_order_acquire)) {
      if (!is_begun && known_.load(std::memory_order_acquire) != unknown_count) {
        begin_known();
        is_begun = true;
      }
      if (is_begun && !is_done && !is_paused()) run_tasks(tasks, executor, scratch);
      is_done = is_begun && (is_done || tasks.all_done());
      if (!is_begun || is_done || is_paused()) {
        must_leave_tasks();  // asks rank 0 to stop, where no task of this rank does
        pass_messages();
      }
      report_settled();
      if (const auto failure = transport_.failure()) return *failure;
      if (state_) {
        if (Status led = lead(); !led) return led;
      }
    }
    return {};
  }

  // Begins once all saved cells of this rank's tiles are here.
  void begin_known() {
    const std::size_t batches = known_.load(std::memory_order_acquire);
    gatherer_.begin(batches);
    exchange_.begin();
    if (feeder_) feeder_->begin(batches);
  }

  // Reports to rank 0 what is settled. Not called by handlers of messages, which must not send.
  void report_settled() {
    for (const TileGatherer::Part& part : gatherer_.take_settled())
      if (tracker_)
        tracker_->settled(0, part.batch, part.lane);
      else
        transport_.send(0, subject(Kind::settled, part.lane, part.batch), {});
  }

  // Runs tasks until all are done, or until must_leave_tasks().
  void run_tasks(parallel::OrderedTasks& tasks, parallel::Executor& executor,
                 std::vector<Scratch>& scratch) {
    tasks.run(
        executor, [&] { return !must_leave_tasks(); },
        [&](std::size_t task) { return is_ready(task, tasks); },
        [&](std::size_t task, std::size_t worker) { return solve(task, scratch[worker]); },
        [&](bool idle) {
          report_settled();
          if (idle)
            pass_messages();
          else
            transport_.poll();
          return idle;
        });
  }

  // Called by threads that have nothing else to do.
  void pass_messages() {
    if (!transport_.poll()) std::this_thread::sleep_for(short_while);
  }

  // The t-th tile of this rank, of its i-th stage, is number i * tiles + t.
  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> order;
    order.reserve(stages_.size() * tiles_.size());
    const std::uint64_t lag = stage_lag * (context_.relay.stages.size() - 1);
    for (std::uint64_t turn = 0; turn < context_.batches.count() + lag; ++turn)
      for (std::size_t i = 0; i < stages_.size(); ++i) {
        const std::uint64_t delay = stage_lag * stages_[i]->number();
        if (turn < delay || turn - delay >= context_.batches.count()) continue;
        for (const std::uint32_t tile : context_.batches.tiles(turn - delay, lane_))
          order.push_back(static_cast<std::uint32_t>(i * tiles_.size() + places_[tile]));
      }
    return order;
  }

  // Whether workers must leave their tasks. Tells rank 0 if this rank was asked to stop.
  bool must_leave_tasks() {
    if (transport_.failure()) return true;
    const bool stops = stop_ && stop_->load(std::memory_order_relaxed);
    if (!state_) {
      if (stops && !stop_sent_.exchange(true)) transport_.send(0, subject(Kind::stop, 0, 0), {});
      return is_paused();
    }
    if (stops) stops_->store(true, std::memory_order_relaxed);
    return is_paused() || state_->awaited();
  }

  // What rank 0 does while none of its tasks runs.
  Status lead() {
    if (tracker_->has_all()) {
      send_to_all(Kind::finished, 0);
    } else if (is_paused()) {
      if (Status saved = state_->reached([&](std::size_t tile) { return tracker_->has(tile); });
          !saved)
        return saved;
      send_to_all(Kind::pause, 0);
    } else if (state_->awaited()) {
      send_to_all(Kind::pause, 1);
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
           context_.grid.all_below(tile, [&](std::size_t below) {
             return context_.batches.lane_of(below) != lane_ ||
                    tasks.is_done(begin + places_[below]);
           });
  }

  bool solve(std::size_t task, Scratch& scratch) {
    const std::size_t tile = tile_of(task);
    StageWork& work = stage_of(task);
    if (const Status added = work.add_sets_from_below(tile, scratch.cells); !added) {
      transport_.fail(added.error());
      return false;
    }
    const std::size_t stage = work.number();
    if (const auto below = context_.tile_below(tile))
      send(stage, *below, Kind::taken_sets, tile, {});
    const auto is_last_of_batch = work.solve(tile, scratch.cells, scratch.values);
    if (!is_last_of_batch) {
      transport_.fail(is_last_of_batch.error());
      return false;
    }
    if (const auto above = context_.tile_above(tile))
      send(stage, *above, Kind::sets, *above, work.sets_above(tile, *above, scratch.cells));
    if (*is_last_of_batch) send_batch(work, tile);
    return true;
  }

  // Sends the batch of a tile on, and its values to their owners.
  void send_batch(StageWork& work, std::size_t tile) {
    const std::size_t stage = work.number();
    const std::size_t batch = context_.batches.batch_of(tile);
    const bool as_cells = work.continues_as_cells(batch);
    std::vector<std::pair<std::size_t, cluster::Bytes>> found;  // by owner
    for (const TilesOfOwner& of_owner : context_.by_owner(batch, lane_))
      found.emplace_back(of_owner.owner, work.found_in(batch, of_owner.places));
    cluster::Bytes bytes = work.take_batch(batch);
    if (!work.is_last())
      send(stage + 1, tile, as_cells ? Kind::cells : Kind::masks, batch, std::move(bytes));
    if (!work.is_first())
      send(stage - 1, tile, Kind::taken, batch, {});
    else if (as_cells)
      feeder_->ask_next();
    for (auto& [owner, values] : found)
      transport_.send(owner,
                      subject(Kind::values, stage * context_.relay.slabs.lanes + lane_, batch),
                      std::move(values));
  }

  static cluster::Subject subject(Kind kind, std::size_t place, std::uint64_t number) {
    return {static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(place), number};
  }
  // Sends to the lane of a tile.
  void send(std::size_t stage, std::size_t tile, Kind kind, std::uint64_t number,
            cluster::Bytes bytes) {
    transport_.send(context_.relay.rank_of(stage, context_.batches.lane_of(tile)),
                    subject(kind, stage, number), std::move(bytes));
  }
  // This rank applies it at once.
  void send_to_all(Kind kind, std::uint64_t number) {
    for (std::size_t rank = 1; rank < transport_.ranks(); ++rank)
      transport_.send(rank, subject(kind, 0, number), {});
    apply(kind, number);
  }
  void apply(Kind kind, std::uint64_t number) {
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
    if (!handle(std::move(message)))
      transport_.fail(
          {Errc::corrupt,
           fmt::format("rank {} got a message from rank {} that does not fit: kind {}, "
                       "stage or lane {}, number {}, {} bytes",
                       transport_.rank(), from, about.kind, about.stage, about.number, bytes)});
  }

  // False if it does not fit.
  bool handle(Message message) {
    const auto kind = static_cast<Kind>(message.subject.kind);
    const std::size_t place = message.subject.stage;
    const std::uint64_t number = message.subject.number;
    const std::size_t lanes = context_.relay.slabs.lanes;
    switch (kind) {
      case Kind::values:
        return gatherer_.receive(place / lanes, {number, place % lanes}, message.bytes);
      case Kind::settled:
        return tracker_ && tracker_->settled(message.from, number, place);
      case Kind::stop:
        if (stops_) stops_->store(true, std::memory_order_relaxed);
        return stops_ != nullptr;
      case Kind::saved:
        return message.from == 0 && known_ == unknown_count &&
               gatherer_.receive_saved(number, message.bytes);
      case Kind::known:
        if (message.from != 0 || known_ != unknown_count || number > context_.batches.count())
          return false;
        apply(kind, number);
        return true;
      case Kind::pause:
      case Kind::finished:
        if (message.from != 0 || state_) return false;
        apply(kind, number);
        return true;
      default:
        return handle_of_stage(kind, place, number, std::move(message.bytes));
    }
  }
  bool handle_of_stage(Kind kind, std::size_t place, std::uint64_t number, cluster::Bytes bytes) {
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

  static constexpr std::uint64_t unknown_count = ~std::uint64_t{0};

  const RelayContext& context_;
  TileExchange& exchange_;
  cluster::Transport& transport_;
  std::size_t lane_;
  const std::atomic<bool>* stop_;  // of this rank
  std::vector<std::unique_ptr<StageWork>> stages_;
  std::vector<std::uint32_t> tiles_;  // of this rank's lane
  std::vector<std::size_t> places_;   // there, by tile
  TileGatherer gatherer_;
  std::optional<Feeder> feeder_;     // of a rank with a first stage
  std::optional<RelayState> state_;  // of rank 0, and so are the next two
  std::optional<ProgressTracker> tracker_;
  std::atomic<bool>* stops_ = nullptr;
  std::atomic<std::uint64_t> known_{unknown_count};  // batches with saved cells
  std::atomic<bool> stop_sent_{false};               // to rank 0
  std::atomic<bool> is_paused_{false};
  std::atomic<bool> finished_{false};
};

Status run_others(const RelayContext& context, SortedCells& cells, TileExchange& exchange,
                  cluster::Transport& transport, parallel::Executor& executor,
                  const tiles::Watch& watch) {
  return Rank(context, cells, exchange, transport, watch.stop).run(executor);
}

Status run_first(const RelayContext& context, SortedCells& cells, TileExchange& exchange,
                 cluster::Transport& transport, parallel::Executor& executor,
                 const tiles::Watch& watch) {
  std::atomic<bool> stops{false};
  const tiles::Watch own{&stops, watch.solved, watch.keeper, nullptr};
  Rank rank(context, cells, exchange, transport, watch.stop);
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
    const RelayContext context{task,   field, grid, relay, batches, tiles, cells->cells_of_tile(),
                               *owners};
    done = transport.rank() == 0
               ? run_first(context, *cells, *exchange, transport, executor, watch)
               : run_others(context, *cells, *exchange, transport, executor, watch);
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
        if (cells) cells->get_others_from(nullptr);  // before their transports end
        return cells;
      },
      traffic);
}

}  // namespace grundy::ray
