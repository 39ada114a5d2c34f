import CountersignTesting
import Foundation
import Testing
import WebAuthn

// The article's code, as it stands there.
func ceremonies() throws(CeremonyMisuse) -> PasskeyCeremonies {
  try PasskeyCeremonies(relyingPartyName: "Example", origin: "https://example.com")
}

func ceremoniesOfTwoSites() throws -> PasskeyCeremonies {
  let origins = ["https://example.com", "https://pay.example.com"].compactMap(Origin.init)
  var policy = CeremonyPolicy(
    relyingPartyID: RelyingPartyID("example.com"), origins: Set(origins))
  policy.algorithms = [.es256, .edDSA]
  return try PasskeyCeremonies(
    relyingPartyName: "Example", policy: policy, timeoutMilliseconds: 600_000)
}

func sealed() throws -> SealedCeremonies {
  var random = SystemRandomNumberGenerator()
  return try SealedCeremonies(ceremonies(), using: &random)
}

struct Registrations {
  var ceremonies: SealedCeremonies
  var random = SystemRandomNumberGenerator()

  mutating func options(
    for user: UserEntity, existing: [CredentialRecord], nowMilliseconds: Int64
  ) throws -> CredentialCreationOptions {
    try ceremonies.startRegistration(
      of: user, existing: existing, challenge: Challenge(using: &random),
      nowMilliseconds: nowMilliseconds)
  }

  mutating func record(
    of response: RegistrationResponse, nowMilliseconds: Int64
  ) throws -> CredentialRecord {
    let answer = try UnverifiedRegistration(response)
    return try ceremonies.verify(answer, nowMilliseconds: nowMilliseconds).registration.record
  }
}

struct Assertions {
  var ceremonies: SealedCeremonies
  var random = SystemRandomNumberGenerator()

  mutating func options(
    by allowed: AllowedCredentials = .anyPasskey, nowMilliseconds: Int64
  ) throws -> CredentialRequestOptions {
    try ceremonies.startAssertion(
      by: allowed, challenge: Challenge(using: &random), nowMilliseconds: nowMilliseconds)
  }

  mutating func verify(
    _ response: AssertionResponse, records: [CredentialID: CredentialRecord],
    nowMilliseconds: Int64
  ) throws -> VerifiedAssertion {
    let answer = try UnverifiedAssertion(response)
    return try ceremonies.verify(
      answer, credential: records[answer.credentialID], nowMilliseconds: nowMilliseconds)
  }
}

func response(from body: [UInt8]) throws -> AssertionResponse {
  try AssertionResponse(json: JSONValue(parsing: body))
}

func body(of options: CredentialRequestOptions) -> [UInt8] {
  options.json.serialized()
}

func status(of refusal: CeremonyRefusal) -> Int {
  switch refusal.blame {
  case .state: 409
  case .incompatible: 422
  case .policy: 403
  case .misbehaved: refusal.fault == .malformed ? 400 : 403
  }
}

@Suite("The article on the product WebAuthn")
struct WebAuthnArticleTests {
  @Test("its code is the code of this file")
  func codeOfArticle() throws {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent(
        "Sources/WebAuthn/WebAuthn/WebAuthn.docc/WebAuthn.md"),
      encoding: .utf8)
    let text = try String(contentsOf: file, encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 7)
    for block in blocks { #expect(text.contains(block)) }
  }

  @Test("its code registers a passkey and signs in with it, through the bytes of both bodies")
  func wholeWay() throws {
    let ceremonies = try sealed()
    let passkeys = ceremonies.passkeys
    let origin = try #require(passkeys.policy.origins.first)
    var authenticator = try TestAuthenticator(
      relyingPartyID: passkeys.relyingParty.id, origin: origin)
    var registrations = Registrations(ceremonies: ceremonies)
    let ada = UserEntity(
      id: UserHandle(using: &registrations.random), name: "ada", displayName: "Ada")
    let creation = try registrations.options(for: ada, existing: [], nowMilliseconds: 0)
    let record = try registrations.record(
      of: try authenticator.register(creation), nowMilliseconds: 1)
    #expect(record.owner == ada.id)

    var assertions = Assertions(ceremonies: ceremonies)
    authenticator.signCount = 1
    let asked = body(of: try assertions.options(nowMilliseconds: 2))
    let options = try CredentialRequestOptions(json: JSONValue(parsing: asked))
    let answer = try authenticator.assert(challenge: options.challenge, userHandle: ada.id)
    let verified = try assertions.verify(
      try response(from: answer.json.serialized()), records: [record.id: record],
      nowMilliseconds: 3)
    #expect(verified.owner == ada.id)
    #expect(verified.updatedRecord.signCount == 1)
  }

  @Test("two sites of one domain share their passkeys")
  func twoSites() throws {
    let passkeys = try ceremoniesOfTwoSites()
    #expect(passkeys.policy.origins.count == 2)
    #expect(passkeys.timeoutMilliseconds == 600_000)
  }

  @Test("the article's status tells whose doing a refusal is")
  func statuses() throws {
    var assertions = Assertions(ceremonies: try sealed())
    let origin = try #require(Origin("https://example.com"))
    let authenticator = try TestAuthenticator(
      relyingPartyID: RelyingPartyID("example.com"), origin: origin)
    let options = try assertions.options(nowMilliseconds: 0)
    let answer = try authenticator.assert(options)
    let refusal = #expect(throws: CeremonyRefusal.self) {
      try assertions.verify(answer, records: [:], nowMilliseconds: 1)
    }
    #expect(refusal.map(status(of:)) == 409)
    let malformed = AssertionResponse(
      credentialID: answer.id, clientDataJSON: [1], authenticatorData: [], signature: [])
    let other = #expect(throws: CeremonyRefusal.self) {
      try assertions.verify(malformed, records: [:], nowMilliseconds: 1)
    }
    #expect(other.map(status(of:)) == 400)
  }
}
