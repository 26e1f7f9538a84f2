#include "table/export/export.hpp"

#include <fmt/format.h>

#include "table/export/formats.hpp"
#include "table/export/output.hpp"
#include "table/export/png.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {
namespace {

namespace fs = std::filesystem;

Status write_to(Output& output, const Source& source, const Request& request) {
  switch (request.format) {
    case Format::npy:
      return write_npy(source, output);
    case Format::png:
      return write_png(source, request.scale, output);
    case Format::bfile:
      return write_bfile(source, output);
    default:
      return write_csv(source, output);
  }
}

Status export_stream(const Source& source, const Request& request, Result<Output> output) {
  if (!output) return output.error();
  if (Status s = write_to(*output, source, request); !s) return s;
  return output->commit();
}

Status export_zarr2(const Source& source, Temporary made) {
  if (Status s = write_zarr2(source, made.path()); !s) return s;
  return made.commit();
}

Status export_hdf5(const Source& source, Temporary made) {
  const Status written = write_hdf5(source, made.path());
  if (!written && written.error().code == Errc::io)
    return Error{Errc::io, fmt::format("{}: {}", made.target().string(), written.error().message)};
  if (!written) return written;
  return made.commit();
}

bool needs_path(Format format) {
  return format == Format::zarr2 || format == Format::hdf5;
}

Status export_file(const Source& source, const Request& request) {
  const auto kind =
      request.format == Format::zarr2 ? Temporary::Kind::zarr2_group : Temporary::Kind::file;
  auto made = Temporary::create(request.file, kind, request.force);
  if (!made) return made.error();
  if (request.format == Format::zarr2) return export_zarr2(source, *std::move(made));
  if (request.format == Format::hdf5) return export_hdf5(source, *std::move(made));
  return export_stream(source, request, Output::to_file(*std::move(made)));
}

std::uint64_t bytes_of(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return fs::file_size(path, failed);
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path, failed))
    if (entry.is_regular_file(failed)) bytes += entry.file_size(failed);
  return bytes;
}

}  // namespace

Result<Report> run(const table::Table& table, const Request& request) {
  const auto source = Source::open(table, request.array, request.slice, request.watch);
  if (!source) return source.error();
  const bool to_stream = request.stream != nullptr;
  if (to_stream && needs_path(request.format))
    return Error{Errc::usage, fmt::format("{} cannot be written to a stream; name a file",
                                          format_names[static_cast<std::size_t>(request.format)])};
  const Status exported = to_stream
                              ? export_stream(*source, request, Output::to_stream(request.stream))
                              : export_file(*source, request);
  if (!exported) return exported.error();
  return Report{source->dimensions(), source->box(), to_stream ? 0 : bytes_of(request.file)};
}

}  // namespace grundy::exports
