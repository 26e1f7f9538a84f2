// python/progress.hpp: the argument `progress` of functions that may take long.
#pragma once
#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace grundy::python {

namespace py = pybind11;

// Needs the GIL where it is made and where it goes.
class Progress {
 public:
  // None and False: nothing is reported. True: a line on stderr that begins with `what`, see
  // grundy/progress.py; TypeError for what is no function either.
  Progress(const py::object& given, const std::string& what, const char* unit);
  // Ends the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Hears signals, and tells how much of what there is to do is done. False: stop. Takes the GIL.
  // Throws what handlers and functions raise.
  template <class Number>
  bool tell(Number done, Number total) const {
    const py::gil_scoped_acquire acquire;
    hear();
    return reported_.is_none() || reported_(done, total).ptr() != Py_False;
  }

  // A line says from now on that this is being done. Takes the GIL.
  void begin(const std::string& part) const;

 private:
  static void hear();

  bool is_line_;
  py::object reported_;
};

// Work in parts, each of which counts what is done. A part begins in the thread that works, and is
// reported in the one that called.
class Parts {
 public:
  // Of `of` things, 0 if nobody knows, those done are added to what it returns.
  std::atomic<std::uint64_t>* begin(std::string_view part, std::uint64_t of);
  bool report(const Progress& progress);

 private:
  std::mutex guard_;
  std::string part_;
  std::uint64_t of_ = 0;
  bool is_new_ = false;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace grundy::python
