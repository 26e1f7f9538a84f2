// Limits of control groups, read from trees of files made by hand.
#include "base/quota.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/temporary_directory.hpp"

namespace grundy {
namespace {

class Tree {
 public:
  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  Quota quota() const { return read_quota((root_ / "").parent_path().string()); }

 private:
  test::TemporaryDirectory root_;
};

constexpr auto second_mounted = "31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 none rw";

TEST(Quota, IsNoneWhereThereAreNoGroups) {
  const Tree tree;
  EXPECT_FALSE(tree.quota().processors);
  EXPECT_FALSE(tree.quota().memory);
  EXPECT_EQ(tree.quota().cores(7), 7u);
}

TEST(Quota, OfAContainerOfVersionTwoIsAtItsTop) {
  const Tree tree;
  tree.write("proc/self/mountinfo", second_mounted);
  tree.write("proc/self/cgroup", "0::/");
  tree.write("sys/fs/cgroup/cpu.max", "150000 100000");
  tree.write("sys/fs/cgroup/memory.max", "1000000");
  tree.write("sys/fs/cgroup/memory.current", "700000");
  tree.write("sys/fs/cgroup/memory.stat", "anon 500000\ninactive_file 100000\nactive_file 7");
  EXPECT_EQ(tree.quota().processors, 1.5);
  EXPECT_EQ(tree.quota().memory, 400000u);
  EXPECT_EQ(tree.quota().cores(7), 2u);
  EXPECT_EQ(tree.quota().cores(1), 1u);
}

TEST(Quota, IsTheLeastOverAllGroupsAbove) {
  const Tree tree;
  tree.write("proc/self/mountinfo", second_mounted);
  tree.write("proc/self/cgroup", "0::/kube/pod/main");
  const std::string top = "sys/fs/cgroup/kube/";
  tree.write(top + "cpu.max", "800000 100000");
  tree.write(top + "pod/cpu.max", "25000 50000");
  tree.write(top + "pod/main/cpu.max", "max 100000");
  tree.write(top + "memory.max", "5000");  // shared with other groups, which have most of it
  tree.write(top + "memory.current", "4999");
  tree.write(top + "pod/memory.max", "3000");
  tree.write(top + "pod/memory.current", "1000");
  tree.write(top + "pod/main/memory.max", "max");
  tree.write(top + "pod/main/memory.current", "900");
  EXPECT_EQ(tree.quota().processors, 0.5);
  EXPECT_EQ(tree.quota().cores(7), 1u);
  EXPECT_EQ(tree.quota().memory, 1u);
}

TEST(Quota, UnlimitedGroupsHaveNone) {
  const Tree tree;
  tree.write("proc/self/mountinfo", second_mounted);
  tree.write("proc/self/cgroup", "0::/user.slice");
  tree.write("sys/fs/cgroup/user.slice/cpu.max", "max 100000");
  tree.write("sys/fs/cgroup/user.slice/memory.max", "max");
  tree.write("sys/fs/cgroup/user.slice/memory.current", "900");
  EXPECT_FALSE(tree.quota().processors);
  EXPECT_FALSE(tree.quota().memory);
}

TEST(Quota, OfVersionOneIsInAHierarchyForEachController) {
  const Tree tree;
  tree.write("proc/self/mountinfo",
             "32 31 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
             "33 31 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
             "34 31 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset");
  tree.write("proc/self/cgroup", "4:cpuset:/\n3:memory:/a/b\n2:cpu,cpuacct:/a");
  tree.write("sys/fs/cgroup/cpuset/a/cpu.cfs_quota_us", "1");  // no file of that controller
  tree.write("sys/fs/cgroup/cpuset/a/cpu.cfs_period_us", "100000");
  tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
  tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
  tree.write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "320000");
  tree.write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000");
  tree.write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "8000");
  tree.write("sys/fs/cgroup/memory/a/memory.usage_in_bytes",
             "9000");  // just before it is reclaimed
  tree.write("sys/fs/cgroup/memory/a/memory.stat", "inactive_file 4000\ntotal_inactive_file 2000");
  tree.write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712");
  tree.write("sys/fs/cgroup/memory/a/b/memory.usage_in_bytes", "10");
  EXPECT_EQ(tree.quota().processors, 3.2);
  EXPECT_EQ(tree.quota().cores(7), 4u);
  EXPECT_EQ(tree.quota().memory, 1000u);
}

// A container that sees the host's paths, and its own group mounted as if it were the top.
TEST(Quota, OfAGroupMountedByItself) {
  const Tree tree;
  tree.write("proc/self/mountinfo",
             "31 24 0:27 /docker/7f /sys/fs/cgroup ro - cgroup2 cgroup rw,nsdelegate");
  tree.write("sys/fs/cgroup/cpu.max", "200000 100000");
  tree.write("sys/fs/cgroup/inner/cpu.max", "100000 100000");
  for (const auto& [group, processors] : {std::pair{"/docker/7f", 2.0},
                                          {"/docker/7f/inner", 1.0},
                                          {"/docker/7f-other", 2.0},
                                          {"/../elsewhere", 2.0}}) {
    tree.write("proc/self/cgroup", std::string("0::") + group);
    EXPECT_EQ(tree.quota().processors, processors) << group;
  }
}

}  // namespace
}  // namespace grundy
