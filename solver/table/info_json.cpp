#include "table/info_json.hpp"

namespace grundy::table {

nlohmann::ordered_json to_json(const std::optional<TablePeriod>& period) {
  if (!period) return nullptr;
  nlohmann::ordered_json json;
  json["of"] = period->of;
  json["length"] = period->length;
  json["preperiod"] = period->preperiod;
  json["last_exception"] = nullptr;
  if (period->preperiod > 0) json["last_exception"] = period->preperiod - 1;
  json["status"] = "proved";
  json["proof"] = period->proof;
  return json;
}

nlohmann::ordered_json to_json(const TableInfo& info) {
  const auto& [spec, result] = info;
  nlohmann::ordered_json json;
  json["game"] = spec.game;
  json["value"] = to_string(spec.quantity);
  json["convention"] = to_string(spec.convention);
  json["coordinates"] = spec.coordinates;
  json["origin"] = spec.box.low;
  json["box"] = spec.box.high;
  json["closure"] = spec.closure.high;
  json["parameters"] = spec.parameters;
  json["positions"] = result.positions;
  json["p_positions"] = result.p_positions;
  json["max_value"] = result.max_value;
  json["histogram"] = result.histogram;
  json["period"] = to_json(result.period);
  json["digest"] = result.digest;
  json["section"] = nullptr;
  if (spec.section_axis) json["section"] = spec.coordinates[*spec.section_axis];
  json["store"] = name_of(spec.store);
  json["kernel"] = result.kernel;
  json["isa"] = result.isa;
  json["executor"] = result.executor;
  json["version"] = spec.program_version;
  json["rules"] = spec.rules;
  return json;
}

std::string json_text(const TableInfo& info) {
  using Json = nlohmann::ordered_json;
  return to_json(info).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace grundy::table
