#include "view/measure/machine.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>

#include "base/block.hpp"
#include "base/machine.hpp"
#include "kernels/isa.hpp"

namespace grundy::measure {
namespace {

#ifdef __clang__
constexpr const char* compiler = "clang " __clang_version__;
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "";
}

constexpr std::uint64_t copied_bytes = std::uint64_t{256} << 20;
constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
constexpr int turns = 5;

}  // namespace

Machine this_machine() {
  return {processor_name(), parallel::available_cores(), memory::available_memory(), compiler,
          std::string(kernels::isa_name())};
}

Result<double> copied_bytes_per_second(parallel::Executor& executor) {
  auto from = memory::Block::zeros(copied_bytes);
  if (!from) return from.error();
  auto to = memory::Block::zeros(copied_bytes);
  if (!to) return to.error();
  std::memset(from->data(), 1, copied_bytes);  // pages that were never written are all the same one
  to->take_pages(executor, nullptr);
  double best = 0;
  for (int turn = 0; turn < turns; ++turn) {
    const Stopwatch watch;
    executor.for_each(copied_bytes / piece_bytes, [&](std::size_t piece, std::size_t) {
      std::memcpy(to->data() + piece * piece_bytes, from->data() + piece * piece_bytes,
                  piece_bytes);
    });
    best = std::max(best, 2.0 * static_cast<double>(copied_bytes) / watch.seconds());
  }
  return best;
}

}  // namespace grundy::measure
