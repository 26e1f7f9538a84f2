// rules/proofs/effort.hpp: how much may be done to understand rules before anything is solved.
//
// Proofs about rules multiply polynomials out and solve linear programs, and what that takes is
// not bounded by the length of the text. So whoever reads, plans or compiles opens an Effort, and
// whatever proofs are made of draws steps from it. Steps are counted, not timed: the same rules
// are refused on every machine, in the same words. A step is some ten nanoseconds.
#pragma once
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "rules/rules.hpp"

namespace grundy::rules {

// Half a second or so, of which rules that people write take a hundredth.
inline constexpr std::uint64_t most_steps = 80'000'000;
// Of one linear program; more is no bound.
inline constexpr std::uint64_t most_steps_of_program = 8'000'000;
// Of a polynomial.
inline constexpr std::size_t most_terms = 4096;

class EffortSpent : public std::runtime_error {
 public:
  EffortSpent(Place place, const std::string& message, std::string hint)
      : std::runtime_error(message), place_(place), hint_(std::move(hint)) {}
  Place place() const noexcept { return place_; }  // of the rule thought about; line 0: of none
  const std::string& hint() const noexcept { return hint_; }

 private:
  Place place_;
  std::string hint_;
};

// While one lives, steps of its thread are limited. One inside another draws from the outer one.
class Effort {
 public:
  Effort() noexcept;
  ~Effort();
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;

  // Throws EffortSpent when there is less left. Without an Effort nothing is counted.
  static void draw(std::uint64_t steps) {
    if (steps > left_) spent();
    left_ -= steps;
  }
  static void check_terms(std::size_t terms) {
    if (terms > most_terms) too_many_terms();
  }

  // Says which rule or ending is thought about from now on.
  static void at(Place place) noexcept { place_ = place; }

 private:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  [[noreturn]] static void spent();
  [[noreturn]] static void too_many_terms();

  bool outermost_;
  static inline thread_local constinit bool open_ = false;
  static inline thread_local constinit std::uint64_t left_ = unlimited;
  static inline thread_local constinit Place place_{};
};

struct Complaint;

// For handlers: why the exception at hand ended a proof, which is too much work or numbers beyond
// 64 bits. Other exceptions go on.
Complaint what_stopped(const Rules& rules);

}  // namespace grundy::rules
