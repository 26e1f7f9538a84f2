// ask/board_file.hpp: what is known of the positions of a board, on disk.
//
// A file holds the table of one game on one structure. It exists whole or not at all
// (table/durable_file.hpp). All integers are little endian:
//
//   u32     bytes of the header
//   header  JSON: "grundy_board": 1, "game" as it is written, "digest" of the moves (16 hexadecimal
//           digits), "entries", "words" of each: those of the position, then one of what is known
//           of it (boards/table.hpp)
//   u32     CRC-32C of the header
//   blocks  of the entries, 1 MiB each, the last one shorter: a u32 with the number of bytes that
//           follow, and the packed block with its CRC-32C (table/codec.hpp)
#pragma once
#include <string>

#include "base/error.hpp"
#include "boards/solver.hpp"

namespace grundy::query {

// Errors: Errc::io.
Status save_board(const std::string& path, const boards::Game& game, const boards::Solver& solver);

// Adds what the file knows. Errc::corrupt if it is damaged, no such file, or of another game; then
// the solver may have some of its entries only if an entry itself is wrong.
Status load_board(const std::string& path, const boards::Game& game, boards::Solver& solver);

}  // namespace grundy::query
