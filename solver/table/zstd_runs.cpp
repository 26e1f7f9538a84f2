#include "table/codec.hpp"

#define ZSTD_STATIC_LINKING_ONLY  // for ZSTD_compressSequences, which shared libraries export too
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace grundy::table {
namespace {

// One block, so that zstd splits none of our matches.
constexpr std::size_t most_run_bytes = ZSTD_BLOCKSIZE_MAX;
// With more runs than these, an ordinary search gives smaller frames: by a third in chunks of
// outcomes of cards.
constexpr std::size_t bytes_for_a_run = 128;
constexpr std::size_t bytes_for_a_change = 64;
// Shorter runs cost more than their bytes.
constexpr std::size_t least_run = 8;

// A chunk as runs, each a match at the distance of one cell, and bytes between them.
class Runs {
 public:
  Runs(std::size_t bytes, unsigned width)
      : width_(width),
        run_(width),
        changes_left_(bytes / bytes_for_a_change),
        runs_left_(bytes / bytes_for_a_run) {}

  // Adds the next byte that differs from the one `width` before. False if there are too many.
  bool change(std::size_t at) {
    if (changes_left_-- == 0 || !end_run(at)) return false;
    run_ = at + 1;
    return true;
  }

  // Ends the current run at `at`, a change or the end of the chunk. False if there are too many.
  bool end_run(std::size_t at) {
    if (at < run_ + least_run) return true;
    if (runs_left_-- == 0) return false;
    matches_[count_++] = {.offset = width_,
                          .litLength = static_cast<unsigned>(run_ - literals_),
                          .matchLength = static_cast<unsigned>(at - run_),
                          .rep = 0};
    literals_ = at;
    return true;
  }

  std::span<const ZSTD_Sequence> matches() const { return std::span(matches_).first(count_); }

 private:
  unsigned width_;
  std::size_t run_;           // where the current run begins
  std::size_t literals_ = 0;  // where the bytes after the last match begin
  std::size_t changes_left_;
  std::size_t runs_left_;
  std::size_t count_ = 0;
  std::array<ZSTD_Sequence, most_run_bytes / bytes_for_a_run> matches_;
};

std::uint64_t eight_bytes(const std::byte* from) {
  std::uint64_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// Reports the changes among the eight bytes from `at` on.
bool find_changes_of_word(const std::byte* bytes, std::size_t at, unsigned width, Runs& runs) {
  std::uint64_t differ = eight_bytes(bytes + at) ^ eight_bytes(bytes + at - width);
  while (differ != 0) {
    const int byte = std::countr_zero(differ) / 8;
    if (!runs.change(at + static_cast<std::size_t>(byte))) return false;
    differ &= ~(std::uint64_t{0xff} << 8 * byte);
  }
  return true;
}

// Most stretches of 64 bytes hold no change, which memcmp finds in a few instructions.
bool find_changes(std::span<const std::byte> cells, unsigned width, Runs& runs) {
  constexpr std::size_t stretch = 64;
  const std::byte* const bytes = cells.data();
  std::size_t at = width;
  for (; at + stretch <= cells.size(); at += stretch) {
    if (std::memcmp(bytes + at, bytes + at - width, stretch) == 0) continue;
    for (std::size_t i = at; i < at + stretch; i += 8)
      if (!find_changes_of_word(bytes, i, width, runs)) return false;
  }
  for (; at < cells.size(); ++at)
    if (bytes[at] != bytes[at - width] && !runs.change(at)) return false;
  return runs.end_run(cells.size());
}

struct ReleaseEncoder {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// Nothing is searched, so the tables for searching are as small as possible. The strategy
// determines with how much care matches are encoded: the most careful one makes the smallest
// frames.
ZSTD_CCtx* make_encoder() {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  if (context == nullptr) return nullptr;
  constexpr std::pair<ZSTD_cParameter, int> parameters[] = {
      {ZSTD_c_windowLog, std::countr_zero(most_run_bytes)},
      {ZSTD_c_hashLog, ZSTD_HASHLOG_MIN},
      {ZSTD_c_chainLog, ZSTD_CHAINLOG_MIN},
      {ZSTD_c_minMatch, ZSTD_MINMATCH_MIN},
      {ZSTD_c_strategy, ZSTD_btultra}};
  for (const auto& [parameter, value] : parameters)
    if (ZSTD_isError(ZSTD_CCtx_setParameter(context, parameter, value))) {
      ZSTD_freeCCtx(context);
      return nullptr;
    }
  return context;
}

ZSTD_CCtx* encoder() {
  thread_local const std::unique_ptr<ZSTD_CCtx, ReleaseEncoder> context(make_encoder());
  return context.get();
}

}  // namespace

std::size_t compress_runs(std::span<const std::byte> cells, unsigned width,
                          std::span<std::byte> out) {
  if (cells.size() > most_run_bytes || cells.size() < bytes_for_a_run) return 0;
  Runs runs(cells.size(), width);
  if (!find_changes(cells, width, runs) || encoder() == nullptr) return 0;
  const auto matches = runs.matches();
  const std::size_t size = ZSTD_compressSequences(encoder(), out.data(), out.size(), matches.data(),
                                                  matches.size(), cells.data(), cells.size());
  return ZSTD_isError(size) ? 0 : size;
}

}  // namespace grundy::table
