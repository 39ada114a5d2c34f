import RelyingParty
import WebAuthnModel
import WireModel

/// A proof by a registered key that verified: an assertion, or the token that one gave.
///
/// That it verified says who signed and what. Whether it may still act is decided in the
/// transaction of the action.
struct KeyProof: Sendable {
  let accountID: AccountID
  let challengeID: [UInt8]
  let nonce: [UInt8]
  let binding: [UInt8]
  let scenario: ScenarioName
  /// Whether it is within its time.
  let isTimely: Bool
  /// How the proof came.
  let form: Form

  /// How a proof came.
  enum Form: Sendable {
    /// The assertion itself.
    case assertion(JudgedAssertion)
    /// The token of an assertion that was verified before.
    case token
  }

  /// Whether the proof holds for one exact transaction only.
  var isLinked: Bool { binding != ChallengeLayout.unlinked }

  /// Why a proof past its time is refused.
  var lateness: Refusal {
    switch form {
    case .assertion: .challengeExpired
    case .token: Refusal(.tokenExpired, "the verification token has expired; prove again")
    }
  }

  /// The kind, as it is recorded.
  var kind: Proof.Kind {
    switch form {
    case .assertion: .assertion
    case .token: .verificationToken
    }
  }
}

/// An assertion of one of the account's keys, over a challenge that this server issued for it.
struct JudgedAssertion: Sendable {
  let verified: VerifiedAssertion
  let hash: [UInt8]
  /// What was sent and signed, each part with its length, for the receipt.
  let evidence: [UInt8]
}

extension Refusal {
  /// The challenge is past its time.
  static let challengeExpired = Refusal(
    .challengeExpired, "the challenge has expired; ask for new options and sign again")
}
