#include "table/mapped_file.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <system_error>

#include "table/regular_file.hpp"

namespace grundy::table {

Result<MappedFile> MappedFile::open(const Folder& folder, const std::filesystem::path& name) {
  const auto file = RegularFile::open(folder, name);
  if (!file) return file.error();
  const auto size = static_cast<std::size_t>(file->size());
  if (size == 0) return MappedFile({});
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->descriptor(), 0);
  if (memory == MAP_FAILED)
    return Error{Errc::io,
                 fmt::format("{}: cannot map the file: {}", (folder.path() / name).string(),
                             std::generic_category().message(errno))};
  return MappedFile({static_cast<const std::byte*>(memory), size});
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace grundy::table
