import CountersignClient
import Crypto
import Foundation
import WireModel

/// The factors of a trace's account beside the mailed code.
enum TraceEnrolment {
  /// A telephone number.
  static func phone(_ world: TraceWorld, _ session: AccountSession) async throws {
    try await session.requestCode(.register)
    try await session.setPhone(
      PhoneRequest(phone: TraceWorld.phone, validateCode: try await world.code()))
    try await session.confirmPhone(try await world.code(to: TraceWorld.phone))
  }

  /// An authenticator app; gives its codes.
  static func authenticatorApp(
    _ world: TraceWorld, _ session: AccountSession
  ) async throws -> @Sendable () async throws -> SecretText {
    try await session.requestCode(.register)
    let answer = try await session.enrolAuthenticatorApp(
      entitledBy: AuthenticatorAppRequest(validateCode: try await world.code()))
    let app = TraceAuthenticatorApp(typed: answer.secret)
    // Each code holds once: the one before the present is confirmed, so that the present is free.
    try await session.confirmAuthenticatorApp(app.code(secondsAgo: 30))
    return { app.code() }
  }
}

/// An authenticator app (RFC 6238), as the person of a trace has one.
struct TraceAuthenticatorApp {
  private let key: SymmetricKey

  /// An app that keeps the secret as it is typed in.
  init(typed secret: SecretText) {
    var bytes: [UInt8] = []
    var (buffer, count) = (UInt32(0), 0)
    for character in secret.exposed.utf8 {
      guard let value = Self.alphabet.firstIndex(of: character) else { continue }
      buffer = buffer << 5 | UInt32(value)
      count += 5
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
      buffer &= (1 << UInt32(count)) - 1
    }
    key = SymmetricKey(data: bytes)
  }

  /// The code on its screen.
  func code(secondsAgo: Double = 0) -> SecretText {
    let step = UInt64((Date().timeIntervalSince1970 - secondsAgo) / 30)
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * UInt64($0))) }
    let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
    let offset = Int(hash[hash.count - 1] & 15)
    let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let text = String((number & 0x7fff_ffff) % 1_000_000)
    return SecretText(String(repeating: "0", count: 6 - text.count) + text)
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
