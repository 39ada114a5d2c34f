import CountersignClient
import Crypto
import WebAuthnModel
import WireModel

/// What every authenticator of this module refuses to sign, whatever its keys are made of.
enum SigningPolicy {
  /// Whether a challenge says what is shown: its language, its scenario's tag and its binding are
  /// made anew from the document.
  ///
  /// A challenge that cannot be read, or is linked to nothing, is not signed at all: a signature
  /// over it would say nothing that the person saw.
  static func isAsShown(_ challenge: Challenge, _ document: Document) -> Bool {
    guard let layout = ChallengeLayout(challenge.bytes),
      let canonical = try? document.canonicalBytes()
    else { return false }
    let input = ChallengeLayout.bindingInput(
      of: canonical, scenario: document.scenario, nonce: layout.nonce)
    let tag = SHA256.hash(data: Array(document.scenario.text.utf8)).prefix(4)
    return layout.subject
      == ChallengeLayout.Subject(
        language: document.language, scenarioTag: Array(tag),
        binding: Array(SHA256.hash(data: input)))
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
