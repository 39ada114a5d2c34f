public import WireModel

/// The secret that an app PIN opens, sealed on the device (Countersign device side, "Soft lock").
///
/// An app PIN is guessed by whoever holds what is sealed: it is never the PIN that the server
/// judges.
public protocol AppPINSecret: Sendable {
  /// Seals a new secret under an app PIN, in place of the one before. Durable when it returns.
  func seal(under appPIN: SecretText, of account: String) async throws(VaultError)

  /// Tries an app PIN.
  ///
  /// - Parameters:
  ///   - appPIN: The app PIN. Secret.
  ///   - account: Whose.
  /// - Returns: Whether it opens the secret; ``AppPINVerdict/missing`` where there is none.
  /// - Throws: `VaultError` where the vault cannot say.
  func verdict(
    on appPIN: SecretText, of account: String
  ) async throws(VaultError) -> AppPINVerdict

  /// Destroys the secret.
  func destroy(of account: String) async throws(VaultError)
}
