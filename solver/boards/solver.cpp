#include "boards/solver.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <utility>

#include "base/executor.hpp"
#include "base/machine.hpp"
#include "boards/check.hpp"
#include "boards/search.hpp"
#include "boards/whole.hpp"

namespace grundy::boards {
namespace {

template <std::size_t W>
class SizedSolver : public Solver {
 public:
  SizedSolver(Game game, Limits limits)
      : game_(std::move(game)), limits_(std::move(limits)), board_(game_), table_(limits_.bytes) {}

  Result<std::uint32_t> nimber(const AnySet& position, Engine engine) override {
    const Set<W> set = narrowed<W>(position);
    return search<std::uint32_t>([&](Search<W>& search) {
      return engine == Engine::sums ? search.nimber(set) : search.nimber_by_mex(set);
    });
  }
  Result<bool> has_nimber(const AnySet& position, std::uint32_t n) override {
    const Set<W> set = narrowed<W>(position);
    return search<bool>([&](Search<W>& search) { return search.has_nimber(set, n); });
  }

  Result<Outcome> outcome(const std::vector<AnySet>& positions, Convention convention) override {
    const auto found = ending(positions, {convention, false});
    if (!found) return found.error();
    return found->outcome;
  }
  Result<Ending> ending(const std::vector<AnySet>& positions, Convention convention) override {
    return ending(positions, {convention, true});
  }

  std::size_t words_of_entry() const noexcept override { return W + 1; }
  bool has_forgotten() const noexcept override { return table_.has_forgotten(); }
  Status for_all_entries(const TakeEntries& take) override {
    std::vector<std::uint64_t> words;
    for (std::size_t part = 0; part < Table<W>::parts; ++part) {
      words.clear();
      table_.for_each_of_part(part, [&](const typename Table<W>::Entry& entry) {
        words.insert(words.end(), entry.position.words.begin(), entry.position.words.end());
        words.push_back(entry.facts.bits());
      });
      if (Status s = take(words); !s) return s;
    }
    return {};
  }
  bool add_entries(std::span<const std::uint64_t> words) override {
    const Set<W> all = narrowed<W>(game_.start);
    for (; words.size() > W; words = words.subspan(W + 1)) {
      Set<W> position;
      std::copy_n(words.begin(), W, position.words.begin());
      const std::size_t count = position.count();
      if (count < 2 || count > all.count()) return false;
      table_.store(position, position.hash(), Facts::of_bits(words[W]));
    }
    return words.empty();
  }

  std::uint64_t bytes() const noexcept override {
    std::uint64_t bytes = table_.bytes();
    for (const auto& [goal, whole] : wholes_) bytes += whole.bytes();
    return bytes;
  }

 private:
  Result<Ending> ending(const std::vector<AnySet>& positions, typename WholeSearch<W>::Goal goal) {
    auto& whole =
        wholes_.try_emplace({goal.convention, goal.wants_remoteness}, board_, goal, game_.vertices)
            .first->second;
    std::vector<Set<W>> sets;
    for (const AnySet& position : positions) sets.push_back(narrowed<W>(position));
    const std::uint64_t held = bytes() - whole.bytes();
    const auto found = whole.solve(sets, limits_.bytes - std::min(limits_.bytes, held),
                                   limits_.stop, limits_.progress);
    if (!found) return found.error();
    return Ending{found->outcome, found->remoteness};
  }

  // All threads look for the same, in different orders, and share what they find.
  template <class Answer, class Ask>
  Result<Answer> search(const Ask& ask) {
    auto executor =
        parallel::make_executor(limits_.threads == 1 ? "serial" : "tbb", limits_.threads);
    if (!executor) return executor.error();
    const Stopwatch watch;
    Control control;
    control.stop = limits_.stop;
    control.progress = limits_.progress;
    control.positions = positions_;
    std::mutex guard;
    std::optional<Answer> answer;
    (*executor)->for_each((*executor)->threads(), [&](std::size_t index, std::size_t) {
      Search<W> search(board_, table_, control, index);
      const auto found = ask(search);
      const std::lock_guard lock(guard);
      if (found && !answer) answer = found;
      if (found) control.done = true;
    });
    positions_ = control.positions;
    if (!answer) return Error{Errc::interrupted, "interrupted"};
    if (Status right = check(watch.seconds()); !right) return right.error();
    return *answer;
  }

  // As all searches: 20 ms, or 3 % of the time that it took.
  Status check(double searched) {
    constexpr double least_seconds = 0.02, part = 0.03;
    const Stopwatch watch;
    Check<W> check(game_, board_, table_);
    const double seconds = std::max(least_seconds, part * searched);
    for (std::uint64_t draws = table_.count(); draws > 0 && watch.seconds() < seconds; --draws) {
      const auto entry = table_.any(random_());
      if (entry && !check.agrees(entry->position, entry->facts))
        return Error{Errc::wrong, game_.text +
                                      ": a nimber that was found contradicts the rules; "
                                      "please report this"};
    }
    return {};
  }

  Game game_;
  Limits limits_;
  Board<W> board_;
  Table<W> table_;
  std::map<std::pair<Convention, bool>, WholeSearch<W>> wholes_;
  std::uint64_t positions_ = 0;
  std::mt19937_64 random_;
};

}  // namespace

std::unique_ptr<Solver> Solver::make(Game game, Limits limits) {
  const std::size_t vertices = game.vertices;
  if (vertices <= 64) return std::make_unique<SizedSolver<1>>(std::move(game), std::move(limits));
  if (vertices <= 128) return std::make_unique<SizedSolver<2>>(std::move(game), std::move(limits));
  if (vertices <= 256) return std::make_unique<SizedSolver<4>>(std::move(game), std::move(limits));
  return std::make_unique<SizedSolver<most_vertices / 64>>(std::move(game), std::move(limits));
}

}  // namespace grundy::boards
