# cmake -D "FILES=a.js;b.css" -D OUTPUT=... -P EmbedExplorer.cmake: writes explorer_files.cpp.
list(SORT FILES)
list(LENGTH FILES count)
string(CONCAT code "#include <array>\n\n#include \"server/explorer_files.hpp\"\n\nnamespace grundy::server {\n\n"
         "std::span<const ExplorerFile> explorer_files() noexcept {\n"
         "  static constexpr std::array<ExplorerFile, ${count}> files = {{\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  file(SHA256 ${file} tag)
  string(SUBSTRING ${tag} 0 32 tag)
  string(APPEND code "      {\"${name}\", \"${tag}\", R\"explorer(${text})explorer\"},\n")
endforeach()
string(APPEND code "  }};\n  return files;\n}\n\n}  // namespace grundy::server\n")
file(WRITE ${OUTPUT} "${code}")
