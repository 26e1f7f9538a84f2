#include "server/compression.hpp"

#include <zlib.h>

#include <limits>

namespace grundy::server {

bool is_compressible(std::string_view type) noexcept {
  return type.starts_with("text/") || type.starts_with("application/json") ||
         type.starts_with("application/problem+json") ||
         type.starts_with("application/javascript") || type.starts_with("image/svg");
}

std::string gzip(std::string_view text) {
  if (text.size() > std::numeric_limits<uInt>::max() / 2) return {};
  constexpr int level = 5;
  constexpr int window_and_gzip = 15 + 16;
  constexpr int memory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window_and_gzip, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int ended = deflate(&stream, Z_FINISH);
  packed.resize(ended == Z_STREAM_END ? stream.total_out : 0);
  deflateEnd(&stream);
  return packed;
}

}  // namespace grundy::server
