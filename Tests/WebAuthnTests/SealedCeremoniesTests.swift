import CountersignTesting
import Testing
import WebAuthn

@Suite("Ceremonies in their own challenges")
struct SealedCeremoniesTests {
  private let ada = UserEntity(id: UserHandle([1, 2, 3, 4]), name: "ada", displayName: "Ada")
  private let passkeys: PasskeyCeremonies
  private let authenticator: TestAuthenticator

  init() throws {
    passkeys = try PasskeyCeremonies(relyingPartyName: "Example", origin: "https://example.org")
    authenticator = try TestAuthenticator(
      relyingPartyID: passkeys.relyingParty.id,
      origin: try #require(passkeys.policy.origins.first))
  }

  private func sealed() -> SealedCeremonies {
    var random = SystemRandomNumberGenerator()
    return SealedCeremonies(passkeys, using: &random)
  }

  private func challenge() -> Challenge {
    var random = SystemRandomNumberGenerator()
    return Challenge(using: &random)
  }

  private func assertion(_ challenge: Challenge) throws -> UnverifiedAssertion {
    try UnverifiedAssertion(authenticator.assert(challenge: challenge, userHandle: ada.id))
  }

  private func registered(_ ceremonies: inout SealedCeremonies) throws -> CredentialRecord {
    let options = try ceremonies.startRegistration(
      of: ada, challenge: challenge(), nowMilliseconds: 0)
    let answer = try UnverifiedRegistration(authenticator.register(options))
    return try ceremonies.verify(answer, nowMilliseconds: 1).registration.record
  }

  @Test("strangers who begin many ceremonies take nobody's away")
  func strangers() throws {
    var ceremonies = sealed()
    let record = try registered(&ceremonies)
    let asked = try ceremonies.startAssertion(challenge: challenge(), nowMilliseconds: 0)
    for _ in 0..<20_000 {
      _ = try ceremonies.startAssertion(challenge: challenge(), nowMilliseconds: 1)
    }
    let verified = try ceremonies.verify(
      assertion(asked.challenge), credential: record, nowMilliseconds: 2)
    #expect(verified.owner == ada.id)
  }

  @Test("a challenge is good for one answer, whatever was answered before and after it")
  func once() throws {
    var ceremonies = sealed()
    let record = try registered(&ceremonies)
    let asked = try ceremonies.startAssertion(challenge: challenge(), nowMilliseconds: 0)
    let answer = try assertion(asked.challenge)
    #expect(try ceremonies.verify(answer, credential: record, nowMilliseconds: 1).owner == ada.id)
    for now in 2..<1_500 {
      let other = try ceremonies.startAssertion(
        challenge: challenge(), nowMilliseconds: Int64(now))
      _ = try ceremonies.verify(
        assertion(other.challenge), credential: record, nowMilliseconds: Int64(now))
    }
    expect(.challengeUnknown) {
      try ceremonies.verify(answer, credential: record, nowMilliseconds: 299_999)
    }
  }

  @Test("what an answer is held to is what was asked: the account, its keys, the time, the kind")
  func asked() throws {
    var ceremonies = sealed()
    let record = try registered(&ceremonies)
    let bob = UserEntity(id: UserHandle([9]), name: "bob", displayName: "Bob")
    let known = try ceremonies.startAssertion(
      by: .ofAccount(ada.id, [record]), challenge: challenge(), nowMilliseconds: 0)
    #expect(known.allowCredentials.map(\.id) == [record.id])
    let named = try UnverifiedAssertion(
      authenticator.assert(challenge: known.challenge, userHandle: bob.id))
    expect(.userHandleMismatch) {
      try ceremonies.verify(named, credential: record, nowMilliseconds: 1)
    }
    // What was refused is still open; what is late is not.
    expect(.challengeExpired) {
      try ceremonies.verify(
        assertion(known.challenge), credential: record, nowMilliseconds: 300_000)
    }
    #expect(
      try ceremonies.verify(
        assertion(known.challenge), credential: record, nowMilliseconds: 299_999
      ).owner == ada.id)
    let creation = try ceremonies.startRegistration(
      of: bob, existing: [], challenge: challenge(), nowMilliseconds: 0)
    expect(.challengeUnknown) {
      try ceremonies.verify(
        assertion(creation.challenge), credential: record, nowMilliseconds: 1)
    }
    let answer = try UnverifiedRegistration(authenticator.register(creation))
    #expect(try ceremonies.verify(answer, nowMilliseconds: 1).user == bob)
    expect(.challengeUnknown) { try ceremonies.verify(answer, nowMilliseconds: 2) }
    let elsewhere = try UnverifiedRegistration(
      authenticator.register(challenge: known.challenge, user: ada.id))
    expect(.challengeUnknown) { try ceremonies.verify(elsewhere, nowMilliseconds: 1) }
  }

  @Test("a challenge of another key, or changed in any byte, is unknown")
  func foreign() throws {
    var (ceremonies, others) = (sealed(), sealed())
    let record = try registered(&ceremonies)
    let foreign = try others.startAssertion(challenge: challenge(), nowMilliseconds: 0)
    let own = try ceremonies.startAssertion(challenge: challenge(), nowMilliseconds: 0)
    var forged = [foreign.challenge, challenge(), Challenge([]), Challenge([1])]
    for index in own.challenge.bytes.indices {
      var bytes = own.challenge.bytes
      bytes[index] ^= 1
      forged.append(Challenge(bytes))
    }
    for challenge in forged {
      let answer = try assertion(challenge)
      expect(.challengeUnknown) {
        try ceremonies.verify(answer, credential: record, nowMilliseconds: 1)
      }
    }
  }

  @Test("a challenge tells nothing of its ceremony, and no two are the same")
  func hidden() throws {
    let ceremonies = sealed()
    let randomness = challenge()
    var challenges: Set<Challenge> = []
    for (user, now) in [
      (ada, 0), (ada, 1), (UserEntity(id: ada.id, name: "b", displayName: "B"), 0),
    ] {
      let options = try ceremonies.startRegistration(
        of: user, challenge: randomness, nowMilliseconds: Int64(now))
      challenges.insert(options.challenge)
      #expect(options.challenge.bytes.count > 32)
      #expect(!String(decoding: options.challenge.bytes, as: UTF8.self).contains("displayName"))
    }
    #expect(challenges.count == 3)
  }

  private func expect(_ reason: CeremonyRefusal.Reason, _ work: () throws -> some Any) {
    let refusal = #expect(throws: CeremonyRefusal.self) { _ = try work() }
    #expect(refusal?.reason == reason)
  }
}
