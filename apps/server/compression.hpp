// server/compression.hpp: answers for clients that take gzip.
#pragma once
#include <string>
#include <string_view>

#include "server/http/message.hpp"

namespace grundy::server {

// Whether an answer of this type gets smaller by it.
bool is_compressible(std::string_view type) noexcept;

// As one member of gzip; empty if zlib refuses.
std::string gzip(std::string_view text);

}  // namespace grundy::server
