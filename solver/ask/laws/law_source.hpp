// ask/laws/law_source.hpp: laws that are looked for when a question would take long.
//
// A law is looked for once for each game, within a time that is bounded, and kept. Positions that
// are far along some axes and near along others may have a law of their own: that of the section
// with the near coordinates. Where no move changes some coordinates, the law is about the game with
// these as constants. Laws of whole games and of sections are kept on disk too.
#pragma once
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ask/law_source.hpp"
#include "base/machine.hpp"
#include "law/answers/known_law.hpp"
#include "law/answers/look.hpp"
#include "law/answers/store.hpp"

namespace grundy::session {

struct LawChoice {
  double seconds = 2;  // for each game; 0: no law is looked for
  std::uint64_t bytes = std::uint64_t{2} << 30;
  const std::atomic<bool>* stop = nullptr;
  bool is_stored = true;  // read from law::cache_folder(), and written there
  // A law that was not found is looked for again after so long: where others work, time is short.
  double seconds_until_again = std::numeric_limits<double>::infinity();
};

class ProvedLaws final : public query::LawSource {
 public:
  explicit ProvedLaws(const LawChoice& choice);

  std::optional<query::LawValue> known(const query::Question& question,
                                       const Position& position) override;
  Result<std::optional<query::LawValue>> find(const query::Question& question,
                                              const Position& position, double seconds) override;
  std::optional<std::vector<std::uint64_t>> numbers(const query::Question& question,
                                                    const lazy::Line& line, std::uint64_t value,
                                                    std::size_t most) override;
  std::string advice(const query::Question& question) const override;

 private:
  using Rules = std::shared_ptr<const rules::Rules>;

  // A law of the game that is left where some coordinates are constants.
  struct Law {
    std::vector<std::size_t> fixed;  // these coordinates
    Position values;                 // have these values
    std::unique_ptr<const law::KnownLaw> law;
    std::shared_ptr<const std::string> text;
  };
  // What was looked for: the fixed coordinates, or the section; and the quantity.
  struct Try {
    Position fixed;
    relation::Section section;
    Quantity quantity;

    friend bool operator==(const Try&, const Try&) = default;
  };
  struct Game {
    std::vector<Law> laws;
    std::vector<std::pair<Try, Stopwatch>> tried;
    std::vector<std::size_t> fixed;  // no move changes these
  };

  Game& game_of(const query::Question& question);
  static bool answers(const Law& law, const query::Question& question, const Position& position);
  const Law* law_for(const query::Question& question, const Position& position);
  std::vector<Try> tries(const query::Question& question, const Position& position);
  Status look(const query::Question& question, const Position& position, const Try& one,
              double seconds);
  Result<std::optional<law::Certificate>> proved(const law::Sought& sought, double seconds,
                                                 bool is_stored);

  LawChoice choice_;
  std::optional<law::Store> store_;
  std::map<std::pair<Rules, Convention>, Game> games_;
};

}  // namespace grundy::session
