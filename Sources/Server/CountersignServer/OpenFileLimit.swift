import CountersignCore
import Foundation

/// The number of files and connections that this process may have open.
package enum OpenFileLimit {
  /// The number.
  static var current: Int {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
  }

  /// Takes what the system would allow: most shells start a program with room for 1,024, which a
  /// server's connections fill.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    #if canImport(Darwin)
      // It refuses more, though it names no end.
      let most = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      let most = limit.rlim_max
    #endif
    guard limit.rlim_cur < most else { return }
    limit.rlim_cur = most
    _ = setrlimit(resource, &limit)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}

extension ServicePolicy {
  /// Reduces the connections to half of the files that a process may have open, and in proportion a
  /// network's share of them, and the streams.
  ///
  /// A connection that finds no file waits with all others, health among them, until one is closed.
  /// The other half is left for the reserve, for connections that are about to be counted or
  /// closed, and for what the server itself opens.
  ///
  /// - Parameter openFiles: The number of files that the process may have open.
  /// - Returns: True if there were more connections before.
  mutating func reduceConnections(toFit openFiles: Int) -> Bool {
    let (asked, most) = (requests.connections, max(openFiles / 2, 1))
    guard asked > most else { return false }
    func part(of count: Int) -> Int { max(Int(Double(count) * Double(most) / Double(asked)), 1) }
    requests.connections = most
    requests.connectionsPerNetwork = part(of: requests.connectionsPerNetwork)
    eventStreams.all = part(of: eventStreams.all)
    eventStreams.ofStrangers = part(of: eventStreams.ofStrangers)
    return true
  }
}
