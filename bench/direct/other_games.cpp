#include "direct/other_games.hpp"

#include <bit>
#include <cstddef>
#include <vector>

#include "direct/met.hpp"

namespace grundy::direct {
namespace {

// The nimbers of all splits of n - taken into two, one of each kind, join the set.
template <class Value, class Set>
void splits(const std::vector<Value>& first, const std::vector<Value>& second, std::size_t left,
            Set& set) {
  for (std::size_t i = 0; i <= left; ++i) set.add(first[i] ^ second[left - i]);
}

// Nimbers below 64.
class Word {
 public:
  void clear() noexcept { met_ = 0; }
  void add(unsigned nimber) noexcept { met_ |= std::uint64_t{1} << nimber; }
  std::uint8_t mex() const noexcept { return static_cast<std::uint8_t>(std::countr_one(met_)); }

 private:
  std::uint64_t met_ = 0;
};

}  // namespace

void node_kayles_p3_nimbers(std::span<std::uint8_t> nimbers) {
  const std::size_t heaps = nimbers.size();
  std::vector<std::uint8_t> one(heaps), two(heaps);
  Word set;
  for (std::size_t n = 0; n < heaps; ++n) {
    set.clear();
    if (n == 0) set.add(0);
    if (n >= 2) set.add(two[n - 2]);
    if (n >= 4) splits(two, two, n - 4, set);
    two[n] = set.mex();
    set.clear();
    if (n >= 2) set.add(one[n - 2]);
    if (n >= 4) splits(two, one, n - 4, set);
    one[n] = set.mex();
    set.clear();
    if (n >= 1) splits(one, one, n - 1, set);
    nimbers[n] = set.mex();
  }
}

void lit_nimbers(std::span<std::uint16_t> nimbers) {
  const std::size_t heaps = nimbers.size();
  std::vector<std::uint16_t> lit(heaps), dark(heaps);
  Met set(heaps);
  for (std::size_t n = 0; n < heaps; ++n) {
    set.clear();
    if (n >= 1) set.add(lit[n - 1]);
    if (n >= 4) set.add(lit[n - 4]);
    dark[n] = set.mex();
    set.clear();
    if (n >= 1) set.add(dark[n - 1]);
    if (n >= 2) set.add(dark[n - 2]);
    for (std::size_t i = 1; i < n; ++i) set.add(lit[i] ^ dark[n - i]);
    lit[n] = set.mex();
    nimbers[n] = lit[n];
  }
}

}  // namespace grundy::direct
