#include "methods/heap/sparse_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cells.hpp"
#include "methods/heap/sparse_advance.hpp"
#include "methods/heap/sparse_repeat.hpp"

namespace grundy::sparse {

using heaps::least_window;
using heaps::stream_bytes;
using heaps::Streamed;
using heaps::Tally;
using heaps::Window;
static_assert(heaps::nimber_end == nimber_limit);

namespace {

constexpr std::uint64_t heaps_per_count = 1 << 16;
constexpr std::uint64_t heaps_per_copy = 1 << 21;
// Rare parts, and those that witnesses are sought among, are no farther from a heap.
constexpr std::uint64_t reach_of_witnesses = 1 << 15;
constexpr std::uint64_t margin = 1 << 10;
constexpr std::uint64_t heaps_to_check = 1 << 14;
constexpr std::uint64_t heaps_to_judge = 1 << 17;

// The numbers of a state, in order.
namespace number {
enum : std::uint8_t {
  size,
  window,
  early,
  dropped,
  mask,
  alternating,
  split,
  rares,
  period_length,
  period_from,
  period_stage,
  period_least,
  searched,
  tallied,
};
}

Box box_of(std::uint64_t heaps) {
  return {{0}, {static_cast<std::int64_t>(heaps) - 1}};
}

class Streamer {
 public:
  Streamer(const HeapGame& game, std::uint64_t count, const Window& window,
           parallel::Executor& executor, const tiles::Watch& watch)
      : game_(game),
        count_(count),
        most_(std::min(count, window.most)),
        window_(std::min(most_, window.first)),
        executor_(executor),
        watch_(watch),
        keys_(box_of(count)),
        sweep_(kernel, watch, [&] { return state(); }) {}
  Streamer(const Streamer&) = delete;

  Result<Streamed> run() {
    if (const Status begun = begin(); !begun) return begun.error();
    if (const Status solved = solve(); !solved) {
      // What is solved stays of use: with a larger window the run goes on.
      if (solved.error().code == Errc::memory)
        if (const Error ended = sweep_.ended(); ended.code != Errc::interrupted) return ended;
      return solved.error();
    }
    if (const Status copied = copy(); !copied) return copied.error();
    if (const Error saved = sweep_.ended(); saved.code != Errc::interrupted) return saved;
    return streamed();
  }

 private:
  Status begin() {
    auto cells = memory::Cells::allocate(box_of(most_), 1);
    if (!cells) return cells.error();
    cells_ = std::move(*cells);
    const auto first = define_first(game_, count_);
    if (*std::max_element(first.begin(), first.end()) > 255) return no_index();
    heaps_.emplace(game_, first, cells_.as<std::uint8_t>().data());
    advance_.emplace(*heaps_, executor_, watch_.stop);
    if (watch_.keeper && watch_.keeper->saved()) return resume();
    tally_up();
    return {};
  }

  tiles::Resumable::State state() {
    const Classes& classes = heaps_->classes();
    const auto& [period, stage, least] = repeat_.found();
    return {{heaps_->size(), window_, heaps_->early(), heaps_->dropped(), classes.mask(),
             classes.alternating(), classes.split(), heaps_->rares().size(), period.length,
             period.preperiod, static_cast<std::uint64_t>(stage), least, repeat_.searched(),
             tally_.heaps},
            {cells_.bytes().first(heaps_->size() - heaps_->dropped()),
             std::as_writable_bytes(heaps_->rares_to_fill()),
             std::as_writable_bytes(std::span(&tally_, 1))}};
  }

  Status resume() {
    constexpr std::uint64_t any = std::uint64_t{1} << 62;
    const auto saved =
        sweep_.begin({any, any, any, any, nimber_limit - 1, 1, 1, any, any, any,
                      static_cast<std::uint64_t>(Repeat::Stage::proved), 1, any, any});
    if (!saved) return saved.error();
    const auto& n = *saved;
    if (std::max(n[number::size], n[number::tallied]) > count_)
      return Error{Errc::usage,
                   fmt::format("the saved state has {} heaps, more than the {} asked for",
                               std::max(n[number::size], n[number::tallied]), count_)};
    const bool some_dropped = n[number::dropped] > 0;
    if (n[number::rares] > n[number::size] || n[number::dropped] > n[number::size] ||
        n[number::size] - n[number::dropped] > n[number::window] ||
        (some_dropped &&
         (n[number::window] < least_window || n[number::early] != n[number::window] / 4 ||
          n[number::size] - n[number::dropped] < n[number::early] + n[number::window] / 2)))
      return in_disorder();
    const std::uint64_t needed = some_dropped ? n[number::window] : n[number::size];
    if (needed > most_)
      return Error{Errc::usage,
                   fmt::format("the saved state keeps {} heaps, and {} may be kept; allow {} bytes "
                               "or more with option `memory`",
                               needed, most_, stream_bytes(needed))};
    window_ =
        some_dropped ? n[number::window] : std::max(window_, std::min(n[number::window], most_));
    heaps_->make_room(n[number::size],
                      Classes(static_cast<std::uint32_t>(n[number::mask]),
                              n[number::alternating] != 0, n[number::split]),
                      n[number::rares]);
    heaps_->set_dropped(n[number::early], n[number::dropped]);
    repeat_.set({{n[number::period_from], n[number::period_length]},
                 static_cast<Repeat::Stage>(n[number::period_stage]),
                 n[number::period_least] != 0},
                n[number::searched], n[number::size]);
    if (Status loaded = sweep_.load(); !loaded) return loaded;
    if (!heaps_->index_rares() || (some_dropped && 4 * reach() > window_) ||
        tally_.heaps != n[number::tallied] || !repeat_.fits(*heaps_) ||
        (repeat_.proved() ? n[number::tallied] < n[number::size]
                          : n[number::tallied] != n[number::size]))
      return in_disorder();
    if (some_dropped) go_on_with_classes();
    return {};
  }

  static Error in_disorder() {
    return {Errc::corrupt, "the numbers of the saved state are in disorder"};
  }

  Status solve() {
    while (heaps_->size() < count_ && !repeat_.proved()) {
      if (Status ready = prepare(); !ready) return ready;
      const auto end = repeat_.proved() ? Stretch::End::done : advance_->step(next_target());
      if (advance_->overflow()) return no_index();
      tally_up();
      repeat_.compare(*heaps_);
      if (end == Stretch::End::undecided)
        if (Status larger = enlarge("may be rare"); !larger) return larger;
      if (Status saved = sweep_.reached(); !saved) return saved;
    }
    if (heaps_->dropped() == 0 && !repeat_.proved()) repeat_.prove(*heaps_);
    return {};
  }

  // The first heap for which there is no room.
  std::uint64_t end_of_room() const { return heaps_->dropped() + window_; }

  std::uint64_t next_target() const { return std::min({count_, end_of_room(), next_choice_}); }

  // Before a step: choices are made again when heaps have doubled, and room is made.
  Status prepare() {
    const std::uint64_t room = end_of_room() - heaps_->size();
    const bool full =
        end_of_room() < count_ && room < std::min(Advance::longest_step, window_ / 16);
    if (heaps_->dropped() > 0) {
      if (full) repeat_.search(*heaps_);
    } else if (full || heaps_->size() >= next_choice_) {
      repeat_.prove(*heaps_);
      if (repeat_.proved()) return {};
      advance_->choose();
      next_choice_ = 2 * heaps_->size();
      if (is_dense()) return not_sparse();
    }
    return full && !repeat_.proved() ? drop() : Status();
  }

  // Whether rare heaps are so frequent that the window would hardly ever be full.
  bool is_dense() const {
    if (heaps_->size() < heaps_to_judge) return false;
    if (heaps_->classes().all_common()) return game_.splits();
    const auto& rares = heaps_->rares();
    const auto late = rares.end() - std::ranges::lower_bound(rares, heaps_->size() / 2);
    return 16 * static_cast<std::uint64_t>(late) > heaps_->size();
  }

  // Before this heap the parts lie that must be kept.
  std::uint64_t reach() const {
    return heaps_->rare_end() + game_.last() + reach_of_witnesses + margin;
  }

  Status drop() {
    if (heaps_->classes().all_common()) return not_sparse();
    if (!advance_->calm() || 4 * reach() > window_) return enlarge("comes long after a rare one");
    if (heaps_->dropped() == 0) go_on_with_classes();
    heaps_->drop(window_ / 4, heaps_->size() - window_ / 2);
    return {};
  }

  // Other classes would need the heaps that are dropped.
  void go_on_with_classes() {
    advance_->keep_classes();
    next_choice_ = ~std::uint64_t{0};
  }

  // Solves again from the early heaps on, if some were dropped, and keeps more of them.
  Status enlarge(std::string_view why) {
    const std::uint64_t needed = 4 * (heaps_->size() + reach_of_witnesses + margin + game_.last());
    if (window_ == most_)
      return Error{
          Errc::memory,
          fmt::format(
              "heap {} {}, and the {} heaps that are kept do not suffice: go on with option "
              "`memory` of {} bytes or more",
              heaps_->size(), why, window_, stream_bytes(needed))};
    window_ = std::min(most_, std::max(2 * window_, needed));
    if (heaps_->dropped() == 0) return {};
    heaps_->restart();
    tally_ = Tally();
    repeat_ = Repeat();
    next_choice_ = 0;
    tally_up();
    return {};
  }

  Error no_index() const {
    return {Errc::unsupported,
            "nimbers grow too large for heaps to be streamed; solve a box without option `stream`"};
  }
  Error not_sparse() const {
    return {Errc::unsupported,
            fmt::format("rare nimbers are too frequent for heaps to be streamed ({} of {} heaps); "
                        "solve a box without option `stream`",
                        heaps_->rares().size(), heaps_->size())};
  }

  // Adds nimbers of heaps that are kept, from `from` on, as those of `heap` and the next ones.
  void add(std::uint64_t heap, std::uint64_t from, std::uint64_t heaps) {
    std::mutex guard;
    executor_.for_each((heaps + heaps_per_count - 1) / heaps_per_count,
                       [&](std::size_t task, std::size_t) {
                         const std::uint64_t at = task * heaps_per_count;
                         std::vector<std::uint16_t> nimbers(std::min(heaps_per_count, heaps - at));
                         heaps_->copy_nimbers(from + at, nimbers);
                         Tally part;
                         part.add(keys_, heap + at, nimbers);
                         const std::lock_guard lock(guard);
                         tally_.add(part);
                       });
    report();
  }

  void report() {
    if (watch_.solved) watch_.solved->store(tally_.heaps);
  }

  void tally_up() { add(tally_.heaps, tally_.heaps, heaps_->size() - tally_.heaps); }

  // Counts the heaps that follow those solved: they repeat them.
  Status copy() {
    if (!repeat_.proved()) return {};
    const family::Period& period = repeat_.found().period;
    // Several periods at once, so that copies are long.
    const std::uint64_t known = heaps_->size() - std::max(period.preperiod, heaps_->late());
    const std::uint64_t model =
        std::max<std::uint64_t>(1, std::min(heaps_per_copy, known) / period.length) * period.length;
    while (tally_.heaps < count_) {
      const std::uint64_t at = (tally_.heaps - heaps_->size()) % model;
      add(tally_.heaps, heaps_->size() - model + at,
          std::min({count_ - tally_.heaps, model - at, heaps_per_copy}));
      if (Status saved = sweep_.reached(); !saved) return saved;
    }
    return {};
  }

  Streamed streamed() const {
    std::vector<std::uint16_t> first(
        std::min({heaps_to_check, heaps_->size(),
                  heaps_->dropped() == 0 ? heaps_->size() : heaps_->early()}));
    heaps_->copy_nimbers(0, first);
    Streamed all{tally_,
                 std::move(first),
                 heaps_->rares(),
                 heaps_->classes().mask(),
                 heaps_->classes().alternating(),
                 heaps_->size(),
                 window_,
                 {},
                 true};
    if (repeat_.proved()) {
      all.period = repeat_.found().period;
      all.least_preperiod = repeat_.found().least;
    }
    return all;
  }

  const HeapGame& game_;
  std::uint64_t count_;
  std::uint64_t most_;
  std::uint64_t window_;  // heaps that are kept for now
  parallel::Executor& executor_;
  const tiles::Watch& watch_;
  DigestKeys keys_;
  tiles::Resumable sweep_;
  memory::Cells cells_;
  std::optional<Heaps> heaps_;
  std::optional<Advance> advance_;
  Repeat repeat_;
  Tally tally_;
  std::uint64_t next_choice_ = 0;  // heaps
};

}  // namespace

Result<Streamed> stream(const HeapGame& game, std::uint64_t count, const Window& window,
                        parallel::Executor& executor, const tiles::Watch& watch) {
  return Streamer(game, count, window, executor, watch).run();
}

}  // namespace grundy::sparse
