#include "base/quota.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace grundy {
namespace {

bool lists(const std::string& names, const std::string& name) {
  return ("," + names + ",").find("," + name + ",") != std::string::npos;
}

// The path of this process's group, from a line such as "4:cpu,cpuacct:/docker/7f", or "0::/user"
// of version 2, where one hierarchy has all controllers.
std::string own_group(const std::string& root, bool is_second, const std::string& controller) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = line.substr(first + 1, second - first - 1);
    if (is_second ? names.empty() : lists(names, controller)) return line.substr(second + 1);
  }
  return "";
}

struct Group {
  std::string folder;
  bool is_second;  // version 2
};

// The group of this process and all above it that can be seen, of those hierarchies that have the
// controller. A line such as "31 24 0:27 /docker/7f /sys/fs/cgroup ro - cgroup2 cgroup rw" shows
// the group /docker/7f at /sys/fs/cgroup. The last word lists the controllers of version 1.
std::vector<Group> groups(const std::string& root, const std::string& controller) {
  std::vector<Group> found;
  std::ifstream file(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t dash = line.find(" - cgroup");
    if (dash == std::string::npos) continue;
    std::string skipped, top, place, type, controllers;
    std::istringstream(line) >> skipped >> skipped >> skipped >> top >> place;
    std::istringstream(line.substr(dash + 3)) >> type >> skipped >> controllers;
    const bool is_second = type == "cgroup2";
    if (!is_second && !lists(controllers, controller)) continue;
    if (top == "/") top.clear();
    std::string group = own_group(root, is_second, controller);
    group = group.starts_with(top + "/") ? group.substr(top.size()) : "";
    if (group == "/" || group.starts_with("/..")) group.clear();  // "/..": not seen from here
    for (; !group.empty(); group.resize(group.rfind('/')))
      found.push_back({root + place + group, is_second});
    found.push_back({root + place, is_second});
  }
  return found;
}

// No value for "max" and for a file that is not there.
std::optional<double> number_in(const std::string& path) {
  std::ifstream file(path);
  double value = 0;
  return file >> value ? std::optional(value) : std::nullopt;
}

std::optional<double> processors_of(const std::string& group, bool is_second) {
  double quota = 0;
  double period = 0;
  if (is_second) {
    std::ifstream file(group + "/cpu.max");
    file >> quota >> period;
  } else {
    quota = number_in(group + "/cpu.cfs_quota_us").value_or(0);  // -1: no limit
    period = number_in(group + "/cpu.cfs_period_us").value_or(0);
  }
  return quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

// The bytes of files that were read or written and not used since: they give way first.
std::uint64_t reclaimable(const std::string& group, std::string_view label) {
  std::ifstream file(group + "/memory.stat");
  std::string word;
  for (std::uint64_t bytes = 0; file >> word >> bytes;)
    if (word == label) return bytes;
  return 0;
}

std::optional<std::uint64_t> memory_of(const std::string& group, bool is_second) {
  const auto limit = number_in(group + (is_second ? "/memory.max" : "/memory.limit_in_bytes"));
  const auto used = number_in(group + (is_second ? "/memory.current" : "/memory.usage_in_bytes"));
  if (!limit || !used) return std::nullopt;
  const auto files =
      static_cast<double>(reclaimable(group, is_second ? "inactive_file" : "total_inactive_file"));
  return static_cast<std::uint64_t>(std::max(0.0, *limit - std::max(0.0, *used - files)));
}

template <class T>
void keep_least(std::optional<T>& least, const std::optional<T>& other) {
  if (other && (!least || *other < *least)) least = other;
}

}  // namespace

std::size_t Quota::cores(std::size_t most) const {
  const auto limit = static_cast<double>(most);
  return static_cast<std::size_t>(std::ceil(std::min(processors.value_or(limit), limit)));
}

Quota read_quota(const std::string& root) {
  Quota quota;
  for (const auto& [group, is_second] : groups(root, "cpu"))
    keep_least(quota.processors, processors_of(group, is_second));
  for (const auto& [group, is_second] : groups(root, "memory"))
    keep_least(quota.memory, memory_of(group, is_second));
  return quota;
}

}  // namespace grundy
