// cli/program.hpp: the program `grundy` as a test sees it: arguments in, status and text out.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace grundy::cli {

struct Ran {
  int status = -1;  // exit status; 128 + the number of the signal that ended it
  std::string out;
  std::string err;
};

// A running program whose standard streams are files in a directory of its own.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments, const std::string& input = "");

  Ran wait();
  void interrupt() const;
  std::string err_so_far() const;

 private:
  std::filesystem::path directory_;
  pid_t process_ = 0;
};

inline Ran run(const std::vector<std::string>& arguments, const std::string& input = "") {
  return Program(arguments, input).wait();
}

}  // namespace grundy::cli
