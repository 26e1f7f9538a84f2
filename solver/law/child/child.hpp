// law/child/child.hpp: work that may take too much time or memory, in a process of its own.
//
// The child is a copy of this process that does the work and sends a text. Reaching a limit ends
// only the child. It has a single thread, whatever this process has, so the work must not wait for
// another. It has none of the files and connections that this process has open.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/error.hpp"

namespace grundy::law {

struct Limits {
  double seconds = 60;                           // by the clock
  std::uint64_t bytes = std::uint64_t{2} << 30;  // of address space, beyond that of this process
  double processor_seconds = 0;                  // of the child alone; 0: no limit of its own
};

class Child {
 public:
  // Errc::io if the system cannot start another process.
  static Result<Child> start(const Limits& limits, const std::function<std::string()>& work);

  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();  // ends it

  // Waits for the text; nothing if the child reached a limit or failed. Errc::interrupted soon
  // after `stop`, which may be null, becomes true. To be called once.
  Result<std::optional<std::string>> text(const std::atomic<bool>* stop);

  // Both at once: the text of some work.
  static Result<std::optional<std::string>> text_of(const Limits& limits,
                                                    const std::function<std::string()>& work,
                                                    const std::atomic<bool>* stop);

  // Whether there was no text because a time was over.
  bool ran_out_of_time() const noexcept { return ran_out_of_time_; }

 private:
  Child(pid_t process, int pipe, double seconds);
  bool wait_for_more(const std::atomic<bool>* stop) const;
  int reap();

  pid_t process_;
  int pipe_;
  bool ran_out_of_time_ = false;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace grundy::law
