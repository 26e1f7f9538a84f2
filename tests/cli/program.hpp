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
  double seconds = 0;  // of the processor: what else runs on the machine does not count
};

// A running program whose standard streams are files in a directory of its own.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments, const std::string& input = "",
                   const std::string& program = GRUNDY_PROGRAM);

  Ran wait();
  void interrupt() const;
  void send(int signal) const;
  void kill() const;  // SIGKILL
  std::string out_so_far() const;
  std::string err_so_far() const;
  bool answers(int signal) const;  // waits until it does, for ten seconds at most
  double seconds_so_far() const;   // of the processor

 private:
  std::filesystem::path directory_;
  pid_t process_ = 0;
};

// A command line of the shell, in which `grundy` is the program's path.
inline Ran run_in_shell(const std::string& command) {
  return Program({"-c", "grundy='" GRUNDY_PROGRAM "'\n" + command}, "", "/bin/sh").wait();
}

inline Ran run(const std::vector<std::string>& arguments, const std::string& input = "") {
  return Program(arguments, input).wait();
}

}  // namespace grundy::cli
