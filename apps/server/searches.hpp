// server/searches.hpp: expressions, and the moves of positions of tables.
//
// Values come from the tables where these hold them, else from a search, within a time and memory
// of its own. One search runs a core (http::Pool). A box is solved instead if it takes less
// (ask/session/box_source.hpp) and not too long, within the same time and memory, by all cores.
// What was found is kept for the next question, until it takes half the memory or a thousand
// questions have come.
#pragma once
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "ask/boards.hpp"
#include "ask/evaluator.hpp"
#include "ask/expression.hpp"
#include "server/alarms.hpp"
#include "server/asked.hpp"

namespace grundy::server {

// Any number of threads may ask.
class Searches {
 public:
  http::Answer value(const Asked& asked);  // ?term=nim(3)&term=kayles(5)[&misere=1][&remoteness=1]
  // {"expressions":["nim(3)",..]}: each has a value or a problem, within the time of one question.
  http::Answer values(const Asked& asked);
  http::Answer moves(const Asked& asked);        // as value, [&limit=N]
  http::Answer many_moves(const Asked& asked);   // as values, and "limit":N
  http::Answer line(const Asked& asked);         // the same
  http::Answer table_moves(const Asked& asked);  // ?at=3,4,1[&limit=N]

  // Lets go of the tables before these, and of what was found with them. Questions of theirs that
  // are in hand come to their end.
  void set_tables(std::shared_ptr<const Tables> tables);

  // How many search now.
  std::size_t running() const noexcept { return running_; }

 private:
  struct Searcher {
    explicit Searcher(query::Games known) : games(std::move(known)) {}

    query::Games games;
    query::BoardGames board_games{{}, query::Files::refused};
    std::unique_ptr<query::Evaluator> evaluator;
    std::shared_ptr<const Tables> tables;
    unsigned questions = 0;
    std::atomic<bool> is_over{false};  // the time of the question, or nobody waits any more
  };

  std::unique_ptr<Searcher> take(const Asked& asked);
  void put_back(std::unique_ptr<Searcher> searcher, const Asked& asked);

  template <class Answer>
  http::Answer with_searcher(const Asked& asked, const Answer& answer);
  template <class Batch, class Answer>
  http::Answer each_of(const Batch& batch, const Asked& asked, const char* name,
                       const Answer& answer);

  Alarms alarms_;
  std::atomic<std::size_t> running_{0};
  std::mutex guard_;
  std::shared_ptr<const Tables> tables_;
  std::vector<std::unique_ptr<Searcher>> idle_;  // all of these tables
};

}  // namespace grundy::server
