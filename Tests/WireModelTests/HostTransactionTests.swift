import Testing
import WebAuthnModel
import WireModel

@Suite("The transaction of a host's own scenario")
struct HostTransactionTests {
  @Test("agrees with the vectors of the independent implementation")
  func vectors() throws {
    guard case .array(let vectors) = try fixture("host-vectors.json") else { return }
    #expect(vectors.count == 5)
    for value in vectors {
      var vector = try JSONObjectReader(value)
      let name = try vector.string("name")
      let json = vector.optionalValue("transaction")
      let transaction = try HostTransaction(json: try #require(json))
      let hex = try transaction.canonicalBytes().map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
      let expected = try vector.string("canonical")
      #expect(hex == expected, "\(name)")
    }
  }

  @Test("the order of the fields says nothing, everything else does")
  func injective() throws {
    let seed = try read(#"{"order":"17","parcels":2,"express":false}"#)
    #expect(try read(#"{"express":false,"parcels":2,"order":"17"}"#) == seed)
    let others = [
      #"{"order":"18","parcels":2,"express":false}"#,
      #"{"order":"17","parcels":3,"express":false}"#,
      #"{"order":"17","parcels":2,"express":true}"#, #"{"order":"17","parcels":2}"#,
      #"{"order":17,"parcels":2,"express":false}"#,
      #"{"order":"17","parcels":"2","express":false}"#,
      #"{"order":"17","parcels":2,"express":0}"#, #"{"ordeR":"17","parcels":2,"express":false}"#,
      #"{"order":"17","parcels":2,"express":false,"more":""}"#,
    ]
    let forms = try ([seed] + others.map(read)).map { try $0.canonicalBytes() }
    #expect(Set(forms).count == forms.count)
    #expect(try HostTransaction(json: seed.json) == seed)
  }

  @Test(
    "anything but at most 16 short texts, whole numbers and flags is refused",
    arguments: [
      "[]", "null", #""text""#, #"{"a":null}"#, #"{"a":1.5}"#, #"{"a":1e3}"#, #"{"a":[]}"#,
      #"{"a":{}}"#, #"{"":1}"#, #"{"a b":1}"#, #"{"ä":1}"#, #"{"a.b":1}"#,
      #"{"a":9007199254740993}"#, #"{"a":-9007199254740993}"#,
      "{\"\(String(repeating: "a", count: 65))\":1}",
      "{\"a\":\"\(String(repeating: "a", count: 257))\"}",
      "{" + (0..<17).map { "\"a\($0)\":1" }.joined(separator: ",") + "}",
    ])
  func refusals(_ text: String) {
    #expect(throws: JSONShapeError.self) { try read(text) }
  }

  @Test("what is at a limit is taken")
  func limits() throws {
    _ = try read("{\"\(String(repeating: "a", count: 64))\":-9007199254740992}")
    _ = try read("{\"a\":\"\(String(repeating: "é", count: 256))\"}")
    _ = try read("{" + (0..<16).map { "\"a\($0)\":1" }.joined(separator: ",") + "}")
  }

  @Test("a text that a screen cannot show truthfully has no canonical form")
  func deceiving() throws {
    let transaction = try read(#"{"payee":"a\u202Eb"}"#)
    let error = #expect(throws: CanonicalFormError.self) { try transaction.canonicalBytes() }
    #expect(error?.field == "payee")
  }

  private func read(_ text: String) throws -> HostTransaction {
    try HostTransaction(json: JSONValue(parsing: Array(text.utf8)))
  }
}
