// cli/streams.hpp: the standard streams, any of which may be closed, full or without an end.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace grundy::cli {

// Takes the places of those that are closed, so that no file opened later gets one of them: a table
// is not read for expressions, and results are not written into a shard. To be called first.
void hold_places_of_streams();

// The next line of standard input; nothing at its end. Errc::io if it cannot be read, Errc::usage
// if the line is longer than any expression (16 MiB). While it waits, signals end the program.
Result<std::optional<std::string>> read_line();

// Calls `answer` for each line that is not blank. Stops at the first that fails.
Status for_each_line(const std::function<Status(const std::string&)>& answer);

// Writes to stderr, if that takes anything.
void tell(const std::string& text) noexcept;

// Errc::io unless standard output has taken all that was printed.
Status flush_results();

}  // namespace grundy::cli
