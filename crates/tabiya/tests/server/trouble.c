// SPDX-License-Identifier: AGPL-3.0-or-later
/* A machine in trouble, preloaded under the real server. Where a file "trouble" lies beside the database, it says what
   becomes of it: "w 28" fails each write with that error of the system, "f 5" each flush, "s 3000" has each flush
   take so many milliseconds, and a file "slow" tells that one has begun. The file $SET_BACK says by how many seconds
   the wall clock has been set back. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What a call for this file comes to: an error, or 0. */
static int trouble(int fd, int is_flush) {
  char link[40], path[4096], said[32] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - sizeof "/trouble");
  if (length <= 0) return 0;
  path[length] = 0;
  char *name = strrchr(path, '/');
  if (!name || strncmp(name, "/tabiya.db", 10)) return 0;
  strcpy(name, "/trouble");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t got = read(file, said, sizeof said - 1);
  close(file);
  if (got < 3) return 0;
  int number = atoi(said + 2);
  switch (said[0]) {
    case 'w': return is_flush ? 0 : number;
    case 'f': return is_flush ? number : 0;
    case 's':
      if (!is_flush) break;
      strcpy(name, "/slow");
      int sign = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
      if (sign >= 0) close(sign);
      usleep(number * 1000);
  }
  return 0;
}

#define CALL(kind, is_flush, name, parameters, ...)  \
  kind name parameters {                             \
    int before = errno, error = trouble(fd, is_flush); \
    if (error) { errno = error; return -1; }         \
    errno = before;                                  \
    return syscall(__VA_ARGS__);                     \
  }

CALL(ssize_t, 0, write, (int fd, const void *from, size_t size), SYS_write, fd, from, size)
CALL(ssize_t, 0, pwrite, (int fd, const void *from, size_t size, off_t at), SYS_pwrite64, fd, from, size, at)
CALL(ssize_t, 0, pwrite64, (int fd, const void *from, size_t size, off64_t at), SYS_pwrite64, fd, from, size, at)
CALL(int, 0, ftruncate, (int fd, off_t size), SYS_ftruncate, fd, size)
CALL(int, 0, ftruncate64, (int fd, off64_t size), SYS_ftruncate, fd, size)
CALL(int, 1, fsync, (int fd), SYS_fsync, fd)
CALL(int, 1, fdatasync, (int fd), SYS_fdatasync, fd)

int clock_gettime(clockid_t clock, struct timespec *now) {
  int before = errno, result = syscall(SYS_clock_gettime, clock, now);
  const char *path = getenv("SET_BACK");
  if (result == 0 && clock == CLOCK_REALTIME && path) {
    char said[32] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
      if (read(file, said, sizeof said - 1) > 0) now->tv_sec -= atol(said);
      close(file);
    }
    errno = before;
  }
  return result;
}
