package import Foundation
import ProgramTesting

/// chromedriver as a process of its own, on a free port.
package final class ChromeDriver {
  package let client: WebDriver
  private let process: ChildProcess

  /// Nobody can test in a browser without it.
  package struct Missing: Error, CustomStringConvertible {
    package init() {}

    package var description: String {
      "chromedriver is missing: install the packages chromium and chromium-driver "
        + "(Scripts/install-packages)"
    }
  }

  /// Where it is installed.
  package static var program: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { URL(filePath: "\($0)/chromedriver") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Whether the tests are to run: in continuous integration they fail where it is missing, so that
  /// they are not left out unseen.
  package static var isWanted: Bool {
    program != nil || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  /// Starts it and waits until it says its port.
  package init(_ program: URL) throws {
    process = try ChildProcess(program, ["--port=0"])
    var said: [String] = []
    while true {
      let line = try ReadyLine.next(of: process.output)
      if let port = line.firstMatch(of: /started successfully on port (?<port>[0-9]+)/)?.port,
        let port = Int(port)
      {
        client = WebDriver(port: port)
        return
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
