/// Why the app may not do this now.
///
/// The flow is unchanged by it.
public enum FlowInputError: Error, Sendable, Hashable {
  /// A flow is active; it is not touched.
  case flowAlreadyActive
  /// There is no flow, or it has ended.
  case noFlow
  /// The flow asks nothing now.
  case notWaitingForInput
  /// The question is not answered by this factor.
  case factorNotAllowed(Factor)
  /// The PIN is not 4 to 12 digits.
  case malformedPIN
  /// What is asked for cannot be sent to any server.
  case malformedPayload
}
