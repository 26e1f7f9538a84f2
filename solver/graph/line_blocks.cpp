#include "graph/line_blocks.hpp"

#include <fmt/format.h>

namespace grundy::graph {

Status LineBlocks::fill(std::string& block, std::size_t bytes) {
  std::size_t filled = block.size();
  block.resize(filled + bytes);
  while (filled < block.size() && !ended_) {
    const auto got = source_.read(std::as_writable_bytes(std::span(block).subspan(filled)));
    if (!got) return got.error();
    filled += *got;
    read_ += *got;
    ended_ = *got == 0;
  }
  block.resize(filled);
  return {};
}

Status LineBlocks::next(std::string& block) {
  block.assign(rest_);
  rest_.clear();
  std::size_t end = 0;  // of the last line that is there as a whole
  while (!ended_ && end == 0) {
    if (block.size() > longest_line)
      return Error{Errc::corrupt,
                   fmt::format("{}: a line of more than {} bytes: this is no list of edges; "
                               "expected lines such as '3 7'",
                               source_.name(), longest_line)};
    if (Status s = fill(block, next_bytes()); !s) return s;
    end = block.rfind('\n') + 1;
  }
  if (ended_) {
    if (!block.empty() && block.back() != '\n') block += '\n';
    return {};
  }
  rest_.assign(block, end);
  block.resize(end);
  return {};
}

}  // namespace grundy::graph
