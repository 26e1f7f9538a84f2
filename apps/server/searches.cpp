#include "server/searches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "ask/board_sum.hpp"
#include "ask/laws/law_source.hpp"
#include "ask/parse.hpp"
#include "ask/session/answer_json.hpp"
#include "ask/session/box_source.hpp"
#include "ask/session/reduced_source.hpp"
#include "ask/value_source.hpp"
#include "rules/language/catalogue.hpp"
#include "server/positions.hpp"

namespace grundy::server {
namespace {

constexpr std::chrono::milliseconds moment{40};  // for a search that need not wait for others
constexpr std::chrono::seconds law_time{2};      // to look for a law of a game
constexpr unsigned most_questions = 1000;
constexpr std::size_t most_expressions = 10'000;  // of a batch
constexpr std::size_t usual_listed = 1000;
constexpr std::size_t most_listed = 100'000;  // of a batch together

struct Question {
  std::string expression;
  query::Sum sum;
  Convention convention;
  std::vector<query::BoardTerm> boards = {};  // further terms

  query::SumWithBoards whole() const { return {sum, boards}; }
};

bool is_set(const http::Request& request, std::string_view name) {
  return request.parameter(name) == "1";
}

// The terms of the query, added up.
std::string expression_of(const http::Request& request) {
  std::vector<std::string_view> terms;
  for (const auto& [name, value] : request.query)
    if (name == "term") terms.push_back(value);
  return fmt::format("{}", fmt::join(terms, " + "));
}

template <class Searcher>
Result<Question> question_of(const std::string& expression, bool misere, Searcher& searcher) {
  auto sum = query::parse_with_boards(expression, searcher.games, searcher.board_games);
  if (!sum) return sum.error();
  const auto forced = misere ? std::optional(Convention::misere) : std::nullopt;
  const auto convention = query::convention_of(sum->sum, forced);
  if (!convention) return convention.error();
  return Question{expression, std::move(sum->sum), *convention, std::move(sum->boards)};
}

template <class Searcher>
Result<Question> question_of(const http::Request& request, Searcher& searcher) {
  if (!request.parameter("term"))
    return Error{Errc::usage, "the parameter `term` is missing: such as nim(3)"};
  return question_of(expression_of(request), is_set(request, "misere"), searcher);
}

// What many values are asked with: {"expressions":["nim(3)",..],"misere":false,"remoteness":false};
// and many moves, also with "limit":9.
struct Batch {
  std::vector<std::string> expressions;
  bool misere = false;
  bool remoteness = false;
  std::optional<std::size_t> limit;
};

enum class BatchOf : std::uint8_t { values, moves };

Result<Batch> batch_of(const std::string& body, std::size_t most, BatchOf what) {
  const auto wrong = [](std::string detail) { return Error{Errc::usage, std::move(detail)}; };
  const Json json = Json::parse(body, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("expressions") || !json["expressions"].is_array())
    return wrong(
        "the body is no object with a list `expressions`, such as "
        "{\"expressions\":[\"nim(3)\"]}");
  Batch batch;
  for (const auto& [key, value] : json.items()) {
    if (key == "expressions") continue;
    if (key == "limit" && what == BatchOf::moves) {
      if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most_listed)
        return wrong(fmt::format("`limit` is no number up to {}", most_listed));
      batch.limit = value.get<std::size_t>();
      continue;
    }
    if (key != "misere" && key != "remoteness")
      return wrong(
          fmt::format("there is no key `{}` here; there is expressions, misere, remoteness{}", key,
                      what == BatchOf::moves ? ", limit" : ""));
    if (!value.is_boolean()) return wrong(fmt::format("`{}` is neither true nor false", key));
    (key == "misere" ? batch.misere : batch.remoteness) = value.get<bool>();
  }
  if (json["expressions"].size() > most)
    return wrong(fmt::format("a batch has at most {} expressions", most));
  for (const Json& expression : json["expressions"]) {
    if (!expression.is_string()) return wrong("an expression is no text");
    batch.expressions.push_back(expression.get<std::string>());
  }
  const std::size_t each = most_listed / std::max<std::size_t>(1, batch.expressions.size());
  if (batch.limit.value_or(0) > each)
    return wrong(
        fmt::format("{} moves of {} expressions are more than the {} that an answer lists; "
                    "ask for fewer",
                    *batch.limit, batch.expressions.size(), most_listed));
  if (!batch.limit) batch.limit = std::min(usual_listed, each);
  return batch;
}

Result<std::size_t> listed_of(const http::Request& request) {
  const auto text = request.parameter("limit");
  if (!text) return usual_listed;
  std::size_t limit = 0;
  const char* const end = text->data() + text->size();
  const auto [read, failure] = std::from_chars(text->data(), end, limit);
  if (failure != std::errc() || read != end || limit > most_listed)
    return Error{Errc::usage, fmt::format("`limit={}` is no number up to {}", *text, most_listed)};
  return limit;
}

// With the place of the mistake, which messages about expressions name (ask/parse.hpp).
http::Answer problem_with_place(const Error& error, const std::string& expression) {
  http::Answer answer = problem(error);
  constexpr std::string_view before = ", column ";
  const auto found = error.message.find(before);
  if (found == std::string::npos) return answer;
  std::size_t column = 0;
  const char* const digits = error.message.data() + found + before.size();
  std::from_chars(digits, error.message.data() + error.message.size(), column);
  if (column == 0 || column > expression.size() + 1) return answer;
  Json json = Json::parse(answer.body);
  json["column"] = column;
  json["caret"] = fmt::format("{}\n{:>{}}", expression, "^", column);
  answer.body = to_text(json);
  return answer;
}

// A search that ran out of time or memory, and not because nobody waits for it any more.
bool gave_up(const Error& error, const Asked& asked) {
  return error.code == Errc::memory || (error.code == Errc::interrupted && !asked.stop);
}

// Asking again at once would not help, so the answer does not say when to.
http::Answer search_problem(const Error& error, const Asked& asked, bool is_kept = true) {
  if (error.code != Errc::interrupted) return problem(error);
  return problem(503,
                 fmt::format("the search takes longer than {} ms{}", asked.limits.search.count(),
                             is_kept ? "; what it found so far is kept for a while" : ""));
}

// How long the game lasts after each move, nothing where that was not found in time.
using Plies = std::vector<std::optional<std::uint32_t>>;

Plies plies_of(const Question& question, const query::Moves& moves, query::Evaluator& evaluator) {
  Plies plies;
  for (const query::Move& move : moves.options) {
    const auto found = evaluator.remoteness(query::after(question.sum, move), question.convention);
    plies.push_back(found ? std::optional(*found) : std::nullopt);
  }
  return plies;
}

// Winning moves that end the game soonest come first, then losing ones that put it off longest.
void order_by_plies(query::Moves& moves, Plies& plies) {
  std::vector<std::size_t> order(moves.options.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    const std::int64_t known = plies[i] ? std::int64_t{*plies[i]} : std::int64_t{1} << 32;
    const bool wins = moves.options[i].outcome == Outcome::P;
    return std::pair(!wins, wins || !plies[i] ? known : -known);
  });
  query::Moves sorted = moves;
  Plies sorted_plies;
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted.options[i] = moves.options[order[i]];
    sorted_plies.push_back(plies[order[i]]);
  }
  moves = std::move(sorted);
  plies = std::move(sorted_plies);
}

enum class RulesOfMoves : std::uint8_t { named, left_out };

Json listed_json(const Question& question, query::Moves moves, std::size_t limit,
                 query::Evaluator* plies_from, RulesOfMoves rules) {
  Plies plies;
  if (plies_from != nullptr) {
    plies = plies_of(question, moves, *plies_from);
    order_by_plies(moves, plies);
  }
  if (moves.options.size() > limit) moves.options.resize(limit);
  Json json = session::moves_json(question.expression, question.sum, moves);
  json["options"] = session::options_json(question.sum, moves);
  if (rules == RulesOfMoves::named) session::add_rules(question.sum, moves, json["options"]);
  for (std::size_t i = 0; plies_from != nullptr && i < moves.options.size(); ++i)
    json["options"][i]["remoteness"] = plies[i] ? Json(*plies[i]) : Json();
  json["complete"] = std::ranges::none_of(plies, [](const auto& known) { return !known; });
  return json;
}

// What is known of the moves of a sum whose own value was not found in time.
Json incomplete_json(const Question& question, std::size_t limit, query::Evaluator& evaluator) {
  const auto& terms = question.sum.terms();
  Json won = Json::array();
  Json open = Json::array();
  for (std::size_t term = 0; term < terms.size(); ++term) {
    const auto options = evaluator.options(terms[term]);
    if (!options) continue;
    for (const auto& to : *options) {
      const query::Sum after = question.sum.with_one_replaced(term, to);
      const auto value = evaluator.evaluate(after, question.convention);
      const bool wins = value && value->outcome == Outcome::P;
      Json option{{"to", query::to_string(after)}, {"outcome", nullptr}, {"nimber", nullptr}};
      if (value) option["outcome"] = to_string(value->outcome);
      if (value && value->nimber) option["nimber"] = *value->nimber;
      if (won.size() + open.size() < limit || wins) (wins ? won : open).push_back(option);
    }
  }
  Json json{{"expression", question.expression}, {"outcome", nullptr}, {"nimber", nullptr}};
  if (!won.empty()) json["outcome"] = to_string(Outcome::N);
  json["winning"] = Json::array();
  for (const Json& option : won) json["winning"].push_back(option["to"]);
  json["options"] = std::move(won);
  for (Json& option : open) json["options"].push_back(std::move(option));
  json["complete"] = false;
  return json;
}

// Where the best play is not known: the winner makes a winning move, and the loser the
// last of his moves. Nothing where
// no move is left; an error where none was found.
Result<std::optional<query::Sum>> next_of(const query::Sum& sum, Convention convention,
                                          query::Evaluator& evaluator) {
  const auto moves = evaluator.moves(sum, convention, query::Listed::winning);
  if (!moves) return moves.error();
  if (!moves->options.empty()) return std::optional(query::after(sum, moves->options.front()));
  for (std::size_t term = 0; term < sum.terms().size(); ++term) {
    const auto options = evaluator.options(sum.terms()[term]);
    if (!options) return options.error();
    if (!options->empty()) return std::optional(sum.with_one_replaced(term, options->back()));
  }
  return std::optional<query::Sum>();
}

// Such a line, as far as it is found.
void add_some_line(const Question& question, query::Evaluator& evaluator, Json& json) {
  constexpr std::size_t most_moves = 200;
  Json line = Json::array();
  bool ends = false;
  for (query::Sum sum = question.sum; line.size() < most_moves;) {
    auto next = next_of(sum, question.convention, evaluator);
    ends = next && !*next;
    if (!next || !*next) break;
    sum = **std::move(next);
    line.push_back(query::to_string(sum));
  }
  json["remoteness"] = nullptr;
  json["line"] = std::move(line);
  json["complete"] = ends;
}

// What expressions may name besides the catalogue: games of tables, with their own parameters.
std::vector<rules::Rules> games_of(const Tables& tables) {
  const auto known = rules::catalogue();
  std::vector<rules::Rules> games;
  for (const auto& [name, table] : tables.all()) {
    if (!table->game || !table->game->given.empty()) continue;
    const bool in_catalogue =
        std::ranges::find(known, table->spec().game, &rules::CatalogueEntry::name) != known.end();
    if (!in_catalogue) games.push_back(*table->game->rules);
  }
  return games;
}

// What is found of boards is let go of after each question: it has what memory the rest leaves.
template <class Searcher>
query::BoardEvaluator board_evaluator(Searcher& searcher, const Asked& asked) {
  constexpr std::uint64_t least = 1 << 20;
  const std::uint64_t held = searcher.evaluator->progress().bytes;
  const std::uint64_t most = asked.limits.search_memory;
  return {{std::max(least, most - std::min(most, held)), &searcher.is_over, {}},
          *searcher.evaluator,
          /*threads=*/1};
}

template <class Searcher>
Result<query::Value> evaluate(Searcher& searcher, const Asked& asked, const Question& question,
                              bool want_remoteness) {
  if (question.boards.empty())
    return searcher.evaluator->evaluate(question.sum, question.convention, want_remoteness);
  return board_evaluator(searcher, asked)
      .evaluate(question.whole(), question.convention, want_remoteness, query::Wanted::nimber);
}

// Those of a sum with boards, which have no rules by name and no positions of their own.
template <class Searcher>
Result<Json> board_moves(Searcher& searcher, const Asked& asked, const Question& question,
                         std::size_t limit) {
  auto moves =
      board_evaluator(searcher, asked)
          .moves(question.whole(), question.convention, query::Listed::all, query::Wanted::nimber);
  if (!moves) return moves.error();
  if (moves->options.size() > limit) moves->options.resize(limit);
  Json json = session::moves_json(question.expression, *moves);
  json["options"] = session::options_json(*moves);
  json["complete"] = true;
  return json;
}

http::Answer listed_answer(const Asked& asked, const Question& question, bool with_plies,
                           query::Evaluator& evaluator, Alarm& alarm) {
  const auto limit = listed_of(asked.request);
  if (!limit) return problem(limit.error());
  auto moves = evaluator.moves(question.sum, question.convention);
  if (moves)
    return json_answer(listed_json(question, *std::move(moves), *limit,
                                   with_plies ? &evaluator : nullptr, RulesOfMoves::named));
  if (!gave_up(moves.error(), asked)) return search_problem(moves.error(), asked);
  if (asked.takes_long != nullptr) {
    *asked.takes_long = true;
    return {};
  }
  alarm.restart(asked.limits.search / 4);
  return json_answer(incomplete_json(question, *limit, evaluator));
}

}  // namespace

std::unique_ptr<Searches::Searcher> Searches::take(const Asked& asked) {
  {
    const std::lock_guard lock(guard_);
    if (asked.tables == tables_ && !idle_.empty()) {
      auto searcher = std::move(idle_.back());
      idle_.pop_back();
      return searcher;
    }
  }
  auto searcher =
      std::make_unique<Searcher>(query::Games(query::catalogue_and(games_of(*asked.tables))));
  const lazy::SearchLimits limits{asked.limits.search_memory, &searcher->is_over, {}};
  searcher->evaluator = std::make_unique<query::Evaluator>(limits);
  auto boxes =
      std::make_unique<session::BoxSource>(searcher->evaluator->meter(), &searcher->is_over);
  boxes->set_most_seconds(asked.limits.solve);
  searcher->evaluator->set_alternative(std::make_unique<session::ReducedSource>(std::move(boxes)));
  // Not those of a user's cache: what a server answers follows from what it was started with.
  searcher->evaluator->set_laws(std::make_unique<session::ProvedLaws>(
      session::LawChoice{std::chrono::duration<double>(law_time).count(),
                         asked.limits.search_memory, &searcher->is_over, /*is_stored=*/false,
                         /*seconds_until_again=*/60}));
  for (const auto& [name, table] : asked.tables->all())
    searcher->evaluator->add_source(std::make_unique<query::TableSource>(table->values));
  searcher->tables = asked.tables;
  return searcher;
}

void Searches::put_back(std::unique_ptr<Searcher> searcher, const Asked& asked) {
  const bool is_full = searcher->evaluator->progress().bytes > asked.limits.search_memory / 2;
  if (is_full || ++searcher->questions == most_questions) return;
  const std::lock_guard lock(guard_);
  if (searcher->tables == tables_) idle_.push_back(std::move(searcher));
}

void Searches::set_tables(std::shared_ptr<const Tables> tables) {
  std::vector<std::unique_ptr<Searcher>> old;  // which end outside the lock
  const std::lock_guard lock(guard_);
  tables_ = std::move(tables);
  old.swap(idle_);
}

template <class Answer>
http::Answer Searches::with_searcher(const Asked& asked, const Answer& answer) {
  auto searcher = take(asked);
  http::Answer answered;
  {
    Alarm alarm(alarms_, searcher->is_over, asked.stop,
                asked.takes_long != nullptr ? moment : asked.limits.search);
    ++running_;
    answered = answer(*searcher, alarm);
    --running_;
    if (asked.takes_long != nullptr && searcher->is_over && !asked.stop) *asked.takes_long = true;
  }
  constexpr int our_mistake = 500;
  if (answered.status != our_mistake) put_back(std::move(searcher), asked);
  return answered;
}

// {"NAME":[..]}: what `answer` has for each expression of the batch, or a problem.
template <class Batch, class Answer>
http::Answer Searches::each_of(const Batch& batch, const Asked& asked, const char* name,
                               const Answer& answer) {
  return with_searcher(asked, [&](Searcher& searcher, Alarm&) {
    Json all = Json::array();
    for (const std::string& expression : batch.expressions) {
      const auto question = question_of(expression, batch.misere, searcher);
      if (!question) {
        all.push_back(Json::parse(problem_with_place(question.error(), expression).body));
        continue;
      }
      auto found = answer(*question, searcher);
      all.push_back(
          found ? *std::move(found)
                : Json::parse(search_problem(found.error(), asked, question->boards.empty()).body));
    }
    return json_answer({{name, std::move(all)}});
  });
}

http::Answer Searches::value(const Asked& asked) {
  return with_searcher(asked, [&](Searcher& searcher, Alarm&) {
    const auto question = question_of(asked.request, searcher);
    if (!question) return problem_with_place(question.error(), expression_of(asked.request));
    const auto value = evaluate(searcher, asked, *question, is_set(asked.request, "remoteness"));
    if (!value) return search_problem(value.error(), asked, question->boards.empty());
    return json_answer(session::value_json(question->expression, *value));
  });
}

http::Answer Searches::values(const Asked& asked) {
  const auto batch =
      batch_of(asked.request.body, std::min(asked.limits.batch, most_expressions), BatchOf::values);
  if (!batch) return problem(batch.error());
  return each_of(*batch, asked, "values",
                 [&](const Question& question, Searcher& searcher) -> Result<Json> {
                   const auto value = evaluate(searcher, asked, question, batch->remoteness);
                   if (!value) return value.error();
                   return session::value_json(question.expression, *value);
                 });
}

http::Answer Searches::many_moves(const Asked& asked) {
  const auto batch =
      batch_of(asked.request.body, std::min(asked.limits.batch, most_expressions), BatchOf::moves);
  if (!batch) return problem(batch.error());
  return each_of(
      *batch, asked, "moves", [&](const Question& question, Searcher& searcher) -> Result<Json> {
        query::Evaluator& evaluator = *searcher.evaluator;
        if (!question.boards.empty()) return board_moves(searcher, asked, question, *batch->limit);
        auto moves = evaluator.moves(question.sum, question.convention);
        if (!moves) return moves.error();
        return listed_json(question, *std::move(moves), *batch->limit,
                           batch->remoteness ? &evaluator : nullptr, RulesOfMoves::left_out);
      });
}

http::Answer Searches::moves(const Asked& asked) {
  return with_searcher(asked, [&](Searcher& searcher, Alarm& alarm) {
    const auto question = question_of(asked.request, searcher);
    if (!question) return problem_with_place(question.error(), expression_of(asked.request));
    if (!question->boards.empty()) {
      const auto limit = listed_of(asked.request);
      if (!limit) return problem(limit.error());
      auto listed = board_moves(searcher, asked, *question, *limit);
      return listed ? json_answer(*std::move(listed))
                    : search_problem(listed.error(), asked, false);
    }
    return listed_answer(asked, *question, is_set(asked.request, "remoteness"), *searcher.evaluator,
                         alarm);
  });
}

http::Answer Searches::line(const Asked& asked) {
  return with_searcher(asked, [&](Searcher& searcher, Alarm& alarm) {
    const auto question = question_of(asked.request, searcher);
    if (!question) return problem_with_place(question.error(), expression_of(asked.request));
    if (!question->boards.empty())
      return problem(422, "lines of play are not found for boards; ask for moves");
    query::Evaluator& evaluator = *searcher.evaluator;
    const auto value = evaluator.evaluate(question->sum, question->convention);
    if (!value) return search_problem(value.error(), asked);
    if (asked.takes_long == nullptr) alarm.restart(asked.limits.search / 4);
    const auto line = session::best_line(question->sum, question->convention, evaluator);
    Json json = session::value_json(question->expression, *value);
    if (line) {
      session::add_line(*line, json);
    } else {
      if (!gave_up(line.error(), asked)) return search_problem(line.error(), asked);
      if (asked.takes_long != nullptr) {
        *asked.takes_long = true;
        return http::Answer();
      }
      alarm.restart(asked.limits.search / 4);
      add_some_line(*question, evaluator, json);
    }
    return json_answer(json);
  });
}

http::Answer Searches::table_moves(const Asked& asked) {
  const ServedTable& table = *asked.table;
  if (!table.game) return problem(422, "the table has no rules to move by");
  const auto read =
      positions_of_query(asked.request.query, table.spec().box.dimensions(), /*most=*/1);
  if (const auto* wrong = std::get_if<WrongPositions>(&read))
    return problem(wrong->status, wrong->detail);
  const Position& position = std::get<Positions>(read).coordinates;
  if (const auto there = table.values->at(Quantity::outcome, position); !there)
    return problem(there.error(), table);
  const query::Term term{table.game, position};
  auto sum = query::Sum::of({term});
  if (!sum) return problem(sum.error());
  const Question question{query::to_string(*sum), *sum, table.spec().convention};
  return with_searcher(asked, [&](Searcher& searcher, Alarm& alarm) {
    return listed_answer(asked, question, table.spec().quantity == Quantity::remoteness,
                         *searcher.evaluator, alarm);
  });
}

}  // namespace grundy::server
