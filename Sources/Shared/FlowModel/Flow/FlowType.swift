/// What a flow is for.
///
/// It never changes while the flow lives.
public enum FlowType: String, Sendable, Hashable, CaseIterable {
  /// A transaction is authorised.
  case signTransaction = "SIGN_TRANSACTION"
}
