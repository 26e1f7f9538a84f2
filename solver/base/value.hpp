// base/value.hpp: what can be known of a position, and the names of kernels that find it.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace grundy {

// P: the previous player wins. N: the next player (the one to move) wins.
enum class Outcome : std::uint8_t { P = 0, N = 1 };

// Who wins when the player to move has no option: under normal play the other
// player, under misère play the one who cannot move.
enum class Convention : std::uint8_t { normal, misere };

// The quantity a table holds.
//   outcome     0 = P, 1 = N
//   nimber      the Sprague-Grundy value: mex of the options' nimbers; normal play only
//   remoteness  plies to the end when the winner hurries and the loser delays
enum class Quantity : std::uint8_t { outcome, nimber, remoteness };

constexpr Outcome other(Outcome outcome) noexcept {
  return outcome == Outcome::P ? Outcome::N : Outcome::P;
}

// The outcome of a position that has no option.
constexpr Outcome outcome_without_options(Convention convention) noexcept {
  return convention == Convention::normal ? Outcome::P : Outcome::N;
}

std::string_view to_string(Outcome) noexcept;
std::string_view to_string(Convention) noexcept;
std::string_view to_string(Quantity) noexcept;
std::optional<Quantity> quantity_from(std::string_view name) noexcept;

// The name of a kernel, such as "generic". Each method names its kernel once, by a literal, in its
// own folder, so the name lives as long as the program.
class Kernel {
 public:
  consteval explicit Kernel(const char* name) : name_(name) {}

  constexpr std::string_view name() const noexcept { return name_; }
  friend constexpr bool operator==(Kernel, Kernel) = default;

 private:
  std::string_view name_;
};

constexpr std::string_view to_string(Kernel kernel) noexcept {
  return kernel.name();
}

}  // namespace grundy
