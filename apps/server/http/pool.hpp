// http/pool.hpp: threads that work off a queue of bounded length.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace grundy::http {

// Any thread may submit.
class Pool {
 public:
  // At most `queue` tasks wait besides the one that each thread is at. The larger its niceness, the
  // sooner a thread gives way to others, as of nice(1); threads that tasks start get the same.
  Pool(std::size_t threads, std::size_t queue, int niceness);
  // Waits for the tasks that run, and forgets those that wait.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // False, and nothing done, if the queue is full, or if half of the threads and of the queue are
  // this client's already. Without a name it is nobody's.
  bool submit(std::function<void()> task, const std::string& client = {});
  // However long the queue is: for what goes on with a task that is done.
  void submit_more(std::function<void()> task);

 private:
  struct Task {
    std::function<void()> work;
    std::string client;
  };

  void work(int niceness);

  std::size_t room_;
  std::size_t busy_ = 0;
  std::mutex guard_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::map<std::string, std::size_t> of_client_;  // tasks that wait or run
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace grundy::http
