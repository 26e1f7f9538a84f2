#include "base/quota.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace grundy {
namespace {

// A hierarchy as it is mounted: the group `top` is seen at `place`.
struct Hierarchy {
  std::string top;
  std::string place;
  bool is_second;           // version 2, where one hierarchy has all controllers
  std::string controllers;  // of version 1: "rw,cpu,cpuacct"
};

bool lists(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    if (names.substr(0, end) == name) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

// Lines such as "31 24 0:27 /docker/7f /sys/fs/cgroup ro,nosuid shared:9 - cgroup2 cgroup rw".
std::vector<Hierarchy> hierarchies(const std::string& root) {
  std::vector<Hierarchy> found;
  std::ifstream file(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t dash = line.find(" - cgroup");
    if (dash == std::string::npos) continue;
    std::istringstream before(line);
    std::istringstream after(line.substr(dash + 3));
    std::string skipped;
    std::string type;
    Hierarchy one;
    before >> skipped >> skipped >> skipped >> one.top >> one.place;
    after >> type >> skipped >> one.controllers;
    one.is_second = type == "cgroup2";
    found.push_back(std::move(one));
  }
  return found;
}

// The path of this process's group, from a line such as "4:cpu,cpuacct:/docker/7f" or "0::/user".
std::string own_group(const std::string& root, const Hierarchy& in, std::string_view controller) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string_view names = std::string_view(line).substr(first + 1, second - first - 1);
    if (in.is_second ? names.empty() : lists(names, controller)) return line.substr(second + 1);
  }
  return "";
}

// The folders of the group and of all above it that can be seen, in those hierarchies that have the
// controller.
std::vector<std::pair<std::string, bool>> groups(const std::string& root,
                                                 std::string_view controller) {
  std::vector<std::pair<std::string, bool>> found;
  for (const Hierarchy& in : hierarchies(root)) {
    if (!in.is_second && !lists(in.controllers, controller)) continue;
    const std::string top = in.top == "/" ? "" : in.top;
    std::string group = own_group(root, in, controller);
    group = group.starts_with(top + "/") ? group.substr(top.size()) : "";
    if (group.starts_with("/..")) group = "";  // outside of what this container sees
    for (; !group.empty(); group.resize(group.rfind('/')))
      if (group != "/") found.emplace_back(root + in.place + group, in.is_second);
    found.emplace_back(root + in.place, in.is_second);
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
