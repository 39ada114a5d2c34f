/// Which ceremony client data belong to; open, since it comes from outside.
public struct CeremonyType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text in client data.
  public let rawValue: String

  /// Takes any text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Takes any text.
  public init(stringLiteral value: String) { rawValue = value }

  /// A registration.
  public static let create = CeremonyType(rawValue: "webauthn.create")
  /// An assertion.
  public static let get = CeremonyType(rawValue: "webauthn.get")
}
