public import WebAuthnModel

/// A credential of the very account that signs in.
///
/// The only ways to one compare the owner, so that no verification can run with somebody else's
/// credential.
public struct OwnedCredential: Sendable, Hashable {
  /// The credential.
  public let record: CredentialRecord

  /// For an account known beforehand: refuses a record of another owner.
  public init(_ record: CredentialRecord, owner: UserHandle) throws(CeremonyRefusal) {
    // 7.2 step 6, first case: the identified account contains the record.
    guard record.owner == owner else { throw .refused("7.2.6", .ownerMismatch) }
    self.record = record
  }

  /// For an account that the authenticator names: refuses where it names none or another.
  public init(
    _ record: CredentialRecord, claimedBy assertion: UnverifiedAssertion
  ) throws(CeremonyRefusal) {
    // 7.2 step 6, second case: the user handle is present, and its account contains the record.
    guard let owner = assertion.userHandle else { throw .refused("7.2.6", .userHandleMissing) }
    try self.init(record, owner: owner)
  }
}
