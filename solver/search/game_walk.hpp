// search/game_walk.hpp: the options of one position after another.
//
// The rules are compiled for play from all positions of a box that holds the requested one. They
// are compiled again when a later one lies outside; options stay the same.
//
// How to use it: cover() the positions that queries begin with, load() one position,
// then each_option(). Walking allocates nothing. It costs a few instructions for each run and
// each option. Not thread-safe.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compile/compile.hpp"
#include "kernels/generic/runs.hpp"
#include "rules/rules.hpp"
#include "search/meter.hpp"

namespace grundy::lazy {

using Coordinates = std::span<const std::int64_t>;

// A sum of positions, in storage of the walk, which the visitor may change. A component may occur
// many times.
class Option {
 public:
  Option(std::int64_t* words, std::size_t dimensions, std::size_t components,
         const std::uint64_t* times = nullptr) noexcept
      : words_(words), dimensions_(dimensions), components_(components), times_(times) {}
  std::size_t size() const noexcept { return components_; }
  std::uint64_t times(std::size_t component) const noexcept {
    return times_ == nullptr ? 1 : times_[component];
  }
  std::span<std::int64_t> operator[](std::size_t component) const noexcept {
    return {words_ + component * dimensions_, dimensions_};
  }

 private:
  std::int64_t* words_;
  std::size_t dimensions_;
  std::size_t components_;
  const std::uint64_t* times_;  // null: once each
};

// Of a position: it has options, it has none, or an ending holds, by which the player to move has
// lost or won.
enum class Standing : std::uint8_t { open, dead, lost, won };

// Nothing if every coordinate lies in its range; else Errc::usage.
Status check_position(const rules::Rules& rules, const Position& position);

class GameWalk {
 public:
  explicit GameWalk(std::shared_ptr<const rules::Rules> rules);

  const rules::Rules& rules() const noexcept { return *rules_; }

  // A box of all positions that play from the covered ones can reach.
  const Box& closure() const noexcept { return closure_; }

  // Compiles the rules for play from `position`, if necessary. Errc::usage for a position outside
  // its ranges, Errc::rules if no box is proved to hold the play or the rules cannot be compiled,
  // Errc::memory by the meter.
  Status cover(const Position& position, Meter& meter);

  // Sorts the coordinates of every symmetric group.
  void make_canonical(std::span<std::int64_t> position) const noexcept {
    sort_axes(position, rules_->symmetric);
  }

  // No option from covered positions is a sum of more positions, or of more different ones.
  std::uint64_t most_positions() const noexcept { return compiled_->most_positions(); }
  std::size_t most_different() const noexcept { return current_.times.size(); }

  // Makes a covered position the current one. Returns `lost` or `won` if an ending holds, otherwise
  // `open`, even if there are no options.
  Standing load(Coordinates position) noexcept { return load(position, current_); }

  // Calls visit(const Option&) for every option of the current position, repeats included,
  // until one call returns true. Endings are ignored.
  template <class Visitor>
  void each_option(Visitor&& visit) noexcept {
    walk(current_, visit);
  }

  // Calls visit(const kernels::Run&) for every run of options of the current position, with the
  // coordinates of summand s from output s * dimensions on, until one call returns true.
  template <class Visitor>
  void each_run(Visitor&& visit) noexcept {
    kernels::visit_runs(compiled_->program(), current_.columns(), 1, 0, visit);
  }

  // The standing of a covered position, which need not be the current one.
  Standing standing(Coordinates position) noexcept;

 private:
  // The columns of a program for one position.
  struct Desk {
    std::vector<std::int64_t> outer, inner;
    std::vector<kernels::Ready> ready;
    std::vector<std::int64_t> option;
    std::vector<std::uint64_t> times;  // of each component of the option
    kernels::Columns columns() { return {outer, inner, ready}; }
  };

  Status compile(const Box& wanted, Meter& meter);
  Standing load(Coordinates position, Desk& desk) noexcept;

  template <class Visitor>
  void walk(Desk& desk, Visitor& visit) noexcept {
    const std::size_t dimensions = rules_->dimensions();
    const kernels::Columns columns = desk.columns();
    kernels::visit_runs(compiled_->program(), columns, 1, 0, [&](const kernels::Run& run) {
      if (!run.stretches.empty()) return walk_stretches(run, desk, visit);
      const Option option(desk.option.data(), dimensions, run.summands);
      const std::size_t words = run.summands * dimensions;
      for (std::size_t i = 0; i < run.count; ++i) {
        for (std::size_t word = 0; word < words; ++word) desk.option[word] = run.output(word, i);
        if (visit(option)) return true;
      }
      return false;
    });
  }

  template <class Visitor>
  bool walk_stretches(const kernels::Run& run, Desk& desk, Visitor& visit) noexcept {
    const std::size_t dimensions = rules_->dimensions();
    for (std::size_t i = 0; i < run.count; ++i) {
      std::size_t components = 0;
      run.each_position(dimensions, i, [&](Coordinates position, std::int64_t times) {
        std::ranges::copy(
            position, desk.option.begin() + static_cast<std::ptrdiff_t>(components * dimensions));
        desk.times[components++] = static_cast<std::uint64_t>(times);
      });
      if (visit(Option(desk.option.data(), dimensions, components, desk.times.data()))) return true;
    }
    return false;
  }

  std::shared_ptr<const rules::Rules> rules_;
  Box closure_;
  Box wanted_;  // holds every covered position; the program is for play from there
  std::optional<compile::CompiledRules> compiled_;
  std::uint64_t bytes_ = 0;  // of the program
  Desk current_, other_;
};

using VisitOption = std::function<Status(std::vector<Position>)>;

// Visits every option once, as its positions with the coordinates that the rules give, in the order
// of the rules and of their binders. None if an ending holds. Errors: those of GameWalk::cover,
// Errc::memory and Errc::interrupted by the meter, and that of the first visit that fails;
// Errc::unsupported, before any visit, if there are more than `most` options.
Status for_each_option(GameWalk& walk, const Position& position, Meter& meter,
                       const VisitOption& visit,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

// Positions start, start + step, start + 2 step, ..
struct Line {
  Position start;
  Position step;
  std::uint64_t count = 0;
};

// The same options, in the same order, if they are single positions on at most 16 lines that
// evidently do not meet; else nothing. The time depends on the lines, not on the options. Errors as
// for GameWalk::cover.
Result<std::optional<std::vector<Line>>> option_lines(GameWalk& walk, const Position& position,
                                                      Meter& meter);

}  // namespace grundy::lazy
