#include "compile/box_walk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/generic/runs.hpp"

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

class Walk {
 public:
  Walk(const CompiledRules& rules, const Box& box, std::uint64_t most_bytes)
      : program_(rules.program()),
        box_(box),
        most_waiting_(most_bytes / sizeof(std::uint64_t)),
        marks_(*box.volume()),
        outer_(program_.registers * kernels::lanes),
        inner_(outer_.size()),
        ready_(program_.rules.size()) {
    kernels::fill_constants(program_, columns());
  }

  // Everything below a position that is unseen.
  Result<std::optional<Cycle>> from(std::uint64_t root, const std::function<bool()>& must_stop,
                                    const std::function<void(std::uint64_t)>& finish) {
    if (marks_[root] != Mark::unseen) return std::optional<Cycle>();
    stack_.push_back(root << 1);
    while (!stack_.empty()) {
      const std::uint64_t rank = stack_.back() >> 1;
      if ((stack_.back() & entered) != 0) {
        marks_.set(rank, Mark::done);
        finish(rank);
        stack_.pop_back();
      } else if (marks_[rank] == Mark::done) {
        stack_.pop_back();
      } else {
        stack_.back() |= entered;
        marks_.set(rank, Mark::on_path);
        if (const auto back = push_options(rank)) return std::optional(cycle_from(*back));
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
  static constexpr std::uint64_t entered = 1;

  kernels::Columns columns() { return {outer_, inner_, ready_}; }

  // Pushes the options that are unseen. Returns one that is on the path, if there is any.
  std::optional<std::uint64_t> push_options(std::uint64_t rank) {
    const Position position = box_.position(rank);
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      outer_[axis * kernels::lanes] = position[axis];
    kernels::begin_batch(program_, columns(), 1);
    if (program_.over != kernels::no_register && outer_[program_.over * kernels::lanes] != 0)
      return std::nullopt;
    std::optional<std::uint64_t> back;
    kernels::visit_runs(program_, columns(), 1, 0, [&](const kernels::Run& run) {
      for (std::size_t i = 0; i < run.count; ++i)
        for (std::size_t summand = 0; summand < run.summands; ++summand) {
          const auto option = static_cast<std::uint64_t>(run.output(summand, i));
          const Mark mark = marks_[option];
          if (mark == Mark::unseen) stack_.push_back(option << 1);
          if (mark == Mark::on_path) back = option;
        }
      return back.has_value();
    });
    return back;
  }

  Cycle cycle_from(std::uint64_t rank) const {
    Cycle cycle;
    auto at = std::ranges::find(stack_, rank << 1 | entered);
    for (; at != stack_.end(); ++at)
      if ((*at & entered) != 0) cycle.push_back(box_.position(*at >> 1));
    cycle.push_back(box_.position(rank));
    return cycle;
  }

  const kernels::Program& program_;
  const Box& box_;
  std::uint64_t most_waiting_;
  Marks marks_;
  std::vector<std::uint64_t> stack_;  // twice a rank; 1 more once its options are above it
  std::vector<std::int64_t> outer_, inner_;
  std::vector<kernels::Ready> ready_;
};

}  // namespace

std::string text_of(const Cycle& cycle) {
  constexpr std::size_t most_shown = 9;
  std::vector<std::string> positions;
  for (std::size_t i = 0; i < std::min(cycle.size(), most_shown); ++i)
    positions.push_back(grundy::to_string(cycle[i]));
  const std::string shown = fmt::format("{}", fmt::join(positions, " -> "));
  if (cycle.size() <= most_shown) return shown;
  return fmt::format("{} -> .. -> {} after {} moves", shown, positions.front(), cycle.size() - 1);
}

Error to_error(const rules::Rules& rules, const Cycle& cycle) {
  return {Errc::rules,
          fmt::format("{}: {}: play from {} need not end: {}\n  exclude such moves by a "
                      "condition, or make every move lower some coordinate",
                      rules.source, rules.name, grundy::to_string(cycle.front()), text_of(cycle))};
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
