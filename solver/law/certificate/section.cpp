#include "law/certificate/section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace grundy::law {
namespace {

constexpr char left = 'l', unknown = '?', stays = 's';

std::string check_section(const rules::Rules& rules, const relation::Section& section) {
  const Status closed = relation::stays_within(rules, section);
  if (closed) return std::string(1, stays);
  return (closed.error().code == Errc::usage ? left : unknown) + closed.error().message;
}

}  // namespace

Result<rules::Rules> section_of(const rules::Rules& rules, const relation::Section& section,
                                const Limits& limits, const std::atomic<bool>* stop) {
  for (std::size_t axis = 0; axis < section.size(); ++axis)
    if (section[axis] && *section[axis] < rules.coordinates[axis].low)
      return Error{Errc::usage,
                   fmt::format("the section is empty: {} starts at {}",
                               rules.coordinates[axis].name, rules.coordinates[axis].low)};
  const auto text = Child::text_of(
      limits, [&] { return check_section(rules, section); }, stop);
  if (!text) return text.error();
  if (!*text || (*text)->empty())
    return Error{Errc::unsupported,
                 fmt::format("whether the section {} is a game of its own was not found within the "
                             "limits",
                             to_string(section, rules))};
  const std::string& answer = **text;
  if (answer[0] == stays) return relation::within(rules, section);
  return Error{answer[0] == left ? Errc::usage : Errc::unsupported,
               fmt::format("the section {} is no game of its own: {}", to_string(section, rules),
                           answer.substr(1))};
}

Result<relation::Section> parse_section(std::string_view text, const rules::Rules& rules) {
  relation::Section section;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    std::int64_t number = 0;
    const auto [stop, wrong] = std::from_chars(part.begin(), part.end(), number);
    if (part != ":" && (wrong != std::errc() || stop != part.end()))
      return Error{Errc::usage,
                   fmt::format("section {}: `{}` is neither a number nor `:`", text, part)};
    section.push_back(part == ":" ? std::nullopt : std::optional(number));
    begin = end + 1;
  }
  if (section.size() != rules.dimensions())
    return Error{Errc::usage, fmt::format("section {}: {} has {} coordinates", text, rules.name,
                                          rules.dimensions())};
  return section;
}

std::string to_string(const relation::Section& section, const rules::Rules& rules) {
  std::vector<std::string> ends;
  for (std::size_t axis = 0; axis < section.size(); ++axis)
    if (section[axis])
      ends.push_back(fmt::format("{} <= {}", rules.coordinates[axis].name, *section[axis]));
  return fmt::format("{}", fmt::join(ends, ", "));
}

}  // namespace grundy::law
