# cmake -D "GAMES=a.game;b.game" -D OUTPUT=... -P EmbedGames.cmake: writes catalogue_texts.cpp.
list(SORT GAMES)
list(LENGTH GAMES count)
set(code "#include <array>\n\n#include \"rules/language/catalogue.hpp\"\n\nnamespace grundy::rules {\n\n")
string(APPEND code "std::span<const CatalogueEntry> catalogue() noexcept {\n"
                   "  static constexpr std::array<CatalogueEntry, ${count}> entries = {{\n")
foreach(game IN LISTS GAMES)
  get_filename_component(name ${game} NAME_WE)
  file(READ ${game} text)
  string(APPEND code "      {\"${name}\", R\"game(${text})game\"},\n")
endforeach()
string(APPEND code "  }};\n  return entries;\n}\n\n}  // namespace grundy::rules\n")
file(WRITE ${OUTPUT} "${code}")
