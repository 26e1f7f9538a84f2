// support/random_offsets.hpp: the text of a random game of offsets, steps and rays.
//
// What methods/offsets/offsets.hpp calls so, with linear conditions and endings, in 2 to 4
// coordinates. Every coordinate has a weight, and nearly every offset lowers the weighted sum, so
// play ends. The same seed gives the same text everywhere.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace grundy::support {

class RandomOffsets {
 public:
  explicit RandomOffsets(std::uint64_t seed) : engine_(seed), seed_(seed) {}

  std::string text() {
    const std::size_t count = static_cast<std::size_t>(2 + below(3));
    std::vector<std::string> declarations;
    for (std::size_t axis = 0; axis < count; ++axis) {
      names_.push_back(std::string(1, static_cast<char>('a' + axis)));
      weights_.push_back(axis > 0 && chance(15) ? -1 : 1 + below(2));
      declarations.push_back(declaration(axis));
    }
    std::string text = fmt::format("game offsets_{}({})\n", seed_, fmt::join(declarations, ", "));
    for (std::int64_t rules = 1 + below(4); rules > 0; --rules) text += rule();
    if (seed_ % 3 == 1 && weights_[1] > 0) text += band();
    if (chance(15)) text += fmt::format("  lost when {}\n", condition());
    if (chance(15)) text += fmt::format("  won when {}\n", condition());
    if (chance(8)) text += fmt::format("  lost when {}\n", condition());
    return text;
  }

 private:
  using Change = std::vector<std::int64_t>;

  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(count));
  }
  bool chance(std::int64_t percent) { return below(100) < percent; }

  std::string declaration(std::size_t axis) {
    const std::int64_t low = chance(75) ? 0 : 1 + below(3);
    const bool ends = weights_[axis] < 0 || chance(15);
    if (ends) return fmt::format("{} in {}..{}", names_[axis], low, low + 3 + below(70));
    return low == 0 ? names_[axis] : fmt::format("{} in {}..", names_[axis], low);
  }

  std::string rule() {
    const std::int64_t die = below(100);
    if (die < 25) return arrow(ray(), " - k", "k >= 1", false);
    if (die < 45) {
      const std::string binder =
          one_of({"k in {1, 3, 4}", "k in 1 .. 3", "k in {2}", "k in fibonacci", "k in {1, 2}"});
      return arrow(ray(), " - k", binder, true);
    }
    return offset();
  }

  std::string one_of(const std::vector<std::string>& texts) {
    return texts[static_cast<std::size_t>(below(static_cast<std::int64_t>(texts.size())))];
  }

  // Which coordinates fall, and how far: in some games some by more than 1.
  Change ray() {
    while (true) {
      Change ray;
      std::int64_t fall = 0;
      for (const std::int64_t weight : weights_) {
        const auto number = seed_ + ray.size();
        const std::int64_t step =
            seed_ % 4 == 0 ? 1 + static_cast<std::int64_t>(number / 4 % 3) : 1;
        ray.push_back(step * below(2));
        fall += ray.back() * weight;
      }
      if (fall > 0) return ray;
    }
  }

  // Rays side by side, whose places are those of the seed.
  std::string band() const {
    static const std::vector<std::pair<std::string, std::string>> bands{
        {"k", "j >= 1, k >= 1 when j - k <= 2 and k - j < 2"},
        {"k", "j >= 1, k in j - 1 .. j + 70"},
        {"k", "k >= 1, j >= 0 when j <= k + 3 and j >= k - 1"},
        {"j - 2", "j >= 0"}};
    const auto& [by, binders] = bands[seed_ / 3 % bands.size()];
    std::vector<std::string> to = names_;
    to[0] += " - j";
    to[1] += " - " + by;
    std::string text = fmt::format("  ({}) -> ({}) for {}\n", fmt::join(names_, ", "),
                                   fmt::join(to, ", "), binders);
    to[1] = names_[1] + " - j";
    if (by != "k")
      text +=
          fmt::format("  ({}) -> ({}) for j >= 1\n", fmt::join(names_, ", "), fmt::join(to, ", "));
    return text;
  }

  std::string arrow(const Change& moved, const std::string& by, const std::string& binder,
                    bool guarded) {
    std::vector<std::string> to;
    for (std::size_t axis = 0; axis < names_.size(); ++axis) {
      to.push_back(names_[axis] + (moved[axis] != 0 ? by : ""));
      if (moved[axis] > 1) to.back() += fmt::format(" * {}", moved[axis]);
    }
    return line(to, " for " + binder, guarded && chance(30));
  }

  std::string offset() {
    Change change;
    std::int64_t sum = 0;
    do {
      change.clear();
      sum = 0;
      for (const std::int64_t weight : weights_) {
        change.push_back(chance(45) ? 0 : below(7) - 3);
        if (chance(4)) change.back() -= 66;
        sum += weight * change.back();
      }
    } while (sum >= 0);
    std::vector<std::string> to;
    for (std::size_t axis = 0; axis < names_.size(); ++axis)
      to.push_back(fmt::format("{} + {}", names_[axis], change[axis]));
    return line(to, "", chance(40));
  }

  std::string line(const std::vector<std::string>& to, const std::string& binder, bool guarded) {
    return fmt::format("  ({}) -> ({}){}{}\n", fmt::join(names_, ", "), fmt::join(to, ", "), binder,
                       guarded ? " when " + condition() : "");
  }

  std::string condition() {
    if (chance(60)) return comparison();
    const std::string first = comparison();
    const std::string second = comparison();
    if (chance(20)) return fmt::format("not ({} and {})", first, second);
    return fmt::format("{} {} {}", first, chance(50) ? "and" : "or", second);
  }

  std::string comparison() {
    std::string left;
    for (const std::string& name : names_)
      if (chance(50))
        left += fmt::format("{}{} * {}", left.empty() ? "" : " + ", below(7) - 3, name);
    const std::string sign = one_of({"<", "<=", "=", "!=", ">=", ">"});
    return fmt::format("{} {} {}", left.empty() ? names_[0] : left, sign, below(25) - 5);
  }

  std::mt19937_64 engine_;
  std::uint64_t seed_;
  std::vector<std::string> names_;
  Change weights_;
};

inline std::string random_offsets(std::uint64_t seed) {
  return RandomOffsets(seed).text();
}

}  // namespace grundy::support
