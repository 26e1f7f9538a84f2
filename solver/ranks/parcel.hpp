// ranks/parcel.hpp: numbers and texts as the bytes of a message, one behind the other.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "ranks/transport.hpp"

namespace grundy::cluster {

class Parcel {
 public:
  void add(std::uint64_t number) { add_bytes(std::as_bytes(std::span(&number, 1))); }
  void add(std::string_view text) {
    add(text.size());
    add_bytes(std::as_bytes(std::span(text)));
  }
  Bytes take() { return std::move(bytes_); }

 private:
  void add_bytes(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  Bytes bytes_;
};

// Reads one, in the order in which it was filled.
class OpenParcel {
 public:
  explicit OpenParcel(std::span<const std::byte> bytes) : left_(bytes) {}

  // 0 and "" from what does not hold them: then it does not fit.
  std::uint64_t number() {
    std::uint64_t number = 0;
    const auto bytes = next(sizeof number);
    if (!bytes.empty()) std::memcpy(&number, bytes.data(), sizeof number);
    return number;
  }
  std::string text() {
    const auto bytes = next(number());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  // Whether all that was read was there, and nothing is left.
  bool fits() const noexcept { return fits_ && left_.empty(); }

 private:
  std::span<const std::byte> next(std::uint64_t size) {
    fits_ = fits_ && size <= left_.size();
    if (!fits_) return {};
    const auto bytes = left_.first(size);
    left_ = left_.subspan(size);
    return bytes;
  }
  std::span<const std::byte> left_;
  bool fits_ = true;
};

}  // namespace grundy::cluster
