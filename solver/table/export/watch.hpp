// table/export/watch.hpp: how somebody else follows an export and ends it.
#pragma once
#include <atomic>
#include <cstdint>

#include "base/error.hpp"

namespace grundy::exports {

struct Watch {
  const std::atomic<bool>* stop = nullptr;     // read; once it is true the export ends
  std::atomic<std::uint64_t>* done = nullptr;  // grows by the positions written

  Status passed(std::uint64_t positions) const {
    if (done != nullptr) done->fetch_add(positions, std::memory_order_relaxed);
    if (stop == nullptr || !stop->load(std::memory_order_relaxed)) return {};
    return Error{Errc::interrupted, "stopped; nothing was exported"};
  }
};

}  // namespace grundy::exports
