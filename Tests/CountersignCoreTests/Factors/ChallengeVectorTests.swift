import CountersignTesting
import Foundation
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("Challenges")
struct ChallengeVectorTests {
  @Test("what is issued agrees with the vectors of the independent implementation")
  func vectors() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../WireModelTests/Fixtures/challenge-vectors.json")
    guard case .array(let vectors) = try JSONValue(parsing: Array(Data(contentsOf: file))) else {
      Issue.record("the fixture is no list")
      return
    }
    for value in vectors {
      var vector = try JSONObjectReader(value)
      let issuer = ChallengeIssuer(
        keyring: try keyring(challengeKey: vector.string("key")),
        relyingPartyID: RelyingPartyID(try vector.string("rpId")))
      let scenario = ScenarioName(try vector.string("scenario"))
      let subject =
        try vector.optionalValue("document").map {
          ChallengeIssuer.Subject.document(
            try ActionDocument(Document(json: $0), value: .none))
        } ?? .unlinked(scenario)
      let purposeText = try vector.string("purpose")
      let purpose = try #require(ChallengeIssuer.Purpose(rawValue: purposeText))
      let audience = ChallengeIssuer.Audience(
        account: try vector.string("account"), session: try vector.string("session"))
      let challenge = issuer.issue(
        purpose, subject, audience: audience,
        now: Timestamp(milliseconds: try vector.integer("issuedAt")),
        nonce: try vector.bytes("nonce"))
      let expected = try vector.string("challenge")
      #expect(challenge.base64URL == expected)
      #expect(issuer.check(challenge, purpose, audience: audience, scenarios: [scenario]) != nil)
    }
  }

  // Holds: NIST-nonce
  @Test("NIST-nonce: a changed bit anywhere in a challenge is refused")
  func bitFlips() throws {
    let issuer = ChallengeIssuer(
      keyring: .generated(), relyingPartyID: RelyingPartyID("localhost"))
    let audience = ChallengeIssuer.Audience(account: "acc_1", session: "ses_1")
    let challenge = issuer.issue(
      .get,
      .document(
        try ActionDocument(
          Document(scenario: .payInvoice, language: .german, title: "Rechnung"), value: .none)),
      audience: audience, now: Timestamp(milliseconds: 1_705_919_445_000),
      nonce: [UInt8](repeating: 7, count: 16))
    #expect(issuer.check(challenge, .get, audience: audience, scenarios: [.payInvoice]) != nil)
    for bit in 0..<challenge.bytes.count * 8 {
      var bytes = challenge.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(
        issuer.check(Challenge(bytes), .get, audience: audience, scenarios: [.payInvoice]) == nil)
    }
    let others: [(ChallengeIssuer.Purpose, ChallengeIssuer.Audience, ScenarioName)] = [
      (.create, audience, .payInvoice), (.pin, audience, .payInvoice),
      (.get, audience, .manageFactors),
      (.get, ChallengeIssuer.Audience(account: "acc_2", session: "ses_1"), .payInvoice),
      (.get, ChallengeIssuer.Audience(account: "acc_1", session: "ses_2"), .payInvoice),
      (.get, ChallengeIssuer.Audience(account: "acc_1s", session: "es_1"), .payInvoice),
    ]
    for (purpose, audience, scenario) in others {
      #expect(
        issuer.check(challenge, purpose, audience: audience, scenarios: [scenario]) == nil)
    }
  }

  // Holds: NIST-nonce
  @Test("NIST-nonce: 10^6 nonces hold no repeat")
  func unique() {
    let random = SystemRandomBytes()
    var seen = Set<[UInt8]>(minimumCapacity: 1_000_000)
    for _ in 0..<1_000_000 { seen.insert(random.bytes(16)) }
    #expect(seen.count == 1_000_000)
  }

  private func keyring(challengeKey: String) throws -> Keyring {
    guard case .object(var members) = try JSONValue(parsing: Keyring.generated().serialized())
    else { throw KeyringError(problem: "is not readable") }
    members["challenge"] = [["number": 1, "madeAt": 0, "key": .string(challengeKey)]]
    return try Keyring(parsing: JSONValue.object(members).serialized())
  }
}
