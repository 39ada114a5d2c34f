public import CountersignCore
import Crypto
public import WireModel

/// An authenticator app for tests, written from RFC 6238 and not from the server's code.
public struct TestAuthenticatorApp: Sendable {
  /// The bytes of the secret.
  public var bytes: [UInt8] { secret }

  private let secret: [UInt8]

  /// An app that keeps the secret as it is typed in.
  public init(typed secret: SecretText) {
    var bits = ""
    for character in secret.exposed {
      guard let value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".firstIndex(of: character) else {
        continue
      }
      let number = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".distance(
        from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".startIndex, to: value)
      let digits = String(number, radix: 2)
      bits += String(repeating: "0", count: 5 - digits.count) + digits
    }
    var rest = bits[...]
    var bytes: [UInt8] = []
    while rest.count >= 8 {
      bytes.append(UInt8(rest.prefix(8), radix: 2) ?? 0)
      rest = rest.dropFirst(8)
    }
    self.secret = bytes
  }

  /// The code on its screen.
  public func code(at now: Timestamp) -> SecretText {
    let counter = UInt64(now.milliseconds / 30_000)
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
    let hash = Array(
      HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
    let offset = Int(hash[hash.count - 1] % 16)
    var number = UInt32(hash[offset] % 128)
    for byte in hash[offset + 1...offset + 3] { number = number * 256 + UInt32(byte) }
    let text = String(number % 1_000_000)
    return SecretText(String(repeating: "0", count: 6 - text.count) + text)
  }

  /// A code that is on its screen neither now nor in the steps beside.
  public func wrongCode(at now: Timestamp) -> SecretText {
    let right = [-30, 0, 30].map { code(at: now.adding(seconds: $0)) }
    return (0..<4).map { SecretText("00000\($0)") }.first { !right.contains($0) }
      ?? SecretText("000009")
  }
}

extension ServiceHarness {
  /// Turns the clock until one app's code is none of another's, whatever their secrets are.
  public func turnUntilApart(_ one: TestAuthenticatorApp, _ other: TestAuthenticatorApp) {
    for _ in 0..<8 {
      let now = clock.now()
      let near = [-30, 0, 30].map { other.code(at: now.adding(seconds: $0)) }
      guard near.contains(one.code(at: now)) else { return }
      clock.advance(seconds: 30)
    }
  }

  /// Gives an account without a factor an authenticator app, by a mailed code.
  public func enrolApp(
    _ session: AuthenticatedSession, to recipient: String = "ada@example.com"
  ) async throws -> TestAuthenticatorApp {
    let code = try await code(.register, session, to: recipient)
    return try await enrolApp(session, entitledBy: AuthenticatorAppRequest(validateCode: code))
  }

  /// Gives an account an authenticator app.
  public func enrolApp(
    _ session: AuthenticatedSession, entitledBy entitlement: AuthenticatorAppRequest
  ) async throws -> TestAuthenticatorApp {
    let answer = try await service.authenticatorApps.enrol(entitlement, session: session).get()
      .answer
    let app = TestAuthenticatorApp(typed: answer.secret)
    _ = try await service.authenticatorApps.confirm(
      AuthenticatorAppConfirmation(twoFactorCode: app.code(at: clock.now())), session: session
    ).get()
    return app
  }
}
