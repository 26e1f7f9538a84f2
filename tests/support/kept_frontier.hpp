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
  Status load(const tiles::Parts& parts) override {
    const std::size_t here = parts.here.size();
    if (here + parts.elsewhere.has_value() != bytes_.size())
      return Error{Errc::corrupt, "other parts"};
    for (std::size_t i = 0; i < here; ++i) {
      if (parts.here[i].size() != bytes_[i].size()) return Error{Errc::corrupt, "another size"};
      std::ranges::copy(bytes_[i], parts.here[i].begin());
    }
    if (!parts.elsewhere) return {};
    const std::vector<std::byte>& bytes = bytes_.back();
    if (parts.elsewhere->bytes != bytes.size()) return Error{Errc::corrupt, "another size"};
    return in_stretches(bytes.size(), [&](std::uint64_t first, std::size_t size) {
      return parts.elsewhere->write(first, std::span(bytes).subspan(first, size));
    });
  }

 protected:
  // Few bytes each, so that they end within tiles.
  template <class Use>
  static Status in_stretches(std::uint64_t bytes, const Use& use) {
    constexpr std::uint64_t stretch = 9999;
    for (std::uint64_t first = 0; first < bytes; first += stretch)
      if (Status s = use(first, std::min(stretch, bytes - first)); !s) return s;
    return {};
  }

  // False if a part cannot be had.
  bool keep(const tiles::Frontier& frontier) {
    std::vector<std::vector<std::byte>> bytes;
    for (const auto part : frontier.parts.here) bytes.emplace_back(part.begin(), part.end());
    if (const auto& part = frontier.parts.elsewhere) {
      bytes.emplace_back(part->bytes);
      const Status read = in_stretches(part->bytes, [&](std::uint64_t first, std::size_t size) {
        return part->read(first, std::span(bytes.back()).subspan(first, size));
      });
      if (!read) return false;
    }
    kept_ = tiles::Frontier{frontier.kernel, frontier.numbers, {}};
    bytes_ = std::move(bytes);
    return true;
  }

  std::optional<tiles::Frontier> kept_;
  std::vector<std::vector<std::byte>> bytes_;
};

}  // namespace grundy
