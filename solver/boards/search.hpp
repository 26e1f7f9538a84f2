// boards/search.hpp: the nimber of a position by the outcomes of G + *n.
//
// J. Lemoine and S. Viennot, "Nimbers are inevitable", Theor. Comput. Sci. 462 (2012): a position
// that falls apart is the sum of its components, and in a sum all nimbers but that of the largest
// component are found; who wins then depends on whether the largest has one given nimber n, which
// is the outcome of G + *n. That n is not the nimber is proved by one option with nimber n, or by a
// smaller number that no option has. So few options are looked at, and those that are known or
// small come first (P. Beling and M. Rogalski, "On pruning search trees of impartial games",
// Artif. Intell. 283 (2020)).
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "boards/board.hpp"
#include "boards/set.hpp"
#include "boards/table.hpp"

namespace grundy::boards {

// Shared by the threads of a search.
struct Control {
  const std::atomic<bool>* stop = nullptr;                // by the caller
  std::atomic<bool> done{false};                          // by the first thread that has the answer
  std::atomic<std::uint64_t> positions{0};                // whose options were listed
  std::function<void(std::uint64_t positions)> progress;  // called by one thread

  bool must_stop() const noexcept {
    return done.load(std::memory_order_relaxed) ||
           (stop != nullptr && stop->load(std::memory_order_relaxed));
  }
};

// What one thread does. Threads with other seeds look at options of equal weight in another order.
template <std::size_t W>
class Search {
 public:
  Search(const Board<W>& board, Table<W>& table, Control& control, std::uint64_t seed)
      : board_(board), table_(table), control_(control), seed_(seed) {}

  // The nimber of a set, which may fall apart. Nothing when stopped.
  std::optional<std::uint32_t> nimber(const Set<W>& set) {
    begin(set);
    const std::uint32_t found = nimber_of(frames_[0].options[0], frames_[0], 0);
    return stopped_ ? std::nullopt : std::optional(found);
  }
  std::optional<bool> has_nimber(const Set<W>& set, std::uint32_t n) {
    begin(set);
    const bool has = has_nimber(frames_[0].options[0], n, frames_[0], 0);
    return stopped_ ? std::nullopt : std::optional(has);
  }
  // The same by the mex of all options.
  std::optional<std::uint32_t> nimber_by_mex(const Set<W>& set) {
    begin(set);
    const std::uint32_t found = mex_of(frames_[0].options[0], frames_[0], 0);
    return stopped_ ? std::nullopt : std::optional(found);
  }

 private:
  struct Part {
    Set<W> set;
    std::uint64_t hash;
    std::uint32_t size;
    std::uint32_t weight;
  };
  struct Option {
    std::uint32_t begin;  // of its parts
    std::uint32_t end;
    std::uint32_t known;  // the nimbers of what is not among the parts
    bool is_solved = false;
    std::uint32_t nimber = 0;
    std::uint64_t weight = 0;
  };
  struct Frame {
    std::vector<Part> parts;
    std::vector<Option> options;
  };
  static constexpr std::uint32_t any = ~std::uint32_t{0};

  void begin(const Set<W>& set) {
    stopped_ = control_.must_stop();
    Frame& frame = frame_at(0);
    add_option(set, {}, board_.weight(set), frame);
  }

  Frame& frame_at(std::size_t depth) {
    while (frames_.size() <= depth) frames_.emplace_back();
    frames_[depth].parts.clear();
    frames_[depth].options.clear();
    return frames_[depth];
  }

  void list_options(const Part& whole, Frame& frame) {
    board_.for_each_rest(whole.set, [&](const Set<W>& rest, const Set<W>& border) {
      add_option(rest, border, board_.weight_of_rest(whole.set, rest, whole.weight), frame);
    });
    std::sort(frame.options.begin(), frame.options.end(),
              [](const Option& a, const Option& b) { return a.weight < b.weight; });
    const auto same = [&](const Option& a, const Option& b) {
      return a.weight == b.weight && a.known == b.known &&
             std::equal(frame.parts.begin() + a.begin, frame.parts.begin() + a.end,
                        frame.parts.begin() + b.begin, frame.parts.begin() + b.end,
                        [](const Part& p, const Part& q) { return p.set == q.set; });
    };
    frame.options.erase(std::unique(frame.options.begin(), frame.options.end(), same),
                        frame.options.end());
    count_position();
  }

  void count_position() noexcept {
    ++positions_;
    if (positions_ % 256 == 0) {
      control_.positions.fetch_add(256, std::memory_order_relaxed);
      stopped_ = stopped_ || control_.must_stop();
      if (seed_ == 0 && control_.progress) control_.progress(control_.positions);
    }
  }

  // Equal parts cancel.
  void add_option(Set<W> rest, Set<W> border, std::uint32_t weight_of_rest, Frame& frame) {
    Option option{static_cast<std::uint32_t>(frame.parts.size()), 0, 0};
    while (!rest.empty()) {
      Set<W> part = board_.component(rest, border);
      rest = rest.without(part);
      border = border.without(part);
      std::uint32_t part_weight = rest.empty() ? weight_of_rest : board_.weight(part);
      weight_of_rest -= part_weight;
      if (const Set<W> fewer = board_.without_twins(part); fewer != part) {
        part = fewer;
        part_weight = board_.weight(part);
      }
      const auto size = static_cast<std::uint32_t>(part.count());
      if (size == 1) {
        option.known ^= board_.single(part.first());
        continue;
      }
      const auto form = board_.canon()(part);
      if (!form.mirrored) frame.parts.push_back({form.set, form.set.hash(), size, part_weight});
    }
    const auto begin = frame.parts.begin() + option.begin;
    std::sort(begin, frame.parts.end(), [](const Part& a, const Part& b) {
      return a.weight != b.weight ? a.weight < b.weight : a.set < b.set;
    });
    auto kept = begin;
    for (auto part = begin; part != frame.parts.end(); ++part)
      if (kept != begin && (kept - 1)->set == part->set)
        --kept;
      else
        *kept++ = *part;
    frame.parts.erase(kept, frame.parts.end());
    option.end = static_cast<std::uint32_t>(frame.parts.size());
    option.weight = weight(frame, option);
    frame.options.push_back(option);
  }

  static std::uint64_t order(std::uint64_t largest, std::uint64_t total,
                             std::uint64_t last) noexcept {
    constexpr std::uint64_t most = 0xffff;  // 362 vertices pass it, if all are neighbours
    return std::min(largest, most) << 48 | std::min(total, most) << 32 | last;
  }

  // Smaller largest parts first, then smaller sums. Below that a hash, so that equal options meet.
  std::uint64_t weight(const Frame& frame, const Option& option) const noexcept {
    std::uint64_t largest = 0, total = 0, hash = option.known;
    for (std::uint32_t i = option.begin; i < option.end; ++i) {
      largest = std::max<std::uint64_t>(largest, frame.parts[i].weight);
      total += frame.parts[i].weight;
      hash = hash * 0x9e3779b97f4a7c15 + frame.parts[i].hash;
    }
    hash = (hash ^ seed_) * 0xbf58476d1ce4e5b9;
    return order(largest, total, hash >> 32);
  }

  Facts known(const Part& part) noexcept {
    Facts facts = table_.find(part.set, part.hash).value_or(Facts());
    facts.add_miss(board_.most(part.size));
    return facts;
  }

  // Each nimber of an option that is known saves a part of the search.
  static std::uint64_t weight_left(std::uint64_t weight, Facts facts) noexcept {
    const std::uint64_t saved = 2 * static_cast<std::uint64_t>(std::popcount(facts.hits()));
    return weight - std::min(weight / 2, saved);
  }

  // Solves an option all of whose parts are known.
  void look_up(Option& option, const Frame& frame) noexcept {
    std::uint32_t nimber = option.known;
    std::uint64_t largest = 0, total = 0;
    for (std::uint32_t i = option.end; i-- > option.begin;) {
      const Facts facts = known(frame.parts[i]);
      if (facts.is_exact()) {
        nimber ^= facts.nimber();
        continue;
      }
      const std::uint64_t weight = weight_left(frame.parts[i].weight, facts);
      largest = std::max(largest, weight);
      total += weight;
    }
    option.is_solved = total == 0;
    option.nimber = nimber;
    option.weight = order(largest, total, option.weight & 0xffffffff);
  }

  // Learns whether the nimber is `wanted`, or what it is.
  Facts prove(Part part, std::uint32_t wanted, std::size_t depth) {
    Facts facts = known(part);
    if (is_enough(facts, wanted)) return facts;
    const std::uint64_t before = positions_;
    Frame& frame = frame_at(depth);
    list_options(part, frame);
    for (Option& option : frame.options) {
      look_up(option, frame);
      if (option.is_solved) facts.add_hit(option.nimber);
    }
    if (is_enough(facts, wanted)) {
      table_.store(part.set, part.hash, facts);
      return facts;
    }
    std::sort(frame.options.begin(), frame.options.end(),
              [](const Option& a, const Option& b) { return a.weight < b.weight; });
    if (wanted != any && !is_enough(facts, wanted)) test(wanted, facts, frame, depth);
    for (std::uint32_t n = 0; !stopped_ && !is_enough(facts, wanted); ++n) {
      if (!facts.is_hit(n) && n < facts.bound()) test(n, facts, frame, depth);
      if (!stopped_ && n == facts.bound()) facts.set_nimber(n);  // all below it are hit
    }
    if (stopped_) return facts;
    facts.set_work(positions_ - before);
    table_.store(part.set, part.hash, facts);
    return facts;
  }

  static bool is_enough(Facts facts, std::uint32_t wanted) noexcept {
    return facts.is_exact() || (wanted != any && facts.excludes(wanted));
  }

  // Whether some option has nimber n.
  void test(std::uint32_t n, Facts& facts, Frame& frame, std::size_t depth) {
    for (Option& option : frame.options) {
      const bool hit = option.is_solved ? option.nimber == n : has_nimber(option, n, frame, depth);
      if (stopped_) return;
      if (option.is_solved) facts.add_hit(option.nimber);
      if (hit) return facts.add_hit(n);
    }
    facts.add_miss(n);
  }

  // `depth` is that of the frame. Its last unknown part is the largest one.
  bool has_nimber(Option& option, std::uint32_t n, Frame& frame, std::size_t depth) {
    std::uint32_t wanted = n ^ option.known;
    std::uint32_t last = option.end;
    for (; last > option.begin; --last) {
      const Facts facts = known(frame.parts[last - 1]);
      if (!facts.is_exact()) break;
      wanted ^= facts.nimber();
    }
    for (std::uint32_t i = option.begin; i + 1 < last; ++i) {
      const Facts facts = prove(frame.parts[i], any, depth + 1);
      if (stopped_) return false;
      wanted ^= facts.nimber();
    }
    std::uint32_t nimber = 0;
    if (last > option.begin) {
      const Facts facts = prove(frame.parts[last - 1], wanted, depth + 1);
      if (stopped_ || !facts.is_exact()) return false;
      nimber = facts.nimber();
    }
    option.is_solved = true;
    option.nimber = n ^ wanted ^ nimber;
    return option.nimber == n;
  }

  std::uint32_t nimber_of(const Option& option, const Frame& frame, std::size_t depth) {
    std::uint32_t nimber = option.known;
    for (std::uint32_t i = option.begin; i < option.end && !stopped_; ++i)
      nimber ^= prove(frame.parts[i], any, depth + 1).nimber();
    return nimber;
  }

  std::uint32_t mex_of(const Option& option, const Frame& frame, std::size_t depth) {
    std::uint32_t nimber = option.known;
    for (std::uint32_t i = option.begin; i < option.end && !stopped_; ++i)
      nimber ^= mex(frame.parts[i], depth + 1);
    return nimber;
  }

  std::uint32_t mex(const Part part, std::size_t depth) {
    Facts facts = known(part);
    if (facts.is_exact()) return facts.nimber();
    const std::uint64_t before = positions_;
    Frame& frame = frame_at(depth);
    list_options(part, frame);
    std::vector<bool> hit(frame.options.size() + 1);
    for (const Option& option : frame.options) {
      const std::uint32_t nimber = mex_of(option, frame, depth);
      if (stopped_) return 0;
      if (nimber < hit.size()) hit[nimber] = true;
    }
    const auto free = std::find(hit.begin(), hit.end(), false) - hit.begin();
    facts.set_nimber(static_cast<std::uint32_t>(free));
    facts.set_work(positions_ - before);
    table_.store(part.set, part.hash, facts);
    return facts.nimber();
  }

  const Board<W>& board_;
  Table<W>& table_;
  Control& control_;
  std::uint64_t seed_;
  std::deque<Frame> frames_;
  std::uint64_t positions_ = 0;
  bool stopped_ = false;
};

}  // namespace grundy::boards
