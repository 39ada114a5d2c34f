import Foundation

/// A listening socket of this process, as the kernel knows it.
enum ListeningSocket {
  /// The number of connections that the kernel holds for a port until they are taken; nil where
  /// nothing here listens at it.
  static func backlog(ofPort port: Int) -> Int? {
    for descriptor in Int32(3)..<4096 where self.port(of: descriptor) == port {
      // `struct tcp_info` of a listening socket has the bound in `tcpi_sacked`, its 10th number.
      var info = [UInt8](repeating: 0, count: 104)
      var length = socklen_t(info.count)
      guard getsockopt(descriptor, Int32(IPPROTO_TCP), 11, &info, &length) == 0 else { continue }
      return info[28..<32].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return nil
  }

  /// The port at which a descriptor listens; nil for anything else.
  private static func port(of descriptor: Int32) -> Int? {
    var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1
    else { return nil }
    var address = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
    var length = socklen_t(address.count)
    let isNamed = address.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { bound in
        guard let base = bound.baseAddress else { return false }
        return getsockname(descriptor, base, &length) == 0
      }
    }
    // Of IPv4 and of IPv6 the port stands behind the family, in network byte order.
    return isNamed ? Int(address[2]) << 8 | Int(address[3]) : nil
  }
}
