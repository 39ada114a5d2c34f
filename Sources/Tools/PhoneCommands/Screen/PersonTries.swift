import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// The tries with the key, with a code and with the PIN, and the end of each.
extension Person {
  /// Notes an answer, which may be a try with the key.
  func note(_ answer: PersonAnswer) {
    hasJustUsedKey = answer.usesKey
    if hasJustUsedKey { keyUses += 1 }
    hasJustGivenCode =
      switch answer {
      case .factors(.code), .requestCode: true
      default: false
      }
    hasJustAnswered = true
    if case .requestCode = answer { wrongCodes = 0 }
  }

  /// The news on the tries that are left; nil where the answer before was not the key, or was
  /// taken.
  ///
  /// - Parameter notice: Why the question is asked again; nil for one that comes first.
  /// - Returns: The text.
  func keyTries(after notice: String?) -> String? {
    guard let notice else {
      keyUses = 0
      return nil
    }
    guard hasJustUsedKey else { return nil }
    guard !noticesBesideKey.contains(notice) else {
      keyUses -= 1
      hasJustUsedKey = false
      return nil
    }
    return makesKey ? words.newKeyTries(keyTriesLeft) : words.keyTries(keyTriesLeft)
  }

  /// A notice in the words for a key that was to be made, where it is about that.
  func ofNewKey(_ notice: String?) -> String? {
    let declined = words.flowTexts.authenticatorOutcomes[.biometricsCancelled]
    return makesKey && notice != nil && notice == declined ? words.newKeyDeclined : notice
  }

  /// The news on the tries that are left with the PIN; nil where none was wrong.
  ///
  /// - Parameters:
  ///   - account: The state of the second factor; nil where the server did not tell it.
  ///   - review: The transaction that waits; nil where none does.
  ///   - factors: The factors that could approve it.
  ///   - otherDevice: True if another device could.
  /// - Returns: The text.
  func pinTries(
    _ account: SecondFactorAccount?, of review: Review?, by factors: Set<Factor>,
    otherDevice: Bool
  ) -> String? {
    let declines = review != nil && !otherDevice && factors.subtracting([.pin]).isEmpty
    return account.flatMap { words.pinTries($0, declines: declines) }
  }

  /// The end of a question, where all that it takes is blocked; nil where it can be asked.
  ///
  /// - Parameters:
  ///   - info: What it takes.
  ///   - account: The state of the second factor; nil where the server did not tell it.
  /// - Returns: The failure.
  func blocked(
    from info: SecondFactorInfo, _ account: SecondFactorAccount? = nil
  ) -> CommandFailure? {
    if info.allowed.isEmpty, !info.otherDevice { return blocked(account) }
    let asksCode = info.codeDelivery != nil || info.allowed.contains(.twoFactor)
    return asksCode && hasJustGivenCode && limits.hasBlockedCodes ? blocked() : nil
  }

  /// The failure of a command that a blocked factor stops: codes if one was given or asked for
  /// last, and where no PIN is blocked; or the PIN.
  ///
  /// - Parameters:
  ///   - account: The state of the second factor; nil where the server did not tell it.
  ///   - hasDeclined: True if the transaction was declined with it.
  /// - Returns: The failure.
  func blocked(
    _ account: SecondFactorAccount? = nil, hasDeclined: Bool = false
  ) -> CommandFailure {
    let isOfCodes = hasJustGivenCode || account.map { !$0.isBlocked } ?? (limits.until != nil)
    return isOfCodes
      ? endWords.blockedCodes(until: limits.until, hasDeclined: hasDeclined)
      : endWords.blockedPIN(at: limits.server, hasDeclined: hasDeclined)
  }

  /// The failure of a command whose codes were wrong too often: the server takes none for a while,
  /// or none more in place of this one.
  func codesUsedUp(hasDeclined: Bool = false) -> CommandFailure {
    guard limits.hasBlockedCodes else { return .tooManyWrongCodes }
    return endWords.blockedCodes(until: limits.until, hasDeclined: hasDeclined)
  }

  /// The news on the tries that are left with a code; nil where none was wrong.
  ///
  /// - Parameter notice: Why the question is asked again; nil for one that comes first.
  /// - Returns: The text.
  func codeTries(after notice: String?) -> String? {
    guard hasJustAnswered, notice == words.flowTexts.wrongCode else { return nil }
    hasJustAnswered = false
    wrongCodes += 1
    let left = FlowConfiguration().triesPerCode - wrongCodes
    // Of two codes together the server tells no count, which would tell which of them was wrong.
    return hasJustGivenSecondCode && limits.triesLeft == nil
      ? words.codeTries(atMost: left) : words.codeTries(left, ofAll: limits.triesLeft)
  }

  /// Counts anew where a code goes elsewhere than the one before.
  func countCodes(sentTo destination: String) {
    if destination != codeDestination { wrongCodes = 0 }
    codeDestination = destination
  }

  /// The notices about a code or a PIN.
  ///
  /// A wrong one is no try with the key, also where both were sent together.
  private var noticesBesideKey: [String] {
    let texts = words.flowTexts
    return [
      texts.wrongCode, texts.codeNotSent, texts.wrongPIN, texts.tooEarly, texts.unacceptablePIN,
      texts.pinIsAppPIN, texts.pinUnchanged,
    ]
  }

  /// The tries with the key that are left.
  var keyTriesLeft: Int { max(0, FlowFrame.maximumRefusedProofs - keyUses) }
}

extension SecondFactorInfo {
  /// The same where the PIN is blocked.
  var withoutPIN: SecondFactorInfo {
    SecondFactorInfo(
      allowed: allowed.subtracting([.pin]), required: required, codeDelivery: codeDelivery,
      registersKey: registersKey, otherDevice: otherDevice, biometricsObstacle: biometricsObstacle)
  }
}
