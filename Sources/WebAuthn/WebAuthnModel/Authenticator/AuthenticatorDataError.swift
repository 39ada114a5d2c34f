/// Why bytes are no authenticator data.
public enum AuthenticatorDataError: Error, Sendable, Hashable {
  /// The bytes end too early.
  case truncated
  /// Bytes follow what the flags announce.
  case trailingBytes
  /// The public key is CBOR of another kind.
  case publicKeyNotAMap
  /// The extension outputs are no map of identifiers.
  case extensionsNotAMap
  /// The public key or the extension outputs are no canonical CBOR.
  case cbor(CBORError.Problem)
}
