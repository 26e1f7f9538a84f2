// scan/schemes.hpp: schemes written by hand, each with the rules that it is for.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relation/scheme.hpp"

namespace grundy::scan {

using relation::Linear;
using relation::Quotient;
using relation::Reading;
using relation::Scheme;
using Set = relation::OptionSet;
using relation::Target;
using relation::Vector;
using relation::Where;

// Linear forms as they are written: x(0) - 2 * x(1) + 3. Quotients follow the coordinates.
inline Linear x(std::size_t number) {
  Linear form{Vector(number + 1), 0};
  form.coefficients[number] = 1;
  return form;
}
inline Linear operator+(Linear a, const Linear& b) {
  a.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()));
  for (std::size_t i = 0; i < b.coefficients.size(); ++i) a.coefficients[i] += b.coefficients[i];
  a.constant += b.constant;
  return a;
}
inline Linear operator*(std::int64_t factor, Linear a) {
  for (std::int64_t& coefficient : a.coefficients) coefficient *= factor;
  a.constant *= factor;
  return a;
}
inline Linear constant(std::int64_t value) {
  return {{}, value};
}
inline Linear operator-(const Linear& a, const Linear& b) {
  return a + -1 * b;
}
inline Linear operator+(const Linear& a, std::int64_t b) {
  return a + constant(b);
}
inline Linear operator-(const Linear& a, std::int64_t b) {
  return a + constant(-b);
}

// All of these are at least 0.
inline Where at_least_zero(std::vector<Linear> forms) {
  return {{}, {}, std::move(forms)};
}
inline const Where always{};

struct Game {
  std::string name;
  std::string text;
  Scheme scheme;
};

// Quotients follow these two coordinates.
inline Target where_odd(Target target, Linear of) {
  target.where.quotients = {{of, 2}};
  target.where.zero = {of - 2 * x(2) - 1};
  return target;
}

inline Game wythoff() {
  return {"wythoff",
          "game g(a, b)\n  symmetric (a, b)\n  (a, b) -> (a - k, b) for k >= 1\n"
          "  (a, b) -> (a - k, b - k) for k >= 1\n",
          {{{{{1, 0}}, {{at_least_zero({x(0) - 1}), {x(0) - 1, x(1)}}}, {}, {}},
            {{{0, 1}}, {{at_least_zero({x(1) - 1}), {x(0), x(1) - 1}}}, {}, {}},
            {{{1, 1}}, {{at_least_zero({x(0) - 1, x(1) - 1}), {x(0) - 1, x(1) - 1}}}, {}, {}}},
           {{0, {always}}, {1, {always}}, {2, {always}}}}};
}

// Any number from one of some heaps, or the same number from all.
inline Game heaps_and_diagonal(std::size_t heaps) {
  std::vector<Linear> own;
  std::vector<Linear> all;
  std::string names;
  std::string fewer;
  for (std::size_t i = 0; i < heaps; ++i) {
    own.push_back(x(i));
    all.push_back(x(i) - 1);
    const std::string name(1, static_cast<char>('a' + i));
    names += (i == 0 ? "" : ", ") + name;
    fewer += (i == 0 ? "" : ", ") + name + " - k";
  }
  Game game{"heaps and diagonal",
            "game g(" + names + ")\n  (" + names + ") -> (" + fewer + ") for k >= 1\n",
            {{{{Vector(heaps, 1)}, {{at_least_zero(all), all}}, {}, {}}}, {{0, {always}}}}};
  for (std::size_t i = 0; i < heaps; ++i) {
    Vector u(heaps);
    u[i] = 1;
    std::vector<Linear> target = own;
    target[i] = x(i) - 1;
    std::string text;
    for (std::size_t j = 0; j < heaps; ++j)
      text += (j == 0 ? "" : ", ") + std::string(1, static_cast<char>('a' + j)) +
              (i == j ? " - k" : "");
    game.text += "  (" + names + ") -> (" + text + ") for k >= 1\n";
    game.scheme.sets.push_back({{u}, {{at_least_zero({x(i) - 1}), target}}, {}, {}});
    game.scheme.readings.push_back({game.scheme.sets.size() - 1, {always}});
  }
  return game;
}

// From both heaps numbers that differ by less than r.
inline Game band(std::int64_t r) {
  Set set{{{1, 1}}, {}, {}, {}};
  const auto add = [&](std::int64_t j, std::int64_t k) {
    set.added.push_back({at_least_zero({x(0) - j, x(1) - k}), {x(0) - j, x(1) - k}});
  };
  for (std::int64_t k = 1; k <= r; ++k) add(1, k);
  for (std::int64_t j = 2; j <= r; ++j) add(j, 1);
  const std::string reach = std::to_string(r);
  return {"band",
          "game g(a, b)\n  (a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < " + reach +
              " and k - j < " + reach + "\n",
          {{set}, {{0, {always}}}}};
}

// Three rows of Chomp: each minimum is one of two numbers.
inline Game chomp() {
  const auto a = x(0);
  const auto b = x(1);
  const auto c = x(2);
  const auto rows = [](std::vector<Linear> where, std::vector<Linear> target, Vector u) {
    return Set{{std::move(u)}, {{at_least_zero(std::move(where)), std::move(target)}}, {}, {}};
  };
  Game game{"chomp",
            "game g(a in 1.., b, c)\n"
            "  (a, b, c) -> (i, min(b, i), min(c, i)) for i in 1 .. a - 1\n"
            "  (a, b, c) -> (a, i, min(c, i)) for i in 0 .. b - 1\n"
            "  (a, b, c) -> (a, b, i) for i in 0 .. c - 1\n",
            {{rows({a - 2, a - 1 - b, a - 1 - c}, {a - 1, b, c}, {1, 0, 0}),
              rows({a - 2, b - a, a - 1 - c}, {a - 1, a - 1, c}, {1, 0, 0}),
              rows({a - 2, a - 1 - b, c - a}, {a - 1, b, a - 1}, {1, 0, 0}),
              rows({a - 2, b - a, c - a}, {a - 1, a - 1, a - 1}, {1, 0, 0}),
              rows({b - 1, b - 1 - c}, {a, b - 1, c}, {0, 1, 0}),
              rows({b - 1, c - b}, {a, b - 1, b - 1}, {0, 1, 0}),
              rows({c - 1}, {a, b, c - 1}, {0, 0, 1})},
             {}}};
  for (std::size_t set = 0; set < game.scheme.sets.size(); ++set)
    game.scheme.readings.push_back({set, {always}});
  return game;
}

// A move from one heap gives the other one stone less than it takes.
inline Game transfer() {
  return {"transfer",
          "game g(a, b)\n  (a, b) -> (a - k, b + k - 1) for k >= 1\n"
          "  (a, b) -> (a, b - k) for k >= 1\n",
          {{{{{1, -1}}, {{at_least_zero({x(0) - 1}), {x(0) - 1, x(1)}}}, {}, {}},
            {{{0, 1}}, {{at_least_zero({x(1) - 1}), {x(0), x(1) - 1}}}, {}, {}}},
           {{0, {always}}, {1, {always}}}}};
}

inline Game cone() {
  return {"cone",
          "game g(a, b)\n  (a, b) -> (a - j, b - k) for j >= 1, k in j .. 2 * j\n"
          "  (a, b) -> (a, b - 1)\n",
          {{{{{1, 1}, {1, 2}},
             {{at_least_zero({x(0) - 1, x(1) - 1}), {x(0) - 1, x(1) - 1}},
              {at_least_zero({x(0) - 1, x(1) - 2}), {x(0) - 1, x(1) - 2}}},
             {},
             {}},
            {{}, {{at_least_zero({x(1) - 1}), {x(0), x(1) - 1}}}, {}, {}}},
           {{0, {always}}, {1, {always}}}}};
}

// A cone one of whose sides is a row.
inline Game wedge() {
  return {"wedge",
          "game g(a, b)\n  (a, b) -> (a - j, b - k) for k >= 1, j in 0 .. k\n",
          {{{{{0, 1}, {1, 1}},
             {{at_least_zero({x(1) - 1}), {x(0), x(1) - 1}},
              {at_least_zero({x(0) - 1, x(1) - 1}), {x(0) - 1, x(1) - 1}}},
             {},
             {}}},
           {{0, {always}}}}};
}

// Of two coordinates, at most half of one: a window.
inline Set half(std::size_t axis, bool in_order) {
  std::vector<Linear> before{x(0), x(1)};
  before[axis] = x(axis) - 1;
  std::vector<Linear> least{x(0), x(1)};
  least[axis] = x(2);
  Vector u(2);
  u[axis] = 1;
  return {{u},
          {{at_least_zero({x(axis) - 2}), before}},
          {where_odd({at_least_zero({x(axis) - 3}), least}, x(axis))},
          {},
          in_order};
}

// At most half of a heap, here of both in turn.
inline Game halves(bool in_order) {
  return {in_order ? "halves in order" : "halves",
          "game g(a, b)\n  (a, b) -> (a - k, b) for k in 1 .. floor(a / 2)\n"
          "  (a, b) -> (a, b - k) for k in 1 .. floor(b / 2)\n",
          {{half(0, in_order), half(1, in_order)}, {{0, {always}}, {1, {always}}}}};
}

// Any of one heap, even none, and at most half of the other: a scan that adds a window.
inline Game window_in_scan(bool in_order) {
  return {in_order ? "window in order, in scan" : "window in scan",
          "game g(a, b)\n  (a, b) -> (a - j, b - k) for j >= 0, k in 1 .. floor(b / 2)\n",
          {{half(1, in_order), {{{1, 0}}, {}, {}, {0}}}, {{1, {always}}}}};
}

inline Game one_half() {
  return {"half",
          "game g(n)\n  (n) -> (n - k) for k in 1 .. floor(n / 2)\n",
          {{{{{1}},
             {{at_least_zero({x(0) - 2}), {x(0) - 1}}},
             {{{{{x(0), 2}}, {x(0) - 2 * x(1) - 1}, {x(0) - 3}}, {x(1)}}},
             {},
             true}},
           {{0, {always}}}}};
}

// At most `most` of both heaps together, as a window or as a list.
inline Game few(std::int64_t most, bool by_window) {
  const auto target = [](std::int64_t i, std::int64_t j) {
    return Target{at_least_zero({x(0) - i, x(1) - j}), {x(0) - i, x(1) - j}};
  };
  Set set;
  if (by_window) {
    set.directions = {{1, 0}};
    for (std::int64_t j = 1; j <= most; ++j) set.added.push_back(target(0, j));
    set.added.push_back(target(1, 0));
    for (std::int64_t i = 0; i <= most; ++i) set.removed.push_back(target(i + 1, most - i));
  } else {
    for (std::int64_t i = 0; i <= most; ++i)
      for (std::int64_t j = 0; i + j <= most; ++j)
        if (i + j > 0) set.added.push_back(target(i, j));
  }
  return {"few",
          "game g(a, b)\n  (a, b) -> (a - i, b - j) for i in 1 .. " + std::to_string(most) +
              ", j in 0 .. " + std::to_string(most) +
              " - i\n  (a, b) -> (a, b - j) for j in 1 .. " + std::to_string(most) + "\n",
          {{set}, {{0, {always}}}}};
}

// From both heaps at least one stone each: a scan that adds a scan.
inline Game square() {
  return {"square",
          "game g(a, b)\n  (a, b) -> (a - j, b - k) for j >= 1, k >= 1\n",
          {{{{{0, 1}}, {{at_least_zero({x(0) - 1, x(1) - 1}), {x(0) - 1, x(1) - 1}}}, {}, {}},
            {{{1, 0}}, {}, {}, {0}}},
           {{1, {always}}}}};
}

// The options of a list join those of a scan, and are read by themselves elsewhere.
inline Game list_in_scan() {
  return {"list in scan",
          "game g(a, b)\n  (a, b) -> (a - k, b - 2 * j) for k >= 1, j in 0 .. 1\n"
          "  (a, b) -> (a, b - 1) when a = b\n",
          {{{{},
             {{at_least_zero({x(0) - 1}), {x(0) - 1, x(1)}},
              {at_least_zero({x(0) - 1, x(1) - 2}), {x(0) - 1, x(1) - 2}}},
             {},
             {}},
            {{{1, 0}}, {}, {}, {0}},
            {{}, {{at_least_zero({x(1) - 1}), {x(0), x(1) - 1}}}, {}, {}}},
           {{0, {always}}, {1, {always}}, {2, {{{}, {x(0) - x(1)}, {}}}}}}};
}

// Readings with conditions: the sets are wider.
inline Game guards() {
  return {"guards",
          "game g(a, b)\n  (a, b) -> (a - k, b) for k >= 1 when a >= b or b mod 3 = 1\n"
          "  (a, b) -> (a, b - k) for k >= 1 when 2 * b >= a and a mod 2 = 0\n",
          {{{{{1, 0}}, {{at_least_zero({x(0) - 1}), {x(0) - 1, x(1)}}}, {}, {}},
            {{{0, 1}}, {{at_least_zero({x(1) - 1}), {x(0), x(1) - 1}}}, {}, {}}},
           {{0, {at_least_zero({x(0) - x(1)}), {{{x(1), 3}}, {x(1) - 3 * x(2) - 1}, {}}}},
            {1, {{{{x(0), 2}}, {x(0) - 2 * x(2)}, {2 * x(1) - x(0)}}}}}}};
}

// Quotients of quotients, and in the row.
inline Game quotients() {
  const Linear quarter = x(3);
  return {"quotients",
          "game g(a, b)\n  (a, b) -> (floor(floor(b / 2) / 3), a - 1) when a >= 1 and b <= 2 * a\n"
          "  (a, b) -> (a, floor(b / 2) - 1) when b mod 4 = 3\n"
          "  (a, b) -> (a - k, b) for k >= 1 when (a + b) mod 5 != 0\n",
          {{{{},
             {{{{{x(1), 2}, {x(2), 3}}, {}, {x(0) - 1, 2 * x(0) - x(1), x(0) - 1 - x(3)}},
               {x(3), x(0) - 1}}},
             {},
             {}},
            {{},
             {{{{{x(1), 2}, {x(1), 4}}, {x(1) - 4 * quarter - 3}, {x(2) - 1}}, {x(0), x(2) - 1}}},
             {},
             {}},
            {{{1, 0}}, {{at_least_zero({x(0) - 1}), {x(0) - 1, x(1)}}}, {}, {}}},
           {{0, {always}},
            {1, {always}},
            {2, {{{{x(0) + x(1), 5}}, {}, {x(0) + x(1) - 5 * x(2) - 1}}}}}}};
}

// Lines that visit every second or third position.
inline Game strides() {
  return {
      "strides",
      "game g(a, b in 0 .. 40)\n  (a, b) -> (a - 2 * k, b - k) for k >= 1\n"
      "  (a, b) -> (a, b - 3 * k) for k >= 1\n"
      "  (a, b) -> (a - 3 * k, b + 2 * k) for k >= 1\n",
      {{{{{2, 1}}, {{at_least_zero({x(0) - 2, x(1) - 1}), {x(0) - 2, x(1) - 1}}}, {}, {}},
        {{{0, 3}}, {{at_least_zero({x(1) - 3}), {x(0), x(1) - 3}}}, {}, {}},
        {{{3, -2}}, {{at_least_zero({x(0) - 3, -1 * x(1) + 38}), {x(0) - 3, x(1) + 2}}}, {}, {}}},
       {{0, {always}}, {1, {always}}, {2, {always}}}}};
}

// Moves that raise coordinates: a row is solved from its end.
inline Game rising() {
  return {"rising",
          "game g(a in 0 .. 30, b in 0 .. 29)\n  (a, b) -> (a + k, b) for k >= 1\n"
          "  (a, b) -> (a, b + 2 * k) for k >= 1\n"
          "  (a, b) -> (a + k, b + k) for k >= 1 when a != b\n",
          {{{{{-1, 0}}, {{at_least_zero({-1 * x(0) + 29}), {x(0) + 1, x(1)}}}, {}, {}},
            {{{0, -2}}, {{at_least_zero({-1 * x(1) + 27}), {x(0), x(1) + 2}}}, {}, {}},
            {{{-1, -1}},
             {{at_least_zero({-1 * x(0) + 29, -1 * x(1) + 28}), {x(0) + 1, x(1) + 1}}},
             {},
             {}}},
           {{0, {always}},
            {1, {always}},
            {2, {at_least_zero({x(0) - x(1) - 1}), at_least_zero({x(1) - x(0) - 1})}}}}};
}

inline Game far_ranges() {
  return {"far ranges",
          "game g(a in -5 .., b in 1000 ..)\n  (a, b) -> (a - k, b) for k >= 1\n"
          "  (a, b) -> (a, b - k) for k >= 1\n  (a, b) -> (a - k, b - 2 * k) for k >= 1\n",
          {{{{{1, 0}}, {{at_least_zero({x(0) + 4}), {x(0) - 1, x(1)}}}, {}, {}},
            {{{0, 1}}, {{at_least_zero({x(1) - 1001}), {x(0), x(1) - 1}}}, {}, {}},
            {{{1, 2}}, {{at_least_zero({x(0) + 4, x(1) - 1002}), {x(0) - 1, x(1) - 2}}}, {}, {}}},
           {{0, {always}}, {1, {always}}, {2, {always}}}}};
}

inline Game with_endings(Game game, std::string_view endings) {
  game.text += endings;
  return game;
}

}  // namespace grundy::scan
