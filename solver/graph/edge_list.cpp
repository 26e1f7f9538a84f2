#include "graph/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "graph/line_blocks.hpp"
#include "graph/memory.hpp"

namespace grundy::graph {
namespace {

template <class T>
Result<Array<T>> array_of(const std::vector<T>& items) {
  auto array = Array<T>::zeros(items.size());
  if (array) std::copy(items.begin(), items.end(), array->items().begin());
  return array;
}

// What became of one block of text.
struct Scanned {
  EdgeList::Piece piece;
  EdgeLines found;  // its numbers; the edges are in the piece
  Status status;
};

Status keep(Scanned& scanned) {
  auto edges = array_of(scanned.found.edges);
  if (!edges) return edges.error();
  auto declared = array_of(scanned.found.declared);
  if (!declared) return declared.error();
  scanned.piece = {*std::move(edges), *std::move(declared)};
  return {};
}

class Reading {
 public:
  Reading(TextSource& source, const Work& work)
      : source_(source),
        work_(work),
        blocks_(source),
        texts_(blocks_at_once(work)),
        next_texts_(texts_.size()),
        scanned_(texts_.size()) {}

  Result<EdgeList> run() {
    if (Status s = check_memory(bytes_of_texts(), work_, "reading " + source_.name()); !s)
      return s.error();
    for (read_next(); status_ && !next_texts_[0].empty();) {
      std::swap(texts_, next_texts_);
      if (Status s = make_room(); !s) return s.error();
      step();
      if (Status s = collect(); !s) return s.error();
    }
    if (!status_) return status_.error();
    return std::move(list_);
  }

 private:
  // More than one task reads in the time the others take would only cost memory.
  static std::size_t blocks_at_once(const Work& work) {
    return std::min<std::size_t>(2 * work.executor.threads(), 16);
  }

  // What the next texts will take beside the memory that is used again.
  std::uint64_t bytes_of_texts() const {
    const std::size_t longest = std::min(
        blocks_.next_bytes() + texts_.size() * LineBlocks::largest_block / LineBlocks::read_a_block,
        LineBlocks::largest_block);
    std::uint64_t bytes = 0;
    for (const std::string& text : next_texts_)
      if (longest > text.capacity()) bytes += longest;
    return bytes;
  }

  // Each line may be an edge. It is scanned into memory that is used again, and then kept.
  Status make_room() {
    std::uint64_t bytes = bytes_of_texts();
    std::vector<std::uint64_t> lines;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      lines.push_back(static_cast<std::uint64_t>(std::ranges::count(texts_[i], '\n')));
      bytes += Array<LabelledEdge>::bytes_taken(lines[i]);
      if (lines[i] > scanned_[i].found.edges.capacity()) bytes += lines[i] * sizeof(LabelledEdge);
    }
    if (Status s =
            check_memory(bytes, work_,
                         fmt::format("{}: reading on after {} edges", source_.name(), list_.edges));
        !s)
      return s;
    for (std::size_t i = 0; i < texts_.size(); ++i) scanned_[i].found.edges.reserve(lines[i]);
    return {};
  }

  // Task 0 reads what the next step scans.
  void step() {
    work_.executor.for_each(texts_.size() + 1, [&](std::size_t task, std::size_t) {
      if (task == 0) return read_next();
      Scanned& scanned = scanned_[task - 1];
      scan_edge_lines(texts_[task - 1], scanned.found);
      scanned.status = keep(scanned);
    });
    if (work_.done) *work_.done = source_.consumed();
  }

  void read_next() {
    for (std::string& text : next_texts_) {
      text.clear();
      if (status_) status_ = blocks_.next(text);
    }
  }

  // In the order of the text, so that the first mistake is the one told.
  Status collect() {
    for (Scanned& scanned : scanned_) {
      if (!scanned.status) return scanned.status;
      const EdgeLines& found = scanned.found;
      lines_ += found.lines;
      if (found.mistake)
        return Error{Errc::corrupt,
                     fmt::format("{}:{}: {}", source_.name(), lines_ + 1, *found.mistake)};
      if (!found.empty()) add(scanned);
    }
    if (work_.stopped()) return interrupted();
    return {};
  }

  void add(Scanned& scanned) {
    list_.edges += scanned.piece.edges.size();
    list_.declared += scanned.piece.declared.size();
    list_.lowest = std::min(list_.lowest, scanned.found.lowest);
    list_.highest = std::max(list_.highest, scanned.found.highest);
    list_.pieces.push_back(std::move(scanned.piece));
  }

  TextSource& source_;
  const Work& work_;
  LineBlocks blocks_;
  std::vector<std::string> texts_;
  std::vector<std::string> next_texts_;
  std::vector<Scanned> scanned_;
  Status status_;  // of reading
  std::uint64_t lines_ = 0;
  EdgeList list_;
};

}  // namespace

Result<EdgeList> read_edges(TextSource& source, const Work& work) {
  return Reading(source, work).run();
}

}  // namespace grundy::graph
