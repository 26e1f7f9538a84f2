#include "table/export/bfile.hpp"

#include <fmt/format.h>

namespace grundy::exports {

Status write_bfile(const Source& source, Output& output) {
  if (source.box().dimensions() != 1)
    return Error{Errc::usage, fmt::format("a b-file holds one sequence, but {} axes are left; fix "
                                          "all but one of them with option `slice`",
                                          source.box().dimensions())};
  // Lines are put together and written a few thousand at a time.
  constexpr std::int64_t batch = 1 << 14;
  fmt::memory_buffer text;
  return source.for_each_piece([&](const CellView& piece) -> Status {
    const std::int64_t end = piece.box.high[0] + 1;
    for (std::int64_t n = piece.box.low[0]; n < end;) {
      const std::int64_t stop = std::min(n + batch, end);
      const auto lines = static_cast<std::uint64_t>(stop - n);
      text.clear();
      for (; n < stop; ++n) fmt::format_to(std::back_inserter(text), "{} {}\n", n, piece[{n}]);
      if (Status s = output.write({text.data(), text.size()}); !s) return s;
      if (Status s = source.passed(lines); !s) return s;
    }
    return {};
  });
}

}  // namespace grundy::exports
