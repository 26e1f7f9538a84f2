#include "graph/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>
#include <utility>

#include "base/executor.hpp"

namespace grundy::graph {
namespace {

constexpr std::uint64_t least_slots = std::uint64_t{1} << 12;

// Labels from anywhere, and their numbers.
//
// A hash table of open addressing with linear probing, at most two thirds full: 12 bytes a slot.
// Slots hold label + 1, so that 0 is an empty one.
class LabelTable {
 public:
  static Result<LabelTable> create() {
    LabelTable table;
    if (Status s = table.resize(least_slots); !s) return s.error();
    return table;
  }

  // Makes room for `more` labels. Not while others add.
  Status reserve(std::uint64_t more, parallel::Executor& executor) {
    const std::uint64_t slots = slots_for(size_ + more);
    if (slots == keys_.size()) return {};
    const Array<std::uint64_t> old = std::exchange(keys_, {});
    if (Status s = resize(slots); !s) return s;
    for_each_slice(executor, old.size(), [&](Slice slice, std::size_t) {
      for (std::uint64_t i = slice.begin; i < slice.end; ++i)
        if (old[i] != 0) add(old[i] - 1);
    });
    return {};
  }

  // What reserve(more) takes: the old table stays until the new one is filled.
  std::uint64_t bytes_to_reserve(std::uint64_t more) const noexcept {
    const std::uint64_t slots = slots_for(size_ + more);
    return slots == keys_.size() ? 0 : Array<std::uint64_t>::bytes_taken(slots);
  }
  // What settle() takes.
  std::uint64_t bytes_to_settle() const noexcept {
    return Array<Vertex>::bytes_taken(keys_.size()) + size_ * sizeof(Label);
  }

  // Whether it is new. Any number of threads, after room was reserved.
  bool add(Label label) noexcept {
    const std::uint64_t key = label + 1;
    for (std::size_t slot = first_slot(label);; slot = next(slot)) {
      const std::atomic_ref there(keys_[slot]);
      std::uint64_t found = there.load(std::memory_order_relaxed);
      if (found == key) return false;
      if (found == 0 && there.compare_exchange_strong(found, key, std::memory_order_relaxed))
        return true;
      if (found == key) return false;
    }
  }
  // To be called after adding, with how many were new.
  void count(std::uint64_t added) noexcept { size_ += added; }
  std::uint64_t size() const noexcept { return size_; }

  // Gives every label its number; nothing is added after.
  Result<Labels> settle(parallel::Executor& executor) {
    std::vector<Label> sorted;
    sorted.reserve(size_);
    for (const std::uint64_t key : keys_.items())
      if (key != 0) sorted.push_back(key - 1);
    std::sort(sorted.begin(), sorted.end());
    auto numbers = Array<Vertex>::zeros(keys_.size());
    if (!numbers) return numbers.error();
    numbers_ = *std::move(numbers);
    for_each_slice(executor, sorted.size(), [&](Slice slice, std::size_t) {
      for (std::uint64_t i = slice.begin; i < slice.end; ++i)
        numbers_[slot_of(sorted[i])] = static_cast<Vertex>(i);
    });
    return Labels(std::move(sorted));
  }

  // Of a label that was added.
  Vertex number(Label label) const noexcept { return numbers_[slot_of(label)]; }

 private:
  // Fibonacci hashing, after a fold that lets high bits count.
  std::size_t first_slot(Label label) const noexcept {
    return ((label ^ (label >> 32)) * 0x9e3779b97f4a7c15) >> shift_;
  }
  std::size_t next(std::size_t slot) const noexcept { return (slot + 1) & (keys_.size() - 1); }
  std::size_t slot_of(Label label) const noexcept {
    std::size_t slot = first_slot(label);
    while (keys_[slot] != label + 1) slot = next(slot);
    return slot;
  }

  std::uint64_t slots_for(std::uint64_t labels) const noexcept {
    return std::max<std::uint64_t>(keys_.size(), std::bit_ceil(labels + labels / 2));
  }

  Status resize(std::uint64_t slots) {
    auto keys = Array<std::uint64_t>::zeros(slots);
    if (!keys) return keys.error();
    keys_ = *std::move(keys);
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
    return {};
  }

  Array<std::uint64_t> keys_;
  Array<Vertex> numbers_;
  unsigned shift_ = 0;
  std::uint64_t size_ = 0;
};

// Which labels of a dense range there are, and their numbers.
//
// One bit a label, and for every 64 the count of those before: 12 bytes for 64 labels of the range.
class LabelBits {
 public:
  static std::uint64_t bytes(Label lowest, Label highest) {
    return ((highest - lowest) / 64 + 1) * 12;
  }

  static Result<LabelBits> create(Label lowest, Label highest) {
    const std::uint64_t size = (highest - lowest) / 64 + 1;
    auto words = Array<std::uint64_t>::zeros(size);
    if (!words) return words.error();
    auto before = Array<Vertex>::zeros(size);
    if (!before) return before.error();
    LabelBits bits;
    bits.lowest_ = lowest;
    bits.words_ = *std::move(words);
    bits.before_ = *std::move(before);
    return bits;
  }

  // Any number of threads.
  void add(Label label) noexcept {
    const Label at = label - lowest_;
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    const std::atomic_ref word(words_[at / 64]);
    // Most labels come many times; reading leaves the cache line to all.
    if (!(word.load(std::memory_order_relaxed) & bit))
      word.fetch_or(bit, std::memory_order_relaxed);
  }

  // Counts; nothing is added after. Returns how many there are.
  std::uint64_t settle() noexcept {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      before_[i] = static_cast<Vertex>(count_);
      count_ += static_cast<std::uint64_t>(std::popcount(words_[i]));
    }
    return count_;
  }

  // Of a label that was added.
  Vertex number(Label label) const noexcept {
    const Label at = label - lowest_;
    const std::uint64_t before = words_[at / 64] & ((std::uint64_t{1} << (at % 64)) - 1);
    return before_[at / 64] + static_cast<Vertex>(std::popcount(before));
  }

  // The lowest and the highest of the range are always there.
  Labels labels() const {
    const std::uint64_t last = words_.size() - 1;
    const auto highest = last * 64 + static_cast<std::uint64_t>(std::bit_width(words_[last])) - 1;
    if (count_ == highest + 1) return Labels(lowest_, count_);
    std::vector<Label> sorted;
    sorted.reserve(count_);
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t left = words_[i]; left != 0; left &= left - 1)
        sorted.push_back(lowest_ + i * 64 + static_cast<Label>(std::countr_zero(left)));
    return Labels(std::move(sorted));
  }

 private:
  Label lowest_ = 0;
  std::uint64_t count_ = 0;
  Array<std::uint64_t> words_;
  Array<Vertex> before_;
};

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
