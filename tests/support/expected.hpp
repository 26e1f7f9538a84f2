// support/expected.hpp: the oracle's answer for a box, and a plan's, to be compared.
#pragma once
#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/oracle.hpp"
#include "plan/plan.hpp"
#include "run/statistics.hpp"
#include "run/sweep.hpp"
#include "support/digest.hpp"

namespace grundy::sweep {

using Values = std::vector<std::uint32_t>;

// What is asked.
struct Question {
  Quantity quantity;
  Convention convention;
};

inline const std::vector<Question> all_questions{{Quantity::outcome, Convention::normal},
                                                 {Quantity::outcome, Convention::misere},
                                                 {Quantity::nimber, Convention::normal},
                                                 {Quantity::remoteness, Convention::normal},
                                                 {Quantity::remoteness, Convention::misere}};

inline std::string to_string(const Question& question) {
  return std::string(to_string(question.quantity)) + ", " +
         std::string(to_string(question.convention));
}

// How it is computed; nothing of the answer may depend on it.
struct Setting {
  std::string executor;
  std::size_t threads;
  std::uint64_t tile_positions;
};

inline std::string to_string(const Setting& setting) {
  return setting.executor + ", " + std::to_string(setting.threads) + " threads, tiles of " +
         std::to_string(setting.tile_positions);
}

inline const std::vector<std::uint64_t> tile_sizes{1, 7, 100, plan::default_tile_positions};

inline std::vector<Setting> all_settings() {
  std::vector<Setting> settings;
  for (const std::uint64_t tile : tile_sizes) {
    settings.push_back({"serial", 1, tile});
    for (const std::string executor : {"openmp", "tbb"})
      for (const std::size_t threads : {1u, 2u, 3u, 8u})
        settings.push_back({executor, threads, tile});
  }
  return settings;
}

// Values and statistics of a box.
struct Answer {
  Values values;
  Statistics statistics;
};

// Statistics by their definitions, one position after the other.
inline Answer answer_of(Values values, const std::vector<Outcome>& outcomes, Quantity quantity,
                        const Box& box) {
  Statistics s;
  s.positions = values.size();
  for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
    const std::uint32_t value = values[rank];
    const bool is_p = outcomes[rank] == Outcome::P;
    if (is_p) ++s.p_positions;
    s.max_value = std::max(s.max_value, value);
    if (quantity == Quantity::nimber) {
      s.histogram.resize(std::max<std::size_t>(s.histogram.size(), value + 1));
      ++s.histogram[value];
    }
    s.digest.add(test::digest_key(box, rank), digest_weight(quantity, value));
  }
  return {std::move(values), std::move(s)};
}

// The oracle's answer; an error where some position of the box has none.
inline Result<Answer> ask_oracle(const rules::Rules& rules, const Box& box, Question question) {
  oracle::Oracle oracle(rules, question.convention);
  Values values;
  std::vector<Outcome> outcomes;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    if (question.quantity == Quantity::nimber) {
      const auto nimber = oracle.nimber_by_xor(at);
      if (!nimber) return nimber.error();
      values.push_back(*nimber);
      outcomes.push_back(*nimber == 0 ? Outcome::P : Outcome::N);
      continue;
    }
    const auto outcome = oracle.outcome(at);
    if (!outcome) return outcome.error();
    const auto remoteness = oracle.remoteness(at);
    if (!remoteness) return remoteness.error();
    outcomes.push_back(*outcome);
    values.push_back(question.quantity == Quantity::outcome ? static_cast<std::uint32_t>(*outcome)
                                                            : *remoteness);
  }
  return answer_of(std::move(values), outcomes, question.quantity, box);
}

inline Result<plan::Plan> plan_for(const rules::Rules& rules, const Box& box, Question question,
                                   std::uint64_t tile_positions = plan::default_tile_positions,
                                   std::string kernel = "auto", std::uint64_t passes = 1) {
  plan::Request request;
  request.passes = {passes, std::filesystem::temp_directory_path()};
  request.kernel = std::move(kernel);
  request.rules = rules;
  request.high = box.high;
  request.quantity = question.quantity;
  request.convention = question.convention;
  request.tile_positions = tile_positions;
  return plan::make_plan(request);
}

inline Result<Answer> carry_out(const plan::Plan& plan, parallel::Executor& executor) {
  const auto solution = solve(plan, executor);
  if (!solution) return solution.error();
  Values values;
  for (std::uint64_t rank = 0; rank < plan.positions(); ++rank)
    values.push_back(value_at(plan, *solution, plan.quantity, plan.box.position(rank)));
  return Answer{std::move(values), statistics(plan, *solution, executor)};
}

inline Result<Answer> carry_out(const plan::Plan& plan, const Setting& setting) {
  const auto executor = parallel::make_executor(setting.executor, setting.threads);
  if (!executor) return executor.error();
  return carry_out(plan, **executor);
}

// The values of a box that is its own closure, by the kernel that any rules have.
inline Values by_generic_kernel(const rules::Rules& rules, const Box& box,
                                Question question = {Quantity::nimber, Convention::normal}) {
  const auto plan = plan_for(rules, box, question, plan::default_tile_positions, "generic");
  const auto executor = parallel::make_executor("openmp", 2);
  const auto solution = plan ? solve(*plan, **executor) : plan.error();
  if (!solution) {
    ADD_FAILURE() << solution.error().message;
    return {};
  }
  Values values(*box.volume());
  const auto length = static_cast<std::uint64_t>(box.extent(box.dimensions() - 1));
  for (std::uint64_t rank = 0; rank < values.size(); rank += length)
    read_cells(*solution, box.position(rank), std::span(values).subspan(rank, length));
  return values;
}

inline void expect_equal(const Result<Answer>& got, const Answer& expected) {
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->values, expected.values);
  EXPECT_EQ(got->statistics.positions, expected.statistics.positions);
  EXPECT_EQ(got->statistics.p_positions, expected.statistics.p_positions);
  EXPECT_EQ(got->statistics.max_value, expected.statistics.max_value);
  EXPECT_EQ(got->statistics.histogram, expected.statistics.histogram);
  EXPECT_EQ(got->statistics.digest.hex(), expected.statistics.digest.hex());
}

}  // namespace grundy::sweep
