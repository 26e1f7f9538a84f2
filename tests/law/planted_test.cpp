// Laws that were planted: a law is drawn, and rules are made that follow it, disguised. What is
// proved of them is what the oracle says on a larger box; and of certificates that were spoiled in
// one number none passes unless its law is still true.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include "law/certificate/certificate.hpp"
#include "law/find.hpp"
#include "oracle/claimed.hpp"
#include "oracle/oracle.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

constexpr Limits limits{5, std::uint64_t{1} << 30};

// scripts/planted-laws asks for 1000.
std::size_t games() {
  const char* const given = std::getenv("GRUNDY_LAW_GAMES");
  return given == nullptr ? 40 : static_cast<std::size_t>(std::atoi(given));
}

// The nimber of (a, b) is first[a] for a < first.size(), and else turn[(a + slant * b) mod size].
class Planted {
 public:
  explicit Planted(std::uint64_t seed) : random_(seed) {
    two_ = below(2) == 1;
    slant_ = two_ ? below(2) : 0;
    const auto values = 2 + below(2);
    for (std::int64_t value = 0; value < values; ++value) turn_.push_back(value);
    while (below(3) > 0 && std::ssize(turn_) < 4) turn_.push_back(below(values));
    std::shuffle(turn_.begin(), turn_.end(), random_);
    for (std::int64_t a = 0; a < 3; ++a) first_.push_back(a);
    if (below(2) == 1) first_.push_back(below(4));
  }

  std::string text() {
    std::string rules = two_ ? "game planted(a, b)\n" : "game planted(a)\n";
    const std::int64_t near = 2 * std::ssize(first_) + std::ssize(turn_);
    for (std::int64_t a = 0; a < std::ssize(first_); ++a)
      for (std::int64_t w = 0; w < first_[static_cast<std::size_t>(a)]; ++w)
        rules += rule(std::to_string(w), fmt::format("a = {}", a));
    for (std::int64_t r = 0; r < std::ssize(turn_); ++r) {
      const std::string where = fmt::format("a >= {} and {}", first_.size(), residue(r));
      for (std::int64_t w = 0; w < turn(r); ++w) {
        rules += rule(std::to_string(w), fmt::format("{} and a < {}", where, near));
        rules += rule(less(step_to(r, w)), fmt::format("{} and a >= {}", where, near));
      }
      for (std::int64_t k = 1; k <= std::ssize(turn_); ++k)  // any option with another value
        if (below(3) == 0 && turn(r - k) != turn(r))
          rules += rule(less(k), fmt::format("{} and a >= {}", where, near));
    }
    return rules;
  }

 private:
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(end));
  }
  std::int64_t turn(std::int64_t residue) const {
    const std::int64_t size = std::ssize(turn_);
    return turn_[static_cast<std::size_t>((residue + size) % size)];
  }
  std::string rule(const std::string& option, const std::string& where) const {
    return fmt::format("  (a{0}) -> ({1}{0})  when {2}\n", two_ ? ", b" : "", option, where);
  }

  std::int64_t step_to(std::int64_t residue, std::int64_t value) {
    std::vector<std::int64_t> steps;
    for (std::int64_t k = 1; k <= std::ssize(turn_); ++k)
      if (turn(residue - k) == value) steps.push_back(k);
    return steps[static_cast<std::size_t>(below(std::ssize(steps)))];
  }

  // Disguises of a - k, and of (a + slant * b) mod size = r.
  std::string less(std::int64_t k) {
    switch (below(4)) {
      case 0:
        return fmt::format("a - {}", k);
      case 1:
        return fmt::format("floor((2 * a - {}) / 2)", 2 * k - 1);
      case 2:
        return fmt::format("min(a - 1, a - {})", k);
      default:
        return fmt::format("a + 7 - {}", k + 7);
    }
  }
  std::string residue(std::int64_t r) {
    const std::string sum = slant_ == 0 ? "a" : "(a + b)";
    const std::int64_t size = std::ssize(turn_);
    switch (below(3)) {
      case 0:
        return fmt::format("{} mod {} = {}", sum, size, r);
      case 1:
        return fmt::format("({} + {}) mod {} = 0", sum, size - r, size);
      default:
        return fmt::format("{0} - {1} * floor({0} / {1}) = {2}", sum, size, r);
    }
  }

  std::mt19937_64 random_;
  bool two_;
  std::int64_t slant_;
  std::vector<std::int64_t> turn_, first_;
};

// Whether the claim is what the oracle says of a box larger than what is asked of find().
bool is_true(const rules::Rules& rules, const rules::Claim& claim) {
  oracle::Oracle oracle(rules, Convention::normal);
  Box box;
  box.low.assign(rules.dimensions(), 0);
  box.high = rules.dimensions() == 1 ? Position{700} : Position{60, 60};
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    const auto says = oracle::claimed(claim, at);
    const auto is = oracle.nimber_by_xor(at);
    if (!is || !says || *says != static_cast<std::int64_t>(*is)) return false;
  }
  return true;
}

Found found(const rules::Rules& rules) {
  Question question;
  question.rules = rules;
  question.high =
      rules.dimensions() == 1 ? std::vector<std::int64_t>{500} : std::vector<std::int64_t>{40, 40};
  question.limits = limits;
  question.solving.executor = "serial";
  auto found = find(question);
  if (!found) ADD_FAILURE() << found.error().message << rules.text;
  return found ? *std::move(found) : Found{};
}

// One digit is another one.
std::string spoiled(std::string text, std::mt19937_64& random) {
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
  char& digit = text[digits[random() % digits.size()]];
  digit = static_cast<char>('0' + (digit - '0' + 1 + static_cast<int>(random() % 9)) % 10);
  return text;
}

// How many of 3 spoiled certificates were refused.
int refused(const rules::Rules& rules, const Law& law, const Box& box, std::mt19937_64& random) {
  int refused = 0;
  for (int i = 0; i < 3; ++i) {
    const auto claim = rules::parse_claim(spoiled(law.text, random), rules);
    if (!claim) continue;
    const Certificate certificate{rules, Convention::normal, box, {}};
    const Certified spoiled{law.kind, "proved", *claim, law.checked.repetition};
    const auto judged = judge(certificate, spoiled, limits, nullptr);
    const bool holds = judged && judged->holds;
    refused += !holds;
    if (holds) {
      EXPECT_TRUE(is_true(rules, *claim)) << rules.text << claim->text;
    }
  }
  return refused;
}

TEST(PlantedLaws, AreProvedOnlyWhereTheyAreTrue) {
  std::mt19937_64 random(19);
  std::size_t proved = 0;
  int all_refused = 0;
  for (std::uint64_t seed = 0; seed < games() && !HasFailure(); ++seed) {
    const rules::Rules rules = rules::parsed(Planted(seed).text());
    const Found got = found(rules);
    if (!got.law || !got.law->claim || got.law->checked.standing != Standing::proved) continue;
    ++proved;
    EXPECT_TRUE(is_true(rules, *got.law->claim)) << rules.text << got.law->text;
    all_refused += refused(rules, *got.law, got.box, random);
  }
  fmt::print("{} games: {} laws proved, {} spoiled ones refused\n", games(), proved, all_refused);
  EXPECT_GE(proved, games() / 2);
  EXPECT_GE(all_refused, static_cast<int>(proved));
}

}  // namespace
}  // namespace grundy::law
