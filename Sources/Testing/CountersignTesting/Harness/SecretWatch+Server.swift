public import CountersignCore
import CountersignHTTP
public import Logging
public import SecretSearch
import WebAuthnModel
public import WireModel

extension SecretWatch {
  /// Notes what a request brings of secrets.
  public func note(secretsOf request: WireRequest) {
    guard isOn else { return }
    if let token = request.accessToken { note("bearer", token) }
    if let secret = request.watchSecret { note("watchSecret", secret) }
    if request.route.path.hasPrefix("/sessions/links/"), let id = request.parameters["id"] {
      note("link", id)
    }
    if let body = request.body { note(secretsOf: body) }
  }

  /// Notes the keys of a server.
  public func note(_ keyring: Keyring) {
    guard isOn, case .object(let keys)? = try? JSONValue(parsing: keyring.serialized()) else {
      return
    }
    for name in keys.names {
      guard case .array(let numbered)? = keys[name] else { continue }
      for case .object(let key) in numbered {
        if case .string(let text)? = key["key"] { note("key \(name)", text) }
      }
    }
  }
}

extension ServiceHarness {
  /// Where its servers log: every line is kept for the search, where one is made.
  public var logger: Logger { Self.logger(watch) }

  /// Where a server logs that is watched.
  public static func logger(_ watch: SecretWatch) -> Logger {
    Logger(label: "countersign") { label in
      guard watch.isOn else { return SwiftLogNoOpLogHandler() }
      return JSONLogHandler(label: label, level: .trace) { line in
        watch.keep(.log, String(decoding: line.dropLast(), as: UTF8.self))
      }
    }
  }
}
