#include "table/hdf5/hdf5.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "table/export/chunked.hpp"

namespace grundy::exports {
namespace {

using nlohmann::json;

// An identifier of libhdf5 that closes itself.
class Handle {
 public:
  // Takes over the result of a libhdf5 function, which is negative if that failed.
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

// The innermost entry of libhdf5's error stack is the cause.
herr_t keep_first(unsigned number, const H5E_error2_t* entry, void* reason) {
  if (number == 0 && entry->desc != nullptr) *static_cast<std::string*>(reason) = entry->desc;
  return 0;
}

// The system's message, if libhdf5 wraps it in a report of all its arguments.
std::string_view system_message(std::string_view description) {
  constexpr std::string_view mark = "error message = '";
  const auto found = description.find(mark);
  if (found == std::string_view::npos) return description;
  description.remove_prefix(found + mark.size());
  return description.substr(0, description.find('\''));
}

// "ACTION: REASON", with the reason of the libhdf5 call that failed just before. To be called at
// once: any other call, even one that closes a handle, clears the reason. Does not name the file.
Error hdf5_error(std::string_view action) {
  std::string reason = "libhdf5 gives no reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);
  return Error{Errc::io, fmt::format("{}: {}", action, system_message(reason))};
}

Handle string_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.id(), H5T_VARIABLE);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  return type;
}

Handle scalar_space() {
  return {H5Screate(H5S_SCALAR), H5Sclose};
}

Handle list_space(std::size_t size) {
  const hsize_t extent = size;
  return {H5Screate_simple(1, &extent, nullptr), H5Sclose};
}

// `values` is null for an empty list, which is not written.
Status write(const Handle& object, const std::string& name, hid_t type, const Handle& space,
             const void* values) {
  const Handle attribute(
      H5Acreate2(object.id(), name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute || (values != nullptr && H5Awrite(attribute.id(), type, values) < 0))
    return hdf5_error(fmt::format("cannot write the attribute '{}'", name));
  return {};
}

Status write_strings(const Handle& object, const std::string& name, const Handle& space,
                     const std::vector<std::string>& strings) {
  std::vector<const char*> pointers;
  pointers.reserve(strings.size());
  for (const std::string& text : strings) pointers.push_back(text.c_str());
  return write(object, name, string_type().id(), space, pointers.data());
}

Status write_attribute(const Handle& object, const std::string& name, const json& value) {
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    return write(object, name, H5T_NATIVE_INT64, scalar_space(), &number);
  }
  if (value.is_string()) return write_strings(object, name, scalar_space(), {value});
  if (!value.is_array()) return write_strings(object, name, scalar_space(), {value.dump()});
  if (!value.empty() && value.front().is_string())
    return write_strings(object, name, list_space(value.size()), value);
  const auto numbers = value.get<std::vector<std::int64_t>>();
  return write(object, name, H5T_NATIVE_INT64, list_space(numbers.size()), numbers.data());
}

// A JSON object as attributes. Strings become strings (UTF-8, of variable length), integers 64-bit
// integers, lists of either arrays of one dimension; objects become strings that hold JSON.
Status write_attributes(const Handle& object, const json& attributes) {
  for (const auto& [name, value] : attributes.items())
    if (Status s = write_attribute(object, name, value); !s) return s;
  return {};
}

constexpr unsigned deflate_level = 4;  // the level of h5py and netCDF

std::vector<hsize_t> sizes(const std::vector<std::int64_t>& sides) {
  return {sides.begin(), sides.end()};
}

hid_t native_type(unsigned width) {
  return width == 1 ? H5T_NATIVE_UINT8 : width == 2 ? H5T_NATIVE_UINT16 : H5T_NATIVE_UINT32;
}

hid_t stored_type(unsigned width) {
  return width == 1 ? H5T_STD_U8LE : width == 2 ? H5T_STD_U16LE : H5T_STD_U32LE;
}

// libhdf5 refuses chunks that are longer than the array.
std::vector<std::int64_t> hdf5_chunk_sides(const Source& source) {
  constexpr std::int64_t cells = 1 << 15;  // deflate decodes 64 KiB in half a millisecond
  auto sides = chunk_sides(source, cells);
  for (std::size_t axis = 0; axis < sides.size(); ++axis)
    sides[axis] = std::min(sides[axis], source.box().extent(axis));
  return sides;
}

// Attributes of more than 64 KiB, such as long histograms, must lie outside the object's header,
// which files older than 1.8 cannot do.
Result<Handle> create_file(const std::filesystem::path& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_V18);
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_attr_phase_change(creation.id(), 0, 0);
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()), H5Fclose);
  if (!file) return hdf5_error("cannot create the file");
  return file;
}

Result<Handle> create_dataset(const Source& source, const Handle& file,
                              const std::vector<hsize_t>& chunks) {
  const auto shape = sizes(source.shape());
  const auto rank = static_cast<int>(shape.size());
  const Handle space(H5Screate_simple(rank, shape.data(), nullptr), H5Sclose);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const std::uint32_t fill = source.fill();
  H5Pset_chunk(layout.id(), rank, chunks.data());
  H5Pset_fill_value(layout.id(), H5T_NATIVE_UINT32, &fill);
  H5Pset_shuffle(layout.id());
  H5Pset_deflate(layout.id(), deflate_level);
  const std::string name(to_string(source.array()));
  Handle dataset(H5Dcreate2(file.id(), name.c_str(), stored_type(source.width()), space.id(),
                            H5P_DEFAULT, layout.id(), H5P_DEFAULT),
                 H5Dclose);
  if (!dataset) return hdf5_error("cannot create the dataset");
  return dataset;
}

Status describe(const Source& source, const Handle& file, const Handle& dataset) {
  for (unsigned axis = 0; axis < source.dimensions().size(); ++axis)
    if (H5DSset_label(dataset.id(), axis, source.dimensions()[axis].c_str()) < 0)
      return hdf5_error("cannot name the dimensions");
  if (Status s = write_attributes(dataset, array_attributes(source)); !s) return s;
  return write_attributes(file, table_attributes(source));
}

Status write_chunk(const Source& source, const Handle& dataset, const Box& part,
                   const std::vector<std::byte>& cells) {
  std::vector<hsize_t> start;
  std::vector<hsize_t> count;
  for (std::size_t axis = 0; axis < part.dimensions(); ++axis) {
    start.push_back(static_cast<hsize_t>(part.low[axis] - source.box().low[axis]));
    count.push_back(static_cast<hsize_t>(part.extent(axis)));
  }
  const auto rank = static_cast<int>(count.size());
  const Handle memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose);
  const Handle stored(H5Dget_space(dataset.id()), H5Sclose);
  H5Sselect_hyperslab(stored.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  if (H5Dwrite(dataset.id(), native_type(source.width()), memory.id(), stored.id(), H5P_DEFAULT,
               cells.data()) < 0)
    return hdf5_error("cannot write");
  return {};
}

Status write_chunks(const Source& source, const Handle& dataset,
                    const std::vector<std::int64_t>& sides) {
  const table::Grid grid(source.box(), sides);
  std::vector<std::byte> cells;
  for (std::uint64_t number = 0; number < grid.size(); ++number) {
    const Box part = grid.box(number);
    if (Status s = source.read(part, cells); !s) return s;
    if (!is_all_fill(source, part, cells))
      if (Status s = write_chunk(source, dataset, part, cells); !s) return s;
    if (Status s = source.passed(*part.volume()); !s) return s;
  }
  return {};
}

Status write_file(const Source& source, const std::filesystem::path& path) {
  H5dont_atexit();                              // after a failed write its own cleaning up crashes
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // else it prints its errors itself
  auto file = create_file(path);
  if (!file) return file.error();
  const auto sides = hdf5_chunk_sides(source);
  auto dataset = create_dataset(source, *file, sizes(sides));
  if (!dataset) return dataset.error();
  if (Status s = describe(source, *file, *dataset); !s) return s;
  if (Status s = write_chunks(source, *dataset, sides); !s) return s;
  if (!dataset->close() || !file->close()) return hdf5_error("cannot write");
  return {};
}

Status write_hdf5(const Source& source, const Temporary& made) {
  const Status written = write_file(source, made.path());
  if (!written && written.error().code == Errc::io)
    return Error{Errc::io, fmt::format("{}: {}", made.target().string(), written.error().message)};
  return written;
}

}  // namespace

constinit const Format hdf5{.name = "hdf5", .to_path = write_hdf5};

}  // namespace grundy::exports
