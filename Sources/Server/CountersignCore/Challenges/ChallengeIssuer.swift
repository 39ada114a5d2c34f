import RelyingParty
import WebAuthnModel
import WireModel

/// Issues challenges and checks those that come back.
///
/// Stateless: the code carries all of it.
struct ChallengeIssuer: Sendable {
  let keyring: Keyring
  let relyingPartyID: RelyingPartyID

  /// The purpose of a challenge; one kind is refused in another's place.
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

  /// The purpose of a challenge, and its link.
  enum Subject: Sendable {
    /// A document: the challenge is linked to it, word by word.
    case document(ActionDocument)
    /// A scenario alone: the challenge is linked to nothing.
    case unlinked(ScenarioName)

    fileprivate var scenario: ScenarioName {
      switch self {
      case .document(let document): document.scenario
      case .unlinked(let scenario): scenario
      }
    }

    fileprivate func layout(nonce: [UInt8]) -> ChallengeLayout.Subject {
      switch self {
      case .document(let document):
        ChallengeLayout.Subject(
          language: document.document.language, scenarioTag: document.scenario.tag,
          binding: document.binding(nonce: nonce))
      case .unlinked(let scenario):
        ChallengeLayout.Subject(
          language: nil, scenarioTag: scenario.tag, binding: ChallengeLayout.unlinked)
      }
    }
  }

  /// Issues a challenge; writes nothing anywhere.
  func issue(
    _ purpose: Purpose, _ subject: Subject, audience: Audience, now: Timestamp, nonce: [UInt8]
  ) -> Challenge {
    let signed = ChallengeLayout.signedBytes(
      keyID: Self.keyID(of: keyring.newestNumber(.challenge)),
      issuedAtMilliseconds: now.milliseconds, nonce: nonce, subject: subject.layout(nonce: nonce))
    let covered = coveredBytes(purpose, subject.scenario, audience, signed)
    return Challenge(signed + keyring.authenticationCode(.challenge, covered))
  }

  /// Checks a challenge that came back: whether this server issued it, for this purpose, to this
  /// account and session, for one of these scenarios.
  ///
  /// Its age is checked by whoever acts on it.
  func check(
    _ challenge: Challenge, _ purpose: Purpose, audience: Audience, scenarios: [ScenarioName]
  ) -> IssuedChallenge? {
    guard let layout = ChallengeLayout(challenge.bytes),
      let scenario = scenarios.first(where: { $0.tag == layout.subject.scenarioTag }),
      keyring.isAuthentic(
        layout.code, .challenge, coveredBytes(purpose, scenario, audience, layout.signedBytes),
        madeBy: { Self.keyID(of: $0) == layout.keyID })
    else { return nil }
    return IssuedChallenge(challenge: challenge, layout: layout, scenario: scenario)
  }

  private func coveredBytes(
    _ purpose: Purpose, _ scenario: ScenarioName, _ audience: Audience, _ signed: [UInt8]
  ) -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/challenge/v2")
    form.append(utf8: purpose.rawValue)
    form.append(utf8: scenario.text)
    form.append(utf8: audience.account)
    form.append(utf8: audience.session)
    form.append(utf8: relyingPartyID.text)
    form.append(bytes: signed)
    return form.bytes
  }

  /// The id that a challenge has of its key: 0 for the first, and again after 16.
  static func keyID(of number: UInt8) -> UInt8 { (number &- 1) & 15 }
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

  /// Tells if the challenge is within its time: its age between −tolerance and timeout + tolerance.
  func isTimely(_ now: Timestamp, _ policy: ServicePolicy) -> Bool {
    validity(policy).contains(now)
  }

  /// The time in which the challenge may be answered.
  func validity(_ policy: ServicePolicy) -> ClosedRange<Timestamp> {
    let (issued, tolerance) = (layout.issuedAtMilliseconds, policy.clockToleranceMilliseconds)
    let last = issued + policy.challengeTimeoutMilliseconds + tolerance
    return Timestamp(milliseconds: issued - tolerance)...Timestamp(milliseconds: last)
  }
}

extension ScenarioName {
  /// The first 4 bytes of the name's SHA-256, by which a challenge says its scenario.
  var tag: [UInt8] { Array(sha256(Array(text.utf8)).prefix(4)) }
}
