#include "program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace grundy::cli {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void redirect(const std::filesystem::path& path, int stream, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, stream) < 0) _exit(126);
}

}  // namespace

Program::Program(const std::vector<std::string>& arguments, const std::string& input,
                 const std::string& program) {
  std::string name = (std::filesystem::temp_directory_path() / "grundy-cli-XXXXXX").string();
  directory_ = mkdtemp(name.data());
  std::ofstream(directory_ / "in", std::ios::binary) << input;
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  process_ = fork();
  if (process_ != 0) return;
  setenv("XDG_CACHE_HOME", directory_.c_str(), 1);  // no laws of other runs
  redirect(directory_ / "in", STDIN_FILENO, O_RDONLY);
  redirect(directory_ / "out", STDOUT_FILENO, O_WRONLY | O_CREAT | O_TRUNC);
  redirect(directory_ / "err", STDERR_FILENO, O_WRONLY | O_CREAT | O_TRUNC);
  execv(program.c_str(), pointers.data());
  _exit(127);
}

Ran Program::wait() {
  int status = 0;
  rusage used{};
  wait4(process_, &status, 0, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  Ran ran{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          contents(directory_ / "out"), contents(directory_ / "err"),
          seconds(used.ru_utime) + seconds(used.ru_stime)};
  std::filesystem::remove_all(directory_);
  return ran;
}

void Program::send(int signal) const {
  ::kill(process_, signal);
}

void Program::interrupt() const {
  send(SIGINT);
}

void Program::kill() const {
  send(SIGKILL);
}

std::string Program::out_so_far() const {
  return contents(directory_ / "out");
}

std::string Program::err_so_far() const {
  return contents(directory_ / "err");
}

bool Program::answers(int signal) const {
  const std::string status = "/proc/" + std::to_string(process_) + "/status";
  for (int i = 0; i < 100'000; ++i) {
    std::istringstream words(contents(status));
    std::string word;
    while (words >> word && word != "SigCgt:") continue;
    if (words >> word && std::stoull(word, nullptr, 16) >> (signal - 1) & 1) return true;
    usleep(100);
  }
  return false;
}

double Program::seconds_so_far() const {
  const std::string stat = contents("/proc/" + std::to_string(process_) + "/stat");
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  double user = 0, system = 0;  // in ticks
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace grundy::cli
