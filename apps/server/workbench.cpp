#include "server/workbench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "ask/workbench/trial.hpp"

namespace grundy::server {
namespace {

constexpr double brief_seconds = 0.02;  // seconds: as for searches
constexpr double for_values = 3;        // unless searches have less
constexpr std::size_t most_axes = 64;   // of a box or a position that is given

double seconds_of(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

session::TrialLimits limits_of(const Asked& asked, double seconds) {
  session::TrialLimits limits;
  limits.seconds = std::min(seconds, seconds_of(asked.limits.search));
  limits.bytes = asked.limits.search_memory;
  return limits;
}

// What is asked, and where moves are asked for.
struct RulesAsked {
  session::Trial trial;
  Position at;
};

Error wrong(std::string detail) {
  return {Errc::usage, std::move(detail)};
}

Result<std::vector<std::int64_t>> numbers_of(const std::string& key, const Json& json) {
  const auto is_number = [](const Json& each) { return each.is_number_integer(); };
  if (!json.is_array() || json.size() > most_axes || !std::ranges::all_of(json, is_number))
    return wrong(fmt::format("`{}` is no list of numbers, such as [9,9]", key));
  return json.get<std::vector<std::int64_t>>();
}

Status read_into(RulesAsked& question, const std::string& key, const Json& value) {
  if (key == "box" || key == "at") {
    auto numbers = numbers_of(key, value);
    if (!numbers) return numbers.error();
    (key == "box" ? question.trial.high : question.at) = *std::move(numbers);
    return {};
  }
  if (!value.is_string()) return wrong(fmt::format("`{}` is no text", key));
  const auto text = value.get<std::string>();
  if (key == "rules") {
    question.trial.rules = text;
  } else if (key == "value") {
    question.trial.quantity = quantity_from(text);
    if (!question.trial.quantity)
      return wrong("`value` is neither outcome nor nimber nor remoteness");
  } else if (text != "normal" && text != "misere") {
    return wrong("`convention` is neither normal nor misere");
  } else {
    question.trial.convention = text == "misere" ? Convention::misere : Convention::normal;
  }
  return {};
}

Result<RulesAsked> rules_asked(const Asked& asked, const std::vector<std::string_view>& keys) {
  const Json json = Json::parse(asked.request.body, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("rules"))
    return wrong("the body is no object with a text `rules`");
  RulesAsked question;
  for (const auto& [key, value] : json.items()) {
    if (std::ranges::find(keys, key) == keys.end())
      return wrong(fmt::format("there is no key `{}` here", key));
    if (Status read = read_into(question, key, value); !read) return read.error();
  }
  return question;
}

http::Answer mistakes_answer(const std::vector<rules::Mistake>& mistakes) {
  Json places = Json::array();
  for (const auto& [place, message, hint] : mistakes)
    places.push_back({{"line", place.line},
                      {"column", place.column},
                      {"message", message},
                      {"hint", hint.empty() ? Json() : Json(hint)}});
  const auto& [place, message, hint] = mistakes.front();
  return problem(422, fmt::format("line {}, column {}: {}", place.line, place.column, message),
                 {{"mistakes", std::move(places)}});
}

// Asking again would not help, so nothing says when to.
http::Answer answer_of(const session::Tried& tried) {
  if (!tried.error) return text_answer(tried.json, json_type);
  if (!tried.mistakes.empty()) return mistakes_answer(tried.mistakes);
  if (tried.error->code == Errc::interrupted) return problem(503, tried.error->message);
  return problem(*tried.error);
}

// The answer, or that it takes longer than a moment.
template <class Try>
http::Answer tried(const Asked& asked, double seconds, const Try& attempt) {
  const bool is_brief = asked.takes_long != nullptr;
  const session::Tried tried = attempt(limits_of(asked, is_brief ? brief_seconds : seconds));
  if (is_brief && tried.error && tried.error->code == Errc::interrupted && !asked.stop) {
    *asked.takes_long = true;
    return {};
  }
  return answer_of(tried);
}

http::Answer is_off() {
  return problem(404, "the workbench is off; the server was started with --no-workbench");
}

}  // namespace

http::Answer get_workbench(const Asked& asked) {
  const auto limits = limits_of(asked, for_values);
  return json_answer({{"on", asked.limits.workbench},
                      {"positions", limits.positions},
                      {"seconds", limits.seconds},
                      {"memory", limits.bytes}});
}

http::Answer post_trial_values(const Asked& asked) {
  if (!asked.limits.workbench) return is_off();
  const auto question = rules_asked(asked, {"rules", "value", "convention", "box"});
  if (!question) return problem(question.error());
  return tried(asked, for_values, [&](const session::TrialLimits& limits) {
    return session::try_values(question->trial, limits, &asked.stop);
  });
}

http::Answer post_trial_law(const Asked& asked) {
  if (!asked.limits.workbench) return is_off();
  const auto question = rules_asked(asked, {"rules", "value", "convention"});
  if (!question) return problem(question.error());
  if (asked.takes_long != nullptr) {
    *asked.takes_long = true;
    return {};
  }
  return answer_of(session::try_law(
      question->trial, limits_of(asked, seconds_of(asked.limits.search)), &asked.stop));
}

http::Answer post_trial_moves(const Asked& asked) {
  if (!asked.limits.workbench) return is_off();
  const auto question = rules_asked(asked, {"rules", "convention", "at"});
  if (!question) return problem(question.error());
  if (question->at.empty()) return problem(422, "`at` is missing: a position, such as [3,4]");
  return tried(asked, for_values, [&](const session::TrialLimits& limits) {
    return session::try_moves(question->trial, question->at, limits, &asked.stop);
  });
}

}  // namespace grundy::server
