#include "graph/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>

namespace grundy::graph {
namespace {

template <class T>
Result<Array<T>> array_of(std::span<const T> items) {
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
  auto edges = array_of<LabelledEdge>(scanned.found.edges);
  if (!edges) return edges.error();
  auto declared = array_of<Label>(scanned.found.declared);
  if (!declared) return declared.error();
  scanned.piece = {*std::move(edges), *std::move(declared)};
  return {};
}

class Reading {
 public:
  Reading(TextSource& source, const Work& work, FirstLine first)
      : source_(source),
        work_(work),
        first_(first),
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
      if (!has_begun_) has_begun_ = take_first_line(text);
    }
  }

  // Blanks out the first line with more than a comment where it is no edge, so that later lines
  // keep their numbers. False if there is no such line yet.
  bool take_first_line(std::string& text) const {
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
      end = std::min(text.find('\n', begin), text.size());
      const auto first = text.find_first_not_of(" \t\r", begin);
      if (first >= end || text[first] == '#') continue;
      if (first_ == FirstLine::counts || names_columns({text.data() + first, end - first}))
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
                  text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      return true;
    }
    return false;
  }

  // "from,to", as tables of commas begin.
  static bool names_columns(std::string_view line) {
    const auto comma = line.find(',');
    const auto is_name = [](char c) {
      return c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    };
    const std::string_view names = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    return comma != std::string_view::npos && names.size() > comma + 1 &&
           std::ranges::all_of(names.substr(0, comma), is_name) &&
           std::ranges::all_of(names.substr(comma + 1), is_name);
  }

  // In the order of the text, so that the first mistake is the one reported.
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
  FirstLine first_;
  bool has_begun_ = false;  // whether a line with more than a comment was read
  LineBlocks blocks_;
  std::vector<std::string> texts_;
  std::vector<std::string> next_texts_;
  std::vector<Scanned> scanned_;
  Status status_;  // of reading
  std::uint64_t lines_ = 0;
  EdgeList list_;
};

}  // namespace

Result<EdgeList> read_edges(TextSource& source, const Work& work, FirstLine first) {
  return Reading(source, work, first).run();
}

Result<EdgeList> edge_list_of(std::span<const LabelledEdge> edges,
                              std::span<const Label> declared) {
  auto kept_edges = array_of(edges);
  if (!kept_edges) return kept_edges.error();
  auto kept_declared = array_of(declared);
  if (!kept_declared) return kept_declared.error();
  EdgeList list;
  list.edges = edges.size();
  list.declared = declared.size();
  const auto add = [&list](Label label) {
    list.lowest = std::min(list.lowest, label);
    list.highest = std::max(list.highest, label);
  };
  for (const auto& [from, to] : edges) {
    add(from);
    add(to);
  }
  for (const Label label : declared) add(label);
  list.pieces.push_back({*std::move(kept_edges), *std::move(kept_declared)});
  return list;
}

std::optional<LabelledEdge> EdgeList::counts() const {
  const auto has_edges = [](const Piece& piece) { return piece.edges.size() > 0; };
  const auto piece = std::ranges::find_if(pieces, has_edges);
  if (piece == pieces.end() || edges < 2) return std::nullopt;
  const LabelledEdge first = piece->edges[0];
  if (first.to != edges - 1) return std::nullopt;
  std::uint64_t beyond = 0;
  for (const Piece& each : pieces) {
    for (const LabelledEdge& edge : each.edges.items())
      beyond += std::max(edge.from, edge.to) > first.from ? 1U : 0U;
    for (const Label label : each.declared.items()) beyond += label > first.from ? 1U : 0U;
  }
  beyond -= first.to > first.from ? 1U : 0U;
  return beyond == 0 ? std::optional(first) : std::nullopt;
}

namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool ends_line(char c) {
  return c == '\n' || c == '#';
}

// Walks over text whose last character is a line feed: no loop that stops at one needs to know
// where the text ends.
class Scanner {
 public:
  Scanner(std::string_view text, EdgeLines& found)
      : at_(text.data()), end_(at_ + text.size()), found_(found) {}

  void run() {
    for (; at_ != end_; ++found_.lines) {
      if (!line()) {
        found_.mistake = std::move(mistake_);
        break;
      }
      if (*at_ == '\n') {
        ++at_;
        continue;
      }
      at_ = static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_))) +
            1;
    }
    found_.lowest = lowest_;
    found_.highest = highest_;
  }

 private:
  // Stops at the end of the line, or at a comment.
  bool line() {
    skip_blanks();
    if (ends_line(*at_)) return true;
    Label from = 0;
    if (!label(from)) return false;
    const bool comma = skip_separator();
    if (!comma && ends_line(*at_)) {
      found_.declared.push_back(from);
      return true;
    }
    Label to = 0;
    if (!label(to)) return false;
    skip_blanks();
    if (!ends_line(*at_)) return expected("the end of the line after two vertices");
    found_.edges.push_back({from, to});
    return true;
  }

  void skip_blanks() {
    while (is_blank(*at_)) ++at_;
  }

  // Blanks with at most one comma; whether there was one.
  bool skip_separator() {
    skip_blanks();
    if (*at_ != ',') return false;
    ++at_;
    skip_blanks();
    return true;
  }

  bool label(Label& value) {
    const char* at = at_;
    while (*at == '0') ++at;
    const char* const first = at;
    Label sum = 0;
    for (; is_digit(*at); ++at) sum = sum * 10 + static_cast<Label>(*at - '0');
    // 19 digits cannot overflow 64 bits.
    const bool fits = at - first <= 19 && sum <= largest_label;
    const bool ends = is_blank(*at) || *at == ',' || ends_line(*at);
    if (at == at_ || !fits || !ends) return expected("a vertex, an integer from 0 to 2^63 - 1");
    at_ = at;
    value = sum;
    lowest_ = std::min(lowest_, sum);
    highest_ = std::max(highest_, sum);
    return true;
  }

  bool expected(std::string_view what) {
    mistake_ = fmt::format("found {}, expected {}", word(), what);
    return false;
  }

  // What stands here, fit to be printed.
  std::string word() const {
    constexpr std::ptrdiff_t longest = 40;
    if (*at_ == '\n') return "the end of the line";
    const char* const stop =
        std::find_if(at_, end_, [](char c) { return is_blank(c) || c == '\n'; });
    std::string text(at_, std::min(stop, at_ + longest));
    const auto odd = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    std::replace_if(text.begin(), text.end(), odd, '?');
    return fmt::format("'{}{}'", text, stop - at_ > longest ? "..." : "");
  }

  const char* at_;
  const char* end_;
  EdgeLines& found_;
  Label lowest_ = largest_label;
  Label highest_ = 0;
  std::string mistake_;
};

}  // namespace

void scan_edge_lines(std::string_view text, EdgeLines& found) {
  assert(text.empty() || text.back() == '\n');
  found.edges.clear();
  found.declared.clear();
  found.lines = 0;
  found.mistake.reset();
  Scanner(text, found).run();
}

}  // namespace grundy::graph
