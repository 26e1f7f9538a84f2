#include "graph/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "graph/label_table.hpp"
#include "graph/work.hpp"

namespace grundy::graph {
namespace {

template <class Use>
void for_each_label(const EdgeList::Piece& piece, const Use& use) {
  for (const LabelledEdge& edge : piece.edges.items()) {
    use(edge.from);
    use(edge.to);
  }
  for (const Label label : piece.declared.items()) use(label);
}

std::uint64_t labels_in(const EdgeList::Piece& piece) {
  return 2 * piece.edges.size() + piece.declared.size();
}

Status check_count(std::uint64_t vertices) {
  if (vertices <= most_vertices) return {};
  return Error{Errc::unsupported,
               fmt::format("{} vertices: at most 2^31 - 1 are possible", vertices)};
}

std::string numbering(const EdgeList& list) {
  return fmt::format("numbering the vertices of {} edges", list.edges);
}

// `number` gives the vertex of a label.
template <class Number>
void replace_labels(EdgeList& list, const Number& number, const Work& work) {
  work.executor.for_each(list.pieces.size(), [&](std::size_t i, std::size_t) {
    for (LabelledEdge& edge : list.pieces[i].edges.items())
      edge = {number(edge.from), number(edge.to)};
    work.add_done(list.pieces[i].edges.size());
  });
}

Result<Labels> number_dense(EdgeList& list, const Work& work) {
  if (Status s = check_memory(LabelBits::bytes(list.lowest, list.highest), work, numbering(list));
      !s)
    return s.error();
  auto bits = LabelBits::create(list.lowest, list.highest);
  if (!bits) return bits.error();
  work.executor.for_each(list.pieces.size(), [&](std::size_t i, std::size_t) {
    for_each_label(list.pieces[i], [&](Label label) { bits->add(label); });
  });
  const std::uint64_t count = bits->settle();
  if (Status s = check_count(count); !s) return s.error();
  const bool contiguous = count == list.highest - list.lowest + 1;
  if (!contiguous)
    if (Status s = check_memory(count * sizeof(Label), work, numbering(list)); !s) return s.error();
  if (contiguous)
    replace_labels(
        list, [&](Label label) { return label - list.lowest; }, work);
  else
    replace_labels(
        list, [&](Label label) { return bits->number(label); }, work);
  return bits->labels();
}

// Adds the labels of some pieces, after room was made for them all.
Status add_pieces(LabelTable& table, const EdgeList& list, std::span<const EdgeList::Piece> pieces,
                  const Work& work) {
  std::uint64_t more = 0;
  for (const EdgeList::Piece& piece : pieces) more += labels_in(piece);
  if (Status s = check_memory(table.bytes_to_reserve(more), work, numbering(list)); !s) return s;
  if (Status s = table.reserve(more, work.executor); !s) return s;
  std::atomic<std::uint64_t> added{0};
  work.executor.for_each(pieces.size(), [&](std::size_t i, std::size_t) {
    std::uint64_t count = 0;
    for_each_label(pieces[i], [&](Label label) { count += table.add(label); });
    added += count;
  });
  table.count(added);
  return check_count(table.size());
}

Result<Labels> number_sparse(EdgeList& list, const Work& work) {
  auto table = LabelTable::create();
  if (!table) return table.error();
  const std::span<const EdgeList::Piece> pieces(list.pieces);
  const std::size_t at_once = 2 * work.executor.threads();
  for (std::size_t i = 0; i < pieces.size(); i += at_once) {
    if (work.stopped()) return interrupted();
    const auto some = pieces.subspan(i, std::min(at_once, pieces.size() - i));
    if (Status s = add_pieces(*table, list, some, work); !s) return s.error();
  }
  if (Status s = check_memory(table->bytes_to_settle(), work, numbering(list)); !s)
    return s.error();
  auto labels = table->settle(work.executor);
  if (labels)
    replace_labels(
        list, [&](Label label) { return table->number(label); }, work);
  return labels;
}

}  // namespace

Labels::Labels(std::vector<Label> sorted)
    : lowest_(sorted.empty() ? 0 : sorted.front()),
      count_(sorted.size()),
      sorted_(std::move(sorted)) {
  if (count_ == 0 || sorted_.back() - lowest_ + 1 == count_) sorted_ = {};
}

std::optional<Vertex> Labels::find(Label label) const {
  if (label < lowest_) return std::nullopt;
  if (contiguous()) {
    if (label - lowest_ >= count_) return std::nullopt;
    return static_cast<Vertex>(label - lowest_);
  }
  const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), label);
  if (at == sorted_.end() || *at != label) return std::nullopt;
  return static_cast<Vertex>(at - sorted_.begin());
}

Result<Labels> number_vertices(EdgeList& list, const Work& work) {
  if (list.empty()) return Labels(0, 0);
  const std::uint64_t bytes = LabelBits::bytes(list.lowest, list.highest);
  // Dense is what costs less than a hash table would at its emptiest.
  if (bytes / 6 <= 2 * list.edges + list.declared) return number_dense(list, work);
  return number_sparse(list, work);
}

}  // namespace grundy::graph
