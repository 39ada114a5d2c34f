import CountersignSQLite
import CountersignTesting
import Testing
import WireModel

@testable import CountersignCore

@Suite("A rotation of the keyring")
struct KeyringRotationTests {
  private let now = FakeClock().now()
  private let text = Array("what is authenticated".utf8)

  // Holds: keys
  @Test(
    "short-lived: what the key before made is good, and what the one before that made is not",
    arguments: KeyPurpose.allCases.filter { $0.rotation == .shortLived })
  func shortLived(purpose: KeyPurpose) throws {
    let first = Keyring.generated(at: now)
    let code = first.authenticationCode(purpose, text)
    let (second, changes) = try first.rotated(at: now)
    #expect(changes.contains(KeyChange(purpose: purpose, made: 2, dropped: [])))
    #expect(second.isAuthentic(code, purpose, text))
    #expect(second.authenticationCode(purpose, text) != code)
    #expect(second.authenticationCodes(purpose, text).count == 2)
    let (third, further) = try second.rotated(at: now)
    #expect(further.contains(KeyChange(purpose: purpose, made: 3, dropped: [1])))
    #expect(!third.isAuthentic(code, purpose, text))
    #expect(third.isAuthentic(second.authenticationCode(purpose, text), purpose, text))
    #expect(third.keys(purpose).map(\.number) == [3, 2])
  }

  // Holds: keys
  @Test(
    "until rewritten: a key stays until no row uses its number any more",
    arguments: KeyPurpose.allCases.filter { $0.rotation == .untilRewritten })
  func untilRewritten(purpose: KeyPurpose) throws {
    var keyring = Keyring.generated(at: now)
    for _ in 0..<3 { keyring = try keyring.rotated(at: now).keyring }
    #expect(keyring.keys(purpose).map(\.number) == [4, 3, 2, 1])
    let (rotated, changes) = try keyring.rotated(at: now, droppable: [purpose: [1, 3]])
    #expect(rotated.keys(purpose).map(\.number) == [5, 4, 2])
    #expect(changes.contains(KeyChange(purpose: purpose, made: 5, dropped: [3, 1])))
    for other in KeyPurpose.allCases where other != purpose && other.rotation != .shortLived {
      #expect(rotated.keys(other).count == 5)
    }
  }

  // Holds: keys
  @Test(
    "kept: no key ever goes, and one of a number is found",
    arguments: KeyPurpose.allCases.filter { $0.rotation == .kept })
  func kept(purpose: KeyPurpose) throws {
    let first = Keyring.generated(at: now)
    var keyring = first
    for _ in 0..<20 {
      keyring = try keyring.rotated(at: now, droppable: [purpose: [1]]).keyring
    }
    #expect(keyring.keys(purpose).map(\.number) == (1...21).reversed())
    #expect(
      keyring.authenticationCode(purpose, number: 1, text)
        == first.authenticationCode(purpose, text))
    #expect(keyring.authenticationCode(purpose, number: 22, text) == nil)
    #expect(try Keyring(parsing: keyring.serialized()).serialized() == keyring.serialized())
  }

  @Test("numbers begin again after 255, and a purpose that keeps 255 keys is refused")
  func numbers() throws {
    var keyring = Keyring.generated(at: now)
    let longest = Set(KeyPurpose.allCases).subtracting([.challenge])
    for _ in 0..<254 { keyring = try keyring.rotated(at: now, sparing: longest).keyring }
    #expect(keyring.keys(.challenge).map(\.number) == [255, 254])
    keyring = try keyring.rotated(at: now, sparing: longest).keyring
    #expect(keyring.keys(.challenge).map(\.number) == [1, 255])
    let others = Set(KeyPurpose.allCases).subtracting([.pinPepper])
    for _ in 0..<254 { keyring = try keyring.rotated(at: now, sparing: others).keyring }
    #expect(throws: KeyringError.self) { try keyring.rotated(at: now) }
  }

  @Test("is too early while something under the key that would go may still be good")
  func early() throws {
    let first = Keyring.generated(at: now)
    // Nothing goes at the first.
    #expect(first.early(at: now).isEmpty)
    let second = try first.rotated(at: now).keyring
    let shortLived = KeyPurpose.allCases.filter { $0.rotation == .shortLived }
    #expect(second.early(at: now).map(\.purpose) == shortLived)
    let day: Int64 = 86_400
    #expect(!second.early(at: now.adding(seconds: 2 * day)).map(\.purpose).contains(.challenge))
    // The notice of a recovery: 3 days of waiting, 7 to complete it, 1 to undo it, 1 to restart.
    #expect(
      second.early(at: now.adding(seconds: 12 * day - 1)).map(\.purpose) == [.stopLink])
    #expect(second.early(at: now.adding(seconds: 12 * day)).isEmpty)
  }

  // Holds: keys
  @Test("a challenge says its key, the first as 0, and is checked under it")
  func challenges() throws {
    var keyring = Keyring.generated(at: now)
    for number in 0..<18 {
      let issuer = ChallengeIssuer(
        keyring: keyring, relyingPartyID: ServiceHarness.relyingPartyID)
      let challenge = issuer.issue(
        .get, .unlinked(.testBiometrics), audience: .anybody, now: now,
        nonce: [UInt8](repeating: 7, count: 16))
      #expect(ChallengeLayout(challenge.bytes)?.keyID == UInt8(number & 15))
      keyring = try keyring.rotated(at: now).keyring
      let later = try keyring.rotated(at: now).keyring
      for (keyring, isGood) in [(issuer.keyring, true), (keyring, true), (later, false)] {
        let check = ChallengeIssuer(
          keyring: keyring, relyingPartyID: ServiceHarness.relyingPartyID)
        let checked = check.check(
          challenge, .get, audience: .anybody, scenarios: [.testBiometrics])
        #expect((checked != nil) == isGood)
      }
    }
  }

  @Test("a code of the key before is right for the day in which servers are started again")
  func codes() throws {
    let first = Keyring.generated(at: now)
    let request = CodeRequestID("cod_1")
    let code = CodeDerivation(keyring: first).code(for: request)
    var second = CodeDerivation(keyring: try first.rotated(at: now).keyring)
    // Two keys may agree on six digits: another is drawn then.
    for _ in 0..<8 where second.code(for: request) == code {
      second = CodeDerivation(keyring: try first.rotated(at: now).keyring)
    }
    try #require(second.code(for: request) != code)
    for (seconds, isRight) in [(0, true), (86_399, true), (86_400, false)] as [(Int64, Bool)] {
      let later = now.adding(seconds: seconds)
      #expect(second.matches(code, request, at: later) == isRight)
      #expect(second.matches(second.code(for: request), request, at: later))
    }
  }

  @Test("a PIN whose pepper the keyring lacks is refused before an attempt is counted")
  func lackingPepper() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("274916", session)
    _ = try await harness.store.write { try $0.execute("UPDATE pins SET pepper = 9", []) }
    let request = SendMoneyRequest(payload: .sample, proof: .pin(SecretText("274916")))
    await #expect(throws: StoreError.self) { _ = try await harness.refusal(request, session) }
    let counted = try await harness.store.rows("SELECT COUNT(*) FROM attempts", [])
    #expect(counted == [SQLRow([0])])
  }
}
