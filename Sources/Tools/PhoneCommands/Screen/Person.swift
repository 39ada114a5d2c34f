import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// The answer to a question of a flow.
enum PersonAnswer {
  case session(SessionAccount?, number: String?)
  case transaction
  case factors(SecondFactorInput)
  case requestCode
  case softPrompt(SoftPromptAnswer)
  case deny
  case leave
}

/// The person before the screen: flags answer first, each once, then whoever sits at the terminal.
final class Person {
  private let answers: GivenAnswers
  let answersYes: Bool
  /// True if a code was asked for in place of biometrics.
  private var hasRequestedCode = false
  /// The number of codes that were in the mailbox already.
  private var codesSeen: Int
  private var pin: String?
  private var newPIN: String?
  /// The PINs that were typed: to prove with, and chosen.
  ///
  /// Secret.
  var typedPINs: [SecretText] = []
  private var code: String?
  private var triesBiometrics: Bool
  /// True if the session that is confirmed is of the person's own command, which said so already.
  var hasAskedForSession = false
  /// True if the person wants biometrics; nil before they were asked.
  private var wantsKey: Bool?
  /// The ways that the person was told of last.
  private var toldWays: SigningWays?
  /// True if the person has approved what is on the screen, so that its factor comes next.
  private var hasApproved = false

  init(_ answers: GivenAnswers, answersYes: Bool) {
    self.answers = answers
    self.answersYes = answersYes
    codesSeen = answers.mailbox?.codes().count ?? 0
    pin = answers.pin
    newPIN = answers.newPIN
    code = answers.appCode
    triesBiometrics = answers.biometrics ?? (answersYes && answers.pin == nil)
  }

  /// True if nobody sits there, but a script or an input that has ended: a question that no flag
  /// answers is left.
  var isScript: Bool { answersYes || Terminal.hasEnded }

  /// True if the person, or the script's --yes, has approved what is on the screen.
  var hasDecided: Bool { answersYes || hasApproved }

  /// Tells whoever chooses what else there could be, once; a script has chosen.
  func tell(of ways: SigningWays?) {
    guard !isScript, ways != toldWays else { return }
    toldWays = ways
    Console.missing(ways)
  }

  func answer(_ question: Interaction, of flow: Flow) async throws -> PersonAnswer {
    switch question.content {
    case .confirm(let info): session(info, flow)
    case .confirmTransaction: decision(isWaiting: true)
    case .verifySecondFactor(let info):
      try await proof(info, isWaiting: flow.transaction?.review != nil)
    case .setSecondFactor(let info): newFactors(info)
    case .softPrompt(let reason): softPrompt(reason)
    }
  }
}

extension Person {
  private func session(_ info: ConfirmSessionInfo, _ flow: Flow) -> PersonAnswer {
    let isLogin = flow.type == .login
    let account = isLogin ? account(of: info.accounts) : nil
    guard !isLogin || account != nil else { return .leave }
    let question = isLogin ? "log in with this?" : "bring this account to the phone?"
    guard answersYes || hasAskedForSession || Terminal.confirm(question) else { return .leave }
    return .session(account, number: number(of: info.numbers))
  }

  private func account(of accounts: [SessionAccount]) -> SessionAccount? {
    if let wanted = answers.account {
      return accounts.first { $0.id == wanted || $0.displayName == wanted }
    }
    guard accounts.count > 1 else { return accounts.first }
    guard !answersYes else { return nil }
    for (index, account) in accounts.enumerated() {
      Console.note("  \(index + 1)  \(account.displayName)")
    }
    let choice = Terminal.ask("which account?").flatMap(Int.init) ?? 0
    return accounts.indices.contains(choice - 1) ? accounts[choice - 1] : nil
  }

  private func number(of numbers: [String]) -> String? {
    guard !numbers.isEmpty else { return nil }
    return answers.number
      ?? (answersYes
        ? nil
        : Terminal.ask(
          "which number is on the other screen: \(numbers.joined(separator: ", "))?"))
  }

  /// Asks what is to become of what is on the screen.
  ///
  /// - Parameter isWaiting: True where it waits for a decision, so that it can be left for later.
  /// - Returns: The answer.
  func decision(isWaiting: Bool) -> PersonAnswer {
    var choices = [
      Choice("approve", PersonAnswer.transaction),
      Choice("decline", isWaiting ? .deny : .leave),
    ]
    if isWaiting { choices.append(Choice("later", .leave)) }
    let isDecided = answersYes || hasAskedForSession
    let answer =
      isDecided ? .transaction : Terminal.choose("your decision:", choices) ?? .leave
    if case .transaction = answer { hasApproved = true }
    return answer
  }

  func softPrompt(_ reason: SoftPromptReason) -> PersonAnswer {
    let isWanted = wantsBiometrics("use biometrics on this phone?")
    return .softPrompt(isWanted ? .accept : .decline)
  }
}

/// The answers of flags, each once: a second question of the same kind is the person's.
extension Person {
  func takeBiometrics() -> Bool {
    defer { triesBiometrics = false }
    return triesBiometrics
  }

  func takePIN() -> String? {
    defer { pin = nil }
    return pin
  }

  func takeNewPIN() -> String? {
    defer { newPIN = nil }
    return newPIN
  }

  func wantsBiometrics(_ question: String) -> Bool {
    let isWanted =
      answers.biometrics ?? wantsKey ?? (answersYes || Terminal.confirm(question))
    wantsKey = isWanted
    return isWanted
  }

  /// The words beside the approval of a transaction under review.
  func reason(in flow: Flow) -> String? {
    flow.transaction?.review == nil ? nil : reason
  }

  /// The words beside an approval.
  var reason: String? { answers.reason }

  /// Gives the code that was just sent: from the demo's mailbox, or the person's.
  func code(
    sentTo delivery: CodeDelivery, isolation: isolated (any Actor)? = #isolation
  ) async throws -> PersonAnswer {
    if let mailbox = answers.mailbox {
      let code = try await mailbox.newCode(
        after: codesSeen, sentTo: delivery.destination, seconds: answers.codeSeconds)
      codesSeen = mailbox.codes().count
      return .factors(.code(code))
    }
    guard !answersYes else { return .leave }
    let question = "the code sent to \(delivery.destination), or r for another:"
    return switch Terminal.ask(question) {
    case nil, ""?: .leave
    case "r"?: .requestCode
    case let code?: .factors(.code(SecretText(code)))
    }
  }

  /// Gives the code of the authenticator app.
  func appCode() -> PersonAnswer {
    defer { code = nil }
    let given =
      code ?? (answersYes ? nil : Terminal.ask("the code that your authenticator app shows:"))
    guard let given, !given.isEmpty else { return .leave }
    return .factors(.code(SecretText(given)))
  }
}

/// The person's proofs, and the setting of factors.
extension Person {
  /// Asks for the decision, unless it was given before, and then for a factor.
  ///
  /// - Parameters:
  ///   - info: The factors that may be given.
  ///   - isWaiting: True where what they approve can be left for later.
  ///   - isolation: Whose isolation this runs in.
  /// - Returns: The answer.
  /// - Throws: `CommandFailure` where a code does not come.
  func proof(
    _ info: SecondFactorInfo, isWaiting: Bool, isolation: isolated (any Actor)? = #isolation
  ) async throws -> PersonAnswer {
    if !hasApproved, !answersYes {
      let answer = decision(isWaiting: isWaiting)
      guard case .transaction = answer else { return answer }
    }
    if info.allowed.contains(.biometrics), takeBiometrics() { return .factors(.biometrics) }
    if info.allowed.contains(.pin), let pin = takePIN() { return .factors(.pin(typed(pin))) }
    if info.allowed.contains(.twoFactor) { return appCode() }
    // A code that nobody has asked for yet is one of the choices.
    if !info.allowed.isDisjoint(with: [.validateCode, .otp]), let delivery = info.codeDelivery {
      return try await code(sentTo: delivery)
    }
    guard answersYes else { return choice(info) }
    // A script that says where its codes come asks for one in place of biometrics, once.
    guard info.allowed.contains(.validateCode), answers.mailbox != nil, !hasRequestedCode else {
      return .leave
    }
    hasRequestedCode = true
    return .requestCode
  }

  /// Asks with which factor; where there is but one that is typed, for that.
  private func choice(_ info: SecondFactorInfo) -> PersonAnswer {
    if info.allowed == [.pin] { return askPIN() }
    var choices: [Choice<PersonAnswer?>] = []
    if info.allowed.contains(.biometrics) {
      choices.append(Choice("biometrics", .factors(.biometrics)))
    }
    if info.allowed.contains(.pin) { choices.append(Choice("PIN", nil)) }
    if info.allowed.contains(.validateCode) { choices.append(Choice("code", .requestCode)) }
    choices.append(Choice("later", .leave))
    guard let chosen = Terminal.choose("with which factor:", choices) else { return .leave }
    return chosen ?? askPIN()
  }

  private func askPIN() -> PersonAnswer {
    guard let pin = Terminal.askSecret("the PIN, or nothing to leave:"), !pin.isEmpty else {
      return .leave
    }
    return .factors(.pin(typed(pin)))
  }

  /// Asks for the factors that are to be set.
  func newFactors(_ info: SecondFactorInfo) -> PersonAnswer {
    var pin: SecretText?
    if info.allowed.contains(.pin) {
      guard let given = takeNewPIN() ?? askNewPIN() else { return .leave }
      pin = typed(given)
    }
    let offersBiometrics = info.allowed.contains(.biometrics)
    let takesBiometrics =
      info.required.contains(.biometrics)
      || (offersBiometrics && wantsBiometrics("set up biometrics too?"))
    return switch (pin, takesBiometrics) {
    case (let pin?, true): .factors(.pinAndBiometrics(pin))
    case (let pin?, false): .factors(.pin(pin))
    case (nil, true): .factors(.biometrics)
    case (nil, false): .leave
    }
  }

  private func typed(_ pin: String) -> SecretText {
    let pin = SecretText(pin)
    typedPINs.append(pin)
    return pin
  }

  private func askNewPIN() -> String? {
    guard !isScript else { return nil }
    while let first = Terminal.askSecret("the new PIN:"), !first.isEmpty {
      if Terminal.askSecret("the same again:") == first { return first }
      Console.note("they differ")
    }
    return nil
  }
}
