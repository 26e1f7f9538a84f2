#include "compile/box_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "compile/position_options.hpp"
#include "rules/proofs/cycle.hpp"

namespace grundy::compile {
namespace {

enum class Mark : std::uint8_t { unseen, on_path, done };

// Two bits for each position.
class Marks {
 public:
  explicit Marks(std::uint64_t positions) : words_(positions / per_word + 1) {}
  Mark operator[](std::uint64_t rank) const {
    return static_cast<Mark>(words_[rank / per_word] >> shift(rank) & 3U);
  }
  void set(std::uint64_t rank, Mark mark) {
    std::uint64_t& word = words_[rank / per_word];
    word &= ~(std::uint64_t{3} << shift(rank));
    word |= static_cast<std::uint64_t>(mark) << shift(rank);
  }

 private:
  static constexpr std::uint64_t per_word = 32;
  static unsigned shift(std::uint64_t rank) { return static_cast<unsigned>(rank % per_word * 2); }
  std::vector<std::uint64_t> words_;
};

std::vector<std::uint64_t> ranks_in(const kernels::Run& run, std::size_t option) {
  std::vector<std::uint64_t> ranks;
  run.each_position(1, option, [&](std::span<const std::int64_t> rank, std::int64_t) {
    ranks.push_back(static_cast<std::uint64_t>(rank[0]));
  });
  return ranks;
}

// A part of the cycle that is one: each leads to the next one and to none that comes later.
std::vector<std::uint64_t> without_detours(PositionOptions& options, const Box& box,
                                           const std::vector<std::uint64_t>& cycle) {
  std::vector<std::pair<std::uint64_t, std::size_t>> numbers;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    numbers.emplace_back(cycle[i], i == 0 ? cycle.size() : i);
  std::ranges::sort(numbers);
  std::vector<std::uint64_t> kept;
  for (std::size_t at = 0; at < cycle.size();) {
    kept.push_back(cycle[at]);
    options.visit(box.position(cycle[at]), [&](const kernels::Run& run, std::size_t i) {
      for (const std::uint64_t option : ranks_in(run, i)) {
        const auto found = std::ranges::lower_bound(numbers, std::pair(option, std::size_t{0}));
        if (found != numbers.end() && found->first == option) at = std::max(at, found->second);
      }
      return at == cycle.size();
    });
  }
  return kept;
}

// A position that waits: to be looked at, on the path with some of its options above it, or with
// all of them.
class Waiting {
 public:
  enum class State : std::uint8_t { unseen, some, all };

  explicit Waiting(std::uint64_t rank, State state = State::unseen)
      : bits_(rank << 2 | static_cast<std::uint64_t>(state)) {}
  std::uint64_t rank() const { return bits_ >> 2; }
  State state() const { return static_cast<State>(bits_ & 3U); }
  bool is_on_path() const { return state() != State::unseen; }

 private:
  std::uint64_t bits_;
};

class Walk {
 public:
  Walk(const CompiledRules& rules, const Box& box, std::uint64_t most_bytes)
      : box_(box),
        most_waiting_(most_bytes / sizeof(Waiting) / 3),  // old and new while a vector grows
        many_waiting_(std::min(most_waiting_ / 2, slack + *box.volume() / 32)),
        marks_(*box.volume()),
        options_(rules.program()) {}

  // Everything below a position that is unseen.
  Result<std::optional<Cycle>> from(std::uint64_t root, const std::function<bool()>& must_stop,
                                    const std::function<void(std::uint64_t)>& finish) {
    if (marks_[root] != Mark::unseen) return std::optional<Cycle>();
    stack_.emplace_back(root);
    while (!stack_.empty()) {
      const Waiting top = stack_.back();
      if (top.state() == Waiting::State::all) {
        marks_.set(top.rank(), Mark::done);
        finish(top.rank());
        stack_.pop_back();
      } else if (marks_[top.rank()] == Mark::done) {
        stack_.pop_back();
      } else {
        if (const auto back = push_options(top.rank())) return std::optional(cycle_from(*back));
        if (must_stop()) return Error{Errc::interrupted, "interrupted"};
        if (stack_.size() > most_waiting_)
          return Error{Errc::memory,
                       "walking through the box takes more memory than may be used; ask for a "
                       "smaller box, or allow more with option `memory`"};
      }
    }
    return std::optional<Cycle>();
  }

 private:
  static constexpr std::uint64_t slack = 1 << 16;

  // Pushes the options of the top that are unseen; one of them if many positions wait already.
  // Returns one that is on the path, if there is any.
  std::optional<std::uint64_t> push_options(std::uint64_t rank) {
    const std::size_t top = stack_.size() - 1;
    marks_.set(rank, Mark::on_path);
    std::optional<std::uint64_t> back;
    bool are_all = true;
    options_.visit(box_.position(rank), [&](const kernels::Run& run, std::size_t i) {
      run.each_position(1, i, [&](std::span<const std::int64_t> position, std::int64_t) {
        const auto option = static_cast<std::uint64_t>(position[0]);
        const Mark mark = marks_[option];
        if (mark == Mark::on_path) back = option;
        if (mark != Mark::unseen || !are_all) return;
        are_all = stack_.size() == top + 1 || stack_.size() < many_waiting_;
        if (are_all) stack_.emplace_back(option);
      });
      return back.has_value() || !are_all;
    });
    stack_[top] = Waiting(rank, are_all ? Waiting::State::all : Waiting::State::some);
    return back;
  }

  Cycle cycle_from(std::uint64_t rank) {
    std::vector<std::uint64_t> path;
    for (const Waiting& waiting : stack_)
      if (waiting.is_on_path() && (!path.empty() || waiting.rank() == rank))
        path.push_back(waiting.rank());
    Cycle cycle;
    for (const std::uint64_t kept : without_detours(options_, box_, path))
      cycle.push_back(box_.position(kept));
    return cycle;
  }

  const Box& box_;
  std::uint64_t most_waiting_;
  std::uint64_t many_waiting_;
  Marks marks_;
  std::vector<Waiting> stack_;
  PositionOptions options_;
};

// Sets the moves that the rule allows to the positions from which the next ones go.
void set_moves_by(const rules::Rules& rules, const rules::OptionRule& rule, const Box& box,
                  std::vector<rules::Move>& moves) {
  rules::Rules alone = rules;
  alone.options = {rule};
  const auto program = compile(alone, box, Outputs::ranks);
  if (!program) return;
  PositionOptions options(program->program());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    rules::Move& move = moves[i];
    if (!move.to.empty()) continue;
    const std::uint64_t next = box.rank(moves[(i + 1) % moves.size()].from);
    options.visit(move.from, [&](const kernels::Run& run, std::size_t option) {
      const auto ranks = ranks_in(run, option);
      if (std::ranges::find(ranks, next) == ranks.end()) return false;
      move.place = rule.place;
      for (const std::uint64_t rank : ranks) move.to.push_back(box.position(rank));
      return true;
    });
  }
}

}  // namespace

Error to_error(const rules::Rules& rules, const Box& box, const Cycle& cycle) {
  std::vector<rules::Move> moves;
  for (const Position& position : cycle) moves.push_back({position, {}, {}});
  for (const rules::OptionRule& rule : rules.options) set_moves_by(rules, rule, box, moves);
  return rules::to_error(rules, rules::complaint_about(rules::endless_play(moves), rules));
}

std::uint64_t walk_bytes(const Box& box) {
  return *box.volume() / 4 + sizeof(std::uint64_t);
}

Result<std::optional<Cycle>> walk(const CompiledRules& program, const Box& box, const Box& roots,
                                  std::uint64_t most_bytes, const std::function<bool()>& must_stop,
                                  const std::function<void(std::uint64_t rank)>& finish) {
  const std::uint64_t marks = walk_bytes(box);
  if (marks > most_bytes)
    return Error{Errc::memory,
                 fmt::format("walking through {} positions takes more memory than may be used",
                             *box.volume())};
  Walk walk(program, box, most_bytes - marks);
  for (std::uint64_t number = 0; number < *roots.volume(); ++number) {
    auto found = walk.from(box.rank(roots.position(number)), must_stop, finish);
    if (!found || *found) return found;
  }
  return std::optional<Cycle>();
}

}  // namespace grundy::compile
