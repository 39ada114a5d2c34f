public import WebAuthnModel

/// The 202 answer to an action that was asked for with the mailed code alone: that code is right,
/// another was texted, and both together act.
public struct OTPRequired: JSONBody, Hashable {
  /// Where the code was texted, so far as may be shown.
  public var destination: String
  /// Seconds until it may be texted again.
  public var resendAfter: Int64

  /// An answer to send.
  public init(destination: String, resendAfter: Int64) {
    self.destination = destination
    self.resendAfter = resendAfter
  }

  /// Reads the answer; `reason` must be the one that says so.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    guard try reader.string("reason") == Self.reason else {
      throw JSONShapeError(path: "reason", problem: "must be \(Self.reason)")
    }
    destination = try reader.string("destination")
    resendAfter = try reader.integer("resendAfter")
  }

  /// The answer's fields.
  public var json: JSONValue {
    [
      "reason": .string(Self.reason), "message": "OTP required",
      "destination": .string(destination), "resendAfter": .integer(resendAfter),
    ]
  }

  private static let reason = "otp_required"
}
