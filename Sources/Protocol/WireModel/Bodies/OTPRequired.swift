public import WebAuthnModel

/// The 202 answer to an action that was asked for with the mailed code alone: that code is right,
/// another was texted, and both together act.
public struct OTPRequired: JSONBody, ExtensibleJSON, Hashable {
  /// Where the code was texted, so far as may be shown.
  public var destination: String
  /// Seconds until it may be texted again.
  public var resendAfter: Int64

  /// An answer to send.
  public init(destination: String, resendAfter: Int64) {
    self.destination = destination
    self.resendAfter = resendAfter
  }
}

extension OTPRequired {
  private enum CodingKeys: CodingKey {
    case reason
    case message
    case destination
    case resendAfter
  }

  /// Reads the answer; `reason` must be the one that says so.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(String.self, forKey: .reason) == Self.reason else {
      throw JSONShapeError(path: "reason", problem: "must be \(Self.reason)")
    }
    destination = try container.decode(String.self, forKey: .destination)
    resendAfter = try container.decode(Int64.self, forKey: .resendAfter)
  }

  /// Writes the answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.reason, forKey: .reason)
    try container.encode("OTP required", forKey: .message)
    try container.encode(destination, forKey: .destination)
    try container.encode(resendAfter, forKey: .resendAfter)
  }

  private static let reason = "otp_required"
}
