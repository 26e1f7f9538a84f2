#include "law/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/machine.hpp"
#include "law/automata/prove.hpp"
#include "law/timer.hpp"
#include "oracle/evaluate.hpp"
#include "oracle/oracle.hpp"
#include "rules/equal_heaps.hpp"

namespace grundy::law {
namespace {

using json = nlohmann::ordered_json;  // one kind of JSON in the folder
using automata::Decision;
using relation::Answer;
using relation::Verdict;

constexpr double seconds_of_larger_box = 10;

std::string proof_by(const Decision& decision) {
  return "the definition holds at every position, by " + decision.by;
}

// What the child sends.
std::string written(const Decision& decision) {
  const Verdict& verdict = decision.verdict;
  return json{{"answer", static_cast<int>(verdict.answer)},
              {"at", verdict.at},
              {"why", verdict.why},
              {"wins", verdict.wins},
              {"by", decision.by}}
      .dump();
}

// What the child sent; no verdict if the text is missing or was cut off.
Decision decision_of(const std::optional<std::string>& text) {
  const json sent = json::parse(text.value_or(""), nullptr, false);
  if (sent.is_discarded()) return {};
  Decision decision{{static_cast<Answer>(sent["answer"].get<int>()), sent["at"].get<Position>(),
                     sent["why"].get<std::string>(), sent["wins"].get<std::string>()},
                    sent["by"].get<std::string>()};
  if (decision.verdict.answer == Answer::limit)
    decision.verdict.why = "isl gave up: it has too little memory, or numbers are too large";
  return decision;
}

Result<Child> begin_proof(const Task& task) {
  return Child::start(task.limits, [&] {
    return written(automata::decide(task.rules, task.convention, task.claim));
  });
}

// The value that follows from the claimed values of the options of a position, where the claim does
// not satisfy the definition. Nothing if there are too many options.
std::optional<std::int64_t> value_by_options(const Task& task, const Position& at,
                                             std::int64_t says, const ValueOf& value_of) {
  oracle::Patience patience = patience_for_options(task.solving.stop);
  if (task.claim.quantity == Quantity::outcome)
    return static_cast<std::int64_t>(other(static_cast<Outcome>(says)));
  std::set<std::uint32_t> values;
  const auto visit = [&](const oracle::Sum& option) -> Status {
    std::int64_t all = 0;
    for (const Position& position : option) {
      const auto value = value_of(position);
      if (!value || *value < 0) return {};  // such an option changes no mex
      all ^= *value;
    }
    values.insert(static_cast<std::uint32_t>(all));
    return {};
  };
  if (!oracle::for_each_option(task.rules, at, visit, &patience)) return std::nullopt;
  return oracle::mex(values);
}

ValueOf values_claimed(const rules::Claim& claim) {
  return [&claim](const Position& position) -> std::optional<std::int64_t> {
    const auto value = oracle::claimed(claim, position);
    return value ? std::optional(*value) : std::nullopt;
  };
}

Result<std::optional<Counterexample>> contradiction(const Task& task, const Position& at) {
  const ValueOf value_of = values_claimed(task.claim);
  const auto says = oracle::claimed(task.claim, at);
  if (!says) return says.error();
  Counterexample found{at, *says, std::nullopt, true, std::nullopt};
  if (const auto follows = value_by_options(task, at, *says, value_of))
    found = explained(task.rules, task.claim.quantity, at, *says, *follows, value_of,
                      task.solving.stop);
  found.by_itself = true;
  return std::optional(std::move(found));
}

// A box that also contains `at`, if it can be solved soon.
std::optional<Values> larger_box(const Task& task, const Box& box, const Position& at,
                                 const std::atomic<bool>* stop) {
  Subject larger = task;
  larger.high = box.high;
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    larger.high[axis] = std::max(box.high[axis], at[axis]);
  if (larger.high == box.high) return std::nullopt;
  larger.solving.stop = stop;
  auto values = solve_soon(larger, seconds_of_larger_box);
  if (!values) return std::nullopt;
  return *std::move(values);
}

// The counterexample to a claim that fails beyond the box.
Result<std::optional<Counterexample>> beyond(const Task& task, const Box& box, const Position& at) {
  const Timer timer(std::min(seconds_of_larger_box, task.limits.seconds), Seconds::of_the_clock,
                    task.solving.stop);
  if (const auto values = larger_box(task, box, at, timer.flag())) {
    auto found = compare(task.claim, *values, timer.flag());
    const bool is_late = !found && ran_out_of_time(found.error(), task.solving.stop);
    if (!is_late && (!found || *found)) return found;
  }
  return contradiction(task, at);
}

Result<Checked> concluded(const Task& task, const Values& values, const Decision& decision) {
  const Verdict& verdict = decision.verdict;
  Checked checked{Standing::verified, values.box(), {}, verdict.why, verdict.wins, {}, 0};
  if (verdict.answer == Answer::proved) {
    checked.standing = Standing::proved;
    checked.proof = proof_by(decision);
  } else if (values.is_everything()) {
    checked.standing = Standing::proved;
    checked.proof = "every position of the game was solved";
  } else if (verdict.answer == Answer::refuted) {
    auto found = beyond(task, values.box(), verdict.at);
    if (!found && found.error().code != Errc::usage) return found.error();
    if (!found) {  // it says nothing there
      checked.why_not = found.error().message;
      return checked;
    }
    checked.standing = Standing::refuted;
    checked.counterexample = *std::move(found);
  } else if (verdict.answer == Answer::limit && verdict.why.empty()) {
    checked.why_not = no_proof_within(task.limits.seconds);
    checked.out_of_time = true;
  }
  return checked;
}

// If solving has shown a period and the claim agrees with the box: tries to prove that the claim
// repeats too. Nothing if it was not proved.
Result<std::optional<Checked>> proved_by_period(const Task& task, const Values& values) {
  const auto& period = values.solution.period;
  if (!period) return std::optional<Checked>();
  const relation::Repetition repetition{
      values.box().low[0] + static_cast<std::int64_t>(period->preperiod),
      static_cast<std::int64_t>(period->length)};
  const Certificate certificate{task.rules, task.convention, values.box(), {}};
  const Certified law{"period", "proved", task.claim, repetition};
  const auto judged = judge(certificate, law, task.limits, task.solving.stop);
  if (!judged) return judged.error();
  if (!judged->holds) return std::optional<Checked>();
  return std::optional(
      Checked{Standing::proved, values.box(), judged->why, {}, {}, {}, 0, repetition});
}

Result<Checked> compared(const Task& task, const Values& values, Child proof) {
  auto mistake = compare(task.claim, values, task.solving.stop);
  if (!mistake) return mistake.error();
  if (*mistake) return Checked{Standing::refuted, values.box(), {}, {}, {}, *std::move(mistake), 0};
  // For sums a period is proved faster than a formula.
  if (task.rules.has_sums()) {
    auto checked = proved_by_period(task, values);
    if (!checked) return checked.error();
    if (*checked) return *std::move(*checked);
  }
  const auto text = proof.text(task.solving.stop);
  if (!text) return text.error();
  return concluded(task, values, decision_of(*text));
}

// If moves lead so far that not even a small box can be solved: a proof needs none.
Result<Checked> without_box(const Task& task, Child proof, const Error& refused) {
  const auto text = proof.text(task.solving.stop);
  if (!text) return text.error();
  const Decision decision = decision_of(*text);
  const Verdict& verdict = decision.verdict;
  if (verdict.answer == Answer::proved)
    return Checked{Standing::proved, {}, proof_by(decision), {}, verdict.wins, {}, 0};
  if (verdict.answer == Answer::refuted) {
    auto found = contradiction(task, verdict.at);
    if (found) return Checked{Standing::refuted, {}, {}, {}, {}, *std::move(found), 0};
  }
  const std::string why = verdict.why.empty() ? no_proof_within(task.limits.seconds) : verdict.why;
  return Error{refused.code, fmt::format("{}; and there is no proof, which needs no box: {}",
                                         refused.message, why)};
}

Result<Checked> check_with(const Task& task, Child proof) {
  const auto values = solve_box(task);
  if (values) return compared(task, *values, std::move(proof));
  if (task.high.empty() && values.error().code == Errc::memory)
    return without_box(task, std::move(proof), values.error());
  return values.error();
}

}  // namespace

Task task_of(Subject subject, rules::Claim claim) {
  subject.quantity = claim.quantity;
  return {std::move(subject), std::move(claim)};
}

std::string_view to_string(Standing standing) noexcept {
  return standing == Standing::proved     ? "proved"
         : standing == Standing::verified ? "verified"
                                          : "refuted";
}

std::string no_proof_within(double seconds) {
  return fmt::format("no proof within {} s", seconds);
}

Result<Checked> check(const Task& asked) {
  const Stopwatch watch;
  if (Status has = has_laws(asked.rules); !has) return has.error();
  Task task = asked;
  task.rules = rules::without_equal_heaps(std::move(task.rules), asked.convention);
  auto proof = begin_proof(task);
  if (!proof) return proof.error();
  auto checked = check_with(task, *std::move(proof));
  if (checked) checked->seconds = watch.seconds();
  return checked;
}

bool contradicts_itself(const Task& task, const Position& at) {
  if (task.claim.quantity != Quantity::nimber) return false;
  const ValueOf value_of = values_claimed(task.claim);
  const auto says = value_of(at);
  if (!says) return false;
  const auto follows = value_by_options(task, at, *says, value_of);
  return follows && *follows != *says;
}

Result<Checked> check_on(const Task& task, const Values& values) {
  const Stopwatch watch;
  auto proof = begin_proof(task);
  if (!proof) return proof.error();
  auto checked = compared(task, values, *std::move(proof));
  if (checked) checked->seconds = watch.seconds();
  return checked;
}

}  // namespace grundy::law
