import Crypto
import Testing
import WebAuthnModel
import WireModel

@Suite("The challenge's layout")
struct ChallengeLayoutTests {
  @Test("agrees with the vectors of the independent implementation")
  func vectors() throws {
    guard case .array(let vectors) = try fixture("challenge-vectors.json") else {
      Issue.record("the fixture is no list")
      return
    }
    #expect(vectors.count == 3)
    for value in vectors {
      var vector = try JSONObjectReader(value)
      let bytes = try vector.bytes("challenge")
      let layout = try #require(ChallengeLayout(bytes))
      let nonce = try vector.bytes("nonce")
      let binding = try vector.bytes("binding")
      let issuedAt = try vector.integer("issuedAt")
      #expect(layout.issuedAtMilliseconds == issuedAt)
      #expect(layout.nonce == nonce)
      #expect(layout.binding == binding)
      #expect(layout.signedBytes + layout.code == bytes)
      #expect(layout.id.count == 24)
      guard let json = vector.optionalValue("transaction") else {
        #expect(!layout.isLinked)
        continue
      }
      #expect(layout.isLinked)
      let input = ChallengeLayout.bindingInput(
        scenario: ScenarioName(try vector.string("scenario")), nonce: nonce,
        canonicalTransaction: try TopUpTransaction(json: json).canonicalBytes())
      #expect(Array(SHA256.hash(data: input)) == binding)
    }
  }

  @Test("refuses another length and another version")
  func refusals() {
    var bytes = [UInt8](repeating: 0, count: ChallengeLayout.byteCount)
    #expect(ChallengeLayout(bytes) == nil)
    bytes[0] = 0x1f
    #expect(ChallengeLayout(bytes)?.keyID == 15)
    #expect(ChallengeLayout(bytes + [0]) == nil)
    #expect(ChallengeLayout(Array(bytes.dropLast())) == nil)
    #expect(ChallengeLayout([]) == nil)
  }
}
