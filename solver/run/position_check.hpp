// run/position_check.hpp: checks one position of a solution by deriving it again.
//
// Its value must follow, by the definition, from the values of its options in the solution
// (verify/derive.hpp). Of the plan and the kernels only the box and the values are used, read in
// the way in which tables are written.
#pragma once
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "oracle/options.hpp"
#include "plan/plan.hpp"
#include "run/sweep.hpp"
#include "verify/derive.hpp"

namespace grundy::solve {

struct MistakeReport {
  std::filesystem::path file;  // where a difference is described
  std::string program_version;
};

// Not thread-safe: each thread has its own. Plan and solution must outlive it.
class PositionCheck {
 public:
  PositionCheck(const plan::Plan& plan, const sweep::Solution& solution, MistakeReport report);

  // The positions whose values are kept.
  const Box& kept() const noexcept { return subject_.box; }

  // True if the value follows from the rules; false if that remains open, or the patience ends
  // before. Errc::wrong for a difference, which is described in the report's file.
  Result<bool> judge(const Position& position, oracle::Patience& patience);

  // The reason for the last position that remained open.
  const std::string& why_open() const noexcept { return why_open_; }

 private:
  // The facts of the solution.
  class Facts final : public verify::Known {
   public:
    Facts(const plan::Plan& plan, const sweep::Solution& solution, Quantity quantity)
        : plan_(plan), solution_(solution), quantity_(quantity) {}

    Result<std::optional<verify::Fact>> at(const Position& position) const override;
    // The same, read as a row: from this position on to at most `last`.
    verify::Fact in_row(const Position& position, std::int64_t last) const;

   private:
    template <class Value>
    verify::Fact fact(const Value& value) const;

    const plan::Plan& plan_;
    const sweep::Solution& solution_;
    Quantity quantity_;
  };

  Error mistake(const Position& position, const verify::Fact& found, std::string but) const;

  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  const MistakeReport report_;
  const verify::Subject subject_;
  const Facts facts_;
  verify::Deriver deriver_;
  std::string why_open_;
};

}  // namespace grundy::solve
