import FlowModel

/// The words of a scenario's screens.
public struct ScenarioScreens: Sendable, Hashable {
  /// A title and what stands below it.
  public struct Text: Sendable, Hashable {
    /// The title.
    public var title: String
    /// The text below it.
    public var message: String

    /// A text of two parts.
    public init(_ title: String, _ message: String) {
      self.title = title
      self.message = message
    }
  }

  /// The question to a person who leaves.
  public struct Leaving: Sendable, Hashable {
    /// The title.
    public var title: String
    /// The meaning of leaving.
    public var message: String
    /// The meaning of leaving while an answer is waited for, so that it may be done already.
    public var messageUnderWay: String
    /// The way out.
    public var leave: String
    /// The way back.
    public var stay: String

    /// The texts of a confirmation.
    public init(
      title: String, message: String,
      messageUnderWay: String = "It may be done already. Leaving does not take it back.",
      leave: String, stay: String
    ) {
      self.title = title
      self.message = message
      self.messageUnderWay = messageUnderWay
      self.leave = leave
      self.stay = stay
    }
  }

  /// It worked.
  public var success: Text
  /// The person denied it, and it is denied.
  public var denied: Text
  /// It failed, by the reason's code or else by the error's kind.
  public var failures: [String: Text]
  /// It failed on this side, for a reason that has no text of its own.
  public var clientFailure: Text
  /// The server refused, for a reason that has no text of its own.
  public var serverFailure: Text
  /// Somebody leaves before it is decided.
  public var leaving: Leaving

  /// Texts of one's own.
  ///
  /// - Parameters:
  ///   - success: What success says.
  ///   - denied: What a denial says.
  ///   - failures: What failures say, by reason; those of ``commonFailures`` where left out.
  ///   - clientFailure: What any other failure on this side says.
  ///   - serverFailure: What any other refusal of the server says.
  ///   - leaving: What is asked of whoever leaves.
  public init(
    success: Text, denied: Text = Text("Declined", "Nothing was authorized."),
    failures: [String: Text] = [:],
    clientFailure: Text = Text("Not authorized", "Something went wrong on this device."),
    serverFailure: Text = Text("Not authorized", "The server did not accept it."),
    leaving: Leaving = Leaving(
      title: "Leave?", message: "Nothing was authorized yet.", leave: "Leave", stay: "Stay")
  ) {
    self.success = success
    self.denied = denied
    self.failures = Self.commonFailures.merging(failures) { _, own in own }
    self.clientFailure = clientFailure
    self.serverFailure = serverFailure
    self.leaving = leaving
  }

  /// Says a failure.
  func text(for failure: ScenarioFailure) -> Text {
    switch failure {
    case .payloadMissing, .payloadMalformed, .scenarioUnknown:
      failures[failure.code] ?? clientFailure
    case .flow(let error):
      error.reason.flatMap { failures[$0.code] } ?? failures[error.kind]
        ?? (error.isOfServer ? serverFailure : clientFailure)
    }
  }

  /// The words of failures in every scenario.
  public static let commonFailures: [String: Text] = {
    let outcomes = AuthenticatorOutcome.sentences.map { reason, sentence in
      (reason.code, Text("Not authorized", sentence + "."))
    }
    return otherFailures.merging(outcomes) { other, _ in other }
  }()

  private static let otherFailures: [String: Text] = [
    "payload_missing": Text("Not possible", "This link lacks what is to be authorized."),
    "payload_malformed": Text("Not possible", "This link is damaged."),
    "scenario_unknown": Text("Not possible", "This app does not know what to do with it."),
    FlowReason.biometricsDeclined.code: Text(
      "Biometrics not set up", "This needs biometrics, which you did not want."),
    "triesUsedUp": Text("Not authorized", "Too many tries. Begin again."),
    "insufficient_user_authentication": Text(
      "Not authorized", "Prove a factor of the account first, or use the device that has one."),
    "secondFactorBlocked": Text("Blocked", "Too many wrong tries. Ask for help."),
    "transactionExpired": Text("Expired", "The time to decide is over."),
    "transactionAlreadyReviewed": Text("Already reviewed", "It was decided elsewhere before."),
    "sessionExpired": Text("Log in again", "You are not logged in any more."),
    "network": Text("No connection", "Nothing was authorized. Try again when you are online."),
    "timeout": Text("It took too long", "Nothing was authorized. Try again."),
    "outcomeUnknown": Text(
      "Outcome not known yet", "It may have been done. The next try asks first."),
    "unknown": Text(
      "Outcome not known",
      "The answer was not understood. Look whether it was done before you try again."),
  ]
}

extension FlowError {
  /// True if it is the server that refused.
  var isOfServer: Bool {
    switch self {
    case .serverValidation, .secondFactorBlocked, .transactionExpired,
      .transactionAlreadyReviewed, .sessionExpired, .triesUsedUp, .notAllowed:
      true
    case .cancelled, .denied, .network, .timeout, .accountMissing, .outcomeUnknown,
      .deviceUnable, .unknown:
      false
    }
  }
}
