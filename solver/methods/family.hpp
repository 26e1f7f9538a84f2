// methods/family.hpp: the contract of methods of solving; start reading here to add one.
//
// A method solves a family of rules. It has a folder of solver/methods/, which it may share with
// others, and a folder of kernels/. It is registered by a line in plan/method.hpp.
#pragma once
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <vector>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "compile/compile.hpp"
#include "methods/period.hpp"
#include "methods/values.hpp"
#include "ranks/transport.hpp"
#include "relation/differences.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"
#include "tiles/schedule.hpp"
#include "tiles/watch.hpp"

namespace grundy::family {

// The passes requested of a method that can solve in passes: with a part of its working memory at a
// time, and the values in a file without a name.
struct RequestedPasses {
  std::uint64_t count = 1;             // 0: as few as memory allows
  std::filesystem::path scratch = {};  // the folder of the file
};

// The ranks that solve together, if the method can use several (ranks/transport.hpp).
struct RequestedRanks {
  std::size_t count = 1;
  cluster::Transport* transport = nullptr;  // null: all ranks are in this process
  std::size_t on_a_machine = 1;             // how many ranks share a machine's memory
  // Sides of the blocks of a box, a table's shards, each of which one rank gathers. Null: rank 0
  // gathers all.
  std::vector<std::int64_t> (*owner_blocks)(const Box& box) = nullptr;
};

// What is to be solved, and with what resources.
struct Problem {
  rules::Rules rules;
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
  std::size_t threads = 1;
  RequestedPasses passes = {};
  RequestedRanks ranks = {};
  std::uint64_t program_bytes = 0;  // memory that the process holds before it solves
  compile::Proofs proofs = compile::Proofs::trusted;  // for compiling the program, if there is one
};

// The same with what is proved of it, before a method is chosen.
struct Scope : Problem {
  Quantity computed;  // nimber where outcomes are found by nimbers
  Box box;
  Box closure;
  rules::Descent descent;
  tiles::Schedule schedule;
  std::uint64_t memory_limit;
  relation::Differences differences;  // of the rules, however they are written

  std::uint64_t positions() const { return *box.volume(); }
  std::uint64_t closure_positions() const { return *closure.volume(); }
};

// A question that a method answers, since it is proved to.
struct Claim {
  Quantity quantity;
  Quantity computed;  // nimber: outcomes are found by nimbers, which holds in normal play only
  bool under_misere;  // whether it holds under misère play too
  bool with_endings;  // whether rules may have endings
};

// Of methods that find outcomes by nimbers, for rules without endings.
inline constexpr std::array by_nimbers{Claim{Quantity::outcome, Quantity::nimber, false, false},
                                       Claim{Quantity::nimber, Quantity::nimber, false, false}};

// How a method visits the positions several times.
struct Passes {
  std::uint64_t count;  // estimated
  std::uint64_t file_bytes;
};

// What one rank sends to another, without values.
struct Link {
  std::size_t from;
  std::size_t to;
  std::uint64_t messages;
  std::uint64_t bytes;
};

// How ranks solve together.
struct Ranks {
  std::vector<std::uint64_t> memory_bytes;  // by rank, without the program; estimated
  std::vector<Link> links;                  // between different ranks
  std::uint64_t messages;                   // of all ranks; exact for boxes of few tiles
  std::uint64_t bytes;                      // of these messages, likewise
  std::size_t most_useful;                  // more ranks than this have nothing to do
  double efficiency;                        // the fraction of the time in which all work; estimated
  bool all_to_all = false;  // each sends what it has solved to all others; no links are listed
};

// What can be said of any method for rules to which it applies.
struct Traits {
  std::string reason;         // why the method applies
  std::string symmetry = {};  // how interchangeable coordinates are used; empty without any
  bool symmetry_used = false;
  std::optional<std::uint64_t> solved_positions = {};  // without copies; nothing: the closure
  std::string limit = {};  // values that the method cannot hold; another method then takes over
  std::optional<std::uint64_t> largest_value = {};  // no value of scope.computed exceeds it
  std::string period_proof = {};  // why a period that solving finds holds for every heap
  std::optional<ArithmeticPeriod> growth = {};  // a proved law for the nimbers of all heaps
  bool takes_passes = false;          // whether the method can do what scope.passes requests
  std::optional<Passes> passes = {};  // nothing: a single pass, in memory
  std::optional<Ranks> ranks = {};    // for scope.ranks; nothing for one rank
  std::string why_one_rank = {};      // why other ranks do not help, or cannot; empty if they can
};

// Rules as a method reads them.
template <class Task>
struct Recognised : Traits {
  Task task;
};

struct Bytes {
  std::uint64_t solving;  // an upper bound, values included; from 2^56 on too many
  std::optional<std::uint64_t> values = {};  // bytes of values alone, where they are separate
  bool only_values_last = false;             // all else is freed before a table is finished
};

template <class V>
struct Solved {
  V values;
  std::optional<Period> period = {};  // of the values of a heap game, if one was proved
};
using SolvedCells = Result<Solved<memory::Cells>>;

template <class Containers>
inline constexpr bool are_values = false;
template <Values... Container>
inline constexpr bool are_values<std::tuple<Container...>> = true;

// The promise: for each of `claims`, whenever `recognise` accepts the rules, `solve` gives the
// values of `scope.computed` by the definition, for every position of scope.box, whatever the
// executor, its threads and the SIMD target. A method saves its state through the watch under the
// name `kernel`, and resumes from it. Exceptions are `growth`, which is done at once, and `search`.
//
// A family with a member `takes_where` solves cell by cell, whatever stands in the cells of tuples
// that are no positions. Others are not asked where the rules say `where`.
//
// A family with a member `seconds_to_recognise` is asked automatically only where the method that
// would be chosen without it takes longer than that.
//
// Errors of `solve`, of all methods:
//   memory       the system refused memory, or a search reached its limit
//   interrupted  *watch.stop became true
//   corrupt      a saved state does not fit, or a message of another rank
//   unsupported  values beyond Traits::limit, or more tiles than can be listed
//   usage        the saved state is one of other options, such as ranks or passes
//   io           no room for the file of passes
// and whatever the keeper and the transport return. The solve functions of methods return some of
// these. Their comments add only what is special about them.
template <class F>
concept Family = requires(const Scope& scope, const typename F::Task& task,
                          parallel::Executor& executor, const tiles::Watch& watch) {
  { F::kernel } -> std::convertible_to<Kernel>;
  requires are_values<typename F::Containers>;
  requires std::same_as<std::ranges::range_value_t<decltype(F::claims)>, Claim>;
  // Errc::usage, with the reason, for rules of another form. Other errors end the planning.
  { F::recognise(scope) } -> std::same_as<Result<Recognised<typename F::Task>>>;
  { F::bytes(task, scope) } -> std::same_as<Bytes>;
  // Estimated, on scope.threads.
  { F::seconds(task, scope) } -> std::same_as<double>;
  // Returns Result<Solved<V>>, where V is one of the containers or a std::variant of some.
  {F::solve(task, scope, executor, watch)};
};

// The error of a recogniser whose method does not apply.
inline Error does_not_apply(std::string why_not) {
  return {Errc::usage, std::move(why_not)};
}

// The work of ranks that share out tiles and all hold all values (tiles/ordered_tiles.hpp).
struct SharedWork {
  std::uint64_t tiles;
  std::uint64_t waves;  // one after the other; the tiles of each may be solved at once
  cluster::Traffic traffic;
  std::uint64_t bytes_of_rank;  // for solving, without tiles that have come and are not set yet
};

// How scope.ranks do that work.
Ranks shared_ranks(const SharedWork& work, const Scope& scope);

// Bytes of a rank in this process in addition to solving: its threads and messages.
inline constexpr std::uint64_t bytes_of_local_rank = std::uint64_t{1} << 20;

// The transport of the rank as which to solve; null to solve as all ranks.
cluster::Transport* rank_of(const Scope& scope, const tiles::Watch& watch);

// How many ranks have their values in this process.
std::uint64_t ranks_here(const Scope& scope);

}  // namespace grundy::family
