// graph/line_blocks.hpp: a text in blocks of whole lines, which threads may then scan apart.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "graph/text_source.hpp"

namespace grundy::graph {

class LineBlocks {
 public:
  // No line of edges comes near this; what has longer ones is no text.
  static constexpr std::size_t longest_line = std::size_t{1} << 20;
  // Blocks grow with what was read: many for a short text, few for a long one.
  static constexpr std::size_t least_block = std::size_t{1} << 18;
  static constexpr std::size_t largest_block = std::size_t{1} << 21;
  static constexpr std::size_t read_a_block = 16;  // blocks

  // The source outlives the object.
  explicit LineBlocks(TextSource& source) : source_(source) {}

  // The next block is not longer, unless a single line is.
  std::size_t next_bytes() const noexcept {
    return std::clamp(read_ / read_a_block, least_block, largest_block);
  }

  // Replaces `block`, whose memory it uses again, by the next lines, each with its line feed, the
  // last line of the text too, whether it had one or not. Empty: the text has ended. Errors: those
  // of the source, and Errc::corrupt for a line that is too long.
  Status next(std::string& block);

 private:
  // Appends up to so many bytes of the text.
  Status fill(std::string& block, std::size_t bytes);

  TextSource& source_;
  std::string rest_;  // the beginning of a line
  std::size_t read_ = 0;
  bool ended_ = false;
};

}  // namespace grundy::graph
