// methods/heap/sparse_repeat.hpp: the period of heaps that are solved one after the other and
// partly dropped: looked for among the late ones, and then compared with those that follow.
#pragma once
#include <cstdint>

#include "methods/heap/sparse_heaps.hpp"
#include "methods/period.hpp"

namespace grundy::sparse {

class Repeat {
 public:
  enum class Stage : std::uint8_t { nothing, candidate, proved };
  struct Found {
    family::Period period{0, 0};
    Stage stage = Stage::nothing;
    bool least = true;  // the preperiod; else it may be less
  };

  // While all heaps are kept: prove_period().
  void prove(const Heaps& heaps);
  // Later: looks for a candidate among the late heaps, if there is none, once heaps have grown by
  // an eighth. It is as long as a third of them at most. Brent, "An improved Monte Carlo
  // factorization algorithm", BIT 20 (1980): a search at times that grow by a factor meets a period
  // at most that factor too late.
  void search(const Heaps& heaps);
  // After each step, before heaps are dropped: whether the candidate holds for the new heaps, and
  // long enough for a proof. One that fails is given up.
  void compare(const Heaps& heaps);

  bool proved() const noexcept { return found_.stage == Stage::proved; }
  const Found& found() const noexcept { return found_; }
  std::uint64_t searched() const noexcept { return searched_; }

  // For a state that was saved after compare(); then fits() tells whether it makes sense.
  void set(const Found& found, std::uint64_t searched, std::uint64_t compared);
  bool fits(const Heaps& heaps) const;

 private:
  void try_to_prove(const Heaps& heaps);

  Found found_;
  std::uint64_t searched_ = 0;  // heaps at the last search
  std::uint64_t compared_ = 0;  // heaps for which the candidate holds
};

}  // namespace grundy::sparse
