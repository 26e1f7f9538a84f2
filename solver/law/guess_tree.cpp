// A decision tree (L. Breiman et al., "Classification and Regression Trees", 1984) whose tests are
// residues, comparisons of coordinates and small numbers. It must fit every value of the sample.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>

#include "law/sample.hpp"

namespace grundy::law {
namespace {

constexpr std::size_t most_leaves = 24;
constexpr std::size_t most_depth = 8;
constexpr std::size_t most_sampled = 1 << 13;
constexpr std::uint32_t most_values = 8;
constexpr std::int64_t most_modulus = 4;

struct Test {
  std::string text, otherwise;  // where it holds and where it does not
  std::function<bool(const Position&)> holds;
};

class Tests {
 public:
  explicit Tests(const Sample& sample) : names_(sample.names), low_(sample.box.low) {
    for (std::size_t axis = 0; axis < names_.size(); ++axis) of_one(axis);
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
  void of_one(std::size_t axis) {
    residues(names_[axis], [=](const Position& at) { return at[axis]; });
    for (std::int64_t c = low_[axis]; c < low_[axis] + 4; ++c) {
      add(names_[axis], "=", "!=", std::to_string(c),
          [=](const Position& at) { return at[axis] == c; });
      if (c > low_[axis])
        add(names_[axis], "<=", ">", std::to_string(c),
            [=](const Position& at) { return at[axis] <= c; });
    }
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
  Position low_;
  std::vector<Test> tests_;
};

class Tree {
 public:
  Tree(const Sample& sample, const Tests& tests) : sample_(sample), tests_(tests.all()) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t rank = 0; rank < sample.values.size(); ++rank) {
      positions_.push_back(sample.box.position(rank));
      all.push_back(rank);
    }
    grow(all, {});
  }

  bool fits() const { return fits_; }
  // By value the conditions of its leaves.
  const std::map<std::uint32_t, std::vector<std::string>>& leaves() const { return leaves_; }

 private:
  using Ranks = std::vector<std::uint32_t>;
  using Counts = std::array<std::uint64_t, most_values>;

  // What is left of uncertainty: pairs of positions with different values, by Gini.
  static double impurity(const Counts& counts) {
    double all = 0, squares = 0;
    for (const std::uint64_t count : counts) {
      all += static_cast<double>(count);
      squares += static_cast<double>(count) * static_cast<double>(count);
    }
    return all == 0 ? 0 : all - squares / all;
  }

  std::optional<std::size_t> best(const Ranks& ranks) const {
    std::optional<std::size_t> best;
    double least = 0;
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      Counts yes{}, no{};
      for (const std::uint32_t rank : ranks)
        ++(tests_[i].holds(positions_[rank]) ? yes : no)[sample_.values[rank]];
      const double left = impurity(yes) + impurity(no);
      if (best && left >= least) continue;
      best = i;
      least = left;
    }
    return best;
  }

  void grow(const Ranks& ranks, const std::vector<std::string>& path) {
    const std::uint32_t value = sample_.values[ranks.front()];
    const bool is_pure = std::all_of(ranks.begin(), ranks.end(), [&](std::uint32_t rank) {
      return sample_.values[rank] == value;
    });
    if (is_pure) {
      leaves_[value].push_back(path.empty() ? "0 = 0"
                                            : fmt::format("{}", fmt::join(path, " and ")));
      fits_ = fits_ && ++leaf_count_ <= most_leaves;
      return;
    }
    const auto test = best(ranks);
    fits_ = fits_ && test && path.size() < most_depth;
    if (!fits_) return;
    Ranks yes, no;
    for (const std::uint32_t rank : ranks)
      (tests_[*test].holds(positions_[rank]) ? yes : no).push_back(rank);
    fits_ = !yes.empty() && !no.empty();
    if (!fits_) return;
    auto path_of = [&](const std::string& text) {
      auto longer = path;
      longer.push_back(text);
      return longer;
    };
    grow(yes, path_of(tests_[*test].text));
    if (fits_) grow(no, path_of(tests_[*test].otherwise));
  }

  const Sample& sample_;
  const std::vector<Test>& tests_;
  std::vector<Position> positions_;
  std::map<std::uint32_t, std::vector<std::string>> leaves_;
  std::size_t leaf_count_ = 0;
  bool fits_ = true;
};

}  // namespace

std::string guess_tree(const Sample& sample) {
  const std::uint32_t largest = *std::max_element(sample.values.begin(), sample.values.end());
  if (largest >= most_values || sample.values.size() > most_sampled) return {};
  const Tests tests(sample);
  const Tree tree(sample, tests);
  if (!tree.fits()) return {};
  const auto condition = [&](std::uint32_t value) {
    const auto found = tree.leaves().find(value);
    return found == tree.leaves().end() ? std::string("0 = 1")
                                        : fmt::format("{}", fmt::join(found->second, " or "));
  };
  if (sample.quantity == Quantity::outcome) return "P when " + condition(0);
  std::vector<std::string> pieces;
  for (const auto& [value, conditions] : tree.leaves())
    pieces.push_back(fmt::format("{} when {}", value, condition(value)));
  return fmt::format("nimber = {}", fmt::join(pieces, ", "));
}

}  // namespace grundy::law
