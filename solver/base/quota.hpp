// base/quota.hpp: what control groups leave to this process, as the limits of containers do.
//
// A process is in a group of each hierarchy of Linux, version 2 or 1, and the limits of all groups
// above its own hold too. So the least counts. /proc/self/mountinfo tells where a hierarchy can be
// seen, /proc/self/cgroup where in it the process is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace grundy {

struct Quota {
  std::optional<double> processors;     // such as 1.5; none: no limit
  std::optional<std::uint64_t> memory;  // bytes below the limit that are not taken

  // Of `most` cores those that are worth a thread: a quota of 1.5 processors makes 2, for one
  // thread would leave a third of it.
  std::size_t cores(std::size_t most) const;
};

// `root` stands before every path that is read: tests have a tree of their own.
Quota read_quota(const std::string& root = "");

}  // namespace grundy
