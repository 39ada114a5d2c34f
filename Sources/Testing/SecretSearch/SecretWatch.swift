public import Foundation
import Synchronization
public import WebAuthnModel

/// Notes what passes at one server, or at one program: its secrets, and what must hold none.
public final class SecretWatch: Sendable {
  private let id = UUID().uuidString
  private let label: String
  private let journal: Journal?
  private let noted = Mutex<Set<String>>([])

  /// A watch.
  ///
  /// - Parameters:
  ///   - label: Where the server or program was started, as a finding names it.
  ///   - journal: Where it notes; nothing is noted where there is none.
  public init(_ label: String, in journal: Journal? = .current) {
    self.label = label
    self.journal = journal
  }

  /// Whether anything is noted.
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

  /// Notes what a request's or an answer's field holds of secrets.
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

  /// Keeps what was written where no secret may stand.
  public func keep(_ source: JournalEntry.Source, _ text: String) {
    guard let journal, !text.isEmpty else { return }
    journal.append(JournalEntry(watch: id, label: label, .written(source, text)))
  }

  /// Keeps the body of an answer where it refuses, and notes the secrets of any other.
  public func keep(status: Int, _ body: JSONValue?) {
    guard isOn, let body else { return }
    guard status >= 400 else { return note(secretsOf: body) }
    keep(.refusal, String(decoding: body.serialized(), as: UTF8.self))
  }

  /// Where a program's standard error goes, so that it is searched too.
  public func errorFile() -> FileHandle { journal?.errorFile(of: id) ?? .nullDevice }
}

/// Which members of the bodies hold secrets.
public enum SecretMembers {
  private static let names: Set<String> = [
    "accessToken", "newPin", "oldPin", "oldPinSignature", "otp", "pin", "pinSignature", "secret",
    "token", "twoFactorCode", "validateCode", "verificationToken", "watchSecret",
  ]

  /// The secrets of a body, however deep they stand.
  public static func all(of body: JSONValue) -> [(kind: String, value: String)] {
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
