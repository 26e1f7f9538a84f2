// The machine is described as files of Linux do, here of a tree made by hand.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/measure/bench_machine.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

class Tree {
 public:
  std::string root() const { return (root_ / "").parent_path().string(); }
  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }

 private:
  test::TemporaryDirectory root_;
};

TEST(BenchMachine, IsDescribed) {
  const Tree tree;
  const std::string cores = "sys/devices/system/cpu/";
  tree.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7763\nmodel name\t: other");
  tree.write("proc/self/status", "Name:\tgrundy\nCpus_allowed_list:\t0-3");
  tree.write("proc/sys/kernel/osrelease", "6.1.0-28-amd64");
  tree.write("proc/loadavg", "1.25 0.50 0.20 1/84 26009");
  tree.write("proc/self/mountinfo", "31 24 0:27 / /sys/fs/cgroup rw - cgroup2 none rw");
  tree.write("proc/self/cgroup", "0::/");
  tree.write("sys/fs/cgroup/cpu.max", "250000 100000");
  tree.write("sys/devices/system/node/online", "0-1");
  tree.write(cores + "online", "0-5,8,9");
  tree.write(cores + "smt/active", "1");
  tree.write(cores + "cpu0/cpufreq/scaling_governor", "powersave");
  for (const auto& [index, level, type, size, sharers] :
       {std::tuple{"0", "1", "Data", "32K", "0,4"},
        {"1", "1", "Instruction", "32K", "0,4"},
        {"2", "2", "Unified", "512K", "0,4"},
        {"3", "3", "Unified", "32768K", "0-3"}}) {
    const std::string folder = cores + "cpu0/cache/index" + index + "/";
    tree.write(folder + "level", level);
    tree.write(folder + "type", type);
    tree.write(folder + "size", size);
    tree.write(folder + "shared_cpu_list", sharers);
  }
  const Machine machine = this_machine(tree.root());
  const Json json = to_json(machine);
  EXPECT_EQ(json["processor"], "AMD EPYC 7763");
  EXPECT_EQ(json["affinity"], "0-3");
  EXPECT_EQ(json["cores_online"], "0-5,8,9");
  EXPECT_EQ(json["pinned"], true);
  EXPECT_EQ(json["numa_nodes"], 2);
  EXPECT_EQ(json["smt"], true);
  EXPECT_EQ(json["kernel"], "6.1.0-28-amd64");
  EXPECT_EQ(json["governor"], "powersave");
  EXPECT_EQ(json["quota_processors"], 2.5);
  EXPECT_EQ(json["quota_memory_bytes"], nullptr);
  ASSERT_EQ(json["caches"].size(), 4u);
  EXPECT_EQ(json["caches"][3]["bytes"], 32768 * 1024);
  EXPECT_EQ(json["caches"][3]["cores_sharing"], 4);
  EXPECT_EQ(machine.last_caches(), std::uint64_t{2} * 32768 * 1024);  // 8 cores, 4 on each
  EXPECT_EQ(load_average(tree.root()), 1.25);

  const std::string text = to_text(machine);
  for (const char* said :
       {"AMD EPYC 7763", "pinned to 0-3 of 0-5,8,9", "2 NUMA nodes", "SMT on", "L1d 32 KiB for 2",
        "L3 32 MiB for 4", "Linux 6.1.0-28-amd64", "governor powersave", "quota of 2.5 processors"})
    EXPECT_NE(text.find(said), std::string::npos) << said << " in\n" << text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(BenchMachine, ThatTellsNothingIsUnknown) {
  const Tree tree;
  const Machine machine = this_machine(tree.root());
  const Json json = to_json(machine);
  for (const char* key : {"cores_online", "affinity", "numa_nodes", "smt", "kernel", "governor",
                          "quota_processors", "quota_memory_bytes"})
    EXPECT_EQ(json[key], nullptr) << key;
  EXPECT_EQ(json["pinned"], false);
  EXPECT_TRUE(json["caches"].empty());
  EXPECT_EQ(machine.last_caches(), 0u);
  EXPECT_LT(load_average(tree.root()), 0);
  EXPECT_NE(to_text(machine).find("unknown processor"), std::string::npos);
}

}  // namespace
}  // namespace grundy::cli
