// tiles/receiver.hpp: who takes values as they become final, while the sweep goes on.
//
// A sweep goes in steps: tiles, or waves of them. It says where the values will stand before it
// begins, and each step that is done. Threads that have no step to solve ask the receiver for work.
#pragma once
#include <cstddef>
#include <functional>

#include "base/box.hpp"
#include "base/cell_source.hpp"
#include "base/error.hpp"

namespace grundy::tiles {

class Receiver {
 public:
  // The step by which a part of the box is final: once it is done, so is all that it waits for.
  using LastStep = std::function<std::size_t(const Box& part)>;

  virtual ~Receiver() = default;

  // On the thread that called the sweep, before any step is done. The values stay where they are
  // until the sweep ends.
  virtual void begin(const CellSource& values, std::size_t steps, const LastStep& last_step) = 0;

  // Any thread.
  virtual void done(std::size_t step) = 0;

  // Does a piece of work on final values, a fraction of a millisecond of it; false if there is
  // none. `idle`: the thread has nothing else to do, else only what is urgent is done. Any thread.
  virtual bool work(bool idle) = 0;

  // Whether some work has failed: then the sweep ends soon, with status(). Any thread.
  virtual bool failed() const noexcept = 0;

  // When no thread works.
  virtual Status status() const = 0;
};

}  // namespace grundy::tiles
