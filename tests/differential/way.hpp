// differential/way.hpp: one way to answer a question, out of all that there are.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "differential/question.hpp"
#include "generator/constructs.hpp"
#include "table/info.hpp"

namespace grundy::differential {

struct Way {
  enum class Kind : std::uint8_t {
    sweep,    // the box in memory
    resumed,  // the same, stopped on the way and gone on with by another executor
    table,    // checked, written to disk where tables reach so far, read back and verified
    lazy,     // position by position, in any order
    query,    // sums of positions, as the command line asks
    boxes,    // single positions by boxes, which grow from question to question
  };
  Kind kind = Kind::sweep;
  std::string kernel = "auto";
  std::string executor = "serial";
  std::size_t threads = 1;
  std::string isa;
  std::uint64_t tile_positions = 1;
  table::Store store = table::Store::full;
  std::uint64_t passes = 1;  // where the kernel takes them
  std::uint64_t seed = 1;    // of the order of questions, and of when to stop
};

// Whether it goes position by position, so that nothing else of a way counts than the order.
constexpr bool is_by_positions(Way::Kind kind) {
  return kind == Way::Kind::lazy || kind == Way::Kind::query || kind == Way::Kind::boxes;
}

std::string name_of(Way::Kind kind);
std::string to_text(const Way& way);

// Some of all ways: `auto`, several kernels by name, and one that is not a plain sweep.
std::vector<Way> random_ways(std::uint64_t seed);

// A question whose answer is known.
struct Known {
  std::shared_ptr<const rules::Rules> rules;
  Box box;
  Quantity quantity;
  Convention convention;
  Values values;
};

struct Verdict {
  std::string kernel;  // "kernel ray", say, that ran, or "lazy", "query", "boxes"; "":
                       // the way does not apply
  generator::Constructs facts = {};       // of the run: "layers", "closure beyond the box"
  std::optional<std::string> difference;  // what is wrong
  bool refused = false;                   // what the parser let pass cannot be solved in this box
};

// What is wrong where play comes back to a position: that the box is solved, or refused for another
// reason.
std::optional<std::string> answer_where_none_is(const rules::Rules& rules, const Box& box,
                                                Quantity quantity, Convention convention);

// Answers in this way and compares. An error is a difference, unless it says that a kernel or a
// store that was asked for by name does not apply, that a proof was not found, or that play leads
// too far for any machine.
Verdict judge(const Way& way, const Known& known);

}  // namespace grundy::differential
