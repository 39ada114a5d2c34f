import CountersignTesting
import Testing
import WebAuthn

@Suite("Passkey ceremonies")
struct PasskeyCeremoniesTests {
  private let ada = UserEntity(id: UserHandle([1, 2, 3, 4]), name: "ada", displayName: "Ada")
  private let challenge = Challenge(Array("a challenge of this server".utf8))
  private let passkeys: PasskeyCeremonies
  private let authenticator: TestAuthenticator

  init() throws {
    passkeys = try PasskeyCeremonies(relyingPartyName: "Example", origin: "https://example.org")
    authenticator = try TestAuthenticator(
      relyingPartyID: passkeys.relyingParty.id,
      origin: try #require(passkeys.policy.origins.first))
  }

  private func registered() throws -> CredentialRecord {
    let pending = try passkeys.startRegistration(
      of: ada, challenge: challenge, nowMilliseconds: 0)
    let answer = try UnverifiedRegistration(authenticator.register(pending.options))
    return try passkeys.verify(answer, answering: pending, nowMilliseconds: 1).record
  }

  private func refusal(_ work: () throws -> some Any) -> CeremonyRefusal.Reason? {
    whole(work)?.reason
  }

  private func whole(_ work: () throws -> some Any) -> CeremonyRefusal? {
    do {
      _ = try work()
      return nil
    } catch {
      return error as? CeremonyRefusal
    }
  }

  @Test("the options are strict where nothing else is said")
  func defaults() throws {
    let creation = try passkeys.startRegistration(
      of: ada, challenge: challenge, nowMilliseconds: 0)
    #expect(creation.options.residentKey == .required)
    #expect(creation.options.userVerification == .required)
    #expect(creation.options.attestation == .none)
    #expect(creation.options.algorithms == COSEAlgorithm.allCases)
    #expect(creation.options.relyingParty.id.text == "example.org")
    #expect(creation.expiresAtMilliseconds == 300_000)
    let request = try passkeys.startAssertion(challenge: challenge, nowMilliseconds: 5)
    #expect(request.options.userVerification == .required)
    #expect(request.options.allowCredentials == [])
    #expect(request.options.timeoutMilliseconds == 300_000)
    #expect(request.expiresAtMilliseconds == 300_005)
  }

  @Test("an account's credentials are excluded from a registration and allowed in an assertion")
  func descriptors() throws {
    let record = try registered()
    let creation = try passkeys.startRegistration(
      of: ada, existing: [record], challenge: challenge, nowMilliseconds: 0)
    #expect(creation.options.excludeCredentials == [record.descriptor])
    let request = try passkeys.startAssertion(
      by: .ofAccount(ada.id, [record]), challenge: challenge, nowMilliseconds: 0)
    #expect(request.options.allowCredentials.map(\.id) == [record.id])
    #expect(request.owner == ada.id)
  }

  @Test("an answer in the last millisecond is taken, and refused in the next")
  func expiry() throws {
    let record = try registered()
    let creation = try passkeys.startRegistration(
      of: ada, challenge: challenge, nowMilliseconds: 10)
    let registration = try UnverifiedRegistration(authenticator.register(creation.options))
    let request = try passkeys.startAssertion(challenge: challenge, nowMilliseconds: 10)
    let assertion = try UnverifiedAssertion(
      authenticator.assert(challenge: challenge, userHandle: ada.id))
    for (now, reason) in [(300_009, nil), (300_010, CeremonyRefusal.Reason.challengeExpired)] {
      let made = refusal {
        try passkeys.verify(registration, answering: creation, nowMilliseconds: Int64(now))
      }
      #expect(made == reason)
      let used = refusal {
        try passkeys.verify(
          assertion, answering: request, credential: record, nowMilliseconds: Int64(now))
      }
      #expect(used == reason)
    }
  }

  @Test("an answer to no pending ceremony, or of a credential not known, is nobody's fault")
  func unknown() throws {
    let record = try registered()
    let registration = try UnverifiedRegistration(
      authenticator.register(challenge: challenge, user: ada.id))
    let assertion = try UnverifiedAssertion(
      authenticator.assert(challenge: challenge, userHandle: ada.id))
    let pending = try passkeys.startAssertion(challenge: challenge, nowMilliseconds: 0)
    let refusals = [
      whole { try passkeys.verify(registration, answering: nil, nowMilliseconds: 0) },
      whole {
        try passkeys.verify(assertion, answering: nil, credential: record, nowMilliseconds: 0)
      },
      whole {
        try passkeys.verify(assertion, answering: pending, credential: nil, nowMilliseconds: 0)
      },
    ]
    #expect(
      refusals.map { $0?.reason } == [.challengeUnknown, .challengeUnknown, .credentialUnknown])
    #expect(refusals.allSatisfy { $0?.blame == .state })
  }

  @Test("a refusal is blamed on whose doing it is, and what has no other place on the sender")
  func blames() throws {
    let pending = try passkeys.startRegistration(
      of: ada, challenge: challenge, nowMilliseconds: 0)
    func blame(_ change: (inout TestAuthenticator) throws -> Void) throws -> CeremonyRefusal.Blame?
    {
      var other = authenticator
      try change(&other)
      let answer = try UnverifiedRegistration(other.register(pending.options))
      return whole { try passkeys.verify(answer, answering: pending, nowMilliseconds: 0) }?.blame
    }
    #expect(try blame { $0.flags = [.userPresent] } == .incompatible)
    #expect(try blame { $0.origin = try #require(Origin("https://example.com")) } == .policy)
    #expect(try blame { $0.relyingPartyID = RelyingPartyID("example.com") } == .misbehaved)
    let malformed = RegistrationResponse(
      credentialID: CredentialID([1]), clientDataJSON: [], attestationObject: [], transports: [])
    #expect(whole { try UnverifiedRegistration(malformed) }?.blame == .misbehaved)
    #expect(CeremonyRefusal.credentialAlreadyRegistered.blame == .state)
  }

  @Test("a ceremony of one account is not answered by another's credential")
  func owners() throws {
    let record = try registered()
    let bob = UserHandle([9])
    let known = try passkeys.startAssertion(
      by: .ofAccount(ada.id, [record]), challenge: challenge, nowMilliseconds: 0)
    let anybody = try passkeys.startAssertion(challenge: challenge, nowMilliseconds: 0)
    var others = record
    others = CredentialRecord(
      id: record.id, owner: bob, publicKey: record.publicKey, algorithm: record.algorithm,
      signCount: 0, backupEligible: false, backedUp: false, userVerified: true, transports: [],
      origin: record.origin)
    let silent = try UnverifiedAssertion(authenticator.assert(challenge: challenge))
    let named = try UnverifiedAssertion(
      authenticator.assert(challenge: challenge, userHandle: ada.id))
    #expect(
      refusal {
        try passkeys.verify(silent, answering: known, credential: others, nowMilliseconds: 0)
      } == .ownerMismatch)
    #expect(
      refusal {
        try passkeys.verify(named, answering: anybody, credential: others, nowMilliseconds: 0)
      } == .ownerMismatch)
    #expect(
      refusal {
        try passkeys.verify(silent, answering: anybody, credential: record, nowMilliseconds: 0)
      } == .userHandleMissing)
    #expect(
      refusal {
        try passkeys.verify(silent, answering: known, credential: record, nowMilliseconds: 0)
      } == nil)
  }

  @Test("what was asked is required, whatever the policy says when the answer comes")
  func askedAndRequired() throws {
    var lenient = passkeys.policy
    lenient.userVerification = .discouraged
    let later = try PasskeyCeremonies(relyingPartyName: "Example", policy: lenient)
    var silent = authenticator
    silent.flags = [.userPresent]
    let pending = try passkeys.startRegistration(
      of: ada, challenge: challenge, nowMilliseconds: 0)
    let answer = try UnverifiedRegistration(silent.register(pending.options))
    #expect(
      refusal { try later.verify(answer, answering: pending, nowMilliseconds: 0) }
        == .userNotVerified)
    var other = passkeys.policy
    other.algorithms = [.edDSA]
    let offered = try PasskeyCeremonies(relyingPartyName: "Example", policy: other)
      .startRegistration(of: ada, challenge: challenge, nowMilliseconds: 0)
    let made = try UnverifiedRegistration(authenticator.register(offered.options))
    #expect(
      refusal { try passkeys.verify(made, answering: offered, nowMilliseconds: 0) }
        == .algorithmNotAllowed)
  }

  @Test("a domain above the origin's host is one that an owner has, and no public suffix")
  func publicSuffixes() {
    // Of its own host, a single label does.
    for (domain, origin, isTaken) in [
      ("intranet", "https://intranet", true), ("co.uk", "https://co.uk", true),
      ("example.co.uk", "https://pay.example.co.uk", true), ("org", "https://a.example.org", false),
      ("co.uk", "https://pay.co.uk", false), ("com.ng", "https://bank.com.ng", false),
      ("github.io", "https://ada.github.io", false),
    ] {
      let policy = CeremonyPolicy(
        relyingPartyID: RelyingPartyID(domain), origins: Set([origin].compactMap(Origin.init)))
      let made = try? PasskeyCeremonies(relyingPartyName: "Example", policy: policy)
      #expect((made != nil) == isTaken, "\(domain) at \(origin)")
    }
  }

  @Test("the host's own mistakes are told apart from what a client sends")
  func misuse() throws {
    func made(
      _ name: String = "Example", _ domain: String = "example.org",
      _ origins: [String] = ["https://example.org"], algorithms: Set<COSEAlgorithm> = [.es256],
      timeout: Int = 1_000
    ) -> CeremonyMisuse? {
      var policy = CeremonyPolicy(
        relyingPartyID: RelyingPartyID(domain), origins: Set(origins.compactMap(Origin.init)))
      policy.algorithms = algorithms
      return misuse {
        try PasskeyCeremonies(relyingPartyName: name, policy: policy, timeoutMilliseconds: timeout)
      }
    }
    #expect(made() == nil)
    #expect(
      made("Example", "example.org", ["https://a.example.org", "ios:bundle-id:org.example"]) == nil)
    #expect(made("") == .nameEmpty)
    for domain in ["", "Example.org", "example.org:8443", "127.0.0.1", "[::1]", "a b", "e.org."] {
      #expect(made("Example", domain) == .relyingPartyIDInvalid, "\(domain)")
    }
    #expect(made("Example", "example.org", []) == .originMissing)
    for origin in ["https://example.com", "https://notexample.org", "https://org"] {
      #expect(made("Example", "example.org", [origin]) == .originElsewhere)
    }
    #expect(made(algorithms: []) == .algorithmMissing)
    #expect(made(timeout: 999) == .timeoutOutOfRange)
    #expect(made(timeout: 600_001) == .timeoutOutOfRange)
    for origin in ["example.org", "http://example.org", "https://example.org/"] {
      #expect(
        misuse { try PasskeyCeremonies(relyingPartyName: "Example", origin: origin) }
          == .originInvalid)
    }
  }

  @Test("a ceremony that the host begins wrongly is refused, each by its reason")
  func begunWrongly() throws {
    let record = try registered()
    func begun(
      _ id: [UInt8] = [1], name: String = "ada", existing: [CredentialRecord] = [],
      challenge: [UInt8] = [UInt8](repeating: 1, count: 16)
    ) -> CeremonyMisuse? {
      misuse {
        try passkeys.startRegistration(
          of: UserEntity(id: UserHandle(id), name: name, displayName: "Ada"), existing: existing,
          challenge: Challenge(challenge), nowMilliseconds: 0)
      }
    }
    #expect(begun() == nil)
    #expect(begun([]) == .userHandleLength)
    #expect(begun([UInt8](repeating: 1, count: 65)) == .userHandleLength)
    #expect(begun(name: "") == .nameEmpty)
    #expect(begun(existing: [record]) == .credentialOfAnother)
    #expect(begun(challenge: [UInt8](repeating: 1, count: 15)) == .challengeTooShort)
    for (allowed, expected) in [
      (AllowedCredentials.ofAccount(ada.id, []), CeremonyMisuse.credentialMissing),
      (.ofAccount(UserHandle([9]), [record]), .credentialOfAnother),
    ] {
      let found = misuse {
        try passkeys.startAssertion(by: allowed, challenge: challenge, nowMilliseconds: 0)
      }
      #expect(found == expected)
    }
  }

  private func misuse(_ work: () throws -> some Any) -> CeremonyMisuse? {
    do {
      _ = try work()
      return nil
    } catch {
      return error as? CeremonyMisuse
    }
  }

  @Test("two random challenges differ, and so do two handles")
  func randomness() {
    var generator = SystemRandomNumberGenerator()
    let challenges = Set((0..<4).map { _ in Challenge(using: &generator) })
    let handles = Set((0..<4).map { _ in UserHandle(using: &generator) })
    #expect(challenges.count == 4 && challenges.allSatisfy { $0.bytes.count == 32 })
    #expect(handles.count == 4 && handles.allSatisfy { $0.bytes.count == 32 })
  }
}
