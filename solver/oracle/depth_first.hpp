// oracle/depth_first.hpp: recursion over options with a stack of its own.
//
// Computes Fact(root) = conclude(root, facts of the parts of each option), for facts of
// parts computed in the same way, and remembers every fact in `known`. An option is
// given as the sums whose facts tell its own: the option itself, or its components.
//   expand(sum)          -> Result<std::vector<Parts>>, one Parts for each option
//   conclude(sum, facts) -> Result<Fact>, from std::vector<std::vector<Fact>> likewise
// A sum that needs its own fact is an error: such play would never end.
#pragma once
#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "oracle/options.hpp"

namespace grundy::oracle {

using Parts = std::vector<Sum>;

// No fact yet: the sum is being settled.
template <class Fact>
using Known = std::map<Sum, std::optional<Fact>>;

template <class Fact, class Expand, class Conclude>
class DepthFirst {
 public:
  DepthFirst(Known<Fact>& known, Expand expand, Conclude conclude)
      : known_(known), expand_(std::move(expand)), conclude_(std::move(conclude)) {}

  Result<Fact> settle(const Sum& root) {
    Status status = known_.contains(root) ? Status() : enter(root);
    while (status && !frames_.empty()) status = step();
    for (const Frame& unfinished : frames_) known_.erase(unfinished.sum);
    frames_.clear();
    if (!status) return status.error();
    return *known_.at(root);
  }

 private:
  struct Frame {
    Sum sum;
    std::vector<Parts> options;
    std::size_t option = 0;  // options before this one are known
  };

  Status enter(const Sum& sum) {
    auto options = expand_(sum);
    if (!options) return options.error();
    known_.emplace(sum, std::nullopt);
    frames_.push_back({sum, *std::move(options)});
    return {};
  }

  Status step() {
    const Sum* needed = next_unknown(frames_.back());
    if (needed == nullptr) return leave();
    if (!known_.contains(*needed)) return enter(Sum(*needed));
    return Error{Errc::rules,
                 fmt::format("play need not end: it can come back to {}", to_string(*needed))};
  }

  const Sum* next_unknown(Frame& frame) const {
    for (; frame.option < frame.options.size(); ++frame.option)
      for (const Sum& part : frame.options[frame.option])
        if (const auto found = known_.find(part); found == known_.end() || !found->second)
          return &part;
    return nullptr;
  }

  Status leave() {
    const Frame& frame = frames_.back();
    std::vector<std::vector<Fact>> facts;
    for (const Parts& parts : frame.options) {
      facts.emplace_back();
      for (const Sum& part : parts) facts.back().push_back(*known_.at(part));
    }
    auto fact = conclude_(frame.sum, facts);
    if (!fact) return fact.error();
    known_.at(frame.sum) = *std::move(fact);
    frames_.pop_back();
    return {};
  }

  Known<Fact>& known_;
  Expand expand_;
  Conclude conclude_;
  std::vector<Frame> frames_;
};

}  // namespace grundy::oracle
