// verify/verify.hpp: start reading here to see how a table is checked.
//
// There are three passes. Each relies only on what the passes before it have shown:
//
//   1. files (contents.hpp): the checksum over the metadata, every shard and its index, every
//      chunk's CRC and size. Verification ends if a shard is damaged.
//   2. contents (contents.hpp): what can be said without the rules. Values are in bounds,
//      p_section and the values agree at every position, and counts and digest of the whole box
//      are those of the attributes.
//   3. definition (definition.hpp): the text of the rules is parsed again. At random positions or
//   at
//      all of them, the options that solver/oracle enumerates must give the stored value.
//
// In the third pass the values of the options come from the table itself, so one position proves
// little. But if *every* position of the box passes, the table is right, by induction along play,
// which ends: a position without options has its value by definition, and any other one follows
// from its options. Options outside the box, which exist where moves raise a coordinate, are
// derived in the same way as far as needed.
//
// Of the solver only the parser, its proofs and the oracle are used.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "table/check.hpp"
#include "table/info.hpp"
#include "verify/contents.hpp"
#include "verify/definition.hpp"

namespace grundy::verify {

struct Request {
  std::filesystem::path table;
  Effort effort;
  // Bytes that the process may hold, apart from mapped files.
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();
  const std::atomic<bool>* stop =
      nullptr;  // once true, run() ends with Errc::interrupted. May be null
  // Called when a pass begins, with its name and size in positions. Returns the counter of
  // positions done, or null. May be empty.
  std::function<std::atomic<std::uint64_t>*(std::string_view pass, std::uint64_t of)> progress;
};

struct Report {
  table::TableInfo info;
  FilesReport files;
  std::optional<ContentsReport> contents;  // nothing if files are damaged
  // Nothing if files are damaged, if the rules do not fit, or if there are none (graphs).
  std::optional<DefinitionReport> definition;
  std::uint64_t damages = 0;
  std::uint64_t differences = 0;
  std::vector<table::Finding> findings;  // the first ones of each kind and pass

  bool values_asked = true;  // the effort was to derive some values

  // Whether values were to be derived from the rules, and none was.
  bool unchecked() const noexcept {
    return values_asked && damages == 0 && differences == 0 &&
           (!definition || definition->unchecked());
  }
  bool ok() const noexcept { return damages == 0 && differences == 0 && !unchecked(); }
};

// Errc::usage if there is no table, Errc::corrupt if its metadata cannot be read, Errc::memory,
// Errc::io, Errc::interrupted. What is wrong with a table that can be opened is in the report.
Result<Report> run(const Request& request, parallel::Executor& executor);

}  // namespace grundy::verify
