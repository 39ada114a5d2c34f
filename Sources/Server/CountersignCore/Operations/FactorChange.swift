import WebAuthnModel

/// A change of factors that was made, and what is answered to it.
public struct FactorChange<Answer: Sendable>: Sendable {
  /// What is answered.
  public let answer: Answer
  /// Whether it was made before by the same request, and nothing was changed now.
  public let isReplayed: Bool

  /// The change, made now.
  static func made(_ answer: Answer) -> FactorChange {
    FactorChange(answer: answer, isReplayed: false)
  }
}

extension FactorChange where Answer: JSONBody {
  /// The change as it was answered first.
  static func again(_ first: JSONValue) throws -> FactorChange {
    FactorChange(answer: try Answer(json: first), isReplayed: true)
  }
}

extension FactorChange where Answer == Void {
  /// The change, made now.
  static var made: FactorChange { .made(()) }
  /// The change, made before.
  static var again: FactorChange { FactorChange(answer: (), isReplayed: true) }
}
