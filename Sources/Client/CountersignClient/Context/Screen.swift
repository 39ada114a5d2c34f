public import FlowModel
public import WireModel

/// A screen of a scenario: a pure function of the flow and of the scenario's texts.
public struct Screen: Sendable, Hashable {
  /// The question or the message of a screen.
  public enum Content: Sendable, Hashable {
    /// The transaction, before anything was begun: "Authorize".
    case start
    /// The transaction anew, as the server's is another than the one that was shown.
    case confirmTransaction
    /// A factor that is to be proved.
    case factor(FactorQuestion)
    /// The soft prompt: the person says if biometrics are wanted.
    case softPrompt(SoftPromptReason)
    /// Biometrics that are set up on the way.
    case registration
    /// Nothing here: another device of the account can approve, where the transaction waits too.
    ///
    /// The flow waits for it. Leaving ends that, and decides nothing.
    case otherDevice
    /// The question whether to leave.
    case leaving(ScenarioScreens.Leaving)
    /// The outcome.
    case outcome(Outcome)
  }

  /// The scenario.
  public let scenario: ScenarioName
  /// The question or the message.
  public let content: Content
  /// The transaction; nil if a scenario has none.
  public let transaction: FlowTransaction?
  /// A notice about the answer before; nil for nothing.
  public let notice: String?
  /// The state of the second factor; nil if that was not asked.
  public let secondFactor: SecondFactorAccount?
  /// The factors that could act, and why the others could not; nil if the server was not asked.
  public let ways: SigningWays?
  /// True while the answer is being processed.
  public let isBusy: Bool

  init(
    _ scenario: ScenarioName, _ content: Content, transaction: FlowTransaction? = nil,
    notice: String? = nil, secondFactor: SecondFactorAccount? = nil, ways: SigningWays? = nil,
    isBusy: Bool = false
  ) {
    self.scenario = scenario
    self.content = content
    self.transaction = transaction
    self.notice = notice
    self.secondFactor = secondFactor
    self.ways = ways
    self.isBusy = isBusy
  }

  /// The same, with something else said above it.
  func with(notice: String?) -> Screen {
    Screen(
      scenario, content, transaction: transaction, notice: notice, secondFactor: secondFactor,
      ways: ways, isBusy: isBusy)
  }
}

/// A factor that is asked for, and what may be given in its place.
public struct FactorQuestion: Sendable, Hashable {
  /// The factor.
  public let factor: Factor
  /// The factors that may be given in its place; a code has to be asked for first.
  public let alternatives: [Factor]
  /// The delivery of a code: its destination, and when another may be asked for; nil for no code.
  public let delivery: CodeDelivery?
  /// True if it registers a key on the way to a signature.
  public let registersKey: Bool
  /// True if another device of the account can approve in place of this one, where the transaction
  /// waits too.
  public let otherDevice: Bool
}

extension Screen {
  /// The screen of a flow; nil where it asks and says nothing now.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - scenario: The scenario's name.
  ///   - screens: The scenario's texts.
  ///   - texts: What is said of the answer before.
  public init?(
    _ flow: Flow, _ scenario: ScenarioName, _ screens: ScenarioScreens,
    _ texts: FlowTexts = FlowTexts()
  ) {
    let content: Content
    if flow.isFinal {
      guard let outcome = Outcome(flow, screens) else { return nil }
      content = .outcome(outcome)
    } else {
      guard let asked = flow.currentInteraction, let question = Content(asked) else {
        return nil
      }
      content = question
    }
    self.init(
      scenario, content, transaction: flow.transaction,
      notice: flow.isFinal ? nil : texts.text(for: flow),
      secondFactor: flow.secondFactorAccount, ways: flow.ways,
      isBusy: flow.phase == .processing)
  }
}

extension Screen.Content {
  /// The question of an interaction; nil for one that no scenario asks.
  init?(_ interaction: Interaction) {
    switch interaction.content {
    case .confirmTransaction: self = .confirmTransaction
    case .softPrompt(let reason): self = .softPrompt(reason)
    case .setSecondFactor(let info) where info.registersKey: self = .registration
    case .verifySecondFactor(let info) where info.allowed.isEmpty && info.otherDevice:
      self = .otherDevice
    case .verifySecondFactor(let info):
      guard let question = FactorQuestion(info) else { return nil }
      self = .factor(question)
    case .setSecondFactor, .confirm: return nil
    }
  }
}

extension FactorQuestion {
  fileprivate init?(_ info: SecondFactorInfo) {
    let order: [Factor] = [.biometrics, .pin, .validateCode, .otp, .twoFactor]
    let allowed = order.filter(info.allowed.contains)
    guard let first = allowed.first else { return nil }
    self.init(
      factor: first, alternatives: Array(allowed.dropFirst()), delivery: info.codeDelivery,
      registersKey: info.registersKey, otherDevice: info.otherDevice)
  }
}
