#include "compile/reached_box.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <variant>
#include <vector>

#include "compile/compile.hpp"
#include "compile/position_options.hpp"
#include "compile/tries.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::compile {
namespace {

constexpr double most_looked_at = 0x1p23;  // positions, and values of their binders
constexpr double steps_of_position = 8;    // outside the box: as long as that many options take

// How far a program may follow options: less far where its numbers would become too large.
constexpr std::array ends{std::int64_t{1} << 40, std::int64_t{1} << 30, std::int64_t{1} << 20};

// Follows play from a box, position by position.
class Looking {
 public:
  Looking(const rules::Rules& rules, const kernels::Program& program, const Box& box)
      : tries_(rules), options_(program), box_(box), reached_(box) {}

  // A box that holds all that play reaches; nothing if that is more than is looked at.
  std::optional<Box> find() {
    const auto volume = box_.volume();
    if (!volume || static_cast<double>(*volume) > most_looked_at) return std::nullopt;
    for (std::uint64_t rank = 0; rank < *volume; ++rank)
      if (!look_at(box_.position(rank))) return std::nullopt;
    while (!waiting_.empty()) {
      const Position next = std::move(waiting_.back());
      waiting_.pop_back();
      steps_ += steps_of_position;
      if (!look_at(next)) return std::nullopt;
    }
    return reached_;
  }

 private:
  // False, and nothing is done, if that would be more than is looked at.
  bool look_at(const Position& from) {
    const std::size_t dimensions = from.size();
    steps_ += 1 + tries_(from);
    if (steps_ > most_looked_at) return false;
    options_.visit(from, [&](const kernels::Run& run, std::size_t option) {
      steps_ += run.in_stretches(dimensions, option);
      if (steps_ > most_looked_at) return true;
      run.each_position(dimensions, option, [&](std::span<const std::int64_t> to, std::int64_t) {
        reach({to.begin(), to.end()});
      });
      return false;
    });
    return steps_ <= most_looked_at;
  }

  void reach(Position position) {
    if (box_.contains(position)) return;
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      reached_.high[axis] = std::max(reached_.high[axis], position[axis]);
    const auto [found, is_new] = outside_.insert(std::move(position));
    if (is_new) waiting_.push_back(*found);
  }

  Tries tries_;
  PositionOptions options_;
  const Box& box_;
  Box reached_;
  std::set<Position> outside_;  // of the box, reached
  std::vector<Position> waiting_;
  double steps_ = 0;
};

std::optional<Box> by_looking(const rules::Rules& rules, const Box& box) try {
  for (const std::int64_t end : ends) {
    if (!options_end_by(end, rules, box)) return std::nullopt;
    const auto program = compile_up_to(end, rules, box);
    if (!program) continue;
    Looking looking(rules, program->program(), box);
    const auto found = looking.find();
    return found && options_end_by(end, rules, *found) ? found : std::nullopt;
  }
  return std::nullopt;
} catch (const std::runtime_error&) {  // numbers too large to reason about
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
