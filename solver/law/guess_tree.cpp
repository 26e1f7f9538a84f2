// law/guess_tree.cpp: a decision tree (L. Breiman et al., "Classification and Regression Trees",
// 1984) whose tests are residues, comparisons of coordinates and small numbers. It must fit every
// value of the sample.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "kernels/counting.hpp"
#include "law/guess.hpp"

namespace grundy::law {
namespace {

constexpr std::size_t most_leaves = 24;
constexpr std::size_t most_depth = 8;
constexpr std::size_t most_sampled = 1 << 16;
constexpr std::uint32_t most_values = 8;
constexpr std::int64_t most_modulus = 4;
constexpr std::int64_t most_constants = 4, most_whole = 32;

struct Test {
  std::string text, otherwise;  // the condition and its negation
  std::function<bool(const Position&)> holds;
};

// All tests. Of equally good ones the first is taken: constants are preferred to residues.
class Tests {
 public:
  explicit Tests(const Sample& sample)
      : names_(sample.names), low_(sample.box.low), high_(sample.box.high) {
    if (!sample.needs_proof)  // the end of the sample is arbitrary
      for (std::size_t axis = 0; axis < names_.size(); ++axis)
        high_[axis] = std::min(high_[axis], low_[axis] + most_constants - 1);
    for (std::size_t axis = 0; axis < names_.size(); ++axis) of_one(axis, sample);
    for (std::size_t a = 0; a < names_.size(); ++a)
      for (std::size_t b = a + 1; b < names_.size(); ++b) of_two(a, b);
    of_sum();
  }
  const std::vector<Test>& all() const { return tests_; }

 private:
  void add(const std::string& left, const char* sign, const char* opposite,
           const std::string& right, std::function<bool(const Position&)> holds) {
    tests_.push_back({fmt::format("{} {} {}", left, sign, right),
                      fmt::format("{} {} {}", left, opposite, right), std::move(holds)});
  }
  static std::int64_t rest(std::int64_t a, std::int64_t m) { return ((a % m) + m) % m; }

  void residues(const std::string& of, std::function<std::int64_t(const Position&)> value) {
    for (std::int64_t m = 2; m <= most_modulus; ++m)
      for (std::int64_t r = m == 2 ? 1 : 0; r < m; ++r)
        add(fmt::format("{} mod {}", of, m), "=", "!=", std::to_string(r),
            [=](const Position& at) { return rest(value(at), m) == r; });
  }
  void of_one(std::size_t axis, const Sample& sample) {
    std::set<std::int64_t> constants;
    for (std::int64_t c = low_[axis]; c <= high_[axis]; ++c)  // only both ends of long axes
      if (c - low_[axis] < most_whole || high_[axis] - c < most_constants) constants.insert(c);
    for (const auto& [position, value] : sample.corrections) constants.insert(position[axis]);
    for (const std::int64_t c : constants) {
      add(names_[axis], "=", "!=", std::to_string(c),
          [=](const Position& at) { return at[axis] == c; });
      if (c > low_[axis])
        add(names_[axis], "<=", ">", std::to_string(c),
            [=](const Position& at) { return at[axis] <= c; });
    }
    residues(names_[axis], [=](const Position& at) { return at[axis]; });
  }
  void of_two(std::size_t a, std::size_t b) {
    add(names_[a], "<", ">=", names_[b], [=](const Position& at) { return at[a] < at[b]; });
    for (std::int64_t c = -1; c <= 1; ++c)
      add(names_[a], "=", "!=",
          names_[b] + (c == 0  ? ""
                       : c > 0 ? " + 1"
                               : " - 1"),
          [=](const Position& at) { return at[a] == at[b] + c; });
    if (names_.size() > 2)
      residues(fmt::format("({} + {})", names_[a], names_[b]),
               [=](const Position& at) { return at[a] + at[b]; });
  }
  void of_sum() {
    if (names_.size() < 2) return;
    residues(fmt::format("({})", fmt::join(names_, " + ")), [](const Position& at) {
      std::int64_t sum = 0;
      for (const std::int64_t x : at) sum += x;
      return sum;
    });
  }

  std::vector<std::string> names_;
  Position low_, high_;
  std::vector<Test> tests_;
};

// A set of positions of the sample, by rank.
class Ranks {
 public:
  explicit Ranks(std::size_t size) : words_((size + 63) / 64) {}

  void add(std::size_t rank) { words_[rank / 64] |= std::uint64_t{1} << (rank % 64); }
  Ranks with(const Ranks& other) const {
    Ranks both = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] &= other.words_[i];
    return both;
  }
  Ranks without(const Ranks& other) const {
    Ranks rest = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) rest.words_[i] &= ~other.words_[i];
    return rest;
  }
  std::uint64_t count() const { return count_with(*this); }
  std::uint64_t count_with(const Ranks& other) const {
    return kernels::count_common(words_, other.words_);
  }

 private:
  std::vector<std::uint64_t> words_;
};

class Tree {
 public:
  Tree(const Sample& sample, const Tests& tests) : tests_(tests.all()) {
    const std::size_t in_box = sample.values.size();
    Ranks all(in_box + sample.corrections.size());
    having_.assign(most_values, all);
    holding_.assign(tests_.size(), all);
    const auto add = [&](std::size_t rank, const Position& at, std::uint32_t value) {
      all.add(rank);
      having_[value].add(rank);
      for (std::size_t i = 0; i < tests_.size(); ++i)
        if (tests_[i].holds(at)) holding_[i].add(rank);
    };
    for (std::size_t rank = 0; rank < in_box; ++rank)
      add(rank, sample.box.position(rank), sample.values[rank]);
    for (std::size_t i = 0; i < sample.corrections.size(); ++i)
      add(in_box + i, sample.corrections[i].first, sample.corrections[i].second);
    while (having_.size() > 1 && having_.back().count() == 0) having_.pop_back();
    grow(all, {});
  }

  bool fits() const { return fits_; }
  // By value the conditions of its leaves.
  const std::map<std::uint32_t, std::vector<std::string>>& leaves() const { return leaves_; }

 private:
  // Gini impurity: the share of pairs of positions with different values, times the positions.
  static double impurity(const std::vector<std::uint64_t>& counts) {
    double all = 0, squares = 0;
    for (const std::uint64_t count : counts) {
      all += static_cast<double>(count);
      squares += static_cast<double>(count) * static_cast<double>(count);
    }
    return all == 0 ? 0 : all - squares / all;
  }

  // The impurities of `ranks` split by each test.
  std::vector<double> impurities(const Ranks& ranks) const {
    std::vector<std::uint64_t> all(having_.size()), yes(having_.size()), no(having_.size());
    std::vector<Ranks> here;
    for (std::size_t value = 0; value < having_.size(); ++value) {
      here.push_back(ranks.with(having_[value]));
      all[value] = here.back().count();
    }
    std::vector<double> left;
    for (const Ranks& holding : holding_) {
      for (std::size_t value = 0; value < having_.size(); ++value) {
        yes[value] = here[value].count_with(holding);
        no[value] = all[value] - yes[value];
      }
      left.push_back(impurity(yes) + impurity(no));
    }
    return left;
  }

  double least_impurity(const Ranks& ranks) const {
    const auto left = impurities(ranks);
    return *std::min_element(left.begin(), left.end());
  }

  // The test after which one more test on either side leaves the least impurity: parities cannot be
  // found with less.
  std::size_t best(const Ranks& ranks) const {
    const auto at_once = impurities(ranks);
    const auto first = std::min_element(at_once.begin(), at_once.end());
    auto best = static_cast<std::size_t>(first - at_once.begin());
    if (*first == 0) return best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      const Ranks yes = ranks.with(holding_[i]), no = ranks.without(holding_[i]);
      const double left = least_impurity(yes) + least_impurity(no) + 1e-3 * at_once[i];
      if (left >= least) continue;
      best = i;
      least = left;
    }
    return best;
  }

  void grow(const Ranks& ranks, const std::vector<std::string>& path) {
    const std::uint64_t size = ranks.count();
    for (std::uint32_t value = 0; value < having_.size(); ++value) {
      if (ranks.count_with(having_[value]) != size) continue;
      leaves_[value].push_back(path.empty() ? "0 = 0"
                                            : fmt::format("{}", fmt::join(path, " and ")));
      fits_ = fits_ && ++leaf_count_ <= most_leaves;
      return;
    }
    fits_ = fits_ && path.size() < most_depth;
    if (!fits_) return;
    const std::size_t test = best(ranks);
    const Ranks yes = ranks.with(holding_[test]), no = ranks.without(holding_[test]);
    fits_ = yes.count() > 0 && no.count() > 0;
    auto path_of = [&](const std::string& text) {
      auto longer = path;
      longer.push_back(text);
      return longer;
    };
    if (fits_) grow(yes, path_of(tests_[test].text));
    if (fits_) grow(no, path_of(tests_[test].otherwise));
  }

  const std::vector<Test>& tests_;
  std::vector<Ranks> having_;   // by value
  std::vector<Ranks> holding_;  // by test
  std::map<std::uint32_t, std::vector<std::string>> leaves_;
  std::size_t leaf_count_ = 0;
  bool fits_ = true;
};

}  // namespace

Guess guess_tree(const Sample& sample) {
  std::uint32_t largest = *std::max_element(sample.values.begin(), sample.values.end());
  for (const auto& [position, value] : sample.corrections) largest = std::max(largest, value);
  if (largest >= most_values || sample.values.size() > most_sampled) return {};
  const Tests tests(sample);
  const Tree tree(sample, tests);
  if (!tree.fits()) return {};
  const auto condition = [&](std::uint32_t value) {
    const auto found = tree.leaves().find(value);
    return found == tree.leaves().end() ? std::string("0 = 1")
                                        : fmt::format("{}", fmt::join(found->second, " or "));
  };
  if (sample.quantity == Quantity::outcome) return {"P when " + condition(0)};
  std::vector<std::string> pieces;
  for (const auto& [value, conditions] : tree.leaves())
    pieces.push_back(fmt::format("{} when {}", value, condition(value)));
  return {fmt::format("nimber = {}", fmt::join(pieces, ", "))};
}

}  // namespace grundy::law
