#include "ask/session/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace grundy::session {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view what) {
  return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

std::string size_of(const Box& box) {
  std::string text;
  for (std::size_t axis = 0; box.dimensions() > 1 && axis < box.dimensions(); ++axis)
    text += fmt::format("{}{}", axis ? " x " : "", box.extent(axis));
  return fmt::format("{}{}{}", text, text.empty() ? "" : " = ", counted(*box.volume(), "position"));
}

std::string duration(double seconds) {
  if (seconds < 0.001) return fmt::format("{:.0f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (seconds < 120) return fmt::format("{:.3g} s", seconds);
  const long long whole = std::llround(seconds);
  if (whole < 2 * 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string period_text(const table::TablePeriod& period, const Box& box) {
  const std::int64_t first = box.low.front() + static_cast<std::int64_t>(period.preperiod);
  return fmt::format("{} of the {}s from {} on, for all heaps: {}", period.length, period.of, first,
                     period.proof);
}

std::string rate(double per_second) {
  if (per_second >= 1e12) return fmt::format("{:.3g} T", per_second / 1e12);
  if (per_second >= 1e9) return fmt::format("{:.3g} G", per_second / 1e9);
  if (per_second >= 1e6) return fmt::format("{:.3g} M", per_second / 1e6);
  if (per_second >= 1e3) return fmt::format("{:.3g} k", per_second / 1e3);
  return fmt::format("{:.3g}", per_second);
}

}  // namespace grundy::session
