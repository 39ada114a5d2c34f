import CountersignTesting
import RelyingParty
import Testing
import ToolSupport
import WebAuthnModel

@testable import WebAuthnCommands

@Suite("webauthn verify")
struct WebAuthnVerifyTests {
  @Test(
    "the key that a registration prints verifies its assertions",
    arguments: COSEAlgorithm.allCases)
  func both(_ algorithm: COSEAlgorithm) throws {
    let ceremony = try Ceremony(algorithm)
    let registered = try ceremony.verifyRegistration(ceremony.registration(), ceremony.options())
    guard case .string(let key)? = registered["publicKey"] else {
      Issue.record("no public key")
      return
    }
    #expect(registered["algorithm"] == .string(InspectedKey.name(of: algorithm)))
    let asserted = try ceremony.verifyAssertion(
      ceremony.assertion(), ceremony.options() + ["--public-key", key])
    #expect(asserted["credentialId"] == registered["credentialId"])
  }

  @Test("self attestation is verified, with --attestation none and any")
  func selfAttestation() throws {
    var ceremony = try Ceremony()
    ceremony.authenticator.attestation = .selfSigned
    for attestation in ["none", "any"] {
      let facts = try ceremony.verifyRegistration(
        ceremony.registration(), ceremony.options() + ["--attestation", attestation])
      #expect(facts["attestationType"] == "selfSigned")
    }
  }

  @Test("each of several origins is expected")
  func origins() throws {
    let ceremony = try Ceremony()
    let options = ceremony.options(origin: "https://other.example.com")
    #expect(throws: CeremonyRefusal.self) {
      try ceremony.verifyRegistration(ceremony.registration(), options)
    }
    _ = try ceremony.verifyRegistration(
      ceremony.registration(), options + ["--origin", Ceremony.origin])
    _ = try ceremony.verifyAssertion(
      ceremony.assertion(),
      options + ["--origin", Ceremony.origin, "--public-key", ceremony.publicKey])
  }

  @Test("a refused registration names step and reason")
  func refusedRegistration() throws {
    let ceremony = try Ceremony()
    let input = try ceremony.registration()
    let cases: [([String], String, CeremonyRefusal.Reason)] = [
      (ceremony.options(challenge: "AAAA"), "7.1.8", .challengeMismatch),
      (ceremony.options(origin: "https://example.org"), "7.1.9", .originNotAllowed),
      (ceremony.options(rpID: "example.org"), "7.1.14", .relyingPartyMismatch),
    ]
    for (options, step, reason) in cases {
      let refusal = #expect(throws: CeremonyRefusal.self) {
        try ceremony.verifyRegistration(input, options)
      }
      #expect(refusal?.step == step && refusal?.reason == reason)
    }
  }

  @Test("a refused assertion names step and reason")
  func refusedAssertion() throws {
    var ceremony = try Ceremony()
    ceremony.authenticator.signCount = 7
    let input = try ceremony.assertion()
    let other = try Ceremony()
    let key = ["--public-key", ceremony.publicKey]
    let cases: [([String], String, CeremonyRefusal.Reason)] = [
      (ceremony.options(challenge: "AAAA") + key, "7.2.11", .challengeMismatch),
      (ceremony.options(origin: "https://example.org") + key, "7.2.12", .originNotAllowed),
      (ceremony.options(rpID: "example.org") + key, "7.2.15", .relyingPartyMismatch),
      (
        ceremony.options() + key + ["--backup-eligible", "yes"], "7.2.19",
        .backupEligibilityChanged
      ),
      (ceremony.options() + ["--public-key", other.publicKey], "7.2.21", .signatureInvalid),
      (ceremony.options() + key + ["--sign-count", "7"], "7.2.22", .signCountNotGreater),
    ]
    for (options, step, reason) in cases {
      let refusal = #expect(throws: CeremonyRefusal.self) {
        try ceremony.verifyAssertion(input, options)
      }
      #expect(refusal?.step == step && refusal?.reason == reason)
    }
    let facts = try ceremony.verifyAssertion(
      input, ceremony.options() + key + ["--sign-count", "6"])
    #expect(facts["signCount"] == 7)
  }

  @Test("the person must have been verified unless the option says otherwise")
  func userVerification() throws {
    var ceremony = try Ceremony()
    ceremony.authenticator.flags = [.userPresent]
    let input = try ceremony.registration()
    let refusal = #expect(throws: CeremonyRefusal.self) {
      try ceremony.verifyRegistration(input, ceremony.options())
    }
    #expect(refusal?.reason == .userNotVerified)
    for requirement in ["preferred", "discouraged"] {
      let facts = try ceremony.verifyRegistration(
        input, ceremony.options() + ["--user-verification", requirement])
      #expect(facts["userVerified"] == false)
    }
  }

  @Test("what cannot be read inside a response is refused at its step, as malformed")
  func malformed() throws {
    let ceremony = try Ceremony()
    let input = try ceremony.registration(CeremonyChanges { $0.trailingBytes = [0] })
    let refusal = #expect(throws: CeremonyRefusal.self) {
      try ceremony.verifyRegistration(input, ceremony.options())
    }
    #expect(refusal?.step == "7.1.13")
    #expect(refusal.map(VerificationReport.facts)?["fault"] == "malformed")
    #expect(refusal.map(VerificationReport.failure)?.exit == .refused)
  }

  @Test(
    "input that is no response is unusable",
    arguments: [
      "", "nonsense", "[]", "{}", #"{"id":"AA","rawId":"AA","type":"public-key"}"#,
      #"{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"*"}}"#,
    ])
  func unusable(_ text: String) throws {
    let ceremony = try Ceremony()
    let failures = [
      #expect(throws: CommandFailure.self) {
        try ceremony.verifyRegistration(Array(text.utf8), ceremony.options())
      },
      #expect(throws: CommandFailure.self) {
        try ceremony.verifyAssertion(
          Array(text.utf8), ceremony.options() + ["--public-key", ceremony.publicKey])
      },
    ]
    for failure in failures { #expect(failure?.exit == .wrongUse) }
  }

  @Test("options that cannot be right are wrong use")
  func wrongOptions() throws {
    let ceremony = try Ceremony()
    let input = try ceremony.registration()
    for options in [
      ceremony.options(challenge: "not base64url!"), ceremony.options(challenge: ""),
      ceremony.options(origin: "http://example.com"), ceremony.options(origin: "example.com"),
      ceremony.options(rpID: "https://example.com"),
      ceremony.options() + ["--attestation", "trusted", "--root", "root.pem"],
      ceremony.options() + ["--root", "root.pem"],
    ] {
      let failure = #expect(throws: CommandFailure.self) {
        try ceremony.verifyRegistration(input, options)
      }
      #expect(failure?.exit == .wrongUse && failure?.hint != nil)
    }
    for key in ["*", "AAAA", ""] {
      let failure = #expect(throws: CommandFailure.self) {
        try ceremony.verifyAssertion(
          ceremony.assertion(), ceremony.options() + ["--public-key", key])
      }
      #expect(failure?.exit == .wrongUse)
    }
  }
}
