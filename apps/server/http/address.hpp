// http/address.hpp: where a server listens.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace grundy::http {

struct Address {
  std::string host;  // "127.0.0.1", "::1" or a name
  std::uint16_t port = 0;
};

// "127.0.0.1:8080", "[::1]:0", "localhost:80", ":8080" for all addresses. Errc::usage if it is
// none.
Result<Address> parse_address(std::string_view text);

// A socket that listens there, and where it is. Errc::usage if the host is unknown, Errc::io if the
// system refuses.
struct Listener {
  int socket = -1;
  std::uint16_t port = 0;
};
Result<Listener> listen_at(const Address& address);

// "http://127.0.0.1:8080".
std::string url_of(const Address& address);

}  // namespace grundy::http
