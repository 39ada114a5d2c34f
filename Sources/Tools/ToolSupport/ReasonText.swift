import FlowModel

/// The words for a reason at a terminal: a sentence, and the next step.
public struct ReasonText: Sendable {
  /// The sentence, in the voice of the command line.
  public let sentence: String
  /// The next step.
  public let hint: String
  /// True if the server's own words say more: which value, how long.
  private let takesDetail: Bool
  /// The words before the server's own, which are English; nil where those stand alone.
  private let said: String?

  /// The words for a reason.
  ///
  /// - Parameters:
  ///   - sentence: The sentence, lower case and without a full stop.
  ///   - hint: The next step.
  public init(_ sentence: String, _ hint: String) {
    self.init(sentence, hint, takesDetail: false)
  }

  /// The words for a reason in another language, of which the server's own say more.
  ///
  /// - Parameters:
  ///   - sentence: The sentence, lower case and without a full stop.
  ///   - hint: The next step.
  ///   - said: The words between the sentence and the server's, which are English.
  package init(_ sentence: String, _ hint: String, said: String) {
    self.init(sentence, hint, takesDetail: true, said: said)
  }

  private init(_ sentence: String, _ hint: String, takesDetail: Bool, said: String? = nil) {
    self.sentence = sentence
    self.hint = hint
    self.takesDetail = takesDetail
    self.said = said
  }

  /// The cause.
  ///
  /// - Parameters:
  ///   - code: The reason's code.
  ///   - detail: The server's words; nil for none.
  ///   - texts: Texts by codes, which come before those in English.
  /// - Returns: The cause.
  package static func cause(
    _ code: String, _ detail: String?, in texts: [String: ReasonText] = [:]
  ) -> String {
    guard let text = texts[code] ?? ReasonText.all[code] else {
      return detail?.asCause ?? "refused"
    }
    guard text.takesDetail, let detail = detail?.asCause else { return text.sentence }
    // A moment of the wire is shown as on every document.
    let shown = detail.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) { match in
      ShownTime.text(String(match.output))
    }
    return text.said.map { "\(text.sentence); \($0): \(shown)" } ?? shown
  }

  /// The texts by the codes of their reasons.
  package static let all: [String: ReasonText] = ofRequests.merging(ofProofs) { one, _ in one }
    .merging(ofFactors) { one, _ in one }.merging(ofOthers) { one, _ in one }
    .merging(ofDevice) { one, _ in one }

  private static let again = "try again in a moment"
  private static let look = "look at the command's --help"
  private static let server = "is --server the address that the server printed?"
  private static let distrust =
    "do not trust this server: it would do something else than it was asked"

  private static let ofRequests: [String: ReasonText] = [
    "malformed": ReasonText("the server does not take this", look, takesDetail: true),
    "unacceptable_value": ReasonText("a value cannot be accepted", look, takesDetail: true),
    "unsupported_media_type": ReasonText("the server speaks another language", server),
    "body_too_large": ReasonText("that is more than the server takes", "send less at once"),
    "request_timeout": ReasonText("the request came too slowly", again),
    "not_found": ReasonText(
      "there is no such thing in this account",
      "see what there is with countersign phone transactions"),
    "method_not_allowed": ReasonText("the server knows no such call", server),
    "origin_not_allowed": ReasonText("the server does not take calls from this address", server),
    "session_required": ReasonText(
      "your session is over, or nobody is signed in",
      "open a session with countersign phone login, or sign-up"),
    "invalid_dpop_proof": ReasonText(
      "this session belongs to another device",
      server + " If it is, open a session of this phone with countersign phone login",
      takesDetail: true),
    "use_dpop_nonce": ReasonText("the proof of this session is too old", again),
    "insufficient_user_authentication": ReasonText(
      "this needs a proof of a factor first, or of a stronger one",
      "prove a factor with countersign phone prove; what changes factors takes a key, or a phone's "
        + "own PIN"),
    "busy": ReasonText("the server is starting or stopping", again, takesDetail: true),
    "overloaded": ReasonText("the server has too much to do", again),
    "draining": ReasonText("the server ends soon", again),
    "internal_error": ReasonText("the server failed", "try again, or ask whoever runs it"),
  ]

  private static let ofProofs: [String: ReasonText] = [
    "proof_required": ReasonText("a proof is needed", "give --pin, or use biometrics"),
    "proof_not_allowed": ReasonText(
      "this kind of proof is not taken here", "prove in another way: PIN, biometrics or codes"),
    "verification_failed": ReasonText("the proof is wrong", "try again; each wrong try counts"),
    "passkey_not_accepted": ReasonText(
      "this key cannot be used", "use another authenticator", takesDetail: true),
    "challenge_unknown": ReasonText("the server does not know this request", "begin again"),
    "challenge_expired": ReasonText("it took too long", "begin again"),
    "token_expired": ReasonText("it took too long", "begin again"),
    "transaction_mismatch": ReasonText("the proof was made for something else", "begin again"),
    "linking_required": ReasonText(
      "this amount needs a stronger proof",
      "use a phone's own PIN, or biometrics: set them up with countersign phone add-biometrics, or "
        + "with register on a phone that signed up"),
    "already_used": ReasonText(
      "this was used before", "begin again; look first what was done", takesDetail: true),
    "possible_duplicate": ReasonText(
      "the same was done a moment ago", "look first whether that is what you want"),
  ]

  private static let ofFactors: [String: ReasonText] = [
    "second_factor_blocked": ReasonText(
      "the factor is blocked after too many wrong tries",
      "use another one; codes are taken again after a while; for a PIN add this phone again where "
        + "the account has another factor, or recover the account on the server's page"),
    "penalised": ReasonText(
      "after a wrong PIN the next one is taken only later", "wait, then again"),
    "attempt_in_progress": ReasonText("another try is being checked", again),
    "pin_queue_full": ReasonText("many PINs are being checked", again),
    "too_many_requests": ReasonText(
      "that was too often", "wait before the next try", takesDetail: true),
    "pin_missing": ReasonText(
      "the account has no PIN",
      "set one with countersign phone set-pin; where the account has a passkey on another device, "
        + "add this phone there, then countersign phone enrol LINK"),
    "pin_too_simple": ReasonText("that PIN is easily guessed", "choose digits in no order"),
    "pin_unchanged": ReasonText(
      "the new PIN is the same as the current one you typed", "choose another PIN"),
    "pin_on_device": ReasonText(
      "the account's PIN is on its phones and is never sent",
      "use a phone that has it; countersign phone enrol brings the account to this one"),
    "credential_missing": ReasonText(
      "the account has no key here",
      "set up biometrics with countersign phone add-biometrics, or with register"),
    "credential_exists": ReasonText(
      "this key is there already", "see what there is with countersign phone devices"),
    "channel_missing": ReasonText(
      "the account has no number that a code could be texted to",
      "set a number with countersign phone number, or use biometrics"),
    "phone_invalid": ReasonText("that is no telephone number", "write it as +2348012345678"),
    "recovery_not_possible": ReasonText(
      "there is nothing to recover, or it is under way", "wait for the message about it"),
    "recovered_limit": ReasonText(
      "the account was recovered a moment ago: low amounts only for now", waits),
    "factor_waits": ReasonText("the factor is new: low amounts only for now", waits),
  ]

  private static let waits =
    "use another phone or key of the account, or wait; the message about it says how to stop it"

  private static let ofOthers: [String: ReasonText] = [
    "device_unknown": ReasonText(
      "the server does not know this phone any more",
      "it was revoked: add it anew where the account has a factor (the page: Security, Add a "
        + "phone; a terminal: countersign phone invite), then countersign phone enrol LINK; where "
        + "no factor is left, countersign phone sign-up, then countersign phone recover"),
    "device_exists": ReasonText(
      "this phone is registered already", "see what there is with countersign phone devices"),
    "generation_mismatch": ReasonText("the PIN was changed meanwhile", "begin again"),
    "link_over": ReasonText(
      "the link is unknown, was used, or its time is over",
      "take a new one from the other screen, and pick the number that stands there"),
    "link_not_confirmed": ReasonText(
      "the link is not confirmed yet", "confirm it on the phone first"),
    "service_key_required": ReasonText(
      "no service key was given, or an unknown one", "countersign service-key create makes one"),
    "scope_missing": ReasonText(
      "the service key may not do this", "make another with countersign service-key create"),
    "already_approved": ReasonText("it was approved before", seen),
    "already_denied": ReasonText("it was declined before", seen),
    "transaction_expired": ReasonText("its time is over", "whoever wants it approved asks again"),
    "too_many_pending": ReasonText(
      "too many transactions wait", "decide on some: countersign phone transactions",
      takesDetail: true),
    "handover_pending": ReasonText(
      "nobody has decided on it yet", "approve it on the other device first"),
  ]

  private static let seen = "see what was decided with countersign phone transactions"

  /// Reasons of the phone itself, where no authenticator gave a sentence.
  private static let ofDevice: [String: ReasonText] = [
    FlowReason.transactionNotAsAsked.code: ReasonText(
      "the server's transaction is not the one that was asked for", distrust),
    FlowReason.challengeNotAsShown.code: ReasonText(
      "the server wants another thing signed than it shows", distrust),
    FlowReason.secondFactorExists.code: ReasonText(
      "the account has a second factor already",
      "add to it with countersign phone add-biometrics or change-pin; where it is on another "
        + "device, add this phone there, then countersign phone enrol LINK"),
    FlowReason.biometricsDeclined.code: ReasonText(
      "this needs biometrics, which were declined", "begin again, and say yes"),
    FlowReason.actionFailed.code: ReasonText(
      "it was tried and came to nothing; what it had changed is undone", "try again later"),
    FlowReason.proofRefused.code: ReasonText("the proof is wrong", "begin again"),
    FlowReason.pinIsAppPIN.code: ReasonText(
      "that PIN opens this phone; it must not be the app PIN",
      "countersign phone change-pin sets another PIN"),
    FlowReason.nothingEnrolled.code: ReasonText(
      "this phone has no key of the account",
      "add this phone where the account has its factor (the page: Security, Add a phone), then "
        + "countersign phone enrol LINK; without a factor countersign phone enrol is enough"),
    FlowReason.biometricsCancelled.code: ReasonText(
      "you declined, so your key was not used", "begin again, and say yes"),
    FlowReason.biometricsFailed.code: ReasonText(
      "your fingerprint or face was not recognized",
      "try again, or prove by the PIN where the account has one"),
    FlowReason.wrongPIN.code: ReasonText("the PIN is wrong", "try again; each wrong try counts"),
    FlowReason.wrongCode.code: ReasonText("the code is wrong", "ask for another"),
  ]
}
