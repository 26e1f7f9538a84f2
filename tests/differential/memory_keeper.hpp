// differential/memory_keeper.hpp: a sweep that is killed after it saved, and gone on with.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "sweep/sweep.hpp"

namespace grundy::differential {

// Saves when asked for the `turn`th time, and stops the sweep then; what it saves later is lost.
class MemoryKeeper final : public tiles::Keeper {
 public:
  MemoryKeeper(std::uint64_t turn, std::atomic<bool>& stop) : left_(turn), stop_(&stop) {}

  bool due() const override { return left_-- == 1; }
  Status save(const tiles::Frontier& frontier) override {
    if (dead_) return {};
    kept_ = frontier;
    bytes_.clear();
    for (const auto part : frontier.parts) bytes_.emplace_back(part.begin(), part.end());
    dead_ = true;
    *stop_ = true;
    return {};
  }
  const tiles::Frontier* saved() const override { return kept_ ? &*kept_ : nullptr; }
  Status load(std::span<const std::span<std::byte>> parts) override {
    if (parts.size() != bytes_.size()) return Error{Errc::corrupt, "other parts"};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].size() != bytes_[i].size()) return Error{Errc::corrupt, "another size"};
      std::ranges::copy(bytes_[i], parts[i].begin());
    }
    return {};
  }

 private:
  mutable std::atomic<std::uint64_t> left_;  // asked by any thread
  std::atomic<bool>* stop_;
  bool dead_ = false;
  std::optional<tiles::Frontier> kept_;
  std::vector<std::vector<std::byte>> bytes_;
};

}  // namespace grundy::differential
