// programs/program.hpp: games that are functions: the options of a position, by its key.
//
// A key is any string of bytes; equal keys are the same position. An option is a sum of positions,
// and the player who cannot move loses, or under misère play wins. So Sprouts, Clobber or Cram are
// played without rules in our language.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace grundy::programs {

using Key = std::string;
using Sum = std::vector<Key>;  // in any order

// Takes options as they are listed: the positions of one, then its end. An option of no positions
// ends the game.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void part(std::string_view key) = 0;
  virtual void end_option() = 0;
};

struct Program {
  std::string name;
  // The same options for the same key, whenever it is called. An error ends the search.
  std::function<Status(std::string_view key, Sink& sink)> options;
  // Optional: replaces a key by that of an equal position. canon(canon(key)) is canon(key).
  std::function<Status(Key& key)> canon;
  // Optional: how people write the position.
  std::function<std::string(std::string_view key)> print;

  // By `print`, or else its bytes. Control characters are written as \x1f, and of bytes also
  // backslashes and all that is no ASCII.
  std::string text(std::string_view key) const;
};

// That the last option of a position was never ended.
Error no_end(const Program& program, std::string_view key);

// The same game as one of single positions: a key is a sum, in order, without positions that have
// no options. So the outcome of a sum under misère play is that of a position.
Program whole_sums(Program program);

// The key of such a sum.
Result<Key> key_of_sum(const Program& program, const Sum& sum);

}  // namespace grundy::programs
