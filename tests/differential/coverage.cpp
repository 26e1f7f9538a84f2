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

const Names kernels{"kernel generic", "kernel search", "kernel ray",    "kernel offset",
                    "kernel step",    "kernel split",  "kernel sparse", "kernel pieces",
                    "lazy",           "query",         "boxes"};

const Names questions{"nimber, normal", "outcome, normal", "outcome, misere", "remoteness, normal",
                      "remoteness, misere"};

// These are not asked to occur together.
struct Exception {
  Names these, those;
  std::string_view reason;
};

const Names codes{"code alone", "code and rules", "hexadecimal code"};
const Names several_coordinates{"2 coordinates", "3 coordinates", "4 coordinates", "5 coordinates"};
const Names groups{"symmetric pair", "symmetric triple", "two symmetric groups"};
const Names binders{"k >= e",
                    "k in e ..",
                    "k in e .. f",
                    "listed set",
                    "odd",
                    "even",
                    "fibonacci",
                    "squares",
                    "factorials",
                    "primes",
                    "powers",
                    "k in S",
                    "several binders",
                    "product of binder and coordinate",
                    "product of binders"};
const Names parts{"two parts", "three parts", "four parts"};
const Names variable_sums{"equal parts", "parts in equal steps"};
const Names bits{"bits",  "subsets",  "divisors", "prime_divisors", "band", "bor", "bxor",
                 "power", "popcount", "gcd",      "element"};

const std::vector<Exception>& exceptions() {
  static const std::vector<Exception> all{
      {{"1 coordinate"}, several_coordinates, "a game has one number of coordinates"},
      {{"2 coordinates"}, {"3 coordinates", "4 coordinates", "5 coordinates"}, "likewise"},
      {{"3 coordinates"}, {"4 coordinates", "5 coordinates"}, "likewise"},
      {{"4 coordinates"}, {"5 coordinates"}, "likewise"},
      {{"1 coordinate"}, groups, "a group has two coordinates"},
      {{"2 coordinates"}, {"symmetric triple", "two symmetric groups"}, "too few coordinates"},
      {{"3 coordinates"}, {"two symmetric groups"}, "too few coordinates"},
      {{"4 coordinates"}, {"two symmetric groups"}, "drawn with a pair and what is left: see 5"},
      {{"symmetric triple"}, {"two symmetric groups"}, "needs exactly 5 coordinates: rare"},
      {codes, several_coordinates, "a code is about one heap"},
      {codes, {"low end below 0", "low end above 0", "far from 0"}, "a code starts at 0"},
      {codes, groups, "a code is about one heap"},
      {codes, {"closure beyond the box", "layers"}, "all moves of a heap lower it"},
      {{"1 coordinate"}, {"layers"}, "one coordinate always has a scan order"},
      {{"code alone"}, {"code and rules"}, "it is one or the other"},
      {{"code alone"}, binders, "has no rules"},
      {{"code alone"}, parts, "has no rules"},
      {{"code alone"}, {"one part", "empty sum"}, "has no rules"},
      {{"won when"}, codes, "sums of a game with `won when` are open"},
      {{"won when"}, parts, "likewise"},
      {{"one position"}, {"layers"}, "needs a closure of several positions: rare"},
      {{"code alone"}, bits, "has no rules"},
      {{"code alone"}, variable_sums, "has no rules"},
      {{"won when"}, variable_sums, "sums of a game with `won when` are open"},
      {variable_sums, {"closure beyond the box", "layers"}, "they lower one coordinate: rare"},
      {bits, {"closure beyond the box", "layers"}, "they lower one coordinate: rare"},
      {{"element"}, {"hexadecimal code", "factorials"}, "rare"},
  };
  return all;
}

// Families of kernels are for rules of a form, which has these constructs alone.
struct Family {
  std::string_view kernel;  // or a construct
  Names has;
};

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"kernel ray",
       {"1 coordinate",
        "2 coordinates",
        "3 coordinates",
        "4 coordinates",
        "low end below 0",
        "low end above 0",
        "upper end",
        "no upper end",
        "symmetric pair",
        "symmetric triple",
        "set parameter",
        "number parameter",
        "texts",
        "misere",
        "k >= e",
        "k in e ..",
        "one part",
        "-",
        "nimber, normal",
        "outcome, normal",
        "outcome, misere",
        "remoteness, normal",
        "remoteness, misere"}},
      {"kernel step",
       {"1 coordinate",
        "low end below 0",
        "low end above 0",
        "upper end",
        "no upper end",
        "set parameter",
        "number parameter",
        "texts",
        "misere",
        "k >= e",
        "k in e ..",
        "k in e .. f",
        "listed set",
        "odd",
        "even",
        "fibonacci",
        "squares",
        "factorials",
        "primes",
        "powers",
        "k in S",
        "one part",
        "-",
        "nimber, normal",
        "outcome, normal",
        "outcome, misere"}},
      {"kernel split",
       {"2 coordinates", "3 coordinates", "low end below 0", "low end above 0", "upper end",
        "no upper end", "symmetric pair", "set parameter", "number parameter", "texts", "misere",
        "k in e .. f", "one part", "two parts", "-", "floor", "nimber, normal", "outcome, normal"}},
      {"kernel sparse",
       {"1 coordinate", "upper end", "no upper end", "set parameter", "number parameter", "texts",
        "misere", "code alone", "k in e .. f", "two parts", "-", "floor", "nimber, normal",
        "outcome, normal"}},
      {"kernel pieces",
       {"1 coordinate",
        "low end above 0",
        "upper end",
        "no upper end",
        "set parameter",
        "number parameter",
        "texts",
        "misere",
        "hexadecimal code",
        "code and rules",
        "k >= e",
        "k in e ..",
        "k in e .. f",
        "several binders",
        "one part",
        "two parts",
        "three parts",
        "+",
        "-",
        "=",
        "<=",
        "nimber, normal",
        "outcome, normal"}},
      {"kernel offset",
       {"2 coordinates",
        "3 coordinates",
        "4 coordinates",
        "5 coordinates",
        "low end below 0",
        "low end above 0",
        "upper end",
        "no upper end",
        "symmetric pair",
        "symmetric triple",
        "set parameter",
        "number parameter",
        "texts",
        "misere",
        "lost when",
        "won when",
        "k >= e",
        "k in e ..",
        "k in e .. f",
        "listed set",
        "several binders",
        "one part",
        "+",
        "-",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "and",
        "or",
        "not",
        "redundant condition",
        "closure beyond the box",
        "outcome, normal",
        "outcome, misere"}},
      {"kernel search",
       {"1 coordinate",
        "2 coordinates",
        "3 coordinates",
        "4 coordinates",
        "low end below 0",
        "low end above 0",
        "upper end",
        "no upper end",
        "symmetric pair",
        "set parameter",
        "number parameter",
        "texts",
        "misere",
        "code alone",
        "code and rules",
        "hexadecimal code",
        "lost when",
        "k >= e",
        "k in e ..",
        "k in e .. f",
        "listed set",
        "several binders",
        "one part",
        "two parts",
        "three parts",
        "four parts",
        "+",
        "-",
        "product of binder and coordinate",
        "floor",
        "mod",
        "min",
        "=",
        "<",
        "<=",
        ">",
        ">=",
        "and",
        "or",
        "not",
        "outcome, misere",
        "remoteness, normal",
        "remoteness, misere"}},
      // Statements that few games have.
      {"where",
       {"2 coordinates", "3 coordinates", "upper end", "no upper end", "distinct", "k >= e",
        "k in e .. f", "one part", "two parts", "-", "kernel generic", "lazy", "query", "boxes",
        "nimber, normal", "outcome, normal", "outcome, misere", "remoteness, normal",
        "remoteness, misere"}},
      {"distinct",
       {"2 coordinates", "3 coordinates", "symmetric pair", "no upper end", "where", "one part",
        "-", "kernel generic", "lazy", "query", "nimber, normal", "outcome, normal",
        "outcome, misere"}},
      {"code with digits that come again",
       {"1 coordinate", "no upper end", "code alone", "code and rules", "hexadecimal code", "-",
        "kernel generic", "lazy", "query", "nimber, normal", "outcome, normal", "outcome, misere"}},
      {"four to eight binders",
       {"1 coordinate", "2 coordinates", "3 coordinates", "no upper end", "several binders",
        "listed set", "k in e .. f", "one part", "+", "-", "kernel generic", "lazy", "query",
        "nimber, normal", "outcome, normal", "outcome, misere"}},
      {"position of another game",
       {"1 coordinate",
        "2 coordinates",
        "3 coordinates",
        "low end above 0",
        "low end below 0",
        "upper end",
        "no upper end",
        "symmetric pair",
        "code and rules",
        "code alone",
        "k >= e",
        "k in e .. f",
        "listed set",
        "k in S",
        "one part",
        "two parts",
        "-",
        "floor",
        "lost when",
        "kernel generic",
        "lazy",
        "query",
        "nimber, normal",
        "outcome, normal",
        "outcome, misere",
        "remoteness, normal"}},
      {"falls",
       {"1 coordinate", "2 coordinates", "no upper end", "one part", "-", "kernel generic", "lazy",
        "query", "nimber, normal", "outcome, normal", "outcome, misere"}},
  };
  return all;
}

bool among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_outside(const Family& family, std::string_view a, std::string_view b) {
  return (a == family.kernel && !among(family.has, b)) ||
         (b == family.kernel && !among(family.has, a));
}

bool is_exempt(std::string_view a, std::string_view b) {
  return std::ranges::any_of(exceptions(),
                             [&](const Exception& exception) {
                               return (among(exception.these, a) && among(exception.those, b)) ||
                                      (among(exception.these, b) && among(exception.those, a));
                             }) ||
         std::ranges::any_of(families(),
                             [&](const Family& family) { return is_outside(family, a, b); });
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
      if (a < b && !seen_.contains({a, b}) && !is_exempt(a, b)) return true;
  return false;
}

Coverage::Figures Coverage::figures() const {
  Figures figures;
  for_each_pair([&](std::string_view a, std::string_view b) {
    if (is_exempt(a, b)) return;
    ++figures.possible;
    if (seen_.contains(ordered(a, b))) ++figures.seen;
  });
  return figures;
}

std::vector<std::string> Coverage::missing() const {
  std::vector<std::string> all;
  for_each_pair([&](std::string_view a, std::string_view b) {
    if (!is_exempt(a, b) && !seen_.contains(ordered(a, b)))
      all.push_back(fmt::format("{} | {}", a, b));
  });
  return all;
}

}  // namespace grundy::differential
