package import Foundation
import Synchronization

/// An nginx of the tests' own in front of several nodes: it passes requests on to them in turn.
package final class PrivateNginx: Sendable {
  /// The origin of the pages behind it.
  package let address: String
  private let process: ChildProcess
  private let folder: TemporaryFolder

  /// The place of the program; nil where it is not installed.
  package static var program: URL? {
    ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
  }

  /// Starts it, and returns once it takes connections.
  ///
  /// - Parameters:
  ///   - port: Its port of 127.0.0.1.
  ///   - nodes: The ports of the nodes.
  /// - Throws: ``NotReady`` if it does not come up.
  package init(port: UInt16, nodes: [Int]) throws {
    guard let program = Self.program else {
      throw NotReady(line: "no nginx here: apt-get install nginx-light")
    }
    folder = try TemporaryFolder()
    address = "http://localhost:\(port)"
    let file = folder.file("nginx.conf")
    try Data(Self.configuration(folder, port, nodes).utf8).write(to: URL(filePath: file))
    process = try ChildProcess(
      program, ["-p", folder.path, "-c", file, "-e", folder.file("error.log")])
    while !FreePort.isTaken(port) {
      guard process.isRunning else {
        let log = try? String(contentsOfFile: folder.file("error.log"), encoding: .utf8)
        throw NotReady(line: log ?? "nginx ended at once")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// One process, which ends with the tests: it has no worker of another user's.
  private static func configuration(
    _ folder: TemporaryFolder, _ port: UInt16, _ nodes: [Int]
  ) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder.file($0));" }.joined(separator: " ")
    let servers = nodes.map { "server 127.0.0.1:\($0) max_fails=1 fail_timeout=2s;" }
      .joined(separator: " ")
    return """
      daemon off; master_process off; pid \(folder.file("pid"));
      events { worker_connections 256; }
      http {
        access_log off; \(temporary)
        upstream countersign { \(servers) }
        server {
          listen 127.0.0.1:\(port);
          location / {
            proxy_pass http://countersign;
            proxy_http_version 1.1;
            proxy_buffering off;
            proxy_read_timeout 600s;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }
      """
  }
}

/// A port of this machine that nobody has at the moment.
package enum FreePort {
  /// One that is free, and that no connection is given: the kernel takes theirs from 32768 on.
  ///
  /// - Throws: ``NotReady`` where there is none.
  package static func any() throws -> UInt16 {
    for _ in 0..<ports.count {
      let port = next.withLock { next in
        next = next == ports.upperBound ? ports.lowerBound : next + 1
        return next
      }
      if let bound = try? bound(port) {
        close(bound.socket)
        return port
      }
    }
    throw NotReady(line: "no free port")
  }

  private static let ports: ClosedRange<UInt16> = 20_000...32_767
  private static let next = Mutex(UInt16.random(in: ports))

  /// A socket that has one, and that whoever asks closes.
  ///
  /// - Parameter port: The port; 0 for one that the kernel chooses.
  /// - Returns: The socket, and its port.
  /// - Throws: ``NotReady`` where it is not free.
  package static func bound(_ port: UInt16 = 0) throws -> (socket: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = address(port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else {
      close(listener)
      throw NotReady(line: "no free port")
    }
    return (listener, UInt16(bigEndian: place.sin_port))
  }

  /// True if somebody listens at a port of 127.0.0.1.
  static func isTaken(_ port: UInt16) -> Bool {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var place = address(port)
    return withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return place
  }
}
