import Testing
import WebAuthnModel
import WireModel

@Suite("The bodies")
struct BodyTests {
  @Test("a body travels as exactly these bytes")
  func bytes() throws {
    guard case .array(let expected) = try fixture("bodies.json") else { return }
    #expect(expected.count == BodySamples.all.count)
    for (sample, expected) in zip(BodySamples.all, expected) {
      #expect(sample.text == String(decoding: expected.serialized(), as: UTF8.self))
    }
  }

  @Test("every body that is sent is read as it was sent", arguments: BodySamples.all)
  func roundTrips(_ sample: BodySamples.Sample) throws {
    #expect(try sample.isReadBack(JSONValue(parsing: Array(sample.text.utf8))))
  }

  @Test(
    "a request refuses a field that nobody knows, also if others are missing; an answer takes it",
    arguments: BodySamples.all)
  func unknownFields(_ sample: BodySamples.Sample) throws {
    guard case .object(var members) = sample.body.json else { return }
    members["surprise"] = 1
    if sample.body is any ExtensibleJSON {
      #expect(throws: Never.self) { try sample.isReadBack(.object(members)) }
      return
    }
    for name in [nil] + members.names.filter({ $0 != "surprise" }).map(Optional.some) {
      var fewer = members
      if let name { fewer[name] = nil }
      let error = #expect(throws: JSONShapeError.self) { try sample.isReadBack(.object(fewer)) }
      #expect(error?.description.hasPrefix("unknown field") == true)
    }
  }

  @Test(
    "no field of a body is called unknown because another is missing or wrong",
    arguments: BodySamples.all)
  func knownFields(_ sample: BodySamples.Sample) throws {
    // Whether it holds a device says which of two bodies it is.
    if sample.body is LinkConfirmation { return }
    guard case .object(let members) = sample.body.json else { return }
    for name in members.names {
      var alone = JSONObject()
      alone[name] = members[name]
      var wrong = members
      wrong[name] = [[:]]
      for changed in [alone, wrong] {
        do {
          _ = try sample.isReadBack(.object(changed))
        } catch {
          #expect(!"\(error)".contains("unknown field"), "\(error)")
        }
      }
    }
  }

  @Test(
    "a body with a proof takes exactly one",
    arguments: [
      #"{}"#, #"{"pin":"258036","verificationToken":"jwt"}"#, #"{"otp":"123456"}"#,
      #"{"validateCode":"123456","pin":"258036"}"#,
    ])
  func proofCount(proof: String) throws {
    guard case .object(var members) = try JSONValue(parsing: Array(proof.utf8)) else { return }
    members["userInput"] = "yes"
    #expect(throws: JSONShapeError.self) { try ApprovalRequest(json: .object(members)) }
  }

  @Test("a field that nobody knows is refused by its name")
  func unknownField() throws {
    let json: JSONValue = ["userInpt": "yes", "pin": "258036"]
    let error = #expect(throws: JSONShapeError.self) { try ApprovalRequest(json: json) }
    #expect(error?.description == #"unknown field "userInpt"; did you mean "userInput"?"#)
  }

  // Holds: ASVS-16
  @Test("a secret is in no description, reflection or dump")
  func secrets() {
    let pin = "258036147258"
    let request = ApprovalRequest(proof: .pin(SecretText(pin)))
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!"\(request)\(String(reflecting: request))\(dumped)".contains(pin))
  }

  @Test("every route is in the table once, and its parameters are encoded")
  func routes() {
    #expect(Set(Route.all).count == Route.all.count)
    #expect(Route.operation.path(["id": "a/b c"]) == "/operations/a%2Fb%20c")
    #expect(Route.operation.path([:]) == nil)
    #expect(
      WireRequest(.revokeCredentials, query: ["which": "others", "keep": "a+b"]).target
        == "/biometric/credentials?keep=a%2Bb&which=others")
  }

  @Test("every reason is listed once")
  func reasons() { #expect(Set(Reason.all).count == Reason.all.count) }
}
