// fuzz/targets.hpp: every reader of bytes that anybody may have written, as a function of bytes.
//
// A program has the targets of targets.cpp, listed below, or those of server_fuzz/targets.cpp.
//
// A target may refuse its input in whatever words it likes; it must not crash, hang, or take
// memory that the input does not account for. libFuzzer drives them (scripts/fuzz), and so does an
// ordinary test: over the corpus, which holds every input that ever failed, and over mutations of
// it.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <span>
#include <string_view>

namespace grundy::fuzz {

using Input = std::span<const std::uint8_t>;

inline std::string_view text_of(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

// What must hold of any input at all.
inline void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

struct Target {
  std::string_view name;  // and that of its folder in corpus/
  void (*run)(Input input);
};
inline void PrintTo(const Target& target, std::ostream* stream) {
  *stream << target.name;
}

// group       the zarr.json of a table, and unfinished.json
// array       the zarr.json of an array
// shard       a shard and its chunks. The first byte chooses codec, width and whether the
//             checksums are made good, so that what lies behind them is reached
// rules       the rule language; games that are accepted are planned and solved in a small box
// expression  what `grundy value` takes
std::span<const Target> targets();

}  // namespace grundy::fuzz
