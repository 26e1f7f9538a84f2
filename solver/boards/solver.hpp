// boards/solver.hpp: the value of a board.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "boards/game.hpp"

namespace grundy::boards {

struct Limits {
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();  // of the table
  const std::atomic<bool>* stop = nullptr;                          // true: stop soon
  // Called now and then, by one thread, with the positions whose options were listed.
  std::function<void(std::uint64_t positions)> progress = nullptr;
  std::size_t threads = 0;  // 0: one for every core
};

// Two ways to a nimber: by the outcomes of sums with heaps, or by the mex of all options.
enum class Engine : std::uint8_t { sums, mex };

// Who wins, and after how many plies if the winner hurries and the loser delays.
struct Ending {
  Outcome outcome = Outcome::P;
  std::uint32_t remoteness = 0;
};

// Answers questions about the positions of one game, and remembers what it has found out as far as
// the memory allows. Not thread-safe.
class Solver {
 public:
  static std::unique_ptr<Solver> make(Game game, Limits limits);
  virtual ~Solver() = default;

  // Errors: Errc::interrupted. Where memory ends the search goes on and forgets.
  virtual Result<std::uint32_t> nimber(const AnySet& position, Engine engine = Engine::sums) = 0;
  // Whether the nimber is n, which may take less.
  virtual Result<bool> has_nimber(const AnySet& position, std::uint32_t n) = 0;

  // Who wins the sum of these positions. Errors: also Errc::memory.
  virtual Result<Outcome> outcome(const std::vector<AnySet>& positions, Convention convention) = 0;
  virtual Result<Ending> ending(const std::vector<AnySet>& positions, Convention convention) = 0;

  // What the table knows, for files, a part at a time: of each entry the words of the position,
  // then one of Facts. May be called by Limits::progress, while a search goes on. Ends at an error.
  using TakeEntries = std::function<Status(std::span<const std::uint64_t> words)>;
  virtual Status for_all_entries(const TakeEntries& take) = 0;
  // Whether the memory ended, so that some of what was found is missing there.
  virtual bool has_forgotten() const noexcept = 0;
  virtual std::size_t words_of_entry() const noexcept = 0;
  // Adds such entries. False, with those before it added, at one that is no position.
  virtual bool add_entries(std::span<const std::uint64_t> words) = 0;

  virtual std::uint64_t bytes() const noexcept = 0;  // of what it remembers
};

}  // namespace grundy::boards
