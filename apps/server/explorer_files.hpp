// server/explorer_files.hpp: the files of web/, compiled into the program
// (cmake/EmbedExplorer.cmake).
#pragma once
#include <span>
#include <string_view>

namespace grundy::server {

struct ExplorerFile {
  std::string_view name;  // main.js
  std::string_view tag;   // another one for other bytes
  std::string_view text;
};

// Ordered by name.
std::span<const ExplorerFile> explorer_files() noexcept;

}  // namespace grundy::server
