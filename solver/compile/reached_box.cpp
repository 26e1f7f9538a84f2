#include "compile/reached_box.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <stdexcept>
#include <variant>
#include <vector>

#include "compile/compile.hpp"
#include "compile/position_options.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::compile {
namespace {

constexpr std::uint64_t most_looked_at = std::uint64_t{1} << 24;  // positions and options

// How far a program may follow options: less far where its numbers would become too large.
constexpr std::array ends{std::int64_t{1} << 40, std::int64_t{1} << 30, std::int64_t{1} << 20};

// Follows play from a box, position by position.
class Looking {
 public:
  Looking(const kernels::Program& program, const Box& box)
      : options_(program), box_(box), reached_(box) {}

  // A box that holds all that play reaches; nothing if that is more than is looked at.
  std::optional<Box> find() {
    const auto volume = box_.volume();
    if (!volume || *volume > most_looked_at) return std::nullopt;
    for (std::uint64_t rank = 0; rank < *volume; ++rank)
      if (!look_at(box_.position(rank))) return std::nullopt;
    while (!waiting_.empty()) {
      const Position next = std::move(waiting_.back());
      waiting_.pop_back();
      if (!look_at(next)) return std::nullopt;
    }
    return reached_;
  }

 private:
  bool look_at(const Position& from) {
    const std::size_t dimensions = from.size();
    ++steps_;
    options_.visit(from, [&](const kernels::Run& run, std::size_t option) {
      for (std::size_t summand = 0; summand < run.summands; ++summand) {
        Position to(dimensions);
        for (std::size_t axis = 0; axis < dimensions; ++axis)
          to[axis] = run.output(summand * dimensions + axis, option);
        reach(std::move(to));
      }
      return ++steps_ >= most_looked_at;
    });
    return steps_ < most_looked_at;
  }

  void reach(Position position) {
    if (box_.contains(position)) return;
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      reached_.high[axis] = std::max(reached_.high[axis], position[axis]);
    constexpr std::uint64_t steps = 16;  // as much time as that many options in the box
    steps_ += steps;
    const auto [found, is_new] = outside_.insert(std::move(position));
    if (is_new) waiting_.push_back(*found);
  }

  PositionOptions options_;
  const Box& box_;
  Box reached_;
  std::set<Position> outside_;  // of the box, reached
  std::vector<Position> waiting_;
  std::uint64_t steps_ = 0;
};

std::optional<Box> by_looking(const rules::Rules& rules, const Box& box) {
  for (const std::int64_t end : ends) {
    if (!options_end_by(end, rules, box)) return std::nullopt;
    const auto program = compile_up_to(end, rules, box);
    if (!program) continue;
    const auto found = Looking(program->program(), box).find();
    return found && options_end_by(end, rules, *found) ? found : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

Result<CompiledRules> compile_up_to(std::int64_t end, const rules::Rules& rules, Box box) {
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    box.high[axis] = rules.coordinates[axis].high.value_or(end);
  return compile(rules, box, Outputs::coordinates);
}

bool options_end_by(std::int64_t end, const rules::Rules& rules, const Box& box) {
  const rules::Effort effort;
  const auto is_within = [&](const rules::OptionRule& rule) {
    rules::Facts facts(rules, rule, rules::Region::within(box));
    if (facts.impossible()) return true;
    for (const auto& summand : rule.summands)
      for (std::size_t axis = 0; axis < summand.size(); ++axis) {
        if (rules.coordinates[axis].high) continue;
        const auto upper = facts.upper(rules::Polynomial(summand[axis]));
        if (!upper || *upper > end) return false;
      }
    return true;
  };
  try {
    return std::ranges::all_of(rules.options, is_within);
  } catch (const std::runtime_error&) {
    return false;
  }
}

Result<Box> reached_box(const rules::Rules& rules, const Box& box) {
  auto proved = rules::closure(rules, box);
  if (Box* const closure = std::get_if<Box>(&proved)) return std::move(*closure);
  if (auto found = by_looking(rules, box)) return *std::move(found);
  rules::Complaint complaint = std::get<rules::Complaint>(proved);
  complaint.hint += "; a smaller box may do, for some millions of options are looked at";
  return to_error(rules, complaint);
}

}  // namespace grundy::compile
