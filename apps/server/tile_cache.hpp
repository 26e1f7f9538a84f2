// server/tile_cache.hpp: picture tiles that were asked for last.
#pragma once
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/http/message.hpp"

namespace grundy::server {

// Keeps answers up to a number of bytes; the one not asked for longest goes first. Any number of
// threads may ask.
class TileCache {
 public:
  explicit TileCache(std::uint64_t bytes) : most_bytes_(bytes) {}

  std::optional<http::Answer> find(const std::string& key);
  // From then on the answer shares its body with those that are found.
  void keep(const std::string& key, http::Answer& answer);

  struct Counts {
    std::uint64_t found = 0;  // of all that were asked for
    std::uint64_t bytes = 0;  // that are kept now
  };
  Counts counts() const;

 private:
  using Entry = std::pair<std::string, http::Answer>;

  std::uint64_t most_bytes_;
  mutable std::mutex guard_;
  Counts counts_;
  std::list<Entry> entries_;  // last asked for first
  std::unordered_map<std::string, std::list<Entry>::iterator> places_;
};

}  // namespace grundy::server
