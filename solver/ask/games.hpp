// ask/games.hpp: the games that expressions may name.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/expression.hpp"
#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::query {

// The rules called `name`, with these parameters.
using Lookup =
    std::function<Result<rules::Rules>(std::string_view name, const rules::Parameters& parameters)>;

// Finds the games of `more` (say, those of a --rules file), then the catalogue, then octal
// and hexadecimal codes.
Lookup catalogue_and(std::vector<rules::Rules> more = {});

// Remembers every game looked up. Not thread-safe.
class Games {
 public:
  explicit Games(Lookup lookup = catalogue_and()) : lookup_(std::move(lookup)) {}

  // Errors are those of the lookup.
  Result<std::shared_ptr<const Game>> find(std::string_view name,
                                           const rules::Parameters& parameters = {});

 private:
  std::shared_ptr<const rules::Rules> share(rules::Rules rules) const;

  Lookup lookup_;
  std::map<std::pair<std::string, rules::Parameters>, std::shared_ptr<const Game>> known_;
};

}  // namespace grundy::query
