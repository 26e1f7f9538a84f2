#include "base/machine.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "base/quota.hpp"

namespace grundy::memory {
namespace {

constexpr std::string_view units = "KMGTP";

// From the line "MemAvailable:   12345 kB".
std::optional<std::uint64_t> available_by_kernel() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

// From a line of this process such as "VmHWM:    12345 kB".
std::optional<std::uint64_t> bytes_in_status(std::string_view label) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(label))
      return std::strtoull(line.c_str() + label.size(), nullptr, 10) * 1024;
  return std::nullopt;
}

}  // namespace

std::uint64_t available_memory() {
  constexpr std::uint64_t cautious = std::uint64_t{1} << 30;
  const auto kernel = available_by_kernel();
  const auto group = read_quota().memory;
  if (kernel && group) return std::min(*kernel, *group);
  return kernel ? *kernel : group.value_or(cautious);
}

std::uint64_t resident_memory() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t anonymous_memory() {
  return bytes_in_status("RssAnon:").value_or(resident_memory());
}

// Not ru_maxrss, as that begins with the memory of the parent process.
std::uint64_t peak_memory() {
  if (const auto peak = bytes_in_status("VmHWM:")) return *peak;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
  const auto bad = [&] {
    return Error{
        Errc::usage,
        fmt::format("'{}' is not an amount of memory; write for example 512M, 8G or 1.5G", text)};
  };
  double amount = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (failure != std::errc() || !(amount >= 0)) return bad();
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (!unit.empty()) {
    const std::size_t power = units.find(static_cast<char>(unit[0] & ~0x20));
    if (power != std::string_view::npos) {
      amount *= std::pow(1024.0, static_cast<double>(power + 1));
      unit.remove_prefix(1);
      if (unit.starts_with('i')) unit.remove_prefix(1);
    }
    if (unit == "B" || unit == "b") unit.remove_prefix(1);
  }
  if (!unit.empty() || amount >= 9.2e18) return bad();
  return static_cast<std::uint64_t>(amount);
}

std::string format_bytes(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (amount >= 999.5 && unit + 1 < units.size()) {  // so that no amount prints as 1.01e+03
    amount /= 1024;
    ++unit;
  }
  return fmt::format("{:.3g} {}iB", amount, units[unit]);
}

std::uint64_t rounded_up(std::uint64_t bytes) {
  double unit = 1;
  double amount = static_cast<double>(bytes);
  for (; amount >= 999.5; amount /= 1024) unit *= 1024;
  if (unit == 1) return bytes;
  const double digit = amount >= 100 ? 1 : amount >= 10 ? 0.1 : 0.01;  // the third digit is worth
  return static_cast<std::uint64_t>(std::ceil(std::ceil(amount / digit) * digit * unit));
}

}  // namespace grundy::memory
