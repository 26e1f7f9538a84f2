#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cli/streams.hpp"
#include "cli/text.hpp"

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

void Progress::follow_with(std::string stage, std::string unit,
                           const std::atomic<std::uint64_t>& counter,
                           const std::atomic<std::uint64_t>& total) {
  const std::lock_guard lock(guard_);
  following_ = {std::move(stage), std::move(unit), &counter, &total};
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

double Progress::Count::per_second() const {
  return static_cast<double>(std::max(before, done) - before) / seconds;
}

double Progress::Count::seconds_left() const {
  return static_cast<double>(total - std::min(total, done)) / per_second();
}

Progress::Count Progress::count(double seconds) {
  const std::uint64_t solved = solved_;
  if (following_ && following_->total->load() > 0 && solved >= total_) {
    const auto& [stage, unit, counter, total] = *following_;
    if (!follows_since_) follows_since_ = {seconds, counter->load()};
    // Within the first moment nothing can be said of speed.
    constexpr double least = 1e-3;
    return {stage,    unit,
            *counter, follows_since_->second,
            *total,   std::max(least, seconds - follows_since_->first)};
  }
  return {stage_, unit_, solved, solved_before_, total_, seconds};
}

void Progress::draw(double seconds) {
  std::string line = what_ + ": ";
  if (!stage_.empty())
    return tell(fmt::format("\r{}{}, {}\033[K", line, stage_, duration(seconds)));
  const Count now = count(seconds);
  if (!now.stage.empty()) line += now.stage + " ";
  if (now.total > 0 && now.done >= now.total)
    return tell(fmt::format("\r{}100 %, finishing, {}\033[K", line, duration(seconds)));
  if (now.total > 0)
    line += fmt::format(
        "{:.1f} %",
        std::floor(1000 * static_cast<double>(now.done) / static_cast<double>(now.total)) / 10);
  else
    line += fmt::format("{} {}", grouped(now.done), now.unit);
  if (now.per_second() > 0) line += fmt::format(", {} {}/s", rate(now.per_second()), now.unit);
  if (now.per_second() > 0 && now.total > 0)
    line += fmt::format(", {} left", duration(now.seconds_left()));
  tell(fmt::format("\r{}\033[K", line));
}

void Progress::report(double seconds) {
  const Count now = count(seconds);
  Json json;
  if (!now.stage.empty()) json["stage"] = now.stage;
  const bool known = now.total > 0;
  json["progress"] =
      known ? Json(static_cast<double>(now.done) / static_cast<double>(now.total)) : Json();
  json[now.unit] = now.done;
  json["of"] = known ? Json(now.total) : Json();
  json[now.unit + "_per_second"] = now.per_second();
  json["seconds_left"] = known && now.per_second() > 0 ? Json(now.seconds_left()) : Json();
  tell(line_of(json));
}

}  // namespace grundy::cli
