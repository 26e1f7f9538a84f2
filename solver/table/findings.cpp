#include "table/findings.hpp"

#include <fmt/format.h>

#include <iterator>
#include <tuple>

namespace grundy::table {

std::string_view to_string(Finding::Kind kind) noexcept {
  switch (kind) {
    case Finding::Kind::damage:
      return "damage";
    case Finding::Kind::difference:
      return "difference";
    case Finding::Kind::leftover:
      break;
  }
  return "leftover";
}

std::string to_string(const Finding& finding) {
  std::string text = finding.file;
  if (finding.chunk) text += fmt::format(", chunk {}", *finding.chunk);
  if (finding.position) text += fmt::format(", {}", grundy::to_string(*finding.position));
  text += ": " + finding.what;
  if (!finding.stored.empty() || !finding.expected.empty())
    text += fmt::format("; stored {}, expected {}", finding.stored, finding.expected);
  return text;
}

bool Findings::Before::operator()(const Finding& a, const Finding& b) const {
  const auto key = [](const Finding& finding) {
    return std::tuple(finding.position.has_value(),
                      std::tie(finding.file, finding.chunk, finding.position, finding.what));
  };
  return key(a) < key(b);
}

void Findings::add(Finding finding) {
  const std::lock_guard lock(guard_);
  OfKind& kind = kinds_[static_cast<std::size_t>(finding.kind)];
  ++kind.count;
  kind.first.insert(std::move(finding));
  if (kind.first.size() > most_listed) kind.first.erase(std::prev(kind.first.end()));
}

std::uint64_t Findings::count(Finding::Kind kind) const {
  const std::lock_guard lock(guard_);
  return kinds_[static_cast<std::size_t>(kind)].count;
}

std::vector<Finding> Findings::listed() const {
  const std::lock_guard lock(guard_);
  std::vector<Finding> all;
  for (const OfKind& kind : kinds_) all.insert(all.end(), kind.first.begin(), kind.first.end());
  return all;
}

}  // namespace grundy::table
