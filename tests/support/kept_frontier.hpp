// support/kept_frontier.hpp: the state of a sweep, kept in memory for the next one.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tiles/watch.hpp"

namespace grundy {

class KeptFrontier : public tiles::Keeper {
 public:
  const tiles::Frontier* saved() const override { return kept_ ? &*kept_ : nullptr; }
  Status load(std::span<const std::span<std::byte>> parts) override {
    if (parts.size() != bytes_.size()) return Error{Errc::corrupt, "other parts"};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].size() != bytes_[i].size()) return Error{Errc::corrupt, "another size"};
      std::ranges::copy(bytes_[i], parts[i].begin());
    }
    return {};
  }

 protected:
  void keep(const tiles::Frontier& frontier) {
    kept_ = frontier;
    bytes_.clear();
    for (const auto part : frontier.parts) bytes_.emplace_back(part.begin(), part.end());
  }

  std::optional<tiles::Frontier> kept_;
  std::vector<std::vector<std::byte>> bytes_;
};

}  // namespace grundy
