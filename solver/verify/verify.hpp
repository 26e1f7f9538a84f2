// verify/verify.hpp: start reading here to see how a table is judged.
//
// Three passes, each of which trusts only what the ones before have shown:
//
//   1. files (files.hpp): the checksum over the metadata, every shard and its index, every
//      chunk's CRC and size. If something is damaged here it ends.
//   2. contents (contents.hpp): what can be said without the rules. Values are in bounds,
//      p_section and the values agree at every position, and counts and digest of the whole box
//      are those of the attributes.
//   3. definition (definition.hpp): the rules' text is read anew, and at random positions or at
//      all of them the options, as solver/oracle enumerates them, must give the stored value.
//
// In the third pass the values of the options come from the table itself. So one position
// proves little; but when *every* position of the box passes, the table is right, by induction
// along play, which ends: a position without options has its value by definition, and any other
// one if its options have theirs. Options that leave the box, which is smaller than the closure
// where moves may raise a coordinate, are derived in the same way as far as that is needed.
//
// Nothing of the solver is used but the parser and the oracle.
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
#include "verify/files.hpp"

namespace grundy::verify {

struct Request {
  std::filesystem::path table;
  Effort effort;
  // Bytes that the process may hold, but for mapped files.
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();
  const std::atomic<bool>* stop = nullptr;  // becomes true: Errc::interrupted soon. May be null
  // Called when a pass begins, with its name and size in positions; what it returns is counted up.
  // May be empty.
  std::function<std::atomic<std::uint64_t>*(std::string_view pass, std::uint64_t of)> progress;
};

struct Report {
  table::TableInfo info;
  FilesReport files;
  std::optional<ContentsReport> contents;  // nothing: the files are damaged
  // Likewise, or the rules do not fit, or there are none: the game was given as a graph.
  std::optional<DefinitionReport> definition;
  std::uint64_t damages = 0;
  std::uint64_t differences = 0;
  std::vector<table::Finding> findings;  // of each pass the first ones of each kind

  bool values_asked = true;  // unless the effort was to derive none

  // Whether values were to be derived from the rules, and none was.
  bool unchecked() const noexcept {
    return values_asked && damages == 0 && differences == 0 &&
           (!definition || definition->unchecked());
  }
  bool ok() const noexcept { return damages == 0 && differences == 0 && !unchecked(); }
};

// Errors: Errc::usage if there is no table, Errc::corrupt if its metadata cannot be read,
// Errc::memory, Errc::io, Errc::interrupted. What is wrong with a table that can be opened is in
// the report.
Result<Report> run(const Request& request, parallel::Executor& executor);

}  // namespace grundy::verify
