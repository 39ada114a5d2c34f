import CountersignClient
import FlowModel

/// The tries with the key, as many as a flow gives to a proof that the server refuses, and those
/// with a code.
extension Person {
  /// Notes an answer, which may be a try with the key.
  func note(_ answer: PersonAnswer) {
    hasJustUsedKey = answer.usesKey
    if hasJustUsedKey { keyUses += 1 }
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
    return words.keyTries(keyTriesLeft)
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
    return left > 0 ? words.codeTries(left) : nil
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
