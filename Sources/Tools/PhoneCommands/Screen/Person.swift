import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// The person before the screen: flags answer first, each once, then whoever sits at the terminal.
final class Person {
  private let answers: GivenAnswers
  let answersYes: Bool
  let words: PhoneWords
  /// The words for the end of the command.
  let endWords: PhoneWords
  /// The tries that the server told last.
  let limits: ToldLimits
  /// True if a code was asked for in place of biometrics.
  private var hasRequestedCode = false
  /// The number of codes that were in the mailbox already.
  private var codesSeen: Int
  private var pin: String?
  private var newPIN: String?
  /// True once a script's pipe was read for the new PIN.
  private var hasReadNewPIN = false
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
  /// True if the person has approved what is on the screen, so that its factor comes next.
  private var hasApproved = false
  /// True if the only factor that there was, biometrics, was asked for without a choice.
  private var hasTriedKey = false
  /// The times that the key was asked for, since a question was last answered with success.
  var keyUses = 0
  /// True if the answer that was given last was the key.
  var hasJustUsedKey = false
  /// True if the answer that was given last was a code.
  var hasJustGivenCode = false
  /// True if it was a second one, beside a mailed one.
  var hasJustGivenSecondCode = false
  /// True if the key that was asked for last was to be made.
  private(set) var makesKey = false
  /// True until it was told what has become of the answer that was given last.
  var hasJustAnswered = false
  /// The codes that were wrong, since one was last asked for.
  var wrongCodes = 0
  /// The destination of the code that was asked for last.
  var codeDestination: String?
  /// The failure of a question that nobody could be asked; nil where each was asked.
  private(set) var failure: CommandFailure?

  init(
    _ answers: GivenAnswers, answersYes: Bool, words: PhoneWords, endWords: PhoneWords? = nil,
    limits: ToldLimits = ToldLimits()
  ) {
    self.answers = answers
    self.answersYes = answersYes
    self.words = words
    self.endWords = endWords ?? words
    self.limits = limits
    codesSeen = answers.mailbox?.codes().count ?? 0
    pin = answers.pin
    newPIN = answers.newPIN
    code = answers.appCode
    triesBiometrics = answers.biometrics ?? (answersYes && answers.pin == nil)
  }

  /// True if nobody sits there, but a script or a pipe that has ended: a question that no flag
  /// answers is left.
  var isScript: Bool { answersYes || Terminal.hasEnded }

  /// True if somebody sits at the terminal, and is asked.
  var hasPerson: Bool { !answersYes && Terminal.isInteractive }

  /// True if the person, or the script's --yes, has approved what is on the screen.
  var hasDecided: Bool { answersYes || hasApproved }

  /// The answer to a question; whoever ends the input at it leaves, and has chosen nothing.
  func answer(_ question: Interaction, of flow: Flow) async throws -> PersonAnswer {
    let answer = try await given(to: question, of: flow)
    return Terminal.hasLeft ? .leave : answer
  }

  private func given(to question: Interaction, of flow: Flow) async throws -> PersonAnswer {
    switch question.content {
    case .confirm(let info): session(info, flow)
    case .confirmTransaction: decision(isWaiting: flow.transaction?.review != nil)
    case .verifySecondFactor(let info):
      try await proof(
        info, isWaiting: flow.transaction?.review != nil, flow.secondFactorAccount)
    case .setSecondFactor(let info):
      if let pin = pinWithoutKey(in: flow) { .factors(.pin(pin)) } else { newFactors(info) }
    case .softPrompt(let reason): softPrompt(reason)
    }
  }
}

extension Person {
  private func session(_ info: ConfirmSessionInfo, _ flow: Flow) -> PersonAnswer {
    let isLogin = flow.type == .login
    let account = isLogin ? account(of: info.accounts) : nil
    guard !isLogin || account != nil else { return .leave }
    let question = isLogin ? words.loginWithThis : words.bringAccount
    guard answersYes || hasAskedForSession || Terminal.confirm(question, in: words) == true
    else { return .leave }
    // Whoever has said yes here is asked for the factor next. What a pipe holds is no decision.
    hasApproved = hasApproved || Terminal.isInteractive
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
    while let typed = Terminal.ask(words.whichAccount), !typed.isEmpty {
      if let number = Int(typed), (1...accounts.count).contains(number) {
        return accounts[number - 1]
      }
      Console.note(words.cause(.accountMissing))
    }
    return nil
  }

  private func number(of numbers: [String]) -> String? {
    guard !numbers.isEmpty else { return nil }
    return answers.number
      ?? (answersYes ? nil : Terminal.ask(words.whichNumber(numbers)))
  }

  /// Asks for a decision on the transaction that is on the screen.
  ///
  /// - Parameter isWaiting: True where it waits for a decision, so that it can be left for later.
  /// - Returns: The answer.
  func decision(isWaiting: Bool) -> PersonAnswer {
    var choices = [
      Choice(words.approve, PersonAnswer.transaction),
      Choice(words.decline, isWaiting ? .deny : .leave),
    ]
    if isWaiting { choices.append(Choice(words.later, .leave)) }
    let isDecided = answersYes || hasAskedForSession
    // What a pipe holds was written before anybody could have read what is decided.
    guard isDecided || Terminal.isInteractive else {
      failure = .nobodyDecided
      return .leave
    }
    let answer =
      isDecided ? .transaction : Terminal.choose(words.decision, choices, in: words) ?? .leave
    if case .transaction = answer { hasApproved = true }
    return answer
  }

  func softPrompt(_ reason: SoftPromptReason) -> PersonAnswer {
    // A script that proves by the PIN asks for no key on the way.
    if reason == .proving, answersYes, answers.biometrics == nil, answers.pin != nil {
      return .softPrompt(.decline)
    }
    guard let isWanted = wantsBiometrics(words.useBiometrics) else { return .leave }
    return .softPrompt(isWanted ? .accept : .decline)
  }
}

extension Person {
  /// Leaves where nothing but the key is wanted, and no try is left.
  private func leaveKey() -> PersonAnswer {
    failure = .keyTriesUsedUp(endWords)
    return .leave
  }

  /// Sets the key up that a scenario needs, or leaves.
  func newKey() -> PersonAnswer {
    makesKey = true
    guard keyTriesLeft > 0 else { return leaveKey() }
    return wantsBiometrics(words.setUpBiometrics) == true ? .factors(.biometrics) : .leave
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

  /// True if the person wants biometrics; nil where nobody answers.
  func wantsBiometrics(_ question: String) -> Bool? {
    let isWanted =
      answers.biometrics ?? wantsKey ?? (answersYes ? true : Terminal.confirm(question, in: words))
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
    countCodes(sentTo: delivery.destination)
    if let mailbox = answers.mailbox {
      let code = try await mailbox.newCode(
        after: codesSeen, sentTo: delivery.destination, seconds: answers.codeSeconds,
        in: endWords.usage)
      codesSeen = mailbox.codes().count
      return .factors(.code(code))
    }
    guard !answersYes else { return .leave }
    let question = words.codeSent(to: delivery.destination)
    guard let code = PhoneCode.ask(question, or: "r", in: words) else { return .leave }
    return code.exposed == "r" ? .requestCode : .factors(.code(code))
  }

  /// Gives the code of the authenticator app.
  func appCode() -> PersonAnswer {
    defer { code = nil }
    hasJustGivenSecondCode = true
    let given =
      code.map { SecretText($0) }
      ?? (answersYes ? nil : PhoneCode.ask(words.appCode, in: words))
    return given.map { .factors(.code($0)) } ?? .leave
  }
}

/// The person's proofs, and the setting of factors.
extension Person {
  /// Asks for the decision, unless it was given before, and then for a factor.
  ///
  /// - Parameters:
  ///   - info: The factors that may be given.
  ///   - isWaiting: True where what they approve can be left for later.
  ///   - account: The state of the second factor; nil where the server did not tell it.
  ///   - isolation: Whose isolation this runs in.
  /// - Returns: The answer.
  /// - Throws: `CommandFailure` where a code does not come.
  func proof(
    _ info: SecondFactorInfo, isWaiting: Bool, _ account: SecondFactorAccount? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> PersonAnswer {
    makesKey = false
    let info = account?.isBlocked == true ? info.withoutPIN : info
    if let blocked = blocked(from: info, account) {
      failure = blocked
      return .leave
    }
    if !hasApproved, !answersYes {
      let answer = decision(isWaiting: isWaiting)
      guard case .transaction = answer else { return answer }
    }
    if !isScript { tell(info) }
    if info.allowed.contains(.biometrics), takeBiometrics() { return .factors(.biometrics) }
    if info.allowed.contains(.pin), let pin = takePIN() { return .factors(.pin(typed(pin))) }
    if info.allowed.contains(.twoFactor) { return appCode() }
    // A code that nobody has asked for yet is one of the choices.
    if !info.allowed.isDisjoint(with: [.validateCode, .otp]), let delivery = info.codeDelivery {
      hasJustGivenSecondCode = info.allowed.contains(.otp)
      return try await code(sentTo: delivery)
    }
    guard answersYes else { return choice(info, isWaiting: isWaiting) }
    // A script that says where its codes come asks for one in place of biometrics, once.
    guard info.allowed.contains(.validateCode), answers.mailbox != nil, !hasRequestedCode else {
      return .leave
    }
    hasRequestedCode = true
    return .requestCode
  }

  /// Says what the factor does besides, and what else there is, before it is asked for.
  private func tell(_ info: SecondFactorInfo) {
    if info.registersKey, info.allowed.contains(.pin) {
      Console.note(words.pinSetsUp)
    }
    if info.registersKey, info.allowed == [.validateCode] {
      Console.note(words.codeSetsUp)
    }
    if info.otherDevice { Console.note(words.orElsewhere) }
  }

  /// Asks with which factor; where there is but one, for that.
  ///
  /// Biometrics that were refused once are a choice again, which can be left. Only what waits can
  /// be left for later.
  private func choice(_ info: SecondFactorInfo, isWaiting: Bool) -> PersonAnswer {
    let isKeyWanted = answers.biometrics != false
    let takesKey = info.allowed.contains(.biometrics) && keyTriesLeft > 0 && isKeyWanted
    // An empty line leaves the PIN, so that it is no choice among itself alone.
    if info.allowed.subtracting(takesKey ? [] : [.biometrics]) == [.pin] { return askPIN() }
    if info.allowed == [.biometrics] {
      guard isKeyWanted else {
        failure = CommandFailure(FlowReason.biometricsDeclined.code, nil, endWords.reasons)
        return .leave
      }
      guard takesKey else { return leaveKey() }
      guard hasTriedKey else {
        hasTriedKey = true
        return .factors(.biometrics)
      }
    }
    var choices: [Choice<PersonAnswer?>] = []
    if takesKey {
      choices.append(Choice(words.biometrics, .factors(.biometrics)))
    }
    if info.allowed.contains(.pin) { choices.append(Choice(words.pin, nil)) }
    if info.allowed.contains(.validateCode) { choices.append(Choice(words.code, .requestCode)) }
    choices.append(Choice(isWaiting ? words.later : words.decline, .leave))
    guard let chosen = Terminal.choose(words.whichFactor, choices, in: words) else {
      return .leave
    }
    return chosen ?? askPIN()
  }

  private func askPIN() -> PersonAnswer {
    guard let pin = PhonePIN.ask(in: words) else { return .leave }
    return .factors(.pin(typed(pin.exposed)))
  }

  /// Asks for the factors that are to be set.
  func newFactors(_ info: SecondFactorInfo) -> PersonAnswer {
    makesKey = true
    if info.required.contains(.biometrics), keyTriesLeft == 0 { return leaveKey() }
    var pin: SecretText?
    if info.allowed.contains(.pin) {
      guard let given = takeNewPIN() ?? askNewPIN() else { return .leave }
      pin = typed(given)
    }
    let offersBiometrics = info.allowed.contains(.biometrics) && keyTriesLeft > 0
    var takesBiometrics = info.required.contains(.biometrics)
    if !takesBiometrics, offersBiometrics {
      guard let isWanted = wantsBiometrics(words.setUpBiometricsToo) else { return .leave }
      takesBiometrics = isWanted
    }
    return switch (pin, takesBiometrics) {
    case (let pin?, true): .factors(.pinAndBiometrics(pin))
    case (let pin?, false): .factors(.pin(pin))
    case (nil, true): .factors(.biometrics)
    case (nil, false): .leave
    }
  }

  /// Asks for a new PIN; of a script which says yes, a pipe may hold it, once.
  private func askNewPIN() -> String? {
    if isScript {
      guard !Terminal.isInteractive, answers.newPIN == nil, !hasReadNewPIN else { return nil }
      hasReadNewPIN = true
    }
    return Terminal.askNewSecret(words.newPIN, in: words)
  }

  /// The new PIN of a person who then declined the key; nil where no key was declined.
  func pinWithoutKey(in flow: Flow) -> SecretText? {
    guard !isScript, hasJustUsedKey,
      case .setSecondFactor(let info)? = flow.currentInteraction?.content,
      info.allowed.contains(.pin), !info.required.contains(.biometrics),
      flow.previousInteractionResult?.reason == .biometricsCancelled
    else { return nil }
    return typedPINs.last
  }

  private func typed(_ pin: String) -> SecretText {
    let pin = SecretText(pin)
    typedPINs.append(pin)
    return pin
  }
}
