public import FlowModel

/// A way to prove a document, shown beside the others before anything is asked.
public struct Way: Sendable, Hashable, Identifiable {
  /// The use of a way for this document.
  public enum State: Sendable, Hashable {
    /// Its proof can be accepted.
    case possible
    /// It cannot act now: the reason's detail says why not, and what would bring it.
    case missing(SigningWays.Missing)
  }

  /// The factor: BIOMETRICS, PIN, or VALIDATE_CODE for codes.
  public let factor: Factor
  /// Its use for this document.
  public let state: State

  /// The factor, which is there once.
  public var id: Factor { factor }

  /// All ways of a document, in the order in which they are offered; those that the scenario does
  /// not take are left out.
  static func all(_ ways: SigningWays) -> [Way] {
    [Factor.biometrics, .pin, .validateCode].compactMap { factor in
      if ways.possible.contains(factor) { return Way(factor: factor, state: .possible) }
      return ways.missing(factor).map { Way(factor: factor, state: .missing($0)) }
    }
  }
}
