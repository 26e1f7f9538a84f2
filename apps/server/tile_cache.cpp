#include "server/tile_cache.hpp"

namespace grundy::server {
namespace {

// What an entry takes besides its body, roughly.
constexpr std::uint64_t entry_bytes = 512;

std::uint64_t bytes_of(const http::Answer& answer) {
  return answer.text().size() + entry_bytes;
}

}  // namespace

std::optional<http::Answer> TileCache::find(const std::string& key) {
  const std::lock_guard lock(guard_);
  const auto place = places_.find(key);
  if (place == places_.end()) return std::nullopt;
  ++counts_.found;
  entries_.splice(entries_.begin(), entries_, place->second);
  return place->second->second;
}

void TileCache::keep(const std::string& key, http::Answer& answer) {
  answer.kept = std::make_shared<const std::string>(std::move(answer.body));
  const std::lock_guard lock(guard_);
  if (places_.contains(key) || bytes_of(answer) > most_bytes_) return;
  entries_.emplace_front(key, answer);
  places_.emplace(key, entries_.begin());
  counts_.bytes += bytes_of(answer);
  while (counts_.bytes > most_bytes_) {
    counts_.bytes -= bytes_of(entries_.back().second);
    places_.erase(entries_.back().first);
    entries_.pop_back();
  }
}

TileCache::Counts TileCache::counts() const {
  const std::lock_guard lock(guard_);
  return counts_;
}

}  // namespace grundy::server
