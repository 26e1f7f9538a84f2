#include "graph/write_csv.hpp"

#include <fmt/format.h>

#include <span>
#include <string>

#include "graph/work.hpp"
#include "table/durable_file.hpp"

namespace grundy::graph {
namespace {

void append(std::string& text, std::uint64_t number) {
  const fmt::format_int digits(number);
  text.append(digits.data(), digits.size());
}

class Lines {
 public:
  Lines(const Graph& graph, const Values& values)
      : labels_(graph.labels), values_(values), quantity_(values.question.quantity) {}

  std::string_view header() const {
    if (quantity_ == Quantity::nimber) return "vertex,nimber\n";
    return quantity_ == Quantity::outcome ? "vertex,outcome\n" : "vertex,outcome,remoteness\n";
  }

  void append_line(std::string& text, Vertex v) const {
    append(text, labels_.of(v));
    text += ',';
    if (quantity_ == Quantity::nimber) {
      append(text, values_.cells[v]);
    } else {
      text += outcome_letter(values_, v);
      if (quantity_ == Quantity::remoteness) text += ',';
      if (quantity_ == Quantity::remoteness && !values_.is_draw(v)) append(text, values_.cells[v]);
    }
    text += '\n';
  }

 private:
  const Labels& labels_;
  const Values& values_;
  Quantity quantity_;
};

Status write(table::DurableFile& file, std::string_view text) {
  return file.write(std::as_bytes(std::span(text)));
}

}  // namespace

std::string_view outcome_letter(const Values& values, Vertex v) noexcept {
  return values.is_draw(v) ? "D" : to_string(values.outcome(v));
}

Status check_csv(const std::filesystem::path& path, bool force) {
  std::error_code unknown;
  const auto there = std::filesystem::symlink_status(path, unknown);
  if (!std::filesystem::exists(there)) return {};
  if (force && std::filesystem::is_regular_file(there)) return {};
  return Error{Errc::usage,
               fmt::format("{}: {}", path.string(),
                           force ? "is no regular file, and only such are replaced"
                                 : "is there already; choose another name, or replace it with "
                                   "option `force`")};
}

Status write_csv(const Graph& graph, const Values& values, const std::filesystem::path& path,
                 const Work& work) {
  auto file = table::DurableFile::create(path);
  if (!file) return file.error();
  const Lines lines(graph, values);
  if (Status s = write(*file, lines.header()); !s) return s;
  std::string text;
  for (std::uint64_t number = 0; number < slices_of(graph.vertices()); ++number) {
    if (work.stopped()) return interrupted();
    const Slice slice = slice_of(graph.vertices(), number);
    text.clear();
    for (std::uint64_t v = slice.begin; v < slice.end; ++v)
      lines.append_line(text, static_cast<Vertex>(v));
    if (Status s = write(*file, text); !s) return s;
    work.add_done(slice.end - slice.begin);
  }
  return file->commit();
}

}  // namespace grundy::graph
