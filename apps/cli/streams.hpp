// cli/streams.hpp: the standard streams, any of which may be closed, full or without an end.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace grundy::cli {

// Takes the places of those that are closed, so that no file opened later gets one of them: a table
// is not read for expressions, and results are not written into a shard. To be called first.
void hold_places_of_streams();

// The next line of standard input; nothing at its end. Before it waits for one, the reader of
// answers gets all that were printed; while it waits, signals end the program. Errc::io if input
// cannot be read or the answers cannot be written, Errc::usage if the line is longer than any
// expression (16 MiB).
Result<std::optional<std::string>> read_line();

// The next line and those that are there already, up to about 1 MiB; none at the end. Waits for
// more only where many lines have come at once, and 10 ms at most: who asks one question and waits
// for its answer gets it. Errors are those of read_line for the first line; of later ones they are
// reported when their turn comes.
Result<std::vector<std::string>> read_lines();

// Calls `answer` for each line that is not blank, with its number, from 1. Stops at the first that
// fails.
Status for_each_line(const std::function<Status(const std::string&, std::size_t)>& answer);

bool is_blank(std::string_view line) noexcept;

// Writes to stderr, if that takes anything.
void tell(const std::string& text) noexcept;

// Errc::io unless standard output has taken all that was printed.
Status flush_results();

}  // namespace grundy::cli
