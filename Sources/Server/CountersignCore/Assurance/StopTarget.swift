import WebAuthnModel
import WireModel

/// What the link in a notice stops: a wait or a session, and the page at which it is stopped.
struct StopTarget: Sendable, Hashable {
  /// The id of a wait or of a session.
  let id: String
  /// The path in front of the page.
  let page: PathPrefix
}

/// Makes and judges the links by which a person stops what a notice tells of.
///
/// The secret follows from the id, so that no table and no outbox holds one; what it stops is
/// stopped once. It stands in the fragment, which no server and no scanner of mail sees, and the
/// page asks for a press of a button.
struct StopLinks: Sendable {
  let keyring: Keyring
  let origin: String

  /// The address of the page that stops it.
  ///
  /// Secret.
  func address(of target: StopTarget) -> SecretText {
    SecretText("\(origin)\(target.page)/stop#\(target.id).\(secret(of: target.id).exposed)")
  }

  /// Whether a secret is the one of an id.
  func isRight(_ secret: SecretText, for id: String) -> Bool {
    guard let given = Base64URL.decode(secret.exposed) else { return false }
    return keyring.isAuthentic(given, .stopLink, Self.input(id))
  }

  private func secret(of id: String) -> SecretText {
    SecretText(Base64URL.encode(keyring.authenticationCode(.stopLink, Self.input(id))))
  }

  private static func input(_ id: String) -> [UInt8] { Array("countersign/stop/v1\(id)".utf8) }
}
