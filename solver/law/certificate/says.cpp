#include "law/certificate/says.hpp"

#include "oracle/evaluate.hpp"

namespace grundy::law {

Result<std::int64_t> Says::operator()(const Position& position) const {
  if (law_.values.empty()) return oracle::claimed(law_.claim, position);
  std::int64_t n = position[0];
  const auto& [first, length] = *law_.repetition;
  if (n >= first) n = first + (n - first) % length;
  return std::int64_t{law_.values[static_cast<std::size_t>(n - low_)]};
}

}  // namespace grundy::law
