import Foundation

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
