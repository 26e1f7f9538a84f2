#include "server/cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "table/export/formats.hpp"
#include "table/export/output.hpp"
#include "table/export/png.hpp"
#include "table/export/source.hpp"

namespace grundy::server {
namespace {

enum class Format : std::uint8_t { bin, npy, csv, png, bfile };

struct Offer {
  std::string_view name;
  std::string_view type;
};
constexpr std::array<Offer, 5> offers{{{"bin", binary_type},
                                       {"npy", "application/x-npy"},
                                       {"csv", "text/csv; charset=utf-8"},
                                       {"png", "image/png"},
                                       {"bfile", "text/plain; charset=utf-8"}}};

// A stream that gathers what is written to it.
class Gathered {
 public:
  Gathered() : stream_(::open_memstream(&bytes_, &size_)) {}
  Gathered(const Gathered&) = delete;
  Gathered& operator=(const Gathered&) = delete;
  ~Gathered() {
    if (stream_ != nullptr) std::fclose(stream_);
    std::free(bytes_);
  }
  std::FILE* stream() const noexcept { return stream_; }
  std::string_view text() const noexcept { return {bytes_, size_}; }

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* stream_;
};

// The cells of a slice, made piece by piece, so that no answer is held whole.
class Cells final : public http::Pieces {
 public:
  // `room` is kept for as long.
  Cells(exports::Source source, std::shared_ptr<const Tables> tables, std::shared_ptr<void> room)
      : tables_(std::move(tables)),
        room_(std::move(room)),
        source_(std::move(source)),
        left_(*source_.box().volume() * source_.width()),
        low_(source_.box().low) {}

  static std::uint64_t piece_bytes(const exports::Source& source) {
    return static_cast<std::uint64_t>(source.most_bytes(wanted));
  }

  std::uint64_t size() const noexcept override { return left_; }
  std::string next(std::string sent) override {
    auto piece = make(std::move(sent));
    return piece ? *std::move(piece) : std::string();
  }

  // Requires that some are left.
  Result<std::string> make(std::string room) {
    const Box piece = source_.piece_at(*low_, wanted);
    room.resize(*piece.volume() * source_.width());
    const Status read = source_.read(piece, std::as_writable_bytes(std::span(room)));
    if (!read) return read.error();
    low_ = source_.after(piece);
    left_ -= room.size();
    return room;
  }

 private:
  static constexpr std::int64_t wanted = 1 << 20;  // stays in the processor's cache

  std::shared_ptr<const Tables> tables_;  // hold what source_ reads
  std::shared_ptr<void> room_;
  exports::Source source_;
  std::uint64_t left_;
  std::optional<Position> low_;
};

// Bytes of the answer, or more.
std::uint64_t most_bytes(const exports::Source& source, Format format) {
  constexpr std::uint64_t most_digits = 11;  // of a value, with its sign
  constexpr std::uint64_t header = 4096;
  const std::uint64_t cells = *source.box().volume();
  const std::uint64_t columns = source.box().dimensions() + 1;
  const bool as_text = format == Format::csv || format == Format::bfile;
  return header + cells * (as_text ? columns * most_digits : source.width());
}

Status write(const exports::Source& source, Format format, exports::Output& output) {
  switch (format) {
    case Format::bin:
    case Format::npy:
      break;
    case Format::csv:
      return exports::write_csv(source, output);
    case Format::png:
      return exports::write_png(source, /*scale=*/1, output);
    case Format::bfile:
      return exports::write_bfile(source, output);
  }
  return {};
}

http::Answer answer_of(const exports::Source& source, Format format, std::string_view bytes) {
  const Offer& offer = offers[static_cast<std::size_t>(format)];
  http::Answer answer = text_answer(std::string(bytes), offer.type);
  answer.set("Grundy-Shape", fmt::format("{}", fmt::join(source.shape(), ",")));
  if (format == Format::bin) answer.set("Grundy-Type", fmt::format("uint{}", 8 * source.width()));
  return answer;
}

// Cells as they lie in memory, behind what a format has before them.
http::Answer send_cells(const Asked& asked, const exports::Source& source, Format format) {
  constexpr std::uint64_t pieces_at_once = 2;  // one is made while the system has another
  const std::uint64_t bytes = pieces_at_once * Cells::piece_bytes(source);
  auto room = asked.budget.take(bytes);
  if (!room) return no_room(bytes, asked.budget);
  const auto cells = std::make_shared<Cells>(source, asked.tables, std::move(room));
  auto first = cells->make({});
  if (!first) return problem(first.error(), *asked.table);
  http::Answer answer = answer_of(source, format, {});
  if (format == Format::npy) answer.body = exports::npy_header(source);
  answer.body += *first;
  answer.pieces = cells;
  return answer;
}

http::Answer send(const Asked& asked, const exports::Source& source, Format format) {
  const std::uint64_t bytes = most_bytes(source, format);
  if (bytes > asked.limits.answer)
    return problem(422, fmt::format("the slice has {} positions, which may take {} bytes; an "
                                    "answer has at most {}: take less of it",
                                    *source.box().volume(), bytes, asked.limits.answer));
  if (format == Format::bin || format == Format::npy) return send_cells(asked, source, format);
  const std::uint64_t held = 3 * bytes;  // the pieces, the stream and the answer
  const auto room = asked.budget.take(held);
  if (!room) return no_room(held, asked.budget);
  Gathered gathered;
  auto output = exports::Output::to_stream(gathered.stream());
  if (const Status written = write(source, format, output); !written)
    return problem(written.error(), *asked.table);
  if (const Status whole = output.commit(); !whole) return problem(whole.error());
  http::Answer answer = answer_of(source, format, gathered.text());
  answer.holding = asked.budget.take(answer.body.size());
  return answer;
}

}  // namespace

http::Answer get_cells(const Asked& asked) {
  const table::TableSpec& spec = asked.table->spec();
  const auto text = asked.request.parameter("slice");
  auto slice = text ? exports::parse_slice(*text, spec) : Result(exports::everything(spec.box));
  if (!slice) return problem(slice.error());
  const std::string name = asked.request.parameter("format").value_or("bin");
  const auto offer = std::ranges::find(offers, name, &Offer::name);
  if (offer == offers.end())
    return problem(422, fmt::format("`format={}`: there are bin, npy, csv, png and bfile", name));
  const auto source = exports::Source::open(*asked.table->table, spec.quantity, *std::move(slice),
                                            {&asked.stop, nullptr});
  if (!source) return problem(source.error(), *asked.table);
  return send(asked, *source, static_cast<Format>(offer - offers.begin()));
}

}  // namespace grundy::server
