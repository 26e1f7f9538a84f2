// table/fields.hpp: reading the fields of a JSON object that anybody may have written.
//
// The first field that is missing or wrong is remembered, with its path, by the
// object and everything it came from; from then on every read returns an empty
// value. So a parser reads all its fields and asks once, at the end or before it
// relies on a value, whether all was well.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace grundy::table {

class Fields {
 public:
  // `error` holds the first complaint and must outlive this.
  Fields(const nlohmann::json& object, std::string path, Status& error);

  bool has(std::string_view key) const;
  Fields object(std::string_view key) const;
  std::vector<Fields> objects(std::string_view key) const;
  std::string text(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  std::map<std::string, std::string> text_map(std::string_view key) const;
  std::int64_t integer(std::string_view key, std::int64_t low, std::int64_t high) const;
  std::vector<std::int64_t> integers(std::string_view key, std::int64_t low,
                                     std::int64_t high) const;
  std::vector<std::vector<std::int64_t>> integer_lists(std::string_view key, std::int64_t low,
                                                       std::int64_t high) const;
  bool boolean(std::string_view key) const;

  // Complains unless the field is exactly this.
  void expect(std::string_view key, const nlohmann::json& value) const;
  // Complains that the field is not what was expected.
  void reject(std::string_view key, std::string_view expected) const;

 private:
  const nlohmann::json& at(std::string_view key) const;
  std::string path_of(std::string_view key) const;

  const nlohmann::json* object_;
  std::string path_;
  Status* error_;
};

}  // namespace grundy::table
