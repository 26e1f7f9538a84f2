// session/box_source.hpp: the value of a position by solving the whole box below it.
//
// A search looks at every option of every position it meets. Where rules have a kernel of their
// own (plan/method.hpp) a box is solved hundreds of times as fast as that, and so the box is often
// cheaper than the search, although most of it is never asked for. Boxes are kept, the last one
// of each game, convention and quantity.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "plan/plan.hpp"
#include "query/value_source.hpp"
#include "solve/solved_values.hpp"

namespace grundy::session {

class BoxSource final : public query::PricedSource {
 public:
  // `bytes` bounds what a box may take; `stop` as in sweep::Hooks, may be null.
  BoxSource(std::uint64_t bytes, const std::atomic<bool>* stop) : bytes_(bytes), stop_(stop) {}

  // Whether it is in a box that is solved.
  bool has(const std::shared_ptr<const rules::Rules>& rules, const Position& position,
           Convention convention, Quantity quantity) const override {
    return solved({rules, convention, quantity}, position) != nullptr;
  }

  // Nothing where a search is quick anyway, where only the generic kernel could solve the box, or
  // if it does not fit the memory. 0 in a box that is solved.
  std::optional<double> price(const std::shared_ptr<const rules::Rules>& rules,
                              const Position& position, Convention convention,
                              Quantity quantity) override;

  // Solves the box unless that is done. Requires a price. Errors are those of solve::run.
  Result<std::optional<std::uint32_t>> find(const std::shared_ptr<const rules::Rules>& rules,
                                            const Position& position, Convention convention,
                                            Quantity quantity) override;

 private:
  using Key = std::tuple<std::shared_ptr<const rules::Rules>, Convention, Quantity>;

  const solve::SolvedValues* solved(const Key& key, const Position& position) const;

  std::uint64_t bytes_;
  const std::atomic<bool>* stop_;
  std::map<Key, std::shared_ptr<const solve::SolvedValues>> boxes_;
  std::optional<plan::Plan> planned_;  // what the last price was of
};

}  // namespace grundy::session
