// law/function.hpp: a law that was found, or somebody's own, as code.
#pragma once
#include <string>

#include "law/emit/emit.hpp"
#include "law/find.hpp"

namespace grundy::law {

// Errc::unsupported for a law of too many values.
Result<std::string> function_of(const Question& question, const Law& law, Form form);

// Errc::unsupported for a claim that was refuted.
Result<std::string> function_of(const Task& task, const Checked& checked, Form form);

}  // namespace grundy::law
