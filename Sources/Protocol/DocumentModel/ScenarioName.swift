/// The name of a scenario: a named reason to authenticate.
public struct ScenarioName: Sendable, Hashable, CustomStringConvertible {
  /// The name as it stands on the wire: `TEST_BIOMETRICS`.
  public let text: String

  /// A name as it was read from the wire or given by an app.
  public init(_ text: String) { self.text = text }

  /// The name.
  public var description: String { text }

  /// Proves a factor, and does nothing else.
  public static let testBiometrics = ScenarioName("TEST_BIOMETRICS")
  /// Adds, changes or removes a factor of the account.
  public static let manageFactors = ScenarioName("MANAGE_FACTORS")
  /// Decides on a transaction that the host's backend wants reviewed.
  public static let authorizeTransaction = ScenarioName("AUTHORIZE_TRANSACTION")
  /// Logs another screen in, by a link that it shows.
  public static let login = ScenarioName("LOGIN")
  /// Opens a session with a registered key.
  public static let signIn = ScenarioName("SIGN_IN")

  /// Every scenario whose action any server executes itself; no host's own has such a name.
  public static let ofServer: Set<ScenarioName> = [
    testBiometrics, authorizeTransaction, manageFactors, login, signIn,
  ]
}

extension ScenarioName: Codable {
  /// Reads a name.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
