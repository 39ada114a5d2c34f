import ArgumentParser
import RelyingParty
import ToolSupport
import WebAuthnModel

/// The expectations of a ceremony; the same for registrations and assertions.
struct CeremonyOptions: ParsableArguments {
  /// The demand that the person was verified.
  enum UserVerification: String, ExpressibleByArgument, CaseIterable {
    case required
    case preferred
    case discouraged
  }

  @Option(help: ArgumentHelp("The challenge that was issued.", valueName: "base64url"))
  var challenge: String
  @Option(help: ArgumentHelp("An origin that is expected; repeatable.", valueName: "url"))
  var origin: [String]
  @Option(help: ArgumentHelp("The relying party's id.", valueName: "domain"))
  var rpId: String
  @Option(help: "Whether the person must have been verified.")
  var userVerification = UserVerification.required
  @Flag(help: "Answer in JSON.")
  var json = false

  /// The challenge as bytes.
  func issuedChallenge() throws -> Challenge {
    guard let bytes = Base64URL.decode(challenge), !bytes.isEmpty else {
      throw CommandFailure(
        .wrongUse, "--challenge is not base64url",
        hint: "give the challenge as it stood in the options that the browser was given")
    }
    return Challenge(bytes)
  }

  /// The options as a policy, with the strict defaults for the rest.
  func policy() throws -> CeremonyPolicy {
    guard !rpId.isEmpty, !rpId.contains("/"), !rpId.contains(":") else {
      throw CommandFailure(
        .wrongUse, "--rp-id is no domain", hint: "write it as in --rp-id example.com")
    }
    var policy = CeremonyPolicy(
      relyingPartyID: RelyingPartyID(rpId), origins: Set(try OriginRules.origins(origin)))
    policy.userVerification =
      switch userVerification {
      case .required: .required
      case .preferred: .preferred
      case .discouraged: .discouraged
      }
    return policy
  }
}
