import RelyingParty
import WebAuthnModel
import WireModel

/// Issues challenges and judges those that come back.
///
/// Stateless: the code carries all of it.
struct ChallengeIssuer: Sendable {
  let keyring: Keyring
  let relyingPartyID: RelyingPartyID

  /// What a challenge is issued for; one kind is refused in another's place.
  enum Purpose: String, Sendable {
    case create
    case get
    case pin
  }

  /// Whom a challenge is for.
  ///
  /// Both are empty for a sign-in, which has neither yet.
  struct Audience: Sendable, Hashable {
    let account: String
    let session: String

    static let anybody = Audience(account: "", session: "")

    init(account: String, session: String) {
      self.account = account
      self.session = session
    }

    init(_ session: AuthenticatedSession) {
      self.init(account: session.accountID.text, session: session.id.text)
    }
  }

  /// Issues a challenge; writes nothing anywhere.
  ///
  /// The canonical transaction is what the challenge is linked to; nil links it to none.
  func issue(
    _ purpose: Purpose, scenario: ScenarioName, audience: Audience,
    canonicalTransaction: [UInt8]?, now: Timestamp, nonce: [UInt8]
  ) -> Challenge {
    let binding =
      canonicalTransaction.map {
        Self.binding(scenario: scenario, nonce: nonce, canonicalTransaction: $0)
      } ?? ChallengeLayout.unlinked
    let signed = ChallengeLayout.signedBytes(
      keyID: Self.keyID, issuedAtMilliseconds: now.milliseconds, nonce: nonce, binding: binding)
    let covered = coveredBytes(purpose, scenario, audience, signed)
    return Challenge(signed + keyring.authenticationCode(.challenge, covered))
  }

  /// Judges a challenge that came back: whether this server issued it, for this purpose, to this
  /// account and session, for one of these scenarios.
  ///
  /// Its age is judged by whoever acts on it.
  ///
  /// The scenario stands in no field of the challenge, so each candidate is tried.
  func judge(
    _ challenge: Challenge, _ purpose: Purpose, audience: Audience, scenarios: [ScenarioName]
  ) -> IssuedChallenge? {
    guard let layout = ChallengeLayout(challenge.bytes), layout.keyID == Self.keyID else {
      return nil
    }
    for scenario in scenarios {
      let covered = coveredBytes(purpose, scenario, audience, layout.signedBytes)
      if keyring.isAuthentic(layout.code, .challenge, covered) {
        return IssuedChallenge(challenge: challenge, layout: layout, scenario: scenario)
      }
    }
    return nil
  }

  /// The binding of a challenge to a transaction.
  static func binding(
    scenario: ScenarioName, nonce: [UInt8], canonicalTransaction: [UInt8]
  ) -> [UInt8] {
    sha256(
      ChallengeLayout.bindingInput(
        scenario: scenario, nonce: nonce, canonicalTransaction: canonicalTransaction))
  }

  private func coveredBytes(
    _ purpose: Purpose, _ scenario: ScenarioName, _ audience: Audience, _ signed: [UInt8]
  ) -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/challenge/v1")
    form.append(utf8: purpose.rawValue)
    form.append(utf8: scenario.text)
    form.append(utf8: audience.account)
    form.append(utf8: audience.session)
    form.append(utf8: relyingPartyID.text)
    form.append(bytes: signed)
    return form.bytes
  }

  /// The id of the keyring's one challenge key.
  private static let keyID: UInt8 = 0
}

/// A challenge that this server issued to whoever now answers it.
///
/// Only ``ChallengeIssuer`` makes one.
struct IssuedChallenge: Sendable {
  let challenge: Challenge
  let layout: ChallengeLayout
  let scenario: ScenarioName

  fileprivate init(challenge: Challenge, layout: ChallengeLayout, scenario: ScenarioName) {
    self.challenge = challenge
    self.layout = layout
    self.scenario = scenario
  }

  /// Whether the challenge is within its time: its age between −tolerance and timeout + tolerance.
  func isTimely(_ now: Timestamp, _ policy: ServicePolicy) -> Bool {
    let age = now.milliseconds(since: Timestamp(milliseconds: layout.issuedAtMilliseconds))
    let tolerance = policy.clockToleranceMilliseconds
    return age >= -tolerance && age <= policy.challengeTimeoutMilliseconds + tolerance
  }
}
