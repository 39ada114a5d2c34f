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
}

/// Answer of `POST /service/redeem`: who proved what, and when.
public struct RedemptionAnswer: JSONBody, ExtensibleJSON, Hashable {
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

  private enum CodingKeys: String, CodingKey {
    case accountID
    case contextClass = "acr"
    case methods = "amr"
    case authTime
  }
}

extension RedemptionRequest {
  /// Reads the body; without a payload it is an empty object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    verificationToken = try container.decode(SecretText.self, forKey: .verificationToken)
    scenario = try container.decode(ScenarioName.self, forKey: .scenario)
    payload = try container.decodeIfPresent(JSONValue.self, forKey: .payload) ?? .object([:])
  }
}
