#include "law/automata/minimal.hpp"

#include <algorithm>
#include <unordered_map>

namespace grundy::automata {
namespace {

// Splits classes of states by the classes of their next states until none splits.
class Refinement {
 public:
  explicit Refinement(const Dfa& dfa) : dfa_(dfa), classes_(dfa.states()) {
    for (std::size_t s = 0; s < dfa.states(); ++s)
      classes_[s] = dfa.accepts[s] == dfa.accepts[0] ? 0 : 1;
    count_ = 1 + *std::ranges::max_element(classes_);
  }

  Dfa run() {
    for (State before = 0; before != count_;) {
      before = count_;
      refine();
    }
    return quotient();
  }

 private:
  State next(std::size_t state, std::size_t letter) const {
    return dfa_.next[state * dfa_.letters + letter];
  }

  std::uint64_t hash(std::size_t state) const {
    std::uint64_t hash = classes_[state];
    for (std::size_t letter = 0; letter < dfa_.letters; ++letter)
      hash = (hash ^ (hash >> 29)) * 0x9e3779b97f4a7c15u + classes_[next(state, letter)];
    return hash;
  }

  bool agree(std::size_t a, std::size_t b) const {
    if (classes_[a] != classes_[b]) return false;
    for (std::size_t letter = 0; letter < dfa_.letters; ++letter)
      if (classes_[next(a, letter)] != classes_[next(b, letter)]) return false;
    return true;
  }

  void refine() {
    std::unordered_multimap<std::uint64_t, std::size_t> firsts;  // of the finer classes, by hash
    std::vector<State> finer(dfa_.states());
    count_ = 0;
    for (std::size_t s = 0; s < dfa_.states(); ++s) {
      const std::uint64_t key = hash(s);
      const auto [from, to] = firsts.equal_range(key);
      const auto same =
          std::find_if(from, to, [&](const auto& one) { return agree(one.second, s); });
      if (same == to) firsts.emplace(key, s);
      finer[s] = same == to ? count_++ : finer[same->second];
    }
    classes_ = std::move(finer);
  }

  // Classes are numbered by their first states.
  Dfa quotient() const {
    Dfa made{dfa_.tracks, dfa_.letters, std::vector<State>(count_ * dfa_.letters),
             std::vector<char>(count_)};
    for (std::size_t s = dfa_.states(); s-- > 0;) {
      const std::size_t row = classes_[s] * dfa_.letters;
      made.accepts[classes_[s]] = dfa_.accepts[s];
      for (std::size_t letter = 0; letter < dfa_.letters; ++letter)
        made.next[row + letter] = classes_[next(s, letter)];
    }
    return made;
  }

  const Dfa& dfa_;
  std::vector<State> classes_;
  State count_ = 0;
};

// States in the order in which a search in breadth meets them.
Dfa in_order(const Dfa& dfa) {
  std::vector<State> order = {0};
  std::vector<State> number(dfa.states(), static_cast<State>(dfa.states()));
  number[0] = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t letter = 0; letter < dfa.letters; ++letter) {
      const State to = dfa.next[order[i] * dfa.letters + letter];
      if (number[to] < dfa.states()) continue;
      number[to] = static_cast<State>(order.size());
      order.push_back(to);
    }
  Dfa made{dfa.tracks, dfa.letters, {}, {}};
  for (const State state : order) {
    made.accepts.push_back(dfa.accepts[state]);
    for (std::size_t letter = 0; letter < dfa.letters; ++letter)
      made.next.push_back(number[dfa.next[state * dfa.letters + letter]]);
  }
  return made;
}

}  // namespace

Dfa minimal(const Dfa& dfa) {
  return in_order(Refinement(dfa).run());
}

}  // namespace grundy::automata
