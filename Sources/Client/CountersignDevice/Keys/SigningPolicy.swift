import CountersignClient
import Crypto
import WebAuthnModel
import WireModel

/// What every authenticator of this module refuses to sign, whatever its keys are made of.
enum SigningPolicy {
  /// Whether a challenge says what is shown: its binding is computed anew from what is shown.
  ///
  /// A challenge that cannot be read, or is linked to nothing, is not signed at all: a signature
  /// over it would say nothing that the person saw.
  static func isAsShown(_ challenge: Challenge, _ subject: SigningRequest.Subject) -> Bool {
    guard let layout = ChallengeLayout(challenge.bytes) else { return false }
    let input =
      switch subject {
      case .transaction(let shown):
        ChallengeLayout.bindingInput(
          scenario: shown.scenario, nonce: layout.nonce,
          canonicalTransaction: shown.canonicalBytes)
      case .scenario(let scenario, _):
        ChallengeLayout.bindingInput(
          scenario: scenario, nonce: layout.nonce, canonicalTransaction: [])
      }
    return layout.binding == Array(SHA256.hash(data: input))
  }

  /// Whether an app of this origin may use keys of a relying party (section 5.1.4, step 8): its
  /// host is the relying party's domain or lies under it.
  ///
  /// A native app's origin has no host; which apps a relying party takes is for its server.
  static func origin(_ origin: Origin, speaksFor relyingPartyID: RelyingPartyID) -> Bool {
    guard origin.kind == .web else { return true }
    guard let scheme = ["https://", "http://"].first(where: origin.text.hasPrefix) else {
      return false
    }
    let authority = origin.text.dropFirst(scheme.count)
    let host = authority.hasPrefix("[") ? authority : authority.prefix { $0 != ":" }
    return host == relyingPartyID.text || host.hasSuffix("." + relyingPartyID.text)
  }
}
