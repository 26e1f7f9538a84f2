// table/export/hdf5_handle.hpp: identifiers of libhdf5 that close themselves, and its errors as
// ours.
#pragma once
#include <hdf5.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"

namespace grundy::exports {

class Handle {
 public:
  // Takes over what one of libhdf5's functions gave, which is negative if it failed.
  Handle(hid_t id, herr_t (*closing)(hid_t)) noexcept : id_(id), close_(closing) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  hid_t id() const noexcept { return id_; }
  explicit operator bool() const noexcept { return id_ >= 0; }
  bool close() noexcept { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// "ACTION: REASON", the reason being that of the call of libhdf5 that failed just before: any other
// call, even one that closes a handle, wipes it out. Does not name the file.
Error hdf5_error(std::string_view action);

}  // namespace grundy::exports
