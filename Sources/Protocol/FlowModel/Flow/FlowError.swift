/// Why a flow ended without doing what it was for.
public enum FlowError: Error, Sendable, Hashable {
  /// The app cancelled it. That denies nothing.
  case cancelled
  /// The person denied the transaction.
  case denied
  /// Too many refused proofs, or wrong codes.
  case triesUsedUp
  /// The server could not be reached; nothing was done.
  case network
  /// It took too long; nothing was authorised.
  case timeout
  /// The server refused.
  case serverValidation(FlowReason)
  /// The second factor is blocked.
  case secondFactorBlocked
  /// The transaction is past its time.
  case transactionExpired
  /// The transaction was decided before, and otherwise; the flow's transaction says how.
  case transactionAlreadyReviewed
  /// The session is over.
  case sessionExpired
  /// The device holds no account that could be logged in.
  case accountMissing
  /// The action was sent and its answer is lost: it may have been done. The next flow asks first.
  case outcomeUnknown(OperationID)
  /// Policy, of the server or of the device, does not allow it.
  case notAllowed(FlowReason)
  /// The device cannot do it.
  case deviceUnable(FlowReason)
  /// The server's answer was not understood.
  case unknown(FlowReason)
}

extension FlowError {
  /// The kind as it stands in documentation and logs.
  public var kind: String {
    switch self {
    case .cancelled: "cancelled"
    case .denied: "denied"
    case .triesUsedUp: "triesUsedUp"
    case .network: "network"
    case .timeout: "timeout"
    case .serverValidation: "serverValidation"
    case .secondFactorBlocked: "secondFactorBlocked"
    case .transactionExpired: "transactionExpired"
    case .transactionAlreadyReviewed: "transactionAlreadyReviewed"
    case .sessionExpired: "sessionExpired"
    case .accountMissing: "accountMissing"
    case .outcomeUnknown: "outcomeUnknown"
    case .notAllowed: "notAllowed"
    case .deviceUnable: "deviceUnable"
    case .unknown: "unknown"
    }
  }

  /// The reason beside the kind, where there is one.
  public var reason: FlowReason? {
    switch self {
    case .serverValidation(let reason), .notAllowed(let reason), .deviceUnable(let reason),
      .unknown(let reason):
      reason
    case .cancelled, .denied, .triesUsedUp, .network, .timeout, .secondFactorBlocked,
      .transactionExpired, .transactionAlreadyReviewed, .sessionExpired, .accountMissing,
      .outcomeUnknown:
      nil
    }
  }
}
