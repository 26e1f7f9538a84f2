// programs/program_search.hpp: values of the positions of a program, by depth-first search.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/value.hpp"
#include "programs/program.hpp"
#include "search/key_table.hpp"
#include "search/meter.hpp"

namespace grundy::programs {

// Remembers the value of every position that it has met: nimbers under normal play, outcomes under
// misère play. A position costs its key, 4 bytes of value, and 14 to 17 bytes of table.
// Not thread-safe.
class ProgramSearch {
 public:
  ProgramSearch(Program program, Convention convention, lazy::SearchLimits limits);

  struct Answer {
    Outcome outcome = Outcome::P;
    std::optional<std::uint64_t> nimber;  // under normal play
  };

  // Under misère play sums are searched as a whole, which takes far more positions.
  // Errc::rules if play may come back to a position, with the positions on the way, or if the
  // program fails; Errc::memory, Errc::interrupted.
  Result<Answer> evaluate(const Sum& sum);

  // The keys of positions whose values are known, with their nimbers. Requires normal play.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (Id id = 0; id < keys_.size(); ++id) {
      const auto key = keys_.key(id);
      if (is_solved(id))
        visit(std::string_view(reinterpret_cast<const char*>(key.data()), key.size()), values_[id]);
    }
  }

  std::uint64_t positions() const noexcept { return keys_.size(); }

 private:
  using Id = lazy::Id;
  struct Frame {
    Id id;
    std::size_t first_part;    // of its options, in parts_
    std::size_t first_option;  // in ends_
    std::size_t at;            // parts before it have values
  };
  class Listing;

  Result<std::uint32_t> value_of(Key key);
  Result<Id> number(std::string_view key);
  Status expand(Id id);
  Status search(Id root);
  void finish(std::uint32_t value);
  std::uint32_t nimber_of_top();
  bool is_solved(Id id) const noexcept { return values_[id] < on_path; }
  Error cycle(Id again) const;

  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::uint32_t on_path = unknown - 1;

  Program parts_program_;
  Program program_;  // under misère play of whole sums
  Convention convention_;
  lazy::Meter meter_;
  lazy::KeyTable<std::uint8_t> keys_;
  std::vector<std::uint32_t> values_;  // by number of a key
  std::vector<Frame> path_;
  std::vector<Id> parts_;           // of the options of all frames
  std::vector<std::size_t> ends_;   // of each option, in parts_
  std::vector<std::uint32_t> met_;  // nimbers of the options of a position
  Key scratch_;
};

}  // namespace grundy::programs
