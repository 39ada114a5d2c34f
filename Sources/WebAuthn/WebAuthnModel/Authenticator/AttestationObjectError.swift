/// Why bytes are no attestation object.
public enum AttestationObjectError: Error, Sendable, Hashable {
  /// The bytes are no canonical CBOR.
  case cbor(CBORError.Problem)
  /// The object does not have just the members `fmt`, `attStmt` and `authData` of their types.
  case members
}
