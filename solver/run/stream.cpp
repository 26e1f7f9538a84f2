#include "run/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "run/checkpoint.hpp"
#include "verify/derive.hpp"

namespace grundy::solve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_seconds_of_check = 0.02;
constexpr std::uint64_t least_checked = 64;

Status check_file(const StreamState& state) {
  std::error_code failed;
  const std::filesystem::path folder = state.file.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, failed))
    return Error{Errc::io, fmt::format("{}: there is no such folder", folder.string())};
  if (std::filesystem::is_directory(state.file, failed))
    return Error{Errc::usage, fmt::format("{}: is a folder; the state of streamed heaps is a file, "
                                          "such as heaps.stream",
                                          state.file.string())};
  if (std::filesystem::exists(state.file, failed) && !state.force && !state.resume)
    return Error{Errc::usage, fmt::format("{}: exists already; go on from it with option `resume`, "
                                          "or replace it with option `force`",
                                          state.file.string())};
  return {};
}

Status open(Checkpoint& checkpoint, const StreamState& state) {
  if (Status opened = checkpoint.open(); !opened) return opened;
  std::error_code failed;
  if (!state.resume || checkpoint.saved() || !std::filesystem::exists(state.file, failed))
    return {};
  return Error{Errc::usage,
               fmt::format("{}: is the state of another game; name its game to go on from it, or "
                           "replace it with option `force`",
                           state.file.string())};
}

// The first heaps, as far as they are known.
class FirstHeaps final : public verify::Known {
 public:
  explicit FirstHeaps(std::span<const std::uint16_t> nimbers) : nimbers_(nimbers) {}
  Result<std::optional<verify::Fact>> at(const Position& position) const override {
    const std::uint32_t nimber = nimbers_[static_cast<std::size_t>(position[0])];
    return std::optional(verify::Fact{nimber == 0 ? Outcome::P : Outcome::N, nimber});
  }

 private:
  std::span<const std::uint16_t> nimbers_;
};

// Derives heaps of all sizes among the first ones; returns how many.
Result<std::uint64_t> check(const rules::Rules& rules, std::span<const std::uint16_t> nimbers) {
  const FirstHeaps known(nimbers);
  const Box box{{0}, {static_cast<std::int64_t>(nimbers.size()) - 1}};
  verify::Deriver deriver(rules, {Quantity::nimber, Convention::normal, box, box}, known);
  const auto end = Clock::now() + std::chrono::duration<double>(most_seconds_of_check);
  constexpr std::uint64_t step = 2503;  // a prime: each heap comes once
  std::uint64_t checked = 0;
  for (; checked < nimbers.size() && (checked < least_checked || Clock::now() < end); ++checked) {
    const std::uint64_t heap = checked * step % nimbers.size();
    const auto fact = deriver.derive({static_cast<std::int64_t>(heap)});
    if (!fact) return fact.error();
    if (*fact && (*fact)->value != nimbers[heap])
      return Error{Errc::wrong, fmt::format("{}: heap {} was solved as nimber {}, and its options "
                                            "give {}: a mistake of this program, please report it",
                                            rules.name, heap, nimbers[heap], (*fact)->value)};
  }
  return checked;
}

}  // namespace

Result<StreamReport> stream(const rules::Rules& rules, std::uint64_t count,
                            parallel::Executor& executor, const StreamOptions& options) {
  auto spec = heaps::stream_spec(rules);
  if (!spec) return spec.error();
  const std::uint64_t most = heaps::window_within(options.memory_bytes);
  if (most < std::min(count, heaps::least_window))
    return Error{Errc::memory,
                 fmt::format("{} bytes may be used, and {} are needed; allow more "
                             "with option `memory`",
                             options.memory_bytes, heaps::stream_bytes(heaps::least_window))};
  std::optional<Checkpoint> checkpoint;
  tiles::Watch watch{options.stop, options.solved};
  std::atomic<std::uint64_t> solved = 0;
  if (!watch.solved) watch.solved = &solved;
  StreamReport report;
  if (const auto& state = options.state) {
    if (Status usable = check_file(*state); !usable) return usable.error();
    checkpoint.emplace(Place{state->file, *std::move(spec), state->resume}, executor,
                       state->save_seconds);
    if (Status opened = open(*checkpoint, *state); !opened) return opened.error();
    if (checkpoint->saved()) report.resumed = checkpoint->saved()->numbers.back();
    watch.keeper = &*checkpoint;
  }
  if (options.solved_before) *options.solved_before = report.resumed;
  const auto begin = Clock::now();
  auto streamed = heaps::stream(rules, count, {most, most}, executor, watch);
  if (!streamed) {
    const Error& error = streamed.error();
    const bool saved = error.code == Errc::interrupted && checkpoint && checkpoint->has_state();
    return Error{error.code, error.message + (saved ? "; saved: go on with option `resume`" : "")};
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  report.streamed = std::move(*streamed);
  const auto checked = check(rules, report.streamed.first);
  if (!checked) return checked.error();
  report.checked = *checked;
  return report;
}

}  // namespace grundy::solve
