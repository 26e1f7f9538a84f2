#include "cli/measure/bench_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/executor.hpp"
#include "base/machine.hpp"
#include "kernels/isa.hpp"

namespace grundy::cli {
namespace {

#ifdef __clang__
constexpr const char* compiler = "clang " __clang_version__;
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

constexpr std::size_t columns = 80;
constexpr auto cores_folder = "/sys/devices/system/cpu/";

std::string first_line(const std::string& path) {
  std::string line;
  std::getline(std::ifstream(path), line);
  return line;
}

// From a line such as "model name	: AMD EPYC".
std::string field(const std::string& path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (const auto colon = line.find(':'); line.starts_with(name) && colon != std::string::npos)
      if (const auto begin = line.find_first_not_of(" \t", colon + 1); begin != std::string::npos)
        return line.substr(begin);
  return "";
}

// Of a list such as "0-3,8".
std::size_t count_of(const std::string& list) {
  std::size_t count = 0;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    std::size_t first = 0;
    std::size_t last = 0;
    char dash = 0;
    std::istringstream range(part);
    if (!(range >> first)) continue;
    count += range >> dash >> last && last >= first ? last - first + 1 : 1;
  }
  return count;
}

std::vector<Cache> caches_of_core_0(const std::string& root) {
  std::vector<Cache> found;
  for (int index = 0;; ++index) {
    const std::string folder = fmt::format("{}{}cpu0/cache/index{}/", root, cores_folder, index);
    const std::string level = first_line(folder + "level");
    const auto bytes = memory::parse_bytes(first_line(folder + "size"));  // "48K"
    if (level.empty() || !bytes) return found;
    found.push_back({std::atoi(level.c_str()), first_line(folder + "type"), *bytes,
                     std::max<std::size_t>(count_of(first_line(folder + "shared_cpu_list")), 1)});
  }
}

Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

std::string name_of(const Cache& cache) {
  const bool is_split = cache.type == "Data" || cache.type == "Instruction";
  return fmt::format("L{}{}", cache.level,
                     is_split ? std::string(1, cache.type == "Data" ? 'd' : 'i') : "");
}

}  // namespace

std::uint64_t Machine::last_caches() const {
  if (caches.empty()) return 0;
  const Cache& last = std::ranges::max(caches, {}, &Cache::level);
  return last.bytes * std::max<std::size_t>(count_of(online) / last.sharers, 1);
}

Machine this_machine(const std::string& root) {
  const std::string folder = root + cores_folder;
  const std::string smt = first_line(folder + "smt/active");
  return {field(root + "/proc/cpuinfo", "model name"),
          parallel::available_cores(),
          first_line(folder + "online"),
          field(root + "/proc/self/status", "Cpus_allowed_list"),
          count_of(first_line(root + "/sys/devices/system/node/online")),
          smt.empty() ? std::nullopt : std::optional(smt == "1"),
          caches_of_core_0(root),
          first_line(root + "/proc/sys/kernel/osrelease"),
          first_line(folder + "cpu0/cpufreq/scaling_governor"),
          memory::available_memory(),
          read_quota(root),
          compiler,
          std::string(kernels::isa_name())};
}

double load_average(const std::string& root) {
  double load = -1;
  std::ifstream(root + "/proc/loadavg") >> load;
  return load;
}

Json to_json(const Machine& machine) {
  Json json;
  json["processor"] = machine.processor;
  json["cores"] = machine.cores;
  json["cores_online"] = or_null(machine.online);
  json["affinity"] = or_null(machine.affinity);
  json["pinned"] = machine.affinity != machine.online;
  json["numa_nodes"] = machine.nodes > 0 ? Json(machine.nodes) : Json();
  json["smt"] = machine.smt ? Json(*machine.smt) : Json();
  json["caches"] = Json::array();
  for (const Cache& cache : machine.caches)
    json["caches"].push_back({{"level", cache.level},
                              {"type", cache.type},
                              {"bytes", cache.bytes},
                              {"cores_sharing", cache.sharers}});
  json["kernel"] = or_null(machine.kernel);
  json["governor"] = or_null(machine.governor);
  json["memory_bytes"] = machine.memory;
  json["quota_processors"] = machine.quota.processors ? Json(*machine.quota.processors) : Json();
  json["quota_memory_bytes"] = machine.quota.memory ? Json(*machine.quota.memory) : Json();
  json["compiler"] = machine.compiler;
  json["isa"] = machine.isa;
  return json;
}

std::string to_text(const Machine& machine) {
  std::vector<std::string> items{
      machine.processor.empty() ? "unknown processor" : machine.processor,
      machine.affinity == machine.online
          ? fmt::format("{} ({})", counted(machine.cores, "core"), machine.online)
          : fmt::format("{} (pinned to {} of {})", counted(machine.cores, "core"), machine.affinity,
                        machine.online)};
  if (machine.quota.processors)
    items.push_back(fmt::format("a quota of {:.3g} processors", *machine.quota.processors));
  if (machine.nodes > 0) items.push_back(counted(machine.nodes, "NUMA node"));
  if (machine.smt) items.push_back(*machine.smt ? "SMT on" : "SMT off");
  for (const Cache& cache : machine.caches)
    items.push_back(fmt::format("{} {}{}", name_of(cache), memory::format_bytes(cache.bytes),
                                cache.sharers > 1 ? fmt::format(" for {}", cache.sharers) : ""));
  items.push_back(fmt::format("{} free", memory::format_bytes(machine.memory)));
  items.push_back(fmt::format("Linux {}", machine.kernel));
  items.push_back(
      fmt::format("governor {}", machine.governor.empty() ? "unknown" : machine.governor));
  return lines_of(items);
}

std::string lines_of(const std::vector<std::string>& items) {
  std::string text;
  std::size_t used = 0;
  for (const std::string& item : items) {
    if (used > 0 && used + 2 + item.size() >= columns) {
      text += ",\n";
      used = 0;
    }
    text += (used > 0 ? ", " : "") + item;
    used += (used > 0 ? 2 : 0) + item.size();
  }
  return text + "\n";
}

}  // namespace grundy::cli
