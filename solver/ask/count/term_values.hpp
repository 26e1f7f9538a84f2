// ask/count/term_values.hpp: the nimbers of a term of a sum, whatever its variables are.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ask/count/count.hpp"
#include "run/solved_values.hpp"

namespace grundy::count {

class TermValues {
 public:
  TermValues(const query::FreeTerm& term, std::shared_ptr<const solve::SolvedValues> solved,
             Quantity quantity);

  // Whether the variable occurs.
  bool mentions(std::size_t variable) const;

  // values[i] ^= that of the term where `variable` is first + i and the others are as in
  // `assignment`.
  void add_row(std::vector<std::int64_t>& assignment, std::size_t variable, std::int64_t first,
               std::span<std::uint32_t> values) const;

  // Where its nimbers repeat for ever, as functions of its one variable: solving has proved that.
  struct Repeats {
    std::int64_t first;  // value of the variable
    std::int64_t length;
  };
  std::optional<Repeats> repeats() const;

  // Whether it has the same nimbers, whatever its variables are called.
  bool is_like(const TermValues& other) const;

  // Exceeds every nimber.
  std::uint32_t bound() const noexcept { return bound_; }

 private:
  Position position(const std::vector<std::int64_t>& assignment) const;
  std::uint32_t value_at(const Position& position) const;
  void add_repeating(std::int64_t first, std::span<std::uint32_t> values) const;

  const query::FreeTerm& term_;
  std::shared_ptr<const solve::SolvedValues> solved_;
  Quantity quantity_;
  std::uint32_t bound_;
};

// One for each term of the question. Each game is solved once, over the box that its terms need; of
// heaps far beyond others the first ones, if solving proves that their values repeat.
Result<std::vector<TermValues>> solve_terms(const Question& question, const Options& options);

}  // namespace grundy::count
