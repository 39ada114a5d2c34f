/// The kind of a question.
public enum InteractionType: String, Sendable, Hashable, CaseIterable {
  /// The person confirms a session: an enrolment or a login.
  case confirm = "CONFIRM"
  /// The person confirms a transaction.
  case confirmTransaction = "CONFIRM_TRANSACTION"
  /// The person proves a factor that the account has.
  case verifySecondFactor = "VERIFY_SECOND_FACTOR"
  /// The person sets a factor.
  case setSecondFactor = "SET_SECOND_FACTOR"
  /// The person is offered biometrics.
  case softPrompt = "SOFT_PROMPT"
}

/// The factors that answer a question.
public struct SecondFactorInfo: Sendable, Hashable {
  /// Any of these may be given.
  public let allowed: Set<Factor>
  /// All of these must be given.
  public let required: Set<Factor>
  /// The delivery of the code that is asked for; nil if no code was sent.
  public let codeDelivery: CodeDelivery?
  /// True if they register a key on the way to a signature.
  ///
  /// A PIN approves too: the key that it adds waits, and could approve no more.
  public let registersKey: Bool
  /// True if another device of the account can approve what is under review, where it waits too:
  /// the flow is done once that has.
  ///
  /// With no factor allowed there is nothing to give here: the flow waits for that device.
  public let otherDevice: Bool
  /// The reason for which biometrics are not among the factors, where a signature would take them;
  /// nil if they are, or are not wanted.
  public let biometricsObstacle: FlowReason?

  /// A choice of factors.
  public init(
    allowed: Set<Factor>, required: Set<Factor> = [], codeDelivery: CodeDelivery? = nil,
    registersKey: Bool = false, otherDevice: Bool = false, biometricsObstacle: FlowReason? = nil
  ) {
    self.allowed = allowed
    self.required = required
    self.codeDelivery = codeDelivery
    self.registersKey = registersKey
    self.otherDevice = otherDevice
    self.biometricsObstacle = biometricsObstacle
  }
}

/// The delivery of a code, and the time until another may be asked for.
public struct CodeDelivery: Sendable, Hashable {
  /// The destination, so far as it may be shown.
  public let destination: String
  /// The time after which it may be sent again, in seconds.
  public let resendAfterSeconds: Int64
  /// The code that goes with it, OTP or TWO_FACTOR; nil if the server does not say, or none does.
  public let second: Factor?

  /// A delivery as the server described it.
  public init(destination: String, resendAfterSeconds: Int64, second: Factor? = nil) {
    self.destination = destination
    self.resendAfterSeconds = resendAfterSeconds
    self.second = second
  }
}

/// The facts by which a person confirms a session.
public struct ConfirmSessionInfo: Sendable, Hashable {
  /// LOGIN: the accounts to choose from; ENROL: those already on the device.
  public let accounts: [SessionAccount]
  /// The numbers of which the person picks the one on the other screen; empty where there is none.
  public let numbers: [String]
  /// True if a second factor will be asked for in this flow; in LOGIN, for one of the accounts at
  /// least.
  public let secondFactorNeeded: Bool

  /// The facts of one session.
  public init(accounts: [SessionAccount], numbers: [String] = [], secondFactorNeeded: Bool) {
    self.accounts = accounts
    self.numbers = numbers
    self.secondFactorNeeded = secondFactorNeeded
  }
}

/// The reason for which biometrics are offered.
public enum SoftPromptReason: Sendable, Hashable, CaseIterable {
  /// The account gets its factors.
  case settingUp
  /// The person wants to add them.
  case adding
  /// They could prove what is to be proved.
  case proving
}

/// The question that is now asked.
public struct Interaction: Sendable, Hashable {
  /// The content of a question, with all that a screen needs to ask it.
  public indirect enum Content: Sendable, Hashable {
    /// CONFIRM.
    case confirm(ConfirmSessionInfo)
    /// CONFIRM_TRANSACTION; the flow's transaction is what to show.
    case confirmTransaction
    /// VERIFY_SECOND_FACTOR.
    case verifySecondFactor(SecondFactorInfo)
    /// SET_SECOND_FACTOR.
    case setSecondFactor(SecondFactorInfo)
    /// SOFT_PROMPT.
    case softPrompt(SoftPromptReason)

    /// The question's kind.
    public var type: InteractionType {
      switch self {
      case .confirm: .confirm
      case .confirmTransaction: .confirmTransaction
      case .verifySecondFactor: .verifySecondFactor
      case .setSecondFactor: .setSecondFactor
      case .softPrompt: .softPrompt
      }
    }
  }

  /// The content.
  public let content: Content
  /// The types of input that are being processed; empty while the question waits.
  public internal(set) var inputTypes: Set<InputType>

  /// A question.
  public init(content: Content, inputTypes: Set<InputType> = []) {
    self.content = content
    self.inputTypes = inputTypes
  }

  /// Its kind.
  public var type: InteractionType { content.type }

  /// The factors that answer it; nil if no factor does.
  public var secondFactorInfo: SecondFactorInfo? {
    switch content {
    case .verifySecondFactor(let info), .setSecondFactor(let info): info
    case .confirm, .confirmTransaction, .softPrompt: nil
    }
  }

  /// The facts of a session that is to be confirmed; nil for another question.
  public var confirmSessionInfo: ConfirmSessionInfo? {
    if case .confirm(let info) = content { info } else { nil }
  }
}

/// The result of the question before.
public struct InteractionResult: Sendable, Hashable {
  /// Right or wrong.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The input was accepted.
    case success = "SUCCESS"
    /// The PIN was not accepted.
    case pinFail = "PIN_FAIL"
    /// The code was not accepted, or could not be sent again.
    case codeFail = "CODE_FAIL"
    /// The biometric check failed, was cancelled or is not possible.
    case biometricsFail = "BIOMETRICS_FAIL"
    /// The biometric key is gone.
    case biometricsRemoved = "BIOMETRICS_REMOVED"
    /// The input is kept; the server has not verified it yet.
    case collected = "COLLECTED"
  }

  /// Right or wrong.
  public let outcome: Outcome
  /// The question's kind.
  public let interaction: InteractionType
  /// The types of input that were given.
  public let inputTypes: Set<InputType>
  /// The reason for which the input was not accepted; nil if it was.
  public let reason: FlowReason?

  /// A result.
  public init(
    outcome: Outcome, interaction: InteractionType = .verifySecondFactor,
    inputTypes: Set<InputType>, reason: FlowReason? = nil
  ) {
    self.outcome = outcome
    self.interaction = interaction
    self.inputTypes = inputTypes
    self.reason = reason
  }
}
