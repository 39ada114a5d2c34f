/// Identifies one flow among all of this process.
public struct FlowID: Sendable, Hashable {
  /// A random number, from whoever starts the flow.
  public let number: UInt64

  /// An id of a given number.
  public init(_ number: UInt64) { self.number = number }
}
