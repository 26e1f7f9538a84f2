#include "view/measure/usage.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace grundy::measure {
namespace {

// The second number of each thread's schedstat, in nanoseconds.
std::optional<double> seconds_waited() {
  double nanoseconds = 0;
  std::error_code failure;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", failure)) {
    std::ifstream file(task.path() / "schedstat");
    double ran = 0;
    double waited = 0;
    if (!(file >> ran >> waited)) return std::nullopt;
    nanoseconds += waited;
  }
  return failure ? std::nullopt : std::optional(nanoseconds * 1e-9);
}

// The eighth number of the lines "cpu0 .." of those cores that this process may use, in ticks.
double seconds_stolen() {
  cpu_set_t own;
  if (sched_getaffinity(0, sizeof own, &own) != 0) return 0;
  double ticks = 0;
  std::ifstream file("/proc/stat");
  for (std::string line; std::getline(file, line) && line.starts_with("cpu");) {
    std::istringstream words(line.substr(3));
    std::size_t core = 0;
    double times[8] = {};
    if (line[3] == ' ' || !(words >> core) || core >= CPU_SETSIZE || !CPU_ISSET(core, &own))
      continue;
    for (double& time : times) words >> time;
    ticks += times[7];
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

void read_clocks(Usage& usage) {
  rusage counted{};
  ::getrusage(RUSAGE_SELF, &counted);
  usage.switches = static_cast<std::uint64_t>(counted.ru_nivcsw);
  timespec processor{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &processor);
  usage.processor =
      static_cast<double>(processor.tv_sec) + 1e-9 * static_cast<double>(processor.tv_nsec);
  usage.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void read_files(Usage& usage) {
  usage.waited = seconds_waited();
  usage.stolen = seconds_stolen();
}

}  // namespace

Usage& Usage::operator+=(const Usage& other) {
  seconds += other.seconds;
  processor += other.processor;
  stolen += other.stolen;
  switches += other.switches;
  waited = waited && other.waited ? std::optional(*waited + *other.waited) : std::nullopt;
  return *this;
}

double Usage::share_waited(std::size_t threads) const {
  const double all = seconds * static_cast<double>(threads);
  return std::clamp(threads > 1 && waited ? *waited / all : 1 - processor / all, 0.0, 1.0);
}

double Usage::share_stolen(std::size_t threads) const {
  return stolen / (seconds * static_cast<double>(threads));
}

double Usage::switches_per_second(std::size_t threads) const {
  return static_cast<double>(switches) / (seconds * static_cast<double>(threads));
}

// Files take long to read, so the clocks are read last here and first below.
UsageWatch::UsageWatch() {
  read_files(start_);
  read_clocks(start_);
}

Usage UsageWatch::used() const {
  Usage now;
  read_clocks(now);
  read_files(now);
  now.seconds -= start_.seconds;
  now.processor -= start_.processor;
  now.switches -= start_.switches;
  now.stolen = std::max(0.0, now.stolen - start_.stolen);
  if (now.waited && start_.waited)  // less where a thread has ended
    now.waited = std::max(0.0, *now.waited - *start_.waited);
  return now;
}

}  // namespace grundy::measure
