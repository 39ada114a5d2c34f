package import WebAuthnModel

/// Speaks to chromedriver: one HTTP request with a JSON body for each command (W3C WebDriver).
package struct WebDriver: Sendable {
  package let port: Int

  /// Sends one command.
  ///
  /// - Returns: The `value` of the answer.
  @discardableResult
  package func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil
  ) async throws -> JSONValue {
    let answer = try await LocalConnection(port: port)
      .send(method, "/" + path, body?.serialized() ?? [])
    let parsed = try JSONValue(parsing: answer.body, limits: JSONLimits(maximumDepth: 128))
    let value = parsed["value"] ?? .null
    guard answer.status == 200 else {
      throw DriverFailure(
        command: "\(method) \(path)", kind: value["error"]?.text ?? "no error code",
        message: value["message"]?.text ?? "")
    }
    return value
  }
}

/// A command that chromedriver refused.
package struct DriverFailure: Error, CustomStringConvertible {
  package let command: String
  /// An error code of the WebDriver specification, such as `stale element reference`.
  package let kind: String
  package let message: String

  package var description: String {
    "\(command): \(kind): \(message.split(separator: "\n").first ?? "")"
  }

  /// True if the page changed under the command, so that it may be tried again.
  package var isPassing: Bool {
    [
      "stale element reference", "element click intercepted", "element not interactable",
      "no such element", "no such shadow root", "javascript error",
    ].contains(kind)
  }
}
