// rules/proofs/effort.hpp: a limit on the work of proofs about rules.
//
// Proofs about rules multiply out polynomials and solve linear programs. The length of the text
// does not bound that work. So the functions that read, plan or compile rules open an Effort, and
// polynomials and linear programs draw steps from it. Steps are counted, not timed, so the same
// rules are refused on every machine with the same message. A step is about ten nanoseconds.
#pragma once
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "rules/rules.hpp"

namespace grundy::rules {

// Of an Effort: about half a second. Rules that people write take a hundredth of it.
inline constexpr std::uint64_t most_steps = 80'000'000;
// Of one linear program. After more its result is unknown.
inline constexpr std::uint64_t most_steps_of_program = 8'000'000;
// Of a polynomial.
inline constexpr std::size_t most_terms = 4096;

class EffortSpent : public std::runtime_error {
 public:
  EffortSpent(Place place, const std::string& message, std::string hint)
      : std::runtime_error(message), place_(place), hint_(std::move(hint)) {}
  Place place() const noexcept { return place_; }  // of the rule; line 0 if none is known
  const std::string& hint() const noexcept { return hint_; }

 private:
  Place place_;
  std::string hint_;
};

// Limits the steps of its thread while it lives. A nested one draws from the outermost one.
class Effort {
 public:
  Effort() noexcept;
  ~Effort();
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;

  // Throws EffortSpent if fewer steps are left. Unlimited if the thread has no Effort.
  static void draw(std::uint64_t steps) {
    if (steps > left_) spent();
    left_ -= steps;
  }
  // Throws EffortSpent if a polynomial has more than most_terms.
  static void check_terms(std::size_t terms) {
    if (terms > most_terms) too_many_terms();
  }

  // Lets its thread spend no more than a part of what is left while it lives, so that one proof
  // that fails leaves something for the next.
  class Share {
   public:
    explicit Share(std::uint64_t part) noexcept
        : kept_(left_ == unlimited ? 0 : left_ - left_ / part) {
      left_ -= kept_;
    }
    ~Share() { left_ += kept_; }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    std::uint64_t kept_;
  };

  // Sets the place of the rule or ending that proofs are about from now on.
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

}  // namespace grundy::rules
