/* Preloaded into a program, makes one of its calls fail as a dying disk or a full quota does.
 *
 * FAIL="fsync 3 5": the third fsync of something below a directory *.zarr fails with errno 5.
 * FAIL="write 1 122": so does the first write. Says "called again" on stderr if the same file is
 * then synced or written once more: after a failed fsync nobody knows what is on the disk, and a
 * second one may succeed although data are lost (https://lwn.net/Articles/752063). Directories may
 * be synced again, for what was left there is removed.
 *
 * SLOW_START=10: begins 10 seconds later, as large libraries do: main waits for it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int calls;
static char failed[PATH_MAX];

__attribute__((constructor)) static void begin(void) {
  const char* const seconds = getenv("SLOW_START");
  if (seconds) sleep((unsigned)atoi(seconds));
}

static int path_of(int file, char* path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  return strstr(path, ".zarr") != NULL;
}

static int is_directory(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
}

static int fails(const char* call, int file) {
  char name[16], path[PATH_MAX];
  int which = 0, code = 0, fail = 0;
  const char* plan = getenv("FAIL");
  if (!plan || sscanf(plan, "%15s %d %d", name, &which, &code) != 3 || !path_of(file, path))
    return 0;
  pthread_mutex_lock(&guard);
  if (strcmp(path, failed) == 0) fprintf(stderr, "called again: %s\n", call);
  if (strcmp(name, call) == 0 && ++calls == which) {
    if (!is_directory(file)) strcpy(failed, path);
    fail = 1;
  }
  pthread_mutex_unlock(&guard);
  if (fail) errno = code;
  return fail;
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return fails("fsync", file) ? -1 : real(file);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  ssize_t (*real)(int, const struct iovec*, int) =
      (ssize_t(*)(int, const struct iovec*, int))dlsym(RTLD_NEXT, "writev");
  return fails("write", file) ? -1 : real(file, parts, count);
}
