import Testing
import WebAuthnModel

@Suite("client data")
struct CollectedClientDataTests {
  @Test("client data are written as section 5.8.1.1 prescribes")
  func writes() throws {
    let origin = try #require(Origin("https://example.org"))
    let top = try #require(Origin("https://example.com"))
    let plain = CollectedClientData.serialized(
      type: .get, challenge: Challenge([1, 2, 3]), origin: origin, crossOrigin: false)
    #expect(
      String(decoding: plain, as: UTF8.self)
        == #"{"type":"webauthn.get","challenge":"AQID","origin":"https://example.org","#
        + #""crossOrigin":false}"#)
    let framed = CollectedClientData.serialized(
      type: .create, challenge: Challenge([]), origin: origin, crossOrigin: true, topOrigin: top)
    let read = try CollectedClientData(parsing: framed)
    #expect(read.type == .create)
    #expect(read.crossOrigin)
    #expect(read.topOrigin == "https://example.com")
  }

  @Test("members that are not known, a byte order mark and an absent crossOrigin are tolerated")
  func tolerates() throws {
    let text =
      "\u{FEFF}" + #"{"extra":{"a":[1]},"type":"webauthn.get","challenge":"","origin":"null"}"#
    let client = try CollectedClientData(parsing: Array(text.utf8))
    #expect(client.type == .get)
    #expect(client.challenge == Challenge([]))
    #expect(client.origin == "null")
    #expect(!client.crossOrigin)
    #expect(client.topOrigin == nil)
  }

  @Test(
    "a member of the wrong type is refused for it",
    arguments: [
      (#"{"challenge":"","origin":""}"#, ClientDataError.type),
      (#"{"type":1,"challenge":"","origin":""}"#, .type),
      (#"{"type":"","origin":""}"#, .challenge),
      (#"{"type":"","challenge":[],"origin":""}"#, .challenge),
      (#"{"type":"","challenge":"AA==","origin":""}"#, .challenge),
      (#"{"type":"","challenge":"++//","origin":""}"#, .challenge),
      (#"{"type":"","challenge":"AB","origin":""}"#, .challenge),
      (#"{"type":"","challenge":""}"#, .origin),
      (#"{"type":"","challenge":"","origin":null}"#, .origin),
      (#"{"type":"","challenge":"","origin":"","crossOrigin":"true"}"#, .crossOrigin),
      (#"{"type":"","challenge":"","origin":"","crossOrigin":null}"#, .crossOrigin),
      (#"{"type":"","challenge":"","origin":"","crossOrigin":0}"#, .crossOrigin),
      (#"{"type":"","challenge":"","origin":"","topOrigin":null}"#, .topOrigin),
      (#"{"type":"","challenge":"","origin":"","topOrigin":["a"]}"#, .topOrigin),
    ])
  func refuses(text: String, error: ClientDataError) {
    #expect(throws: error) { try CollectedClientData(parsing: Array(text.utf8)) }
  }

  @Test("duplicate members and what is no object are refused")
  func json() {
    for text in ["[]", "1", #"{"type":"a","type":"b","challenge":"","origin":""}"#, ""] {
      let error = #expect(throws: ClientDataError.self) {
        try CollectedClientData(parsing: Array(text.utf8))
      }
      guard case .json? = error else {
        Issue.record("expected a JSON error for \(text)")
        continue
      }
    }
  }
}
