// law/emit/languages.hpp: a law in one language each.
#pragma once
#include <string>

#include "law/emit/emit.hpp"

namespace grundy::law {

Result<std::string> in_c(const Emitted& law);  // Errc::unsupported where C has no result
std::string in_python(const Emitted& law);
std::string in_tex(const Emitted& law);

}  // namespace grundy::law
