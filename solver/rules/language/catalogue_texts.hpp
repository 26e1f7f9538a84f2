// rules/language/catalogue_texts.hpp: games/*.game as they were at build time, by name.
//
// Defined in a file that cmake/GrundyGames.cmake writes into the build folder.
#pragma once
#include <span>

#include "rules/language/catalogue.hpp"

namespace grundy::rules {

std::span<const CatalogueEntry> catalogue_texts() noexcept;

}  // namespace grundy::rules
