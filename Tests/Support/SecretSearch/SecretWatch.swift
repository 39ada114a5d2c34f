public import Foundation
import Synchronization
public import WebAuthnModel

/// Notes the secrets that pass one server or program, all that must hold none, and how the server's
/// routes answered.
public final class SecretWatch: Sendable {
  private let id = UUID().uuidString
  private let label: String
  private let journal: Journal?
  private let noted = Mutex<Set<String>>([])

  /// A watch.
  ///
  /// - Parameters:
  ///   - label: The place at which the server or program was started, as a finding names it.
  ///   - journal: The journal of its notes; without one nothing is noted.
  public init(_ label: String, in journal: Journal? = .current) {
    self.label = label
    self.journal = journal
  }

  /// True if anything is noted.
  public var isOn: Bool { journal != nil }

  /// Notes a secret, once.
  public func note(_ kind: String, _ value: String) {
    guard let journal, !value.isEmpty, noted.withLock({ $0.insert(value).inserted }) else { return }
    journal.append(JournalEntry(watch: id, label: label, .secret(kind: kind, value: value)))
  }

  /// Notes the secrets of a body.
  public func note(secretsOf body: JSONValue) {
    guard isOn else { return }
    for secret in SecretMembers.all(of: body) { note(secret.kind, secret.value) }
  }

  /// Notes the secret in a field of a request or an answer.
  public func note(field name: String, _ value: String) {
    guard isOn else { return }
    switch name.lowercased() {
    case "authorization":
      note("bearer", String(value.trimmingPrefix("Bearer ").trimmingPrefix("DPoP ")))
    case "countersign-watch": note("watchSecret", value)
    case "cookie", "set-cookie":
      let pair = value.prefix { $0 != ";" }
      if let sign = pair.firstIndex(of: "=") {
        note("cookie", String(pair[pair.index(after: sign)...]))
      }
    default: break
    }
  }

  /// Keeps a text that must hold no secret.
  public func keep(_ source: JournalEntry.Source, _ text: String) {
    guard let journal, !text.isEmpty else { return }
    journal.append(JournalEntry(watch: id, label: label, .written(source, text)))
  }

  /// Notes how a route answered, once.
  public func note(_ outcome: RouteOutcome) {
    // A request that its caller has given up may be refused for that, or not.
    guard let journal, !Task.isCancelled,
      noted.withLock({ $0.insert(outcome.description).inserted })
    else { return }
    journal.append(outcome, at: label)
  }

  /// Notes how a route answered, and the secrets of the answer; keeps the body of a refusal.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - path: The path of the route, with its parameters in braces; nil if the request's path is
  ///     no route's.
  ///   - status: The status of the answer.
  ///   - body: The body of the answer; nil for none.
  public func keep(_ method: String, _ path: String?, status: Int, _ body: JSONValue?) {
    guard isOn else { return }
    guard status >= 400 else {
      note(RouteOutcome(method, path, status: status))
      if let body { note(secretsOf: body) }
      return
    }
    var reason: String?
    if case .object(let members)? = body, case .string(let code)? = members["reason"] {
      reason = code
    }
    note(RouteOutcome(method, path, status: status, reason: reason))
    if let body { keep(.refusal, String(decoding: body.serialized(), as: UTF8.self)) }
  }

  /// The file for a program's standard error, so that it is searched too.
  public func errorFile() -> FileHandle { journal?.errorFile(of: id) ?? .nullDevice }
}

/// The members of bodies that hold secrets.
private enum SecretMembers {
  private static let names: Set<String> = [
    "accessToken", "newPin", "oldPin", "oldPinSignature", "otp", "pin", "pinSignature", "secret",
    "token", "twoFactorCode", "validateCode", "verificationToken", "watchSecret",
  ]

  /// The secrets of a body, however deep they stand.
  static func all(of body: JSONValue) -> [(kind: String, value: String)] {
    switch body {
    case .array(let elements): return elements.flatMap(all(of:))
    case .object(let members):
      return members.names.flatMap { name -> [(kind: String, value: String)] in
        guard let value = members[name] else { return [] }
        guard case .string(let text) = value else { return all(of: value) }
        return names.contains(name) ? [(name, text)] : []
      }
    default: return []
    }
  }
}
