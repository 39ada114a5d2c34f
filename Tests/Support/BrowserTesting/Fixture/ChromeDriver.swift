import Foundation
import ProgramTesting

/// chromedriver as a process of its own, on a free port.
package final class ChromeDriver {
  package let client: WebDriver
  private let process: ChildProcess

  /// True if the tests that need it are to run.
  package static var isWanted: Bool { InstalledProgram.isWanted("chromedriver") }

  /// Starts it and waits until it says its port.
  ///
  /// It takes a free port of IPv6 first, and ends where that one is taken of IPv4: then it is
  /// started again.
  package init() throws {
    let program = try InstalledProgram.required(
      "chromedriver", from: "chromium and chromium-driver")
    var starts = 0
    while true {
      let process = try ChildProcess(program, ["--port=0"])
      starts += 1
      do {
        client = WebDriver(port: try Self.port(saidBy: process))
        self.process = process
        return
      } catch let error as NotReady
        where error.line.contains("port not available") && starts < 5
      {
        process.end(by: SIGKILL)
      }
    }
  }

  private static func port(saidBy process: ChildProcess) throws -> Int {
    var said: [String] = []
    while true {
      let line = try ReadyLine.next(of: process.output)
      if let port = line.firstMatch(of: /started successfully on port (?<port>[0-9]+)/)?.port,
        let port = Int(port)
      {
        return port
      }
      said.append(line)
      guard !line.isEmpty, said.count < 20 else {
        throw NotReady(line: said.joined(separator: "\n"))
      }
    }
  }

  /// Ends it, after the browsers were closed.
  ///
  /// The threads of a test block SIGTERM, and what they start inherits that.
  package func end() { process.end(by: SIGKILL) }
}
