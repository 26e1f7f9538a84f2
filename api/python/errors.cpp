#include "errors.hpp"

namespace grundy::python {
namespace {

const char* class_of(Errc code) noexcept {
  switch (code) {
    case Errc::usage:
      return "UsageError";
    case Errc::rules:
      return "RulesError";
    case Errc::unsupported:
      return "UnsupportedError";
    case Errc::corrupt:
      return "CorruptError";
    case Errc::io:
      return "IoError";
    case Errc::memory:
      return "MemoryLimitError";
    case Errc::interrupted:
      return "Interrupted";
    case Errc::wrong:
      return "WrongValueError";
    case Errc::unchecked:
      return "UncheckedError";
  }
  return "Error";
}

[[noreturn]] void raise(const char* name, const Error& error) {
  const py::object type = py::module_::import("grundy.errors").attr(name);
  PyErr_SetObject(type.ptr(), text(error.message).ptr());
  throw py::error_already_set();
}

}  // namespace

void raise(const Error& error) {
  raise(class_of(error.code), error);
}

void raise_outside(const Error& error) {
  raise(error.code == Errc::usage ? "PositionError" : class_of(error.code), error);
}

py::str text(std::string_view utf8) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(utf8.data(), static_cast<py::ssize_t>(utf8.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

}  // namespace grundy::python
