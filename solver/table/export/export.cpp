#include "table/export/export.hpp"

#include <fmt/format.h>

#include "table/export/formats.hpp"
#include "table/export/output.hpp"
#include "table/export/png.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {
namespace {

namespace fs = std::filesystem;

template <Status (*write)(const Source&, Output&)>
Status unscaled(const Source& source, unsigned, Output& output) {
  return write(source, output);
}

Status export_stream(const Source& source, const Request& request, Result<Output> output) {
  if (!output) return output.error();
  if (Status s = request.format->to_output(source, request.scale, *output); !s) return s;
  return output->commit();
}

Status export_file(const Source& source, const Request& request) {
  auto made = Temporary::create(request.file, request.format->kind, request.force);
  if (!made) return made.error();
  if (request.format->to_path == nullptr)
    return export_stream(source, request, Output::to_file(*std::move(made)));
  if (Status s = request.format->to_path(source, *made); !s) return s;
  return made->commit();
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

constinit const Format csv{.name = "csv", .to_output = unscaled<write_csv>};
constinit const Format npy{.name = "npy", .to_output = unscaled<write_npy>};
constinit const Format zarr2{
    .name = "zarr2", .to_path = write_zarr2, .kind = Temporary::Kind::zarr2_group};
constinit const Format png{.name = "png", .to_output = write_png};
constinit const Format bfile{.name = "bfile", .to_output = unscaled<write_bfile>};

Result<Report> run(const table::Table& table, const Request& request) {
  const auto source = Source::open(table, request.array, request.slice, request.watch);
  if (!source) return source.error();
  const bool to_stream = request.stream != nullptr;
  if (to_stream && request.format->to_output == nullptr)
    return Error{Errc::usage, fmt::format("{} cannot be written to a stream; name a file",
                                          request.format->name)};
  const Status exported = to_stream
                              ? export_stream(*source, request, Output::to_stream(request.stream))
                              : export_file(*source, request);
  if (!exported) return exported.error();
  return Report{source->dimensions(), source->box(), to_stream ? 0 : bytes_of(request.file)};
}

}  // namespace grundy::exports
