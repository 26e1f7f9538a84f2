#include "server/http/address.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <memory>
#include <system_error>

namespace grundy::http {
namespace {

Error no_address(std::string_view text) {
  return {Errc::usage, fmt::format("'{}' is no address to listen at; write HOST:PORT, such as "
                                   "127.0.0.1:8080, with port 0 for any that is free",
                                   text)};
}

Error refused(const Address& address, int failure) {
  return {Errc::io, fmt::format("cannot listen at {}: {}", url_of(address),
                                std::generic_category().message(failure))};
}

std::uint16_t port_of(int socket) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&bound), &size);
  return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(bound).sin6_port
                                           : reinterpret_cast<sockaddr_in&>(bound).sin_port);
}

// Closed unless released.
class Socket {
 public:
  explicit Socket(int socket) : socket_(socket) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (socket_ >= 0) ::close(socket_);
  }
  int get() const noexcept { return socket_; }
  int release() noexcept { return std::exchange(socket_, -1); }

 private:
  int socket_;
};

Result<Listener> listen_on(const addrinfo& place, const Address& address) {
  Socket socket(::socket(place.ai_family, place.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.get() < 0) return refused(address, errno);
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(socket.get(), place.ai_addr, place.ai_addrlen) != 0 ||
      ::listen(socket.get(), SOMAXCONN) != 0)
    return refused(address, errno);
  const std::uint16_t port = port_of(socket.get());
  return Listener{socket.release(), port};
}

}  // namespace

Result<Address> parse_address(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return no_address(text);
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  Address address;
  const char* const end = port.data() + port.size();
  const auto [read, failure] = std::from_chars(port.data(), end, address.port);
  if (failure != std::errc() || read != end) return no_address(text);
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  else if (host.find(':') != std::string_view::npos)
    return no_address(text);
  address.host = host;
  return address;
}

Result<Listener> listen_at(const Address& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const char* const host = address.host.empty() ? nullptr : address.host.c_str();
  const int failure = ::getaddrinfo(host, fmt::to_string(address.port).c_str(), &hints, &found);
  if (failure != 0)
    return Error{Errc::usage,
                 fmt::format("cannot listen at {}: {}", url_of(address), ::gai_strerror(failure))};
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> places(found, &::freeaddrinfo);
  return listen_on(*places, address);
}

std::string url_of(const Address& address) {
  const bool bare = address.host.find(':') == std::string::npos;
  const std::string host = address.host.empty() ? "0.0.0.0" : address.host;
  return bare ? fmt::format("http://{}:{}", host, address.port)
              : fmt::format("http://[{}]:{}", host, address.port);
}

}  // namespace grundy::http
