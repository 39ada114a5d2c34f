import Foundation

/// A machine's clock that is wrong, for a program that a test starts.
///
/// A library that is loaded before the program adds seconds to the clock that can be set. Debian's
/// faketime also moves the clock by which Swift sleeps: each sleep takes as much longer then.
package enum WrongClock {
  /// The environment of a program whose clock is so many seconds ahead, or behind.
  ///
  /// - Throws: ``NotReady`` where no C compiler makes the library.
  package static func environment(secondsAhead seconds: Int) throws -> [String: String] {
    guard seconds != 0 else { return [:] }
    return [
      "LD_PRELOAD": try library.get().file("clock.so"), "WRONG_CLOCK_SECONDS": "\(seconds)",
    ]
  }

  /// The folder with the library, made by the first that needs it.
  private static let library = Result {
    let folder = try TemporaryFolder()
    try Data(source.utf8).write(to: URL(filePath: folder.file("clock.c")))
    // Swift's own C compiler is where Swift is.
    let compiler = try ChildProcess(
      "clang", ["-shared", "-fPIC", "-o", folder.file("clock.so"), folder.file("clock.c")],
      errors: .standardError)
    try compiler.requireSuccess()
    return folder
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    int clock_gettime(clockid_t clock, struct timespec *time) {
      int status = syscall(SYS_clock_gettime, clock, time);
      const char *seconds = getenv("WRONG_CLOCK_SECONDS");
      if (status == 0 && seconds && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += atol(seconds);
      return status;
    }

    int gettimeofday(struct timeval *restrict time, void *restrict zone) {
      struct timespec now;
      if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *place) {
      struct timespec now;
      if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
      if (place) *place = now.tv_sec;
      return now.tv_sec;
    }
    """
}
