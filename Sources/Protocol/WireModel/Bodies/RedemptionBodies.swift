public import WebAuthnModel

/// Body of `POST /service/redeem`: the proof of a person, for one exact action of the host's own.
public struct RedemptionRequest: JSONBody, Hashable {
  /// The token that the person's app was given.
  ///
  /// Secret.
  public var verificationToken: SecretText
  /// The host's scenario.
  public var scenario: ScenarioName
  /// What the host is about to do.
  public var payload: JSONValue

  /// A request to send.
  public init(verificationToken: SecretText, scenario: ScenarioName, payload: JSONValue) {
    self.verificationToken = verificationToken
    self.scenario = scenario
    self.payload = payload
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    verificationToken = SecretText(try reader.string("verificationToken"))
    scenario = ScenarioName(try reader.string("scenario"))
    payload = reader.optionalValue("payload") ?? .object([:])
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue {
    [
      "verificationToken": .string(verificationToken.exposed), "scenario": .string(scenario.text),
      "payload": payload,
    ]
  }
}

/// Answer of `POST /service/redeem`: who proved what, and when.
public struct RedemptionAnswer: JSONBody, Hashable {
  /// Whose proof it was: the account as `POST /service/sessions` named it.
  public var accountID: String
  /// The authentication context class (RFC 9470).
  public var contextClass: String
  /// The methods that were proved (RFC 8176).
  public var methods: [String]
  /// When they were proved, in seconds since 1970.
  public var authTime: Int64

  /// An answer to send.
  public init(accountID: String, contextClass: String, methods: [String], authTime: Int64) {
    self.accountID = accountID
    self.contextClass = contextClass
    self.methods = methods
    self.authTime = authTime
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    accountID = try reader.string("accountID")
    contextClass = try reader.string("acr")
    methods = []
    for method in try reader.array("amr") {
      guard case .string(let text) = method else {
        throw reader.failure("amr", "must hold texts")
      }
      methods.append(text)
    }
    authTime = try reader.integer("authTime")
  }

  /// The answer's fields.
  public var json: JSONValue {
    [
      "accountID": .string(accountID), "acr": .string(contextClass),
      "amr": .array(methods.map(JSONValue.string)), "authTime": .integer(authTime),
    ]
  }
}
