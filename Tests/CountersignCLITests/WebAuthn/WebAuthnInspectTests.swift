import CountersignTesting
import Testing
import ToolSupport
import WebAuthnModel

@testable import WebAuthnCommands

@Suite("webauthn inspect")
struct WebAuthnInspectTests {
  private func object(_ value: JSONValue?) -> JSONObject {
    if case .object(let object)? = value { object } else { [:] }
  }

  @Test("a registration shows client data, flags, attestation and key")
  func registration() throws {
    let ceremony = try Ceremony()
    let inspected = try InspectedResponse(ceremony.registration())
    #expect(inspected.problems.isEmpty)
    #expect(inspected.facts["kind"] == "registration")
    #expect(object(inspected.facts["clientData"])["type"] == "webauthn.create")
    #expect(
      object(inspected.facts["clientData"])["challenge"]
        == .string(ceremony.challenge.base64URL))
    #expect(object(inspected.facts["attestation"])["format"] == "none")
    let data = object(inspected.facts["authenticatorData"])
    #expect(object(data["flags"])["byte"] == "0x45")
    let credential = object(data["credential"])
    #expect(credential["aaguid"] == "00000000-0000-0000-0000-000000000000")
    #expect(object(credential["publicKey"])["cose"] == .string(ceremony.publicKey))
    #expect(object(credential["publicKey"])["curve"] == "P-256")
  }

  @Test("an assertion shows counter, flags and signature")
  func assertion() throws {
    var ceremony = try Ceremony()
    ceremony.authenticator.signCount = 7
    let inspected = try InspectedResponse(ceremony.assertion())
    #expect(inspected.facts["kind"] == "assertion")
    #expect(object(inspected.facts["clientData"])["origin"] == .string(Ceremony.origin))
    let data = object(inspected.facts["authenticatorData"])
    #expect(data["signCount"] == 7)
    #expect(object(data["flags"])["userVerified"] == true)
    #expect(inspected.facts["signature"] != nil)
    #expect(inspected.facts["rawId"] == nil)
  }

  @Test("a part that cannot be read is named, and the others are shown")
  func brokenPart() throws {
    let ceremony = try Ceremony()
    let inspected = try InspectedResponse(
      ceremony.assertion(CeremonyChanges { $0.trailingBytes = [0] }))
    #expect(inspected.problems.count == 1)
    #expect(object(inspected.facts["authenticatorData"])["problem"] != nil)
    #expect(object(inspected.facts["clientData"])["type"] == "webauthn.get")
  }

  @Test("a terminal is given nothing that it would obey")
  func printing() throws {
    let ceremony = try Ceremony()
    let hostile = "https://\u{1B}[2Jexample.com\u{202E}\n\u{9B}"
    let inspected = try InspectedResponse(
      ceremony.assertion(
        CeremonyChanges { $0.clientData = [("origin", .string(hostile))] }))
    let lines = ReportText.lines(of: inspected.facts)
    #expect(
      lines.contains("  origin: https://\\u{1b}[2Jexample.com\\u{202e}\\u{a}\\u{9b}"))
  }

  @Test("what is neither a registration nor an assertion is unusable")
  func unusable() {
    for text in ["", "{}", "null", #"{"response":{}}"#] {
      let failure = #expect(throws: CommandFailure.self) {
        try InspectedResponse(Array(text.utf8))
      }
      #expect(failure?.exit == .wrongUse)
    }
  }
}
