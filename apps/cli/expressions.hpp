// cli/expressions.hpp: what `value`, `moves` and `play` share.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/session/session.hpp"
#include "base/error.hpp"
#include "cli/question_progress.hpp"

namespace grundy::cli {

using session::Session;

struct ExpressionChoice {
  std::vector<std::string> rules_files;
  std::string table;
  std::optional<std::uint64_t> memory;
  double law_seconds = 2;
  bool misere = false;
  Session::Boards boards = Session::Boards::refused;
  std::string progress = "none";
  bool as_json = false;
  // Of the question at hand.
  std::shared_ptr<QuestionProgress> shown = std::make_shared<QuestionProgress>();

  void add_to(CLI::App& command);
  // --progress besides.
  void add_progress_to(CLI::App& command);
};

// While it lives, the progress of a question is shown; in a terminal not beside JSON.
class ShownProgress {
 public:
  explicit ShownProgress(const ExpressionChoice& choice) : shown_(*choice.shown) {
    shown_.begin(choice.as_json && choice.progress == "auto" ? "none" : choice.progress);
  }
  ~ShownProgress() { shown_.end(); }
  ShownProgress(const ShownProgress&) = delete;
  ShownProgress& operator=(const ShownProgress&) = delete;

 private:
  QuestionProgress& shown_;
};

// A session with the games, the table and the limits that were chosen.
Result<std::unique_ptr<Session>> open_session(const ExpressionChoice& choice);

// Names the laws that an answer follows from, for people: long ones are cut off.
void print_laws(const query::Value& value);

// What `answer` is called with.
struct Asked {
  const std::string& expression;
  const Session::Question& question;
};

// Calls `answer` for each expression, where `-` stands for the lines of standard input that are not
// blank. The session learns of all that are there (streams.hpp) before it answers the first of
// them. Each answer is written out before the next question is thought about.
//
// An expression that is wrong (Errc::usage, rules or unsupported) is reported on stderr, with its
// line; as JSON also on stdout in its place, {"expression","line","error"}, without `line` for an
// argument. Those after it are answered. The error at the end then has no message: all is reported.
// Stops at any other error.
Status for_each_expression(Session& session, const ExpressionChoice& choice,
                           const std::vector<std::string>& expressions, query::Wanted wanted,
                           const std::function<Status(const Asked&)>& answer);

}  // namespace grundy::cli
