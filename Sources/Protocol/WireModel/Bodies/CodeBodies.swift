public import WebAuthnModel

/// Body of `POST /accounts`.
public struct SignUpRequest: JSONBody, Hashable {
  /// The person's e-mail address or telephone number, by which the account is known.
  public var userName: String
  /// The name to show.
  public var displayName: String

  /// A sign-up to send.
  public init(userName: String, displayName: String) {
    self.userName = userName
    self.displayName = displayName
  }
}

/// The purpose of a code; a code for one purpose is good for no other.
public enum CodePurpose: String, Codable, Sendable, Hashable, CaseIterable {
  /// Opens a session.
  case signIn = "sign_in"
  /// Registers the account's first credential.
  case register
  /// Sets the account's first PIN.
  case setPIN = "set_pin"
  /// Begins the recovery of an account whose factors are all lost.
  case recover
  /// Stands in for a factor, for one action of the account.
  case approve
  /// Registers the account's first credential on the way to one action, or approves that action.
  case registerAndApprove = "register_and_approve"
  /// Confirms the telephone number that it was texted to; sent when that is set, never asked for.
  case confirmPhone = "confirm_phone"

  /// True if a code for it names an action, whose document its message shows.
  public var namesAction: Bool { self == .approve || self == .registerAndApprove }
}

/// The way of a code to the person.
public enum CodeChannel: String, Codable, Sendable, Hashable, CaseIterable {
  /// By e-mail.
  case email
  /// By text message.
  case sms
}

/// Body of `POST /codes`.
public struct CodeRequest: JSONBody, Hashable {
  /// Whose code; nil where the session says so.
  public var userName: String?
  /// The purpose that the code is good for, and for no other.
  public var purpose: CodePurpose
  /// The channel; nil for the first address of the person, by mail if they have an e-mail
  /// address.
  public var channel: CodeChannel?
  /// The action that the code names; nil for a purpose that names none.
  public var action: LinkedOptionsRequest?

  /// A request to send.
  public init(userName: String? = nil, purpose: CodePurpose, channel: CodeChannel? = nil) {
    self.userName = userName
    self.purpose = purpose
    self.channel = channel
  }

  /// A request for a code that stands in for a factor.
  ///
  /// - Parameters:
  ///   - action: The scenario and its payload, as they are given for a challenge.
  ///   - channel: How the code is sent; nil for a first one.
  public init(approving action: LinkedOptionsRequest, channel: CodeChannel? = nil) {
    self.init(purpose: .approve, channel: channel)
    self.action = action
  }

  /// A request for a code that registers the account's first key on the way to one action.
  ///
  /// Where the account has, or had, a factor, the code that is sent approves the action alone.
  ///
  /// - Parameter action: The scenario and its payload, as they are given for a challenge.
  public init(registeringOnTheWayTo action: LinkedOptionsRequest) {
    self.init(purpose: .registerAndApprove)
    self.action = action
  }
}

extension CodeRequest {
  private enum CodingKeys: CodingKey {
    case purpose
    case channel
    case userName
    case scenario
    case payload
  }

  /// Reads the body, in which the action stands beside its purpose.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    purpose = try container.decode(CodePurpose.self, forKey: .purpose)
    channel = try container.decodeIfPresent(CodeChannel.self, forKey: .channel)
    userName = try container.decodeIfPresent(String.self, forKey: .userName)
    let scenario = try container.decodeIfPresent(ScenarioName.self, forKey: .scenario)
    let payload = try container.decodeIfPresent(JSONValue.self, forKey: .payload)
    action = scenario.map {
      LinkedOptionsRequest(scenario: $0, payload: payload ?? .object([:]))
    }
    guard purpose.namesAction == (scenario != nil), payload == nil || scenario != nil else {
      throw JSONShapeError(
        path: "scenario",
        problem: "goes with purposes approve and register_and_approve, and with those alone")
    }
  }

  /// Writes the body.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(purpose, forKey: .purpose)
    try container.encodeIfPresent(channel, forKey: .channel)
    try container.encodeIfPresent(userName, forKey: .userName)
    try container.encodeIfPresent(action?.scenario, forKey: .scenario)
    try container.encodeIfPresent(action?.payload, forKey: .payload)
  }
}

/// Answer of `POST /accounts` and `POST /codes`; the same whether or not the account exists.
public struct CodeRequestAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// The id of this request, to be given back with the code.
  public var codeRequest: String
  /// Seconds until another code may be asked for.
  public var resendAfter: Int64
  /// The destination, so far as it may be shown; only where there is a session.
  public var destination: String?
  /// The code that goes with it, where it stands in for a factor and the account has another.
  public var second: SecondCode?
  /// The state of the second factor; only where the code stands in for a factor.
  public var secondFactor: SecondFactorAnswer?

  /// The code that goes with the mailed one, by the field of the proof that gives it.
  public enum SecondCode: String, Codable, Sendable, Hashable, CaseIterable {
    /// One that is texted once the mailed one was right.
    case otp
    /// That of an authenticator app, given at once.
    case twoFactorCode
  }

  /// An answer to send.
  public init(
    codeRequest: String, resendAfter: Int64, destination: String? = nil,
    second: SecondCode? = nil, secondFactor: SecondFactorAnswer? = nil
  ) {
    self.codeRequest = codeRequest
    self.resendAfter = resendAfter
    self.destination = destination
    self.second = second
    self.secondFactor = secondFactor
  }
}

/// The 202 answer to an action that was asked for with the mailed code alone: that code is right,
/// another was texted, and both together act.
public struct OTPRequired: JSONBody, ExtensibleJSON, Hashable {
  /// The number to which the code was texted, so far as it may be shown.
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
