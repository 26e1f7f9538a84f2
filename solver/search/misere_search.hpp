// search/misere_search.hpp: which positions behave like heaps of misère Nim in every sum.
//
// The genus g^c of a position begins with its nimber g and its misère nimber c: the mex of those
// of its options, where a position without options has c = 1. A position is called tame here if
// all its options are sums of tame positions and its genus is that of a sum of Nim heaps:
//
//   fickle  0^1 or 1^0  heaps of at most 1
//   firm    g^g         with some heap of 2 or more
//
// A sum of tame positions has the same winner as the sum of such heaps: with a firm component the
// winner of normal play, without one the other player. Proof, by induction over play. No option of
// a position has its nimber, and no option has its misère nimber. (1) A firm component, xor 0:
// every move makes the xor unequal 0. Suppose that it also leaves fickle components alone, of
// xor 1. Then the one moved was the last firm one, of nimber g, and became fickle of nimber g ^ 1,
// that is, of misère nimber g; a contradiction. (2) A firm component, xor not 0: the move of Nim
// leads to xor 0. Suppose that it leaves only fickle ones. Then it moved the last firm one, to an
// option of some nimber y. That firm component also has an option of misère nimber y, which is
// either firm of nimber y or fickle of nimber y ^ 1: a good move. (3) Fickle ones alone, xor 1:
// each move changes the xor to 0, or makes one firm with an xor unequal 0. (4) Fickle ones alone,
// xor 0: if there is no move, the player to move has won. Else some fickle component has the other
// fickle kind as an option, since its misère nimber requires such an option.
//
// J. H. Conway, On Numbers and Games, ch. 12; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning
// Ways, ch. 13. There some positions with wild options are called tame as well. Here they are wild,
// which is safe.
#pragma once
#include <cstdint>
#include <optional>

#include "search/nimber_search.hpp"

namespace grundy::lazy {

// The kind of a position or a sum: fickle, firm with a nimber, or wild. 32 bits.
class MisereKind {
 public:
  static constexpr MisereKind fickle(std::uint32_t nimber) noexcept { return MisereKind(nimber); }
  static constexpr MisereKind firm(std::uint32_t nimber) noexcept { return MisereKind(nimber + 2); }
  static constexpr MisereKind wild() noexcept { return MisereKind(wild_code); }
  static constexpr MisereKind from_code(std::uint32_t code) noexcept { return MisereKind(code); }

  constexpr bool is_wild() const noexcept { return code_ == wild_code; }
  constexpr bool is_fickle() const noexcept { return code_ < 2; }
  // Both require a tame kind.
  constexpr std::uint32_t nimber() const noexcept { return is_fickle() ? code_ : code_ - 2; }
  constexpr std::uint32_t misere_nimber() const noexcept {
    return is_fickle() ? 1 - code_ : code_ - 2;
  }
  constexpr std::uint32_t code() const noexcept { return code_; }

  friend constexpr MisereKind operator+(MisereKind a, MisereKind b) noexcept {
    if (a.is_wild() || b.is_wild()) return wild();
    const std::uint32_t nimber = a.nimber() ^ b.nimber();
    return a.is_fickle() && b.is_fickle() ? fickle(nimber) : firm(nimber);
  }
  friend constexpr bool operator==(MisereKind, MisereKind) = default;

 private:
  // Just below the two values that a ValueTable reserves.
  static constexpr std::uint32_t wild_code = ~std::uint32_t{0} - 2;
  explicit constexpr MisereKind(std::uint32_t code) noexcept : code_(code) {}
  std::uint32_t code_;
};

class MisereValues {
 public:
  static constexpr std::uint32_t nothing = MisereKind::fickle(0).code();
  static std::uint32_t sum(std::uint32_t a, std::uint32_t b) noexcept {
    return (MisereKind::from_code(a) + MisereKind::from_code(b)).code();
  }
  void begin() noexcept;
  void add_option(std::uint32_t code) noexcept;
  std::optional<std::uint32_t> conclude() noexcept;
  Status make_room(Meter& meter);
  void release(Meter& meter) noexcept;

 private:
  Marks nimbers_;
  Marks misere_nimbers_;
  bool has_options_ = false;
  bool has_wild_option_ = false;
};

class MisereSearch {
 public:
  // The meter must outlive the search.
  MisereSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
      : search_(std::move(rules), meter) {}

  // Errors as for ComponentSearch::value, and Errc::unsupported for rules with endings: under
  // misère the rules do not say what `lost when` and `won when` mean beside other components.
  Result<MisereKind> kind(const Position& position);

  // See ComponentSearch.
  std::optional<MisereKind> known(const Position& position) const noexcept {
    const auto code = search_.known(position);
    return code ? std::optional(MisereKind::from_code(*code)) : std::nullopt;
  }
  std::optional<Position> any(std::uint64_t random) { return search_.any(random); }

 private:
  ComponentSearch<MisereValues> search_;
};

}  // namespace grundy::lazy
