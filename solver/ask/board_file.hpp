// ask/board_file.hpp: what is known of the positions of a board, on disk.
//
// A file holds the table of one game on one structure. It exists whole or not at all
// (table/durable_file.hpp). All integers are little endian:
//
//   u32     bytes of the header
//   header  JSON: "grundy_board": 2, "game" as it is written, "digest" of the moves (16 hexadecimal
//           digits), "words" of each entry: those of the position, then one of what is known of it
//           (boards/table.hpp)
//   u32     CRC-32C of the header
//   blocks  of whole entries: two u32 with the words of the block, at most 2^17, and the number of
//           bytes that follow, and the packed block with its CRC-32C (table/codec.hpp)
//   u32     0
//   u64     the number of entries
#pragma once
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/machine.hpp"
#include "boards/solver.hpp"

namespace grundy::query {

// May be called by the progress of a search of the solver, which goes on meanwhile. Errors:
// Errc::io.
Status save_board(const std::string& path, const boards::Game& game, boards::Solver& solver);

// Adds what the file knows. Errc::corrupt if it is damaged, no such file, or of another game; then
// the solver may have some of its entries only if an entry itself is wrong.
Status load_board(const std::string& path, const boards::Game& game, boards::Solver& solver);

// Finds the nimber of a position by those of all that follows it, and writes what it reached:
// parts by their sets of vertices, where vertex v is bit v % 8 of byte v / 8. Errors:
// Errc::interrupted, Errc::memory where not all can be remembered, Errc::io.
Status write_reached(const std::string& path, const boards::Game& game,
                     const boards::AnySet& position, boards::Solver& solver);

// Saves a board from time to time while it is searched. A save that fails is tried again later, as
// the search need not end for it.
class BoardKeeper {
 public:
  BoardKeeper(std::string path, double seconds) : path_(std::move(path)), seconds_(seconds) {}

  // Called often. Saves at most once in `seconds`, and for at most a twentieth of the time.
  void keep(const boards::Game& game, boards::Solver& solver);

 private:
  std::string path_;
  double seconds_;
  double next_ = seconds_;
  Stopwatch watch_;
};

}  // namespace grundy::query
