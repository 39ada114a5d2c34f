import CountersignTesting
import Foundation
import Testing
import WebAuthn

/// Foundation's coders stand for any coder but the product's own.
@Suite("Values in any coder")
struct AnyCoderTests {
  private let record: CredentialRecord
  private let creation: PendingRegistration
  private let request: PendingAssertion
  private let registration: RegistrationResponse
  private let assertion: AssertionResponse

  init() throws {
    let passkeys = try PasskeyCeremonies(
      relyingPartyName: "Example", origin: "http://localhost:8080")
    let authenticator = try TestAuthenticator(
      relyingPartyID: passkeys.relyingParty.id,
      origin: try #require(passkeys.policy.origins.first))
    let ada = UserEntity(id: UserHandle([251, 255]), name: "ada", displayName: "Ada")
    let challenge = Challenge([UInt8](repeating: 255, count: 16))
    let first = try passkeys.startRegistration(of: ada, challenge: challenge, nowMilliseconds: 0)
    registration = try authenticator.register(first.options)
    record = try passkeys.verify(
      UnverifiedRegistration(registration), answering: first, nowMilliseconds: 0
    ).record
    creation = try passkeys.startRegistration(
      of: ada, existing: [record], challenge: challenge, nowMilliseconds: 0)
    request = try passkeys.startAssertion(
      by: .ofAccount(ada.id, [record]), challenge: challenge, nowMilliseconds: 0)
    assertion = try authenticator.assert(challenge: challenge, userHandle: ada.id)
  }

  /// The value goes through Foundation's coder into the product's own, and the other way round.
  private func crosses<Value: JSONBody & Equatable>(_ value: Value) throws {
    let written = try JSONEncoder().encode(value)
    let read = try Value(json: JSONValue(parsing: Array(written)))
    #expect(read == value)
    let own = Data(value.json.serialized())
    #expect(try JSONDecoder().decode(Value.self, from: own) == value)
  }

  @Test("options, answers, records and pending ceremonies have one form in all coders")
  func oneForm() throws {
    try crosses(creation)
    try crosses(creation.options)
    try crosses(request)
    try crosses(request.options)
    try crosses(registration)
    try crosses(assertion)
    try crosses(record)
    try crosses(record.descriptor)
  }

  @Test("creation options have the members that PublicKeyCredential parses, and no others")
  func creationMembers() throws {
    let text = String(decoding: creation.options.json.serialized(), as: UTF8.self)
    #expect(
      text == #"{"rp":{"id":"localhost","name":"Example"},"#
        + #""user":{"id":"-_8","name":"ada","displayName":"Ada"},"#
        + #""challenge":"_____________________w","pubKeyCredParams":["#
        + #"{"type":"public-key","alg":-7},{"type":"public-key","alg":-8},"#
        + #"{"type":"public-key","alg":-257}],"timeout":300000,"excludeCredentials":[{"id":""#
        + record.id.base64URL + #"","type":"public-key","transports":["internal"]}],"#
        + #""authenticatorSelection":{"residentKey":"required","requireResidentKey":true,"#
        + #""userVerification":"required"},"attestation":"none"}"#)
  }

  @Test("in another coder too, an empty user handle is none, and one too long is refused")
  func userHandles() throws {
    for (count, isRead) in [(0, true), (64, true), (65, false)] {
      guard case .object(var object) = assertion.json,
        case .object(var response)? = object["response"]
      else { return }
      let handle = [UInt8](repeating: 1, count: count)
      response["userHandle"] = .string(Base64URL.encode(handle))
      object["response"] = .object(response)
      let data = Data(JSONValue.object(object).serialized())
      if isRead {
        let read = try JSONDecoder().decode(AssertionResponse.self, from: data)
        #expect(read.userHandle == (handle.isEmpty ? nil : UserHandle(handle)))
      } else {
        #expect(throws: JSONShapeError.self) {
          try JSONDecoder().decode(AssertionResponse.self, from: data)
        }
      }
    }
  }

  @Test("another coder too refuses bytes that are no base64url, and an origin that is none")
  func refusals() throws {
    for (name, text) in [
      ("publicKey", "*"), ("id", ""), ("owner", "A"), ("origin", "http://example.org"),
    ] {
      guard case .object(var object) = record.json else { return }
      object[name] = .string(text)
      let data = Data(JSONValue.object(object).serialized())
      #expect(throws: JSONShapeError.self) {
        try JSONDecoder().decode(CredentialRecord.self, from: data)
      }
    }
  }
}
