// run/octal_row.hpp: what a survey of octal games says of one of them, as a line of a file.
#pragma once
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "methods/period.hpp"

namespace grundy::solve {

struct OctalRow {
  std::string code;
  std::uint64_t heaps = 0;  // from 0 on: all that follows, but for a period, is said of these
  std::string kernel;
  std::optional<family::Period> period;  // of all heaps, proved
  std::uint64_t saltus = 0;              // by which nimbers grow with each period
  // The heaps whose nimbers have an even number of bits of the mask (methods/heap_stream.hpp),
  // for the mask that leaves the fewest. 0: every mask leaves more than a third of the heaps.
  std::uint32_t mask = 0;
  bool alternating = false;
  std::uint64_t rares = 0;
  std::optional<std::uint64_t> last_rare;
  std::uint32_t largest = 0;
  std::uint64_t p_positions = 0;
  std::string digest;
  double seconds = 0;
  // An earlier code whose nimbers are the same: below heap `parts_at`, or as far as both go.
  std::string like;
  std::optional<std::uint64_t> parts_at;
};

nlohmann::ordered_json to_json(const OctalRow& row);

// A file with such an object in each line. Errc::io, or Errc::corrupt with the line.
Result<std::vector<OctalRow>> read_octal_rows(const std::filesystem::path& file);
Status write_octal_rows(const std::filesystem::path& file, const std::vector<OctalRow>& rows);

// What differs between two surveys of one code, in words; empty if nothing does. Of different
// numbers of heaps only periods are compared.
std::string difference_of(const OctalRow& before, const OctalRow& now);

}  // namespace grundy::solve
