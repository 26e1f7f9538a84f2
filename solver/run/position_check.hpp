// run/position_check.hpp: one position of a solution derived anew.
//
// Its value must follow, by the definition, from those that the solution tells of its options
// (verify/derive.hpp). Nothing of plan, compile, lazy or kernels is used but the box and the values
// themselves, read as a table is written.
#pragma once
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "oracle/options.hpp"
#include "plan/plan.hpp"
#include "run/solution.hpp"
#include "verify/derive.hpp"

namespace grundy::solve {

struct MistakeReport {
  std::filesystem::path file;  // where a difference is described
  std::string program_version;
};

// One for each thread. Refers to the plan and the solution.
class PositionCheck {
 public:
  PositionCheck(const plan::Plan& plan, const sweep::Solution& solution, MistakeReport report);

  // The positions whose values mean something: those kept.
  const Box& kept() const noexcept { return subject_.box; }

  // False if nothing can be said, or the patience ends before. Errc::wrong for a difference.
  Result<bool> judge(const Position& position, oracle::Patience& patience);

  // Why that was so the last time.
  const std::string& why_open() const noexcept { return why_open_; }

 private:
  // What the solution tells, read as a window of it.
  class Facts final : public verify::Known {
   public:
    Facts(const plan::Plan& plan, const sweep::Solution& solution, Quantity quantity)
        : plan_(plan), solution_(solution), quantity_(quantity) {}

    Result<std::optional<verify::Fact>> at(const Position& position) const override;
    // The same, as rows are read: from this position on to at most `last`.
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
