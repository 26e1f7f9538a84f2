#include "table/export/hdf5.hpp"

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <string>

#include "table/export/attributes.hpp"
#include "table/export/blocks.hpp"
#include "table/export/hdf5_attributes.hpp"
#include "table/export/hdf5_handle.hpp"

namespace grundy::exports {
namespace {

constexpr unsigned deflate_level = 4;  // what h5py and netCDF take

std::vector<hsize_t> sizes(const std::vector<std::int64_t>& sides) {
  return {sides.begin(), sides.end()};
}

hid_t native_type(unsigned width) {
  return width == 1 ? H5T_NATIVE_UINT8 : width == 2 ? H5T_NATIVE_UINT16 : H5T_NATIVE_UINT32;
}

hid_t stored_type(unsigned width) {
  return width == 1 ? H5T_STD_U8LE : width == 2 ? H5T_STD_U16LE : H5T_STD_U32LE;
}

// libhdf5 takes no chunk that is longer than the array.
std::vector<std::int64_t> hdf5_chunk_sides(const Source& source) {
  auto sides = chunk_sides(source);
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

}  // namespace

Status write_hdf5(const Source& source, const std::filesystem::path& path) {
  H5dont_atexit();  // where it could not write, its own cleaning up ends in a crash
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // it would print its errors by itself
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

}  // namespace grundy::exports
