// law/certificate/says.hpp: what a law says of a position.
#pragma once
#include <cstdint>

#include "law/certificate/certificate.hpp"

namespace grundy::law {

class Says {
 public:
  // Both must outlive it.
  Says(const Certificate& certificate, const Certified& law)
      : law_(law), low_(certificate.box.low[0]) {}

  Quantity quantity() const { return law_.claim.quantity; }

  // Errors are those of oracle::claimed().
  Result<std::int64_t> operator()(const Position& position) const;

 private:
  const Certified& law_;
  std::int64_t low_;
};

}  // namespace grundy::law
