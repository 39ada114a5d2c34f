public import WebAuthnModel

/// Body of `POST /accounts`.
public struct SignUpRequest: JSONBody, Hashable {
  /// The person's e-mail address, by which the account is known.
  public var userName: String
  /// The name to show.
  public var displayName: String

  /// A sign-up to send.
  public init(userName: String, displayName: String) {
    self.userName = userName
    self.displayName = displayName
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    userName = try reader.string("userName")
    displayName = try reader.string("displayName")
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    ["userName": .string(userName), "displayName": .string(displayName)]
  }
}

/// What a code is asked for; a code for one purpose is good for no other.
public enum CodePurpose: String, Sendable, Hashable, CaseIterable {
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
  /// Confirms the telephone number that it was texted to; sent when that is set, never asked for.
  case confirmPhone = "confirm_phone"
}

/// How a code reaches the person.
public enum CodeChannel: String, Sendable, Hashable, CaseIterable {
  /// By e-mail.
  case email
  /// By text message.
  case sms
}

/// Body of `POST /codes`.
public struct CodeRequest: JSONBody, Hashable {
  /// Whose code; nil where the session says so.
  public var userName: String?
  /// What it is for.
  public var purpose: CodePurpose
  /// How it is sent.
  public var channel: CodeChannel
  /// The action that a code for `approve` is good for; nil for any other purpose.
  public var action: LinkedOptionsRequest?

  /// A request to send.
  public init(userName: String? = nil, purpose: CodePurpose, channel: CodeChannel = .email) {
    self.userName = userName
    self.purpose = purpose
    self.channel = channel
  }

  /// A request for a code that stands in for a factor.
  ///
  /// - Parameters:
  ///   - action: The scenario and its payload, as they are given for a challenge.
  ///   - channel: How the code is sent.
  public init(approving action: LinkedOptionsRequest, channel: CodeChannel = .email) {
    self.init(purpose: .approve, channel: channel)
    self.action = action
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    userName = try reader.optionalString("userName")
    purpose = try reader.choice("purpose")
    channel = try reader.optionalChoice("channel") ?? .email
    let scenario = try reader.optionalString("scenario")
    let payload = reader.optionalValue("payload")
    try reader.finish()
    action = scenario.map {
      LinkedOptionsRequest(scenario: ScenarioName($0), payload: payload ?? .object([:]))
    }
    guard (purpose == .approve) == (scenario != nil), payload == nil || scenario != nil else {
      throw JSONShapeError(
        path: "scenario", problem: "goes with purpose approve, and with that one alone")
    }
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = [
      "purpose": .string(purpose.rawValue), "channel": .string(channel.rawValue),
    ]
    members["userName"] = userName.map(JSONValue.string)
    members["scenario"] = action.map { .string($0.scenario.text) }
    members["payload"] = action?.payload
    return .object(members)
  }
}

/// Answer of `POST /accounts` and `POST /codes`; the same whether or not the account exists.
public struct CodeRequestAnswer: JSONBody, Hashable {
  /// The id of this request, to be given back with the code.
  public var codeRequest: String
  /// Seconds until another code may be asked for.
  public var resendAfter: Int64
  /// Where it went, so far as may be shown; only where there is a session.
  public var destination: String?
  /// Which code goes with it, where it stands in for a factor and the account has another.
  public var second: SecondCode?

  /// The code that goes with the mailed one, by the field of the proof that gives it.
  public enum SecondCode: String, Sendable, Hashable, CaseIterable {
    /// One that is texted once the mailed one was right.
    case otp
    /// That of an authenticator app, given at once.
    case twoFactorCode
  }

  /// An answer to send.
  public init(
    codeRequest: String, resendAfter: Int64, destination: String? = nil,
    second: SecondCode? = nil
  ) {
    self.codeRequest = codeRequest
    self.resendAfter = resendAfter
    self.destination = destination
    self.second = second
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    codeRequest = try reader.string("codeRequest")
    resendAfter = try reader.integer("resendAfter")
    destination = try reader.optionalString("destination")
    second = try reader.optionalChoice("second")
  }

  /// The answer's fields.
  public var json: JSONValue {
    var members: JSONObject = [
      "codeRequest": .string(codeRequest), "resendAfter": .integer(resendAfter),
    ]
    members["destination"] = destination.map(JSONValue.string)
    members["second"] = second.map { .string($0.rawValue) }
    return .object(members)
  }
}
