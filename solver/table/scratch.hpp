// table/scratch.hpp: memory to work in, that a thread keeps.
//
// Memory asked for anew for every chunk is cleared by us or, page by page, by the system. That
// costs as much as packing outcomes does.
#pragma once
#include <cstddef>
#include <memory>
#include <span>

namespace grundy::table {

class Scratch {
 public:
  // So many bytes, which hold anything. Those taken before are gone.
  std::span<std::byte> take(std::size_t bytes) {
    if (bytes > size_) bytes_ = std::make_unique_for_overwrite<std::byte[]>(size_ = bytes);
    return {bytes_.get(), bytes};
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace grundy::table
