// support/visited_p_ranks.hpp: the P-positions that a section visits, by rank.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "methods/section.hpp"

namespace grundy::support {

inline std::vector<std::uint64_t> visited_p_ranks(const family::Section& section) {
  const auto along = static_cast<std::uint64_t>(section.box().strides()[section.axis()]);
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t part = 0; part < section.parts(); ++part)
    section.visit_p_stretches(part, [&](std::span<const family::SideBySide> images,
                                        std::span<const std::uint32_t> entries) {
      for (const family::SideBySide& image : images)
        for (std::size_t i = 0; i < entries.size(); ++i)
          if (entries[i] > 0)
            ranks.push_back(image.start + i * image.step + (entries[i] - 1) * along);
    });
  return ranks;
}

}  // namespace grundy::support
