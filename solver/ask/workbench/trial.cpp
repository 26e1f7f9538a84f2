#include "ask/workbench/trial.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>

#include "ask/evaluator.hpp"
#include "ask/laws/laws.hpp"
#include "ask/parse.hpp"
#include "ask/session/answer_json.hpp"
#include "ask/session/plan_text.hpp"
#include "ask/value_source.hpp"
#include "law/child/child.hpp"
#include "law/find.hpp"
#include "law/report.hpp"
#include "law/timer.hpp"
#include "plan/cost.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"
#include "run/asked.hpp"
#include "run/solved_values.hpp"

namespace grundy::session {
namespace {

constexpr std::size_t most_listed = 1000;  // moves

// What the child sends: a letter, and JSON behind it.
constexpr char is_answer = 'a';
constexpr char is_error = 'e';

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string sent(const Error& error, const std::vector<rules::Mistake>& mistakes = {}) {
  Json places = Json::array();
  for (const auto& [place, message, hint] : mistakes)
    places.push_back({place.line, place.column, message, hint});
  return is_error + text_of({{"code", static_cast<int>(error.code)},
                             {"message", error.message},
                             {"mistakes", std::move(places)}});
}

Tried received_error(const std::string& text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return {{}, Error{Errc::wrong, "the answer was cut off"}};
  Tried tried{{}, Error{static_cast<Errc>(json["code"].get<int>()), json["message"]}};
  for (const Json& mistake : json["mistakes"])
    tried.mistakes.push_back({{mistake[0].get<std::uint32_t>(), mistake[1].get<std::uint32_t>()},
                              mistake[2],
                              mistake[3]});
  return tried;
}

Error no_time(const TrialLimits& limits) {
  return {Errc::interrupted,
          fmt::format("these rules take more than the {} s that they may here", limits.seconds)};
}

// Carries out `work`, which returns what is sent, in a child.
Tried within(const TrialLimits& limits, const std::atomic<bool>* stop,
             const std::function<std::string()>& work) {
  constexpr double by_the_clock = 4;  // on a busy machine
  const Error no_memory{Errc::memory, fmt::format("these rules take more than the {} of memory "
                                                  "that they may here",
                                                  memory::format_bytes(limits.bytes))};
  auto child = law::Child::start(
      {by_the_clock * limits.seconds + 0.2, limits.bytes, limits.seconds}, [&]() -> std::string {
        try {
          return work();
        } catch (const std::bad_alloc&) {
          return sent(no_memory);
        }
      });
  if (!child) return {{}, child.error()};
  const auto text = child->text(stop);
  if (!text) return {{}, text.error()};
  if (!*text || (*text)->empty()) {
    if (child->ran_out_of_time()) return {{}, no_time(limits)};
    return {{}, Error{Errc::wrong, "the process that tried these rules has failed"}};
  }
  if ((*text)->front() == is_answer) return {(*text)->substr(1)};
  return received_error((*text)->substr(1));
}

// What follows happens in the child.

// Why there is no single game in the text, or that game.
struct Reading {
  std::optional<rules::Rules> rules;
  std::string refusal = {};  // as it is sent
};

Reading read(const std::string& text) {
  if (text.size() > most_rules_bytes)
    return {{},
            sent(Error{Errc::rules, fmt::format("{} bytes; rules have at most {} here", text.size(),
                                                most_rules_bytes)})};
  std::vector<rules::Mistake> mistakes;
  auto games = rules::parse(text, "rules", {}, /*lines_before=*/0, &mistakes);
  if (!games) return {{}, sent(games.error(), mistakes)};
  if (games->size() > 1 && !games->front().joint)
    return {{},
            sent(Error{Errc::rules, fmt::format("there are {} games: {}; leave one of them",
                                                games->size(), rules::names_of(*games))})};
  return {std::move(games->front())};
}

Result<law::Subject> subject_of(const Trial& trial, rules::Rules rules, const TrialLimits& limits) {
  law::Subject subject;
  subject.convention = trial.convention.value_or(rules.convention);
  subject.high = trial.high;
  if (subject.high.size() == 1)
    subject.high.resize(rules.written_dimensions(), subject.high.front());
  subject.rules = std::move(rules);
  subject.quantity = quantity_of_law(subject, trial.quantity);
  subject.limits = {limits.seconds, limits.bytes / 2};
  subject.solving.threads = 1;
  subject.solving.executor = "serial";
  subject.solving.memory_limit = limits.bytes / 2;
  subject.solving.seconds = limits.box_seconds;
  subject.solving.positions =
      subject.rules.written_dimensions() == 1 ? limits.usual_heaps : limits.usual_positions;
  if (subject.high.empty()) return subject;
  if (subject.high.size() != subject.rules.written_dimensions())
    return Error{Errc::usage,
                 fmt::format("the box has {} numbers; {} has {} coordinates", subject.high.size(),
                             subject.rules.name, subject.rules.written_dimensions())};
  Box box = subject.rules.low_box(1);
  box.high = subject.rules.from_written(subject.high);
  const auto positions = box.volume();
  if (!positions || *positions > limits.positions)
    return Error{Errc::usage, fmt::format("the box has more than the {} positions that are solved "
                                          "here; choose a smaller one",
                                          limits.positions)};
  return subject;
}

Json head_json(const law::Values& values) {
  const plan::Plan& plan = values.plan;
  Json json{{"game", plan.rules.name},
            {"description", plan.rules.description},
            {"coordinates", plan.rules.written_names()},
            {"parameters", parameters_json(plan.rules)},
            {"value", to_string(plan.quantity)},
            {"convention", to_string(plan.convention)},
            {"origin", plan.rules.written(plan.box.low)},
            {"box", plan.rules.written(plan.box.high)},
            {"kernel", to_string(plan.kernel())},
            {"termination", reason_of_end(plan)},
            {"cut_off", cut_off_json(plan)}};
  if (!plan.inside.is_all()) json["where"] = plan.inside.text();
  return json;
}

Json values_json(const law::Values& values) {
  Json json = head_json(values);
  std::vector<std::uint32_t> all;
  const auto visit = [&](const Position&, std::span<const std::uint32_t> row) -> Status {
    all.insert(all.end(), row.begin(), row.end());
    return {};
  };
  static_cast<void>(law::for_each_row(values, visit));
  std::uint32_t most = 0;
  std::uint64_t positions = 0;
  Json listed = Json::array();
  for (const std::uint32_t value : all) {
    const bool is_none = !values.plan.inside.is_all() && value == no_position(sizeof value);
    listed.push_back(is_none ? Json() : Json(value));
    if (is_none) continue;
    ++positions;
    most = std::max(most, value);
  }
  json["positions"] = positions;
  json["p_positions"] = values.plan.quantity == Quantity::remoteness
                            ? Json()
                            : Json(std::ranges::count(all, std::uint32_t{0}));
  json["max_value"] = most;
  json["values"] = std::move(listed);
  return json;
}

std::string solved_values(const Trial& trial, const TrialLimits& limits) {
  Reading reading = read(trial.rules);
  if (!reading.rules) return reading.refusal;
  const auto subject = subject_of(trial, *std::move(reading.rules), limits);
  if (!subject) return sent(subject.error());
  const auto values = subject->high.empty() ? law::solve_box(*subject)
                                            : law::solve_soon(*subject, limits.most_box_seconds);
  if (!values) return sent(values.error());
  return is_answer + text_of(values_json(*values));
}

std::string found_law(const Trial& trial, const TrialLimits& limits) {
  if (trial.quantity == Quantity::remoteness)
    return sent({Errc::usage, "laws are about outcomes or nimbers, not about remoteness"});
  Reading reading = read(trial.rules);
  if (!reading.rules) return reading.refusal;
  auto subject = subject_of(trial, *std::move(reading.rules), limits);
  if (!subject) return sent(subject.error());
  // What was found by then is reported, which ending the child would not allow.
  constexpr double for_looking = 0.8;
  constexpr double for_proofs = 0.6;
  const law::Timer timer(for_looking * limits.seconds, law::Seconds::of_the_clock, nullptr);
  law::Question question{*std::move(subject)};
  question.limits.seconds = for_proofs * limits.seconds;
  question.solving.stop = timer.flag();
  question.solving.positions = std::uint64_t{1} << 20;
  const auto found = law::find(question);
  if (!found && found.error().code == Errc::interrupted) return sent(no_time(limits));
  if (!found) return sent(found.error());
  return is_answer + text_of(law::report(question, *found, {}));
}

// The box that ends at a position, for the values of its options: unless that takes too long, then
// they are searched for.
void add_box(const law::Subject& subject, const Position& at, const TrialLimits& limits,
             query::Evaluator& evaluator) {
  solve::Asked asked;
  asked.high = at;
  asked.quantity = subject.quantity;
  asked.convention = subject.convention;
  asked.executor = subject.solving.executor;
  asked.threads = 1;
  asked.memory_limit = subject.solving.memory_limit;
  auto plan = solve::make_plan(asked, subject.rules);
  if (!plan || plan::estimated_seconds(*plan) > limits.most_box_seconds) return;
  if (auto values = solve::solve_values(*std::move(plan), asked.executor, {}))
    evaluator.add_source(std::make_unique<query::TableSource>(*std::move(values)));
}

std::string listed_moves(const Trial& trial, const Position& at, const TrialLimits& limits) {
  Reading reading = read(trial.rules);
  if (!reading.rules) return reading.refusal;
  const auto subject = subject_of(trial, *std::move(reading.rules), limits);
  if (!subject) return sent(subject.error());
  query::Games games(query::catalogue_and({subject->rules}));
  const std::string expression = fmt::format("{}({})", subject->rules.name, fmt::join(at, ","));
  const auto sum = query::parse(expression, games);
  if (!sum) return sent(sum.error());
  query::Evaluator evaluator({limits.bytes / 2, nullptr, {}});
  add_box(*subject, at, limits, evaluator);
  auto moves = evaluator.moves(*sum, subject->convention);
  if (!moves) return sent(moves.error());
  if (moves->options.size() > most_listed) moves->options.resize(most_listed);
  Json json = moves_json(expression, *sum, *moves);
  json["options"] = options_json(*sum, *moves);
  add_rules(*sum, *moves, json["options"]);
  json["complete"] = true;
  return is_answer + text_of(json);
}

}  // namespace

Tried try_values(const Trial& trial, const TrialLimits& limits, const std::atomic<bool>* stop) {
  return within(limits, stop, [&] { return solved_values(trial, limits); });
}

Tried try_law(const Trial& trial, const TrialLimits& limits, const std::atomic<bool>* stop) {
  return within(limits, stop, [&] { return found_law(trial, limits); });
}

Tried try_moves(const Trial& trial, const Position& at, const TrialLimits& limits,
                const std::atomic<bool>* stop) {
  return within(limits, stop, [&] { return listed_moves(trial, at, limits); });
}

}  // namespace grundy::session
