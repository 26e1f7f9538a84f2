// tiles/frontier.hpp: how far a sweep has come, as plain data, to go on from later or elsewhere.
//
// A frontier is a few numbers and some bytes, without pointers: it may lie on disk until another
// process of the same program, with the same plan, goes on from it. What the numbers mean and what
// the bytes hold is the kernel's affair (waves, heaps; cells, bits); all numbers are 0 where a
// sweep begins. Neither depends on the executor or its threads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/kernel.hpp"

namespace grundy::tiles {

// A part that is not in this memory as a whole, but is read and written by stretches.
struct Elsewhere {
  std::uint64_t bytes = 0;
  std::function<Status(std::uint64_t first, std::span<std::byte> into)> read = {};
  std::function<Status(std::uint64_t first, std::span<const std::byte> bytes)> write = {};
};

// What a state consists of: the kernel's own memory, and behind that maybe a part elsewhere. Valid
// during a call.
struct Parts {
  std::vector<std::span<std::byte>> here = {};
  std::optional<Elsewhere> elsewhere = {};
};

struct Frontier {
  Kernel kernel;  // whose state it is
  std::vector<std::uint64_t> numbers;
  Parts parts;
};

// Where frontiers are kept. Sweeps call it on the thread that called them, while no task runs; only
// due() may be asked by tasks, on any thread.
class Keeper {
 public:
  virtual ~Keeper() = default;

  // Whether it is time to save. Asked many times a second.
  virtual bool due() const = 0;

  // An error ends the sweep.
  virtual Status save(const Frontier& frontier) = 0;

  // The kernel and the numbers of the frontier to go on from, without its parts; null where the
  // sweep is to begin.
  virtual const Frontier* saved() const = 0;

  // Fills the parts, which are as where a sweep begins, with those of saved(), in their order and
  // one stretch of a part elsewhere after the other. Errc::corrupt unless they are as many and as
  // large.
  virtual Status load(const Parts& parts) = 0;
};

}  // namespace grundy::tiles
