#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "text.hpp"

namespace grundy::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds redraw_every{200};
constexpr std::chrono::milliseconds report_every{1000};
constexpr double silent_seconds = 1;

double seconds_left(double seconds, std::uint64_t solved, std::uint64_t total) {
  return seconds * static_cast<double>(total - solved) / static_cast<double>(solved);
}

}  // namespace

Progress::Progress(const std::string& mode, std::string what, std::uint64_t total)
    : what_(std::move(what)), total_(total) {
  const bool live = mode == "auto" && isatty(STDERR_FILENO) != 0;
  if (live || mode == "json") thread_ = std::thread([this, live] { watch(!live); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(guard_);
    done_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Progress::watch(bool json) {
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  bool drawn = false;
  std::unique_lock lock(guard_);
  while (!changed_.wait_for(lock, json ? report_every : redraw_every, [&] { return done_; })) {
    if (json) {
      report(elapsed());
    } else if (elapsed() >= silent_seconds) {
      draw(elapsed());
      drawn = true;
    }
  }
  if (drawn) fmt::print(stderr, "\r\033[K");
}

void Progress::draw(double seconds) const {
  const std::uint64_t solved = solved_;
  std::string line = fmt::format("{}: {:.1f} %", what_,
                                 100 * static_cast<double>(solved) / static_cast<double>(total_));
  if (solved > 0)
    line += fmt::format(", {} positions/s, {} left", rate(static_cast<double>(solved) / seconds),
                        duration(seconds_left(seconds, solved, total_)));
  fmt::print(stderr, "\r{}\033[K", line);
}

void Progress::report(double seconds) const {
  const std::uint64_t solved = solved_;
  Json json;
  json["progress"] = static_cast<double>(solved) / static_cast<double>(total_);
  json["positions"] = solved;
  json["of"] = total_;
  json["positions_per_second"] = static_cast<double>(solved) / seconds;
  json["seconds_left"] = solved > 0 ? Json(seconds_left(seconds, solved, total_)) : Json();
  fmt::print(stderr, "{}\n", json.dump());
}

}  // namespace grundy::cli
