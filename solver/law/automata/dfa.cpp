#include "law/automata/dfa.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "law/automata/minimal.hpp"

namespace grundy::automata {
namespace {

constexpr std::size_t most_letters = 1 << 12;
constexpr std::size_t most_states = 1 << 18;
constexpr std::size_t most_entries = std::size_t{1} << 26;  // states times letters
constexpr std::size_t most_steps = std::size_t{1} << 29;
constexpr State nowhere = ~State{0};

// The state from which nothing is accepted, in an automaton with the fewest states.
State dead_state(const Dfa& dfa) {
  for (std::size_t s = 0; s < dfa.states(); ++s) {
    const auto row = dfa.next.begin() + static_cast<std::ptrdiff_t>(s * dfa.letters);
    if (!dfa.accepts[s] && std::all_of(row, row + static_cast<std::ptrdiff_t>(dfa.letters),
                                       [&](State to) { return to == s; }))
      return static_cast<State>(s);
  }
  return nowhere;
}

std::size_t place_of(const std::vector<Track>& tracks, Track track) {
  return static_cast<std::size_t>(std::ranges::lower_bound(tracks, track) - tracks.begin());
}

}  // namespace

// Both automata side by side.
class Product {
 public:
  Product(Algebra& algebra, const Dfa& a, const Dfa& b, bool is_and)
      : algebra_(algebra),
        a_(a),
        b_(b),
        is_and_(is_and),
        dead_a_(dead_state(a)),
        dead_b_(dead_state(b)) {}

  Dfa run() {
    std::ranges::set_union(a_.tracks, b_.tracks, std::back_inserter(made_.tracks));
    made_.letters = algebra_.letters(made_.tracks.size());
    if (made_.letters == 0) return {};
    const auto of_a = letters_of(a_), of_b = letters_of(b_);
    made_.next.clear();
    made_.accepts.clear();
    add(0, 0);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (!algebra_.has_room(pairs_.size(), made_.letters, made_.letters)) return {};
      const auto [a, b] = pairs_[i];
      for (std::size_t letter = 0; letter < made_.letters; ++letter)
        made_.next.push_back(a == nowhere ? static_cast<State>(i)
                                          : add(a_.next[a * a_.letters + of_a[letter]],
                                                b_.next[b * b_.letters + of_b[letter]]));
    }
    return minimal(made_);
  }

 private:
  // The letter of one automaton within each letter of both.
  std::vector<std::size_t> letters_of(const Dfa& one) const {
    std::vector<std::size_t> letters(made_.letters);
    std::size_t weight = 1;
    for (const Track track : one.tracks) {
      const std::size_t place = place_of(made_.tracks, track);
      for (std::size_t letter = 0; letter < made_.letters; ++letter)
        letters[letter] += weight * algebra_.digit(letter, place);
      weight *= algebra_.numeration().digits();
    }
    return letters;
  }

  State add(State a, State b) {
    const bool is_dead = is_and_ ? a == dead_a_ || b == dead_b_ : a == dead_a_ && b == dead_b_;
    if (is_dead) a = b = nowhere;
    const auto [it, is_new] =
        numbers_.try_emplace(std::uint64_t{a} << 32 | b, static_cast<State>(pairs_.size()));
    if (is_new) {
      pairs_.emplace_back(a, b);
      made_.accepts.push_back(
          !is_dead && (is_and_ ? a_.accepts[a] && b_.accepts[b] : a_.accepts[a] || b_.accepts[b]));
    }
    return it->second;
  }

  Algebra& algebra_;
  const Dfa& a_;
  const Dfa& b_;
  bool is_and_;
  State dead_a_, dead_b_;
  Dfa made_;
  std::vector<std::pair<State, State>> pairs_;
  std::unordered_map<std::uint64_t, State> numbers_;
};

// Sets of states that words on the tracks that are left can lead to.
class Subsets {
 public:
  Subsets(Algebra& algebra, const Dfa& a, const std::vector<Track>& gone)
      : algebra_(algebra), a_(a), dead_(dead_state(a)), seen_(a.states()) {
    for (const Track track : a.tracks)
      if (std::ranges::find(gone, track) == gone.end()) made_.tracks.push_back(track);
    made_.letters = algebra.letters(made_.tracks.size());
    lifted_.resize(made_.letters);
    for (std::size_t letter = 0; letter < a.letters; ++letter)
      lifted_[left_of(letter)].push_back(letter);
  }

  Dfa run() {
    made_.next.clear();
    made_.accepts.clear();
    add(beginnings());
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (!algebra_.has_room(sets_.size(), made_.letters, sets_[i]->size() * a_.letters)) return {};
      for (std::size_t letter = 0; letter < made_.letters; ++letter)
        made_.next.push_back(add(after(*sets_[i], letter)));
    }
    return minimal(made_);
  }

 private:
  using Set = std::vector<State>;
  struct Hash {
    std::size_t operator()(const Set& set) const noexcept {
      std::uint64_t hash = set.size();
      for (const State state : set) hash = (hash ^ (hash >> 29)) * 0x9e3779b97f4a7c15u + state;
      return hash;
    }
  };

  // What is left of a letter without the tracks that go.
  std::size_t left_of(std::size_t letter) const {
    std::size_t left = 0, weight = 1;
    for (const Track track : made_.tracks) {
      left += weight * algebra_.digit(letter, place_of(a_.tracks, track));
      weight *= algebra_.numeration().digits();
    }
    return left;
  }

  // The tracks that go may have more digits than those that stay.
  Set beginnings() {
    Set all = {0};
    std::vector<char> is_in(a_.states());
    is_in[0] = 1;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const std::size_t letter : lifted_[0]) {
        const State to = a_.next[all[i] * a_.letters + letter];
        if (to == dead_ || is_in[to]) continue;
        is_in[to] = 1;
        all.push_back(to);
      }
    std::ranges::sort(all);
    if (dead_ == 0) all.clear();
    return all;
  }

  Set after(const Set& set, std::size_t letter) {
    Set all;
    ++stamp_;
    for (const State state : set)
      for (const std::size_t lifted : lifted_[letter]) {
        const State to = a_.next[state * a_.letters + lifted];
        if (to == dead_ || seen_[to] == stamp_) continue;
        seen_[to] = stamp_;
        all.push_back(to);
      }
    std::ranges::sort(all);
    return all;
  }

  State add(Set set) {
    const auto [it, is_new] =
        numbers_.try_emplace(std::move(set), static_cast<State>(sets_.size()));
    if (is_new) {
      sets_.push_back(&it->first);
      made_.accepts.push_back(
          std::ranges::any_of(it->first, [&](State state) { return a_.accepts[state]; }));
    }
    return it->second;
  }

  Algebra& algebra_;
  const Dfa& a_;
  State dead_;
  Dfa made_;
  std::vector<std::vector<std::size_t>> lifted_;  // letters, by what is left of them
  std::vector<const Set*> sets_;
  std::unordered_map<Set, State, Hash> numbers_;
  std::vector<std::uint64_t> seen_;
  std::uint64_t stamp_ = 0;
};

bool Algebra::has_room(std::size_t states, std::size_t letters, std::size_t steps) {
  steps_ += steps;
  if (states > most_states || states * letters > most_entries || steps_ > most_steps)
    is_spent_ = true;
  return !is_spent_;
}

std::size_t Algebra::letters(std::size_t tracks) {
  std::size_t letters = 1;
  for (std::size_t i = 0; i < tracks && letters <= most_letters; ++i)
    letters *= numeration_.digits();
  if (letters <= most_letters) return letters;
  is_spent_ = true;
  return 0;
}

std::size_t Algebra::digit(std::size_t letter, std::size_t track) const {
  for (; track > 0; --track) letter /= numeration_.digits();
  return letter % numeration_.digits();
}

Dfa Algebra::always(bool holds) {
  Dfa made;
  made.accepts = {holds};
  return made;
}

Dfa Algebra::numbers(const std::vector<Track>& tracks) {
  Dfa all = always(true);
  for (const Track track : tracks) {
    Dfa one{{track}, numeration_.digits(), {}, {}};
    for (std::size_t before = 0; before < one.letters; ++before) {
      one.accepts.push_back(1);
      for (std::size_t after = 0; after < one.letters; ++after)
        one.next.push_back(
            static_cast<State>(numeration_.may_follow(before, after) ? after : one.letters));
    }
    one.accepts.push_back(0);
    one.next.insert(one.next.end(), one.letters, static_cast<State>(one.letters));
    all = both(all, minimal(one));
  }
  return all;
}

Dfa Algebra::both(const Dfa& a, const Dfa& b) {
  return is_spent_ ? Dfa() : Product(*this, a, b, true).run();
}

// The smallest first.
Dfa Algebra::all_of(std::vector<Dfa> parts) {
  const auto size = [](const Dfa& part) { return part.next.size(); };
  std::ranges::sort(parts, {}, size);
  Dfa all = always(true);
  for (const Dfa& part : parts) all = both(all, part);
  return all;
}

Dfa Algebra::either(const Dfa& a, const Dfa& b) {
  if (is_spent_) return {};
  Dfa made = Product(*this, a, b, false).run();
  return numeration_.is_base() || a.tracks == b.tracks ? made : both(made, numbers(made.tracks));
}

Dfa Algebra::negation(const Dfa& a) {
  Dfa made = a;
  for (char& accepts : made.accepts) accepts = !accepts;
  return numeration_.is_base() || is_spent_ ? made : both(made, numbers(made.tracks));
}

Dfa Algebra::exists(const Dfa& a, const std::vector<Track>& gone) {
  if (is_spent_) return {};
  const bool any = std::ranges::any_of(
      a.tracks, [&](Track track) { return std::ranges::find(gone, track) != gone.end(); });
  return any ? Subsets(*this, a, gone).run() : a;
}

Dfa Algebra::exists(std::vector<Dfa> parts, const std::vector<Track>& kept) {
  const auto is_kept = [&](Track track) { return std::ranges::find(kept, track) != kept.end(); };
  const auto has_track = [](const Dfa& part, Track track) {
    return std::ranges::binary_search(part.tracks, track);
  };
  // The tracks of the parts that have this one.
  const auto joined_by = [&](Track track) {
    std::vector<Track> tracks;
    for (const Dfa& part : parts)
      if (has_track(part, track))
        tracks.insert(tracks.end(), part.tracks.begin(), part.tracks.end());
    std::ranges::sort(tracks);
    tracks.erase(std::unique(tracks.begin(), tracks.end()), tracks.end());
    return tracks;
  };
  while (!is_spent_) {
    std::vector<Track> best;
    Track goes = 0;
    for (const Dfa& part : parts)
      for (const Track track : part.tracks) {
        if (is_kept(track)) continue;
        auto tracks = joined_by(track);
        if (!best.empty() && best.size() <= tracks.size()) continue;
        best = std::move(tracks);
        goes = track;
      }
    if (best.empty()) break;
    const auto of_it = std::stable_partition(
        parts.begin(), parts.end(), [&](const Dfa& part) { return !has_track(part, goes); });
    std::vector<Dfa> joined(std::make_move_iterator(of_it), std::make_move_iterator(parts.end()));
    parts.erase(of_it, parts.end());
    parts.push_back(exists(all_of(std::move(joined)), {goes}));
  }
  return all_of(std::move(parts));
}

Dfa Algebra::renamed(const Dfa& a, const std::map<Track, Track>& names) {
  Dfa made{{}, a.letters, std::vector<State>(a.next.size()), a.accepts};
  for (const Track track : a.tracks) made.tracks.push_back(names.at(track));
  std::ranges::sort(made.tracks);
  assert(std::ranges::adjacent_find(made.tracks) == made.tracks.end());
  std::vector<std::size_t> places;
  for (const Track track : a.tracks) places.push_back(place_of(made.tracks, names.at(track)));
  for (std::size_t letter = 0; letter < a.letters; ++letter) {
    std::size_t old = 0, weight = 1;
    for (const std::size_t place : places) {
      old += weight * digit(letter, place);
      weight *= numeration_.digits();
    }
    for (std::size_t s = 0; s < a.states(); ++s)
      made.next[s * a.letters + letter] = a.next[s * a.letters + old];
  }
  return minimal(made);
}

Dfa Algebra::made(std::vector<Track> tracks, std::vector<State> next, std::vector<char> accepts) {
  const std::size_t size = letters(tracks.size());
  if (size == 0) return {};
  const Dfa made = minimal({std::move(tracks), size, std::move(next), std::move(accepts)});
  return numeration_.is_base() ? made : both(made, numbers(made.tracks));
}

bool is_empty(const Dfa& dfa) noexcept {
  return std::ranges::find(dfa.accepts, 1) == dfa.accepts.end();
}

}  // namespace grundy::automata
