/// Why a flow ended without doing what it was for.
public enum FlowError: Error, Sendable, Hashable {
  /// The app cancelled it. That denies nothing.
  case cancelled
  /// Too many refused proofs.
  case triesUsedUp
  /// The server could not be reached; nothing was done.
  case network
  /// It took too long; nothing was done.
  case timeout
  /// The server refused.
  case serverValidation(FlowReason)
  /// The second factor is blocked.
  case secondFactorBlocked
  /// The session is over.
  case sessionExpired
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
    case .triesUsedUp: "triesUsedUp"
    case .network: "network"
    case .timeout: "timeout"
    case .serverValidation: "serverValidation"
    case .secondFactorBlocked: "secondFactorBlocked"
    case .sessionExpired: "sessionExpired"
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
    case .cancelled, .triesUsedUp, .network, .timeout, .secondFactorBlocked, .sessionExpired,
      .outcomeUnknown:
      nil
    }
  }
}
