// cli/expressions.hpp: what `value`, `moves` and `play` share.
#pragma once
#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "progress.hpp"
#include "session/session.hpp"

namespace grundy::cli {

struct ExpressionChoice {
  std::string rules_file;
  std::string table;
  std::string memory;
  bool misere = false;
  std::string progress = "none";
  bool as_json = false;
  // Positions that the session has found by searching.
  std::shared_ptr<std::atomic<std::uint64_t>> searched =
      std::make_shared<std::atomic<std::uint64_t>>(0);

  void add_to(CLI::App& command);
  // --progress besides.
  void add_progress_to(CLI::App& command);
};

// Shows how a search comes on while it lives.
inline Progress watch_search(const ExpressionChoice& choice) {
  return {choice.progress, "searching", *choice.searched};
}

// A session with the games, the table and the limits that were chosen.
using session::Session;
Result<std::unique_ptr<Session>> open_session(const ExpressionChoice& choice);

// What `answer` is called with.
struct Asked {
  const std::string& expression;
  const Session::Question& question;
};

// Calls `answer` for each expression, where `-` stands for the lines of standard input that are not
// blank. The session is told of all that are there (streams.hpp) before the first of them is
// answered. Stops at the first that cannot be read or answered.
Status for_each_expression(Session& session, const std::vector<std::string>& expressions,
                           query::Wanted wanted, const std::function<Status(const Asked&)>& answer);

}  // namespace grundy::cli
