import RelyingParty
import WebAuthnModel

/// Says what a verification found: to standard output what it proves, to standard error why not.
enum VerificationReport {
  /// Judges and prints.
  ///
  /// - Throws: ``CommandFailure`` where it was refused or could not be judged.
  static func show(asJSON: Bool, _ judge: () throws -> JSONObject) throws {
    do {
      let facts = try judge()
      if asJSON {
        Console.print(ReportText.json(facts, after: ["verified": true]))
      } else {
        Console.print("verified")
        ReportText.lines(of: facts).forEach(Console.print)
      }
    } catch let refusal as CeremonyRefusal {
      if asJSON { Console.print(ReportText.json(facts(of: refusal))) }
      throw failure(for: refusal)
    }
  }

  /// The refusal as the JSON answer tells it.
  static func facts(of refusal: CeremonyRefusal) -> JSONObject {
    [
      "verified": false, "step": .string(refusal.step),
      "reason": .string(refusal.reason.rawValue),
      "fault": .string(refusal.fault == .malformed ? "malformed" : "refused"),
    ]
  }

  /// The refusal in the command line's voice.
  ///
  /// Whatever broke a step of the standard is refused, ill-formed bytes inside the response too:
  /// exit code 2 is left for input of which no step could be judged.
  static func failure(for refusal: CeremonyRefusal) -> CommandFailure {
    CommandFailure(
      .refused, "refused at step \(refusal.step): \(refusal.reason.rawValue)",
      hint: hints[refusal.reason] ?? "countersign webauthn inspect shows what the input says")
  }

  private static let hints: [CeremonyRefusal.Reason: String] = [
    .challengeMismatch:
      "the browser answered another challenge than --challenge; was it taken from another attempt",
    .originNotAllowed:
      "webauthn inspect shows the origin; give it with --origin if it is yours",
    .relyingPartyMismatch: "--rp-id must be the very rp.id or rpId that the browser was given",
    .typeMismatch: "an assertion was given as a registration, or the other way round",
    .userNotVerified:
      "ask the browser for userVerification required, or give --user-verification preferred",
    .signatureInvalid: "is --public-key the key of this credential",
    .signCountNotGreater: "the counter is not above --sign-count: the key may have been copied",
    .attestationFormatUnknown: "ask the browser for attestation none",
    .attestationNotAllowed: "ask the browser for attestation none",
  ]
}
