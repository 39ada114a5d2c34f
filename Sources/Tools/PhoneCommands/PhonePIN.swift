import ToolSupport
import WireModel

/// A PIN from a flag or from the person.
enum PhonePIN {
  /// The PIN that whoever is there gives to prove with; nil where they leave.
  ///
  /// What could be none is asked for again at a terminal, and is no try.
  static func ask(in words: PhoneWords) -> SecretText? {
    while let typed = Terminal.askSecret(words.pinOrNothing), !typed.isEmpty {
      let pin = SecretText(typed)
      guard Terminal.isInteractive, PINRule.fault(of: pin) == .malformed else { return pin }
      Console.note(words.cause(.malformedPIN))
    }
    return nil
  }

  static func obtain(_ flag: String?, _ question: String) throws -> SecretText {
    try given(flag ?? Terminal.askSecret(question))
  }

  /// A PIN that is to be set, which a person types twice, and again where it is easily guessed.
  static func obtainNew(
    _ flag: String?, _ question: String, in words: PhoneWords
  ) throws -> SecretText {
    while true {
      let pin = try given(flag ?? Terminal.askNewSecret(question, in: words))
      guard flag == nil, Terminal.isInteractive, let fault = PINRule.fault(of: pin) else {
        return pin
      }
      Console.note(words.cause(fault == .malformed ? .malformedPIN : .pinTooSimple))
    }
  }

  /// Refuses a new PIN by the server's rule, before anything is sent.
  static func requireSettable(
    _ pin: SecretText, in words: PhoneWords, _ texts: [String: ReasonText]
  ) throws {
    switch PINRule.fault(of: pin) {
    case nil: return
    case .malformed: throw CommandFailure(.wrongUse, words.cause(.malformedPIN))
    case .tooSimple: throw CommandFailure(Reason.pinTooSimple.code, nil, texts)
    }
  }

  private static func given(_ pin: String?) throws -> SecretText {
    guard let pin, !pin.isEmpty else { throw CommandFailure.noPIN }
    return SecretText(pin)
  }
}

extension CommandFailure {
  /// Nothing was given in place of a PIN.
  static let noPIN = CommandFailure(.refused, "no PIN was given")
}

/// A code that was sent, or that an authenticator app shows, from the person.
enum PhoneCode {
  /// The code that whoever is there gives; nil where they leave.
  ///
  /// What is no code is asked for again at a terminal, and is no try.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - key: What may be typed in place of a code; nil for nothing.
  ///   - words: The person's words.
  /// - Returns: The code, or the key.
  static func ask(
    _ question: String, or key: String? = nil, in words: PhoneWords
  ) -> SecretText? {
    while let typed = Terminal.ask(question), !typed.isEmpty {
      guard typed != key else { return SecretText(typed) }
      let code = CodeRule.code(typed: SecretText(typed))
      guard Terminal.isInteractive, !CodeRule.isWellFormed(code) else { return code }
      Console.note(words.noCodeTyped)
    }
    return nil
  }
}
