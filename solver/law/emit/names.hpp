// law/emit/names.hpp: what a game and its coordinates are called in another language.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grundy::law {

// "0.07" becomes "game_0_07": only letters, digits and _, no digit first.
std::string function_name(std::string_view game);

// The names, of which none is a word that C or Python reserves or that the functions use; these
// get a _ at their end.
std::vector<std::string> free_names(const std::vector<std::string>& names);

// Letters as they are, longer names upright.
std::vector<std::string> tex_names(const std::vector<std::string>& names);

}  // namespace grundy::law
