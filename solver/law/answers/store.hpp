// law/answers/store.hpp: proved laws kept on disk, so that another run need not look for them.
//
// A file for each law: a line with the length and the CRC-32C of what follows, and the certificate.
// A file that is cut off, damaged or about another game is as if it were not there, and is written
// again. The certificate is judged again by who loads it, so nothing in a file is trusted.
#pragma once
#include <filesystem>
#include <optional>

#include "law/answers/look.hpp"

namespace grundy::law {

// $XDG_CACHE_HOME/grundy, else ~/.cache/grundy; nothing if the environment has neither.
std::optional<std::filesystem::path> cache_folder();

class Store {
 public:
  explicit Store(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<Certificate> load(const Sought& sought) const;

  // Makes the folder where it is missing. A law that cannot be written is not kept.
  void save(const Sought& sought, const Certificate& certificate) const;

  std::filesystem::path file_of(const Sought& sought) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace grundy::law
