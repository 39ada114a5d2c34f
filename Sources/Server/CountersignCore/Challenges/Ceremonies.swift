import RelyingParty
import WebAuthnModel

/// The options of WebAuthn ceremonies, around challenges that this server issues.
final class Ceremonies: Sendable {
  let challenges: ChallengeIssuer
  private let ceremony: CeremonyPolicy
  let relyingPartyName: String
  private let timeoutMilliseconds: Int64

  init(
    challenges: ChallengeIssuer, ceremony: CeremonyPolicy, relyingPartyName: String,
    timeoutMilliseconds: Int64
  ) {
    self.challenges = challenges
    self.ceremony = ceremony
    self.relyingPartyName = relyingPartyName
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  /// The options for an authenticator to make a key for an account.
  ///
  /// The name to show is that of the account, unless whoever asks may not see that.
  func creation(
    _ challenge: Challenge, _ accountID: AccountID, named displayName: String? = nil,
    in transaction: any ReadTransaction
  ) throws -> CredentialCreationOptions {
    guard let names = try Accounts.names(of: accountID, in: transaction) else {
      throw Refusal.noSession
    }
    return CredentialCreationOptions(
      relyingParty: RelyingPartyEntity(id: ceremony.relyingPartyID, name: relyingPartyName),
      user: UserEntity(
        id: accountID.userHandle, name: names.userName,
        displayName: displayName ?? names.displayName),
      challenge: challenge, timeoutMilliseconds: Int(timeoutMilliseconds),
      excludeCredentials: try Credentials.all(of: accountID, in: transaction).map {
        CredentialDescriptor(id: $0.id, transports: $0.transports)
      }, userVerification: .required)
  }

  /// Request options around a challenge; user verification is required wherever money or a factor
  /// is at stake, and that is everywhere.
  func request(
    _ challenge: Challenge, allowing credentials: [CredentialDescriptor]
  ) -> CredentialRequestOptions {
    CredentialRequestOptions(
      challenge: challenge, relyingPartyID: ceremony.relyingPartyID,
      allowCredentials: credentials, userVerification: .required,
      timeoutMilliseconds: Int(timeoutMilliseconds))
  }

  /// The origin of the page that asks: what its browser says, where that is one of this
  /// deployment's pages, else the deployment's first one.
  func pageOrigin(claimed: String?) -> String {
    let pages = ceremony.origins.map(\.text).filter {
      $0.hasPrefix("https://") || $0.hasPrefix("http://")
    }
    if let claimed, pages.contains(claimed) { return claimed }
    let first = pages.filter { $0.hasPrefix("https://") }.min() ?? pages.min()
    return first ?? "https://\(ceremony.relyingPartyID.text)"
  }
}
