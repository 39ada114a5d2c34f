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

  /// A request to send.
  public init(userName: String? = nil, purpose: CodePurpose, channel: CodeChannel = .email) {
    self.userName = userName
    self.purpose = purpose
    self.channel = channel
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    userName = try reader.optionalString("userName")
    purpose = try reader.choice("purpose")
    channel = try reader.optionalChoice("channel") ?? .email
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = [
      "purpose": .string(purpose.rawValue), "channel": .string(channel.rawValue),
    ]
    members["userName"] = userName.map(JSONValue.string)
    return .object(members)
  }
}

/// Answer of `POST /accounts` and `POST /codes`; the same whether or not the account exists.
public struct CodeRequestAnswer: JSONBody, Hashable {
  /// The id of this request, to be given back with the code.
  public var codeRequest: String
  /// Seconds until another code may be asked for.
  public var resendAfter: Int64

  /// An answer to send.
  public init(codeRequest: String, resendAfter: Int64) {
    self.codeRequest = codeRequest
    self.resendAfter = resendAfter
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    codeRequest = try reader.string("codeRequest")
    resendAfter = try reader.integer("resendAfter")
  }

  /// The answer's fields.
  public var json: JSONValue {
    ["codeRequest": .string(codeRequest), "resendAfter": .integer(resendAfter)]
  }
}
