#include "differential/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace grundy::differential {
namespace {

using Names = std::vector<std::string_view>;
using generator::all_constructs;

// Facts of a run that count as constructs.
const Names facts{"one position", "closure beyond the box", "layers"};

const Names kernels{"kernel generic", "kernel search", "kernel ray", "kernel offset", "kernel step",
                    "kernel split",   "kernel sparse", "lazy",       "query"};

const Names questions{"nimber, normal", "outcome, normal", "outcome, misere", "remoteness, normal",
                      "remoteness, misere"};

// These never occur with those.
struct Exclusion {
  Names these, those;
  std::string_view reason;
};

const std::vector<Exclusion>& exclusions() {
  static const std::vector<Exclusion> all{};
  return all;
}

bool among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_impossible(std::string_view a, std::string_view b) {
  return std::ranges::any_of(exclusions(), [&](const Exclusion& exclusion) {
    return (among(exclusion.these, a) && among(exclusion.those, b)) ||
           (among(exclusion.these, b) && among(exclusion.those, a));
  });
}

// Every pair that is counted.
template <class Use>
void for_each_pair(const Use& use) {
  Names constructs = all_constructs();
  constructs.insert(constructs.end(), facts.begin(), facts.end());
  for (std::size_t i = 0; i < constructs.size(); ++i)
    for (std::size_t j = i + 1; j < constructs.size(); ++j) use(constructs[i], constructs[j]);
  for (const std::string_view kernel : kernels) {
    for (const std::string_view construct : constructs) use(construct, kernel);
    for (const std::string_view question : questions) use(kernel, question);
  }
}

std::pair<std::string, std::string> ordered(std::string_view a, std::string_view b) {
  return a < b ? std::pair(std::string(a), std::string(b))
               : std::pair(std::string(b), std::string(a));
}

}  // namespace

void Coverage::add(const Constructs& constructs, const std::string& kernel, Quantity quantity,
                   Convention convention) {
  for (const std::string& a : constructs) {
    for (const std::string& b : constructs)
      if (a < b) seen_.emplace(a, b);
    seen_.insert(ordered(a, kernel));
  }
  seen_.insert(ordered(kernel, fmt::format("{}, {}", to_string(quantity), to_string(convention))));
}

void Coverage::add(const Coverage& other) {
  seen_.insert(other.seen_.begin(), other.seen_.end());
}

bool Coverage::promises(const Constructs& constructs) const {
  for (const std::string& a : constructs)
    for (const std::string& b : constructs)
      if (a < b && !seen_.contains({a, b}) && !is_impossible(a, b)) return true;
  return false;
}

Coverage::Figures Coverage::figures() const {
  Figures figures;
  for_each_pair([&](std::string_view a, std::string_view b) {
    if (is_impossible(a, b)) return;
    ++figures.possible;
    if (seen_.contains(ordered(a, b))) ++figures.seen;
  });
  return figures;
}

std::vector<std::string> Coverage::missing() const {
  std::vector<std::string> all;
  for_each_pair([&](std::string_view a, std::string_view b) {
    if (!is_impossible(a, b) && !seen_.contains(ordered(a, b)))
      all.push_back(fmt::format("{} | {}", a, b));
  });
  return all;
}

std::vector<std::string> Coverage::impossible_ones_seen() const {
  std::vector<std::string> all;
  for_each_pair([&](std::string_view a, std::string_view b) {
    if (is_impossible(a, b) && seen_.contains(ordered(a, b)))
      all.push_back(fmt::format("{} | {}", a, b));
  });
  return all;
}

}  // namespace grundy::differential
