public import Foundation
import Synchronization
public import WebAuthnModel

/// Notes the secrets that pass one server or program, and all that must hold none.
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

  /// Keeps the body of a refusal, and notes the secrets of any other answer.
  public func keep(status: Int, _ body: JSONValue?) {
    guard isOn, let body else { return }
    guard status >= 400 else { return note(secretsOf: body) }
    keep(.refusal, String(decoding: body.serialized(), as: UTF8.self))
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
