#include "graph/line_blocks.hpp"

#include <fmt/format.h>

#include <utility>

namespace grundy::graph {

Status LineBlocks::fill(std::string& block, std::size_t bytes) {
  std::size_t filled = block.size();
  block.resize(filled + bytes);
  while (filled < block.size() && !ended_) {
    const auto got = source_.read(std::as_writable_bytes(std::span(block).subspan(filled)));
    if (!got) return got.error();
    filled += *got;
    ended_ = *got == 0;
  }
  block.resize(filled);
  return {};
}

Status LineBlocks::next(std::string& block) {
  block = std::exchange(rest_, {});
  if (!ended_)
    if (Status s = fill(block, block_bytes); !s) return s;
  if (ended_) {
    if (!block.empty() && block.back() != '\n') block += '\n';
    return {};
  }
  const std::size_t end = block.rfind('\n') + 1;  // 0: none
  if (block.size() - end > longest_line)
    return Error{Errc::corrupt,
                 fmt::format("{}: a line of more than {} bytes: this is no list of edges; expected "
                             "lines such as '3 7'",
                             source_.name(), longest_line)};
  rest_ = block.substr(end);
  block.resize(end);
  return {};
}

}  // namespace grundy::graph
