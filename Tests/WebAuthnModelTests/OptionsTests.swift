import Testing
import WebAuthnModel

@Suite("options and responses")
struct OptionsTests {
  private let descriptor = CredentialDescriptor(
    id: CredentialID([1, 2]), transports: ["internal", "hybrid"])

  @Test("request options are written as browsers have them, and read back")
  func requestOptions() throws {
    let options = CredentialRequestOptions(
      challenge: Challenge([1, 2, 3]), relyingPartyID: RelyingPartyID("example.org"),
      allowCredentials: [descriptor])
    #expect(
      String(decoding: options.json.serialized(), as: UTF8.self)
        == #"{"challenge":"AQID","rpId":"example.org","allowCredentials":[{"id":"AQI","#
        + #""type":"public-key","transports":["internal","hybrid"]}],"#
        + #""userVerification":"required","timeout":60000}"#)
    #expect(try CredentialRequestOptions(json: options.json) == options)
    var more = options.json
    guard case .object(var object) = more else { return }
    object["transaction"] = ["amount": 1]
    more = .object(object)
    #expect(try CredentialRequestOptions(json: more) == options)
  }

  @Test("creation options are written as browsers have them, and read back")
  func creationOptions() throws {
    let options = CredentialCreationOptions(
      relyingParty: RelyingPartyEntity(id: RelyingPartyID("example.org"), name: "Example"),
      user: UserEntity(id: UserHandle([9]), name: "ada", displayName: "Ada"),
      challenge: Challenge([1]), excludeCredentials: [descriptor], attestation: .direct)
    #expect(try CredentialCreationOptions(json: options.json) == options)
    guard case .object(var object) = options.json else { return }
    object["pubKeyCredParams"] = [
      ["type": "public-key", "alg": -49], ["type": "public-key", "alg": -7],
    ]
    #expect(try CredentialCreationOptions(json: .object(object)).algorithms == [.es256])
  }

  @Test("options with a fault are refused at its place")
  func faults() throws {
    let cases: [(JSONValue, String)] = [
      (["rpId": "a"], "challenge"), (["challenge": "A", "rpId": "a"], "challenge"),
      (["challenge": "AA", "rpId": "a", "userVerification": "maybe"], "userVerification"),
      (["challenge": "AA", "rpId": "a", "timeout": -1], "timeout"),
      (
        ["challenge": "AA", "rpId": "a", "allowCredentials": [["id": ""]]], "allowCredentials[0].id"
      ),
      (
        ["challenge": "AA", "rpId": "a", "allowCredentials": [["id": "AA", "type": "x"]]],
        "allowCredentials[0].type"
      ),
    ]
    for (json, path) in cases {
      let error = #expect(throws: JSONShapeError.self) { try CredentialRequestOptions(json: json) }
      #expect(error?.path == path)
    }
  }

  @Test("an assertion is read in a browser's form, with further members and without a user handle")
  func assertion() throws {
    let text = #"""
      {"type":"public-key","id":"AQI","rawId":"AQI=","authenticatorAttachment":"platform",
      "response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"MA==",
      "userHandle":null,"x":1},"clientExtensionResults":{}}
      """#
    let response = try AssertionResponse(json: JSONValue(parsing: Array(text.utf8)))
    #expect(response.id == response.rawID)
    #expect(response.clientDataJSON == Array("{}".utf8))
    #expect(response.userHandle == nil)
    #expect(try AssertionResponse(json: response.json) == response)
  }

  @Test("an assertion with a fault is refused at its place")
  func assertionFaults() throws {
    let honest = AssertionResponse(
      credentialID: CredentialID([1]), clientDataJSON: [1], authenticatorData: [2], signature: [3],
      userHandle: UserHandle([4]))
    #expect(try AssertionResponse(json: honest.json) == honest)
    let long = JSONValue.string(Base64URL.encode([UInt8](repeating: 1, count: 1024)))
    let cases: [(String, JSONValue?, String)] = [
      ("id", nil, "id"), ("id", "", "id"), ("id", long, "id"), ("rawId", 1, "rawId"),
      ("type", "password", "type"), ("type", nil, "type"), ("response", nil, "response"),
      ("response", [], "response"), ("clientExtensionResults", [], "clientExtensionResults"),
      ("response", [:], "response.clientDataJSON"),
      (
        "response", ["clientDataJSON": "AA", "authenticatorData": "*"], "response.authenticatorData"
      ),
    ]
    for (name, value, path) in cases {
      guard case .object(var object) = honest.json else { continue }
      object[name] = value
      let error = #expect(throws: JSONShapeError.self) {
        try AssertionResponse(json: .object(object))
      }
      #expect(error?.path == path)
    }
  }

  @Test("a registration is read and written")
  func registration() throws {
    let response = RegistrationResponse(
      credentialID: CredentialID([1]), clientDataJSON: [1], attestationObject: [2],
      transports: ["usb"])
    #expect(try RegistrationResponse(json: response.json) == response)
    guard case .object(var object) = response.json else { return }
    object["response"] = [
      "clientDataJSON": "AA", "attestationObject": "AA", "transports": [1],
    ]
    #expect(throws: JSONShapeError.self) { try RegistrationResponse(json: .object(object)) }
  }

  @Test("of an authenticator's transports, the words are kept, and none costs the registration")
  func transports() throws {
    let many = (1...17).map { "t\($0)" }
    for (given, kept) in [
      (["internal", ""], ["internal"]), ([""], []), ([" "], []), (["a b"], []),
      (["usb", "usb"], ["usb"]), (["smart-card", "cable"], ["smart-card", "cable"]),
      ([String(repeating: "x", count: 33)], []), (["\u{e9}"], []),
      (many, Array(many.prefix(16))),
    ] {
      let honest = RegistrationResponse(
        credentialID: CredentialID([1]), clientDataJSON: [1], attestationObject: [2],
        transports: given)
      #expect(try RegistrationResponse(json: honest.json).transports == kept, "\(given)")
    }
  }

  @Test("an empty user handle is none, and one that is too long is refused")
  func userHandles() throws {
    let honest = AssertionResponse(
      credentialID: CredentialID([1]), clientDataJSON: [1], authenticatorData: [2], signature: [3],
      userHandle: nil)
    func read(_ handle: JSONValue) throws -> AssertionResponse {
      guard case .object(var object) = honest.json, case .object(var response)? = object["response"]
      else { return honest }
      response["userHandle"] = handle
      object["response"] = .object(response)
      return try AssertionResponse(json: .object(object))
    }
    #expect(try read("") == honest)
    #expect(try read(.null) == honest)
    #expect(try read("BA").userHandle == UserHandle([4]))
    let long = JSONValue.string(Base64URL.encode([UInt8](repeating: 1, count: 65)))
    let error = #expect(throws: JSONShapeError.self) { try read(long) }
    #expect(error?.path == "response.userHandle")
  }
}
