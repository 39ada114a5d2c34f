import Foundation

/// The number of files and connections that this process may have open.
package enum OpenFileLimit {
  /// Takes what the system would allow: most shells start a program with room for 1,024, which a
  /// server's connections fill.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(resource, &limit)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}

/// The C library's use of memory that was freed.
package enum FreedMemory {
  /// Keeps what a commit's commands took for the next: glibc would give it back to the system each
  /// time, which stops every thread for a moment.
  package static func keep() {
    #if canImport(Glibc)
      // Glibc's module leaves malloc.h out.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      typealias Setter = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
      let trimThreshold: Int32 = -1
      _ = unsafeBitCast(symbol, to: Setter.self)(trimThreshold, 16 << 20)
    #endif
  }
}
