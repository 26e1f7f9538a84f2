// Code dealt out to sections computes what it computed in one piece, and no section waits for
// another rule's.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "compile/emitter.hpp"

namespace grundy::compile {
namespace {

using kernels::Instruction;
using kernels::Op;
using kernels::Register;

constexpr std::size_t inputs = 3;

struct Sample {
  Code code;
  std::size_t registers;
  std::vector<Register> always;
  std::vector<RuleReads> rules;
};

Sample random_sample(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(engine() % end); };
  const std::size_t size = below(30);
  Sample sample{{}, inputs + size, {}, std::vector<RuleReads>(below(5))};
  for (std::size_t out = inputs; out < sample.registers; ++out)
    sample.code.push_back({Op::add, static_cast<Register>(out), static_cast<Register>(below(out)),
                           static_cast<Register>(below(out))});
  const auto some = [&](std::vector<Register>& reads, std::size_t most) {
    for (std::size_t count = below(most + 1); count > 0; --count)
      reads.push_back(static_cast<Register>(below(sample.registers)));
  };
  some(sample.always, 2);
  for (RuleReads& rule : sample.rules) {
    some(rule.pass, 1);
    some(rule.others, 3);
  }
  return sample;
}

// Runs a section: everything it reads must be known already.
void run(const Code& code, std::set<Register>& known) {
  for (const Instruction& step : code) {
    EXPECT_TRUE(known.contains(step.left)) << step.left;
    EXPECT_TRUE(known.contains(step.right)) << step.right;
    EXPECT_TRUE(known.insert(step.out).second) << step.out << " is computed twice";
  }
}

void expect_known(const std::vector<Register>& reads, const std::set<Register>& known) {
  for (const Register reg : reads) EXPECT_TRUE(known.contains(reg)) << reg;
}

TEST(Sections, HoldWhatEachRuleNeedsWhicheverWasSkipped) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Sample sample = random_sample(seed);
    const Sections sections =
        split_code(sample.code, sample.registers, sample.always, sample.rules);
    ASSERT_EQ(sections.rules.size(), sample.rules.size());
    std::set<Register> at_once{0, 1, 2};
    run(sections.position, at_once);
    expect_known(sample.always, at_once);
    for (std::size_t rule = 0; rule < sample.rules.size(); ++rule) {
      std::set<Register> known = at_once;
      run(sections.rules[rule].pass, known);
      expect_known(sample.rules[rule].pass, known);
      run(sections.rules[rule].others, known);
      expect_known(sample.rules[rule].others, known);
    }
  }
}

TEST(Sections, KeepWhatOneRuleNeedsApart) {
  const Code code{{Op::add, 3, 0, 1},
                  {Op::add, 4, 3, 1},
                  {Op::add, 5, 3, 2},
                  {Op::add, 6, 2, 2},
                  {Op::add, 7, 6, 0}};
  const Sections sections = split_code(code, 8, {}, std::vector<RuleReads>{{{4}, {5}}, {{}, {6}}});
  const auto outs = [](const Code& section) {
    std::vector<Register> result;
    for (const Instruction& step : section) result.push_back(step.out);
    return result;
  };
  EXPECT_TRUE(sections.position.empty());
  EXPECT_EQ(outs(sections.rules[0].pass), (std::vector<Register>{3, 4}));
  EXPECT_EQ(outs(sections.rules[0].others), (std::vector<Register>{5}));
  EXPECT_TRUE(sections.rules[1].pass.empty());
  EXPECT_EQ(outs(sections.rules[1].others), (std::vector<Register>{6}));
}

}  // namespace
}  // namespace grundy::compile
