#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "streams.hpp"
#include "text.hpp"

namespace grundy::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds redraw_every{200};
constexpr std::chrono::milliseconds report_every{1000};
constexpr double silent_seconds = 1;

}  // namespace

Progress::Progress(const std::string& mode, std::string what, std::uint64_t total, std::string unit)
    : what_(std::move(what)), total_(total), unit_(std::move(unit)) {
  begin(mode);
}

Progress::Progress(const std::string& mode, std::string what, std::atomic<std::uint64_t>& counter)
    : what_(std::move(what)),
      total_(0),
      unit_("positions"),
      solved_(counter),
      solved_before_(counter.load()) {
  begin(mode);
}

void Progress::begin(const std::string& mode) {
  const bool live = mode == "auto" && isatty(STDERR_FILENO) != 0;
  if (live || mode == "json") thread_ = std::thread([this, live] { watch(!live); });
}

void Progress::set_stage(std::string stage) {
  const std::lock_guard lock(guard_);
  stage_ = std::move(stage);
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
  if (drawn) tell("\r\033[K");
}

double Progress::per_second(double seconds) const {
  const std::uint64_t before = solved_before_;
  return static_cast<double>(std::max(before, solved_.load()) - before) / seconds;
}

double Progress::seconds_left(double seconds) const {
  return static_cast<double>(total_ - solved_) / per_second(seconds);
}

void Progress::draw(double seconds) const {
  const std::uint64_t solved = solved_;
  std::string line = what_ + ": ";
  if (!stage_.empty())
    return tell(fmt::format("\r{}{}, {}\033[K", line, stage_, duration(seconds)));
  if (total_ > 0)
    line +=
        fmt::format("{:.1f} %", 100 * static_cast<double>(solved) / static_cast<double>(total_));
  else
    line += fmt::format("{} {}", grouped(solved), unit_);
  if (per_second(seconds) > 0) line += fmt::format(", {} {}/s", rate(per_second(seconds)), unit_);
  if (per_second(seconds) > 0 && total_ > 0)
    line += fmt::format(", {} left", duration(seconds_left(seconds)));
  tell(fmt::format("\r{}\033[K", line));
}

void Progress::report(double seconds) const {
  const std::uint64_t solved = solved_;
  Json json;
  if (!stage_.empty()) json["stage"] = stage_;
  const bool known = total_ > 0;
  json["progress"] =
      known ? Json(static_cast<double>(solved) / static_cast<double>(total_)) : Json();
  json[unit_] = solved;
  json["of"] = known ? Json(total_) : Json();
  json[unit_ + "_per_second"] = per_second(seconds);
  json["seconds_left"] = known && per_second(seconds) > 0 ? Json(seconds_left(seconds)) : Json();
  tell(line_of(json));
}

}  // namespace grundy::cli
