package import Foundation
import ProgramTesting
package import WebAuthnModel

/// One headless Chromium with a profile of its own.
package struct Browser: Sendable {
  package let driver: WebDriver
  /// The path of its session at the driver.
  package let session: String
  private let profile: TemporaryFolder

  /// Opens one.
  ///
  /// - Parameters:
  ///   - driver: What drives it.
  ///   - width: The window's width.
  ///   - height: The window's height.
  ///   - languages: The languages that its person reads, the one liked best first.
  /// - Throws: What the driver refuses.
  package init(
    _ driver: WebDriver, width: Int = 1280, height: Int = 1000, languages: String = "en-NG,en"
  ) async throws {
    self.driver = driver
    profile = try TemporaryFolder()
    let arguments =
      Self.arguments + [
        "--user-data-dir=\(profile.path)", "--window-size=\(width),\(height)",
        "--accept-lang=\(languages)",
      ]
    let opened = try await driver.send(
      "POST", "session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "chrome",
            // Past all that a busy machine takes: what a test waits for has limits of its own.
            "timeouts": ["script": 600_000, "pageLoad": 600_000],
            "goog:chromeOptions": ["args": .array(arguments.map(JSONValue.string))],
            "goog:loggingPrefs": ["browser": "ALL"],
          ]
        ]
      ])
    session = "session/" + (opened["sessionId"]?.text ?? "")
  }

  private static let arguments = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars",
  ]

  /// Ends it.
  package func close() async throws { try await send("DELETE", "") }

  /// Sends a command of this session.
  @discardableResult
  package func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws
    -> JSONValue
  {
    try await driver.send(method, path.isEmpty ? session : "\(session)/\(path)", body)
  }

  /// Sends a command of the Chrome DevTools Protocol, for what WebDriver has no command for.
  @discardableResult
  package func develop(_ command: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
    try await send("POST", "goog/cdp/execute", ["cmd": .string(command), "params": parameters])
  }

  /// Opens an address and waits until it is loaded.
  package func open(_ address: String) async throws {
    try await send("POST", "url", ["url": .string(address)])
  }

  /// Runs a script in the page; its `return` is the value, a promise is awaited.
  @discardableResult
  package func run(_ script: String, _ arguments: JSONValue...) async throws -> JSONValue {
    try await send("POST", "execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  /// Asks again and again until there is an answer, or the deadline is over.
  ///
  /// - Parameters:
  ///   - what: What is waited for, in words.
  ///   - seconds: The deadline.
  ///   - ask: Gives nil where the answer is not there yet.
  /// - Returns: The answer.
  /// - Throws: ``WaitedInVain`` after the deadline, and what `ask` throws for good.
  @discardableResult
  package func wait<Answer>(
    for what: String, seconds: Double = 30, _ ask: () async throws -> Answer?
  ) async throws -> Answer {
    let end = ContinuousClock.now + .seconds(seconds)
    var last: (any Error)?
    repeat {
      do {
        if let answer = try await ask() { return answer }
        last = nil
      } catch let error as DriverFailure where error.isPassing {
        last = error
      }
      // Between two questions the browser gets the processor.
      try await Task.sleep(for: .milliseconds(25))
    } while ContinuousClock.now < end
    throw WaitedInVain(what: what, seconds: seconds, page: try await text(), last: last)
  }

  /// Waits until an expression of JavaScript is true.
  package func wait(until expression: String, seconds: Double = 30) async throws {
    try await wait(for: expression, seconds: seconds) {
      try await run("return (\(expression))").isTruthy ? true : nil
    }
  }

  /// All text that the page shows.
  package func text() async throws -> String {
    try await run("return document.body.innerText").text ?? ""
  }

  /// Reads the entries of the browser's console since the last call.
  package func console() async throws -> [ConsoleEntry] {
    try await send("POST", "se/log", ["type": "browser"]).elements.map {
      ConsoleEntry(
        source: $0["source"]?.text ?? "", level: $0["level"]?.text ?? "",
        message: $0["message"]?.text ?? "")
    }
  }

  /// The screen as a PNG.
  package func picture() async throws -> Data {
    Data(base64Encoded: try await send("GET", "screenshot").text ?? "") ?? Data()
  }
}

/// A line of the browser's console.
package struct ConsoleEntry: Sendable, CustomStringConvertible {
  package let source: String
  package let level: String
  package let message: String

  package var description: String { "\(level) \(source): \(message)" }
}

/// A condition that did not come about.
package struct WaitedInVain: Error, CustomStringConvertible {
  package let what: String
  package let seconds: Double
  package let page: String
  package let last: (any Error)?

  package init(what: String, seconds: Double, page: String, last: (any Error)?) {
    self.what = what
    self.seconds = seconds
    self.page = page
    self.last = last
  }

  package var description: String {
    "waited \(seconds) s in vain for: \(what)\(last.map { " (\($0))" } ?? ""); the page:\n\(page)"
  }
}
