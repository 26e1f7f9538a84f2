// c/evaluator.cpp: expressions.
#include <atomic>
#include <iterator>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "ask/laws/law_source.hpp"
#include "ask/session/session.hpp"
#include "base/machine.hpp"
#include "handles.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"

struct grundy_evaluator {
  std::atomic<bool> stop{false};
  grundy::session::Session session;

  grundy_evaluator(grundy::session::Choice choice, const grundy_evaluator_options& options)
      : session(watched(std::move(choice), options)) {
    session.evaluator().set_laws(
        std::make_unique<grundy::session::ProvedLaws>(grundy::session::LawChoice{.stop = &stop}));
  }

 private:
  grundy::session::Choice watched(grundy::session::Choice choice,
                                  const grundy_evaluator_options& options) {
    choice.limits.stop = &stop;
    if (options.progress)
      choice.limits.progress = [this, watch = options.progress,
                                user = options.user](const grundy::lazy::SearchProgress& so_far) {
        if (watch(user, so_far.positions, 0) != 0) stop = true;
      };
    return choice;
  }
};

namespace grundy::c {
namespace {

Result<std::vector<rules::Rules>> games_of(const grundy_evaluator_options& options) {
  std::vector<rules::Rules> games;
  if (options.rules) {
    auto parsed = rules::parse(options.rules, "rules");
    if (!parsed) return parsed.error();
    games = *std::move(parsed);
  }
  if (options.rules_file) {
    auto loaded = rules::load_file(options.rules_file);
    if (!loaded) return loaded.error();
    std::move(loaded->begin(), loaded->end(), std::back_inserter(games));
  }
  return games;
}

Result<grundy_evaluator_options> chosen(const grundy_evaluator_options* given) {
  constexpr std::string_view name = "grundy_evaluator_options";
  return given ? options_from(given, name) : grundy_evaluator_options{};
}

Status make(const grundy_evaluator_options* given, grundy_evaluator** evaluator) {
  if (Status there = required(evaluator, "evaluator"); !there) return there;
  *evaluator = nullptr;
  const auto options = chosen(given);
  if (!options) return options.error();
  auto games = games_of(*options);
  if (!games) return games.error();
  const auto convention = convention_from(options->convention);
  if (!convention) return convention.error();
  session::Choice choice;
  choice.games = *std::move(games);
  choice.convention = *convention;
  choice.limits.bytes = options->memory_bytes ? options->memory_bytes : memory::available_memory();
  *evaluator = std::make_unique<grundy_evaluator>(std::move(choice), *options).release();
  return {};
}

Status add_table(grundy_evaluator* evaluator, const grundy_table* table) {
  if (Status there = required(evaluator, "evaluator"); !there) return there;
  if (Status there = required(table, "table"); !there) return there;
  evaluator->session.add_table(table->values);
  return {};
}

Result<session::Session::Question> ask(grundy_evaluator* evaluator, const char* expression) {
  if (const Status there = required(evaluator, "evaluator"); !there) return there.error();
  if (const Status there = required(expression, "expression"); !there) return there.error();
  evaluator->stop = false;
  return evaluator->session.ask(expression, session::Session::Boards::accepted);
}

Status value(grundy_evaluator* evaluator, const char* expression, int* outcome,
             std::int64_t* nimber, std::int64_t* remoteness) {
  const auto question = ask(evaluator, expression);
  if (!question) return question.error();
  const auto value =
      evaluator->session.evaluate(*question, /*want_remoteness=*/remoteness != nullptr,
                                  nimber ? query::Wanted::nimber : query::Wanted::outcome);
  if (!value) return value.error();
  if (outcome) *outcome = to_c(value->outcome);
  if (nimber) *nimber = to_c(value->nimber);
  if (remoteness) *remoteness = to_c(value->remoteness);
  return {};
}

Status values(grundy_evaluator* evaluator, std::size_t count, const char* const* expressions,
              int* outcomes, std::int64_t* nimbers) {
  if (Status there = required(evaluator, "evaluator"); !there) return there;
  if (count == 0) return {};
  if (Status there = required(expressions, "expressions"); !there) return there;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    if (Status there = required(expressions[i], fmt::format("expressions[{}]", i)); !there)
      return there;
    texts.emplace_back(expressions[i]);
  }
  evaluator->stop = false;
  const auto values =
      evaluator->session.values(texts, nimbers ? query::Wanted::nimber : query::Wanted::outcome);
  if (!values) return values.error();
  for (std::size_t i = 0; i < count; ++i) {
    if (outcomes) outcomes[i] = to_c((*values)[i].outcome);
    if (nimbers) nimbers[i] = to_c((*values)[i].nimber);
  }
  return {};
}

Status moves(grundy_evaluator* evaluator, const char* expression, grundy_moves** moves) {
  if (Status there = required(moves, "moves"); !there) return there;
  *moves = nullptr;
  const auto question = ask(evaluator, expression);
  if (!question) return question.error();
  if (!question->boards.empty()) {
    auto listed = evaluator->session.moves(*question, query::Listed::all, query::Wanted::nimber);
    if (!listed) return listed.error();
    *moves = moves_of(*std::move(listed)).release();
    return {};
  }
  auto found = evaluator->session.evaluator().moves(question->sum, question->convention);
  if (!found) return found.error();
  *moves = moves_of(question->sum, *std::move(found)).release();
  return {};
}

}  // namespace
}  // namespace grundy::c

using namespace grundy;

int grundy_evaluator_new(const grundy_evaluator_options* options, grundy_evaluator** evaluator) {
  return c::guarded([&] { return c::make(options, evaluator); });
}

void grundy_evaluator_free(grundy_evaluator* evaluator) {
  delete evaluator;
}

int grundy_evaluator_add_table(grundy_evaluator* evaluator, const grundy_table* table) {
  return c::guarded([&] { return c::add_table(evaluator, table); });
}

int grundy_evaluator_value(grundy_evaluator* evaluator, const char* expression, int* outcome,
                           int64_t* nimber, int64_t* remoteness) {
  return c::guarded([&] { return c::value(evaluator, expression, outcome, nimber, remoteness); });
}

int grundy_evaluator_values(grundy_evaluator* evaluator, size_t count,
                            const char* const* expressions, int* outcomes, int64_t* nimbers) {
  return c::guarded([&] { return c::values(evaluator, count, expressions, outcomes, nimbers); });
}

int grundy_evaluator_moves(grundy_evaluator* evaluator, const char* expression,
                           grundy_moves** moves) {
  return c::guarded([&] { return c::moves(evaluator, expression, moves); });
}
