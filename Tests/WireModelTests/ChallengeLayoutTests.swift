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
    #expect(vectors.count == 5)
    for value in vectors {
      var vector = try JSONObjectReader(value)
      let bytes = try vector.bytes("challenge")
      let layout = try #require(ChallengeLayout(bytes))
      let nonce = try vector.bytes("nonce")
      let binding = try vector.bytes("binding")
      let issuedAt = try vector.integer("issuedAt")
      #expect(layout.issuedAtMilliseconds == issuedAt)
      #expect(layout.nonce == nonce)
      #expect(layout.subject.binding == binding)
      let scenario = ScenarioName(try vector.string("scenario"))
      #expect(
        layout.subject.scenarioTag == Array(SHA256.hash(data: Array(scenario.text.utf8)).prefix(4)))
      #expect(layout.signedBytes + layout.code == bytes)
      #expect(layout.id.count == 24)
      guard let json = vector.optionalValue("document") else {
        #expect(!layout.isLinked)
        #expect(layout.subject.language == nil)
        continue
      }
      #expect(layout.isLinked)
      let document = try Document(json: json)
      #expect(layout.subject.language == document.language)
      let input = ChallengeLayout.bindingInput(
        of: try document.canonicalBytes(), scenario: scenario, nonce: nonce)
      #expect(Array(SHA256.hash(data: input)) == binding)
    }
  }

  @Test("refuses another length, another version and 8 bytes that are no language")
  func refusals() {
    var bytes = [UInt8](repeating: 0, count: ChallengeLayout.byteCount)
    #expect(ChallengeLayout(bytes) == nil)
    bytes[0] = 0x1f
    #expect(ChallengeLayout(bytes) == nil)
    bytes[0] = 0x2f
    #expect(ChallengeLayout(bytes)?.keyID == 15)
    var other = bytes
    other[26] = 0x41
    #expect(ChallengeLayout(other) == nil)
    #expect(ChallengeLayout(bytes + [0]) == nil)
    #expect(ChallengeLayout(Array(bytes.dropLast())) == nil)
    #expect(ChallengeLayout([]) == nil)
  }
}
