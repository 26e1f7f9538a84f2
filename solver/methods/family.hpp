// methods/family.hpp: what a family of rules provides; start reading here to add one.
//
// A family is a folder of solver/ (and one of kernels/), and a line in plan/families.hpp. Nothing
// else names it.
#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/period.hpp"
#include "methods/scope.hpp"
#include "methods/values.hpp"
#include "tiles/watch.hpp"

namespace grundy::family {

// A question that a family may be asked, since its kernel is proved for it.
struct Claim {
  Quantity quantity;
  Quantity computed;  // nimber: finds outcomes by nimbers. These hold under normal play alone
  bool under_misere;  // play too
  bool with_endings;  // of rules
};

// How a family goes through the positions several times.
struct Passes {
  std::uint64_t count;  // a guess
  std::uint64_t file_bytes;
};

// How ranks solve together.
struct Link {
  std::size_t from;
  std::size_t to;
  std::uint64_t messages;
  std::uint64_t bytes;
};
struct Ranks {
  std::vector<std::uint64_t> memory_bytes;  // by rank, beside the program: a guess
  std::vector<Link> links;                  // between different ranks, but for values
  std::uint64_t messages;                   // all of them, and their bytes: exactly
  std::uint64_t bytes;
  std::size_t most_useful;  // more than this have nothing to do
  double efficiency;        // the part of the time in which all work, a guess
  bool all_to_all = false;  // each sends what it has solved to all others; no links are listed
};

// Rules as the family reads them.
template <class Task>
struct Recognised {
  Task task;
  std::string reason;    // why it applies
  std::string symmetry;  // what is made of interchangeable coordinates; empty without any
  bool symmetry_used = false;
  std::optional<std::uint64_t> solved_positions = {};  // without copies; none: the closure
  std::string limit = {};  // values that the kernel cannot hold; another one then takes over
  std::optional<std::uint64_t> largest_value = {};  // no value of scope.computed exceeds it
  std::string period_proof = {};  // why a period that solving finds holds for every heap
  // Of the nimbers of all heaps: proved.
  std::optional<ArithmeticPeriod> growth = {};
  bool takes_passes = false;          // whether it does what scope.passes asks for
  std::optional<Passes> passes = {};  // none: once, in memory
  std::optional<Ranks> ranks = {};    // for scope.ranks; none for one
  std::string why_one_rank = {};      // why others would not help, or cannot; empty if they can
};

struct Bytes {
  std::uint64_t solving;  // at most, the values among them; from 2^56 on too many
  std::optional<std::uint64_t> values = {};  // of these, where they are told apart
  bool only_values_last = false;             // all else is freed before a table is finished
};

template <class V>
struct Solved {
  V values;
  std::optional<Period> period = {};  // of a heap game, where one was proved
};

template <class Containers>
inline constexpr bool are_values = false;
template <Values... Container>
inline constexpr bool are_values<std::tuple<Container...>> = true;

// The promise: for each of `claims`, whenever `recognise` accepts the rules, `solve` gives the
// values of `scope.computed` by the definition, for every position of scope.box, whatever the
// executor, its threads and the SIMD target. It saves its state by way of the watch under the name
// `kernel`, and goes on from it.
template <class F>
concept Family = requires(const Scope& scope, const typename F::Task& task,
                          parallel::Executor& executor, const tiles::Watch& watch) {
  { F::kernel } -> std::convertible_to<Kernel>;
  requires are_values<typename F::Containers>;
  requires std::same_as<std::ranges::range_value_t<decltype(F::claims)>, Claim>;
  // Errc::usage, with the reason, for rules of another form; other errors end the planning.
  { F::recognise(scope) } -> std::same_as<Result<Recognised<typename F::Task>>>;
  { F::bytes(task, scope) } -> std::same_as<Bytes>;
  // A guess, on scope.threads.
  { F::seconds(task, scope) } -> std::same_as<double>;
  // Errors: Errc::memory, Errc::interrupted, those of the keeper, Errc::corrupt for a saved state
  // that does not fit, Errc::unsupported for values beyond Recognised::limit. Returns
  // Result<Solved<V>>, V being one of the containers, or a std::variant of some.
  {F::solve(task, scope, executor, watch)};
};

// A family that does not apply says why.
inline Error does_not_apply(std::string why_not) {
  return {Errc::usage, std::move(why_not)};
}

}  // namespace grundy::family
