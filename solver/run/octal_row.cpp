#include "run/octal_row.hpp"

#include <fmt/format.h>

#include <limits>
#include <span>
#include <sstream>

#include "table/durable_file.hpp"
#include "table/files.hpp"
#include "table/json_text.hpp"

namespace grundy::solve {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json json_of(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Result<OctalRow> row_of(const nlohmann::json& json) {
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
  Status status;
  const table::Fields fields(json, "", status);
  const auto number = [&](std::string_view key) {
    return static_cast<std::uint64_t>(fields.integer(key, 0, any));
  };
  const auto present = [&](const char* key) {
    return json.is_object() && json.contains(key) && !json[key].is_null();
  };
  OctalRow row;
  row.code = fields.text("code");
  row.heaps = number("heaps");
  row.kernel = fields.text("kernel");
  if (present("period")) row.period = family::Period{number("preperiod"), number("period")};
  row.saltus = number("saltus");
  row.mask = static_cast<std::uint32_t>(fields.integer("rare_mask", 0, 1 << 16));
  row.alternating = fields.boolean("alternating");
  row.rares = number("rare_heaps");
  if (present("last_rare")) row.last_rare = number("last_rare");
  row.largest =
      static_cast<std::uint32_t>(fields.integer("largest", 0, (std::int64_t{1} << 32) - 1));
  row.p_positions = number("p_positions");
  row.digest = fields.text("digest");
  if (present("seconds") && json["seconds"].is_number()) row.seconds = json["seconds"];
  row.like = fields.text("like");
  if (present("parts_at")) row.parts_at = number("parts_at");
  if (!status) return status.error();
  return row;
}

std::string period_of(const OctalRow& row) {
  if (!row.period) return "none known";
  return fmt::format("{} from {} on, saltus {}", row.period->length, row.period->preperiod,
                     row.saltus);
}

std::string rares_of(const OctalRow& row) {
  return fmt::format("{} by mask {:#x}{}", row.rares, row.mask, row.alternating ? ", in turn" : "");
}

}  // namespace

Json to_json(const OctalRow& row) {
  Json json;
  json["code"] = row.code;
  json["heaps"] = row.heaps;
  json["kernel"] = row.kernel;
  json["period"] = row.period ? Json(row.period->length) : Json();
  json["preperiod"] = row.period ? Json(row.period->preperiod) : Json();
  json["saltus"] = row.saltus;
  json["rare_mask"] = row.mask;
  json["alternating"] = row.alternating;
  json["rare_heaps"] = row.rares;
  json["last_rare"] = json_of(row.last_rare);
  json["largest"] = row.largest;
  json["p_positions"] = row.p_positions;
  json["digest"] = row.digest;
  json["seconds"] = row.seconds;
  json["like"] = row.like;
  json["parts_at"] = json_of(row.parts_at);
  return json;
}

Result<std::vector<OctalRow>> read_octal_rows(const std::filesystem::path& file) {
  const auto mapped = table::MappedFile::open(file);
  if (!mapped) return mapped.error();
  const auto bytes = mapped->bytes();
  std::istringstream text(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  std::vector<OctalRow> rows;
  for (std::string line; std::getline(text, line);) {
    const auto document = table::parse_text(line);
    auto row = document ? row_of(*document) : Result<OctalRow>(document.error());
    if (!row)
      return Error{Errc::corrupt,
                   fmt::format("{}: line {}: {}; expected lines that `octal sweep -o` wrote",
                               file.string(), rows.size() + 1, row.error().message)};
    rows.push_back(*std::move(row));
  }
  return rows;
}

Status write_octal_rows(const std::filesystem::path& file, const std::vector<OctalRow>& rows) {
  std::string text;
  for (const OctalRow& row : rows) text += to_json(row).dump() + "\n";
  return table::write_durably(file, std::as_bytes(std::span(text)));
}

std::string difference_of(const OctalRow& before, const OctalRow& now) {
  const auto changed = [](const auto& a, const auto& b, std::string_view what) {
    return fmt::format("{} was {}, and is {}", what, a, b);
  };
  if (before.heaps == now.heaps && before.digest != now.digest)
    return changed(before.digest, now.digest, "digest");
  // More heaps may show a period, which is news and no difference.
  if (before.period && period_of(before) != period_of(now) &&
      (now.period || before.heaps <= now.heaps))
    return changed(period_of(before), period_of(now), "period");
  if (before.heaps == now.heaps && rares_of(before) != rares_of(now))
    return changed(rares_of(before), rares_of(now), "rare heaps");
  return {};
}

}  // namespace grundy::solve
