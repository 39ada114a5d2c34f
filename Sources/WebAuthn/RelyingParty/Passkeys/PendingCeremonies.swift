public import WebAuthnModel

/// A registration between its options and its answer, as the server keeps it.
///
/// The host keeps it under its challenge and removes it when an answer names that, whatever comes
/// of the answer: a challenge is good once. ``options`` alone go to the client; nothing of this is
/// ever read from one.
public struct PendingRegistration: PendingCeremony, JSONBody, Hashable {
  /// The options, which the client is given.
  public let options: CredentialCreationOptions
  /// The time from which an answer is refused, in milliseconds since 1970.
  public let expiresAtMilliseconds: Int64

  /// The challenge that the answer repeats.
  public var challenge: Challenge { options.challenge }
}

/// An assertion between its options and its answer, as the server keeps it.
///
/// It is kept and removed as a ``PendingRegistration`` is.
public struct PendingAssertion: PendingCeremony, JSONBody, Hashable {
  /// The options, which the client is given.
  public let options: CredentialRequestOptions
  /// The account that is to answer; nil where the authenticator names it.
  public let owner: UserHandle?
  /// The time from which an answer is refused, in milliseconds since 1970.
  public let expiresAtMilliseconds: Int64

  /// The challenge that the answer repeats.
  public var challenge: Challenge { options.challenge }
}

/// A ceremony between its options and its answer.
public protocol PendingCeremony: Sendable {
  /// The kind of its options.
  associatedtype Options: JSONBody
  /// The options, which the client is given.
  var options: Options { get }
  /// The challenge that the answer repeats.
  var challenge: Challenge { get }
  /// The time from which an answer is refused, in milliseconds since 1970.
  var expiresAtMilliseconds: Int64 { get }
}

/// The pending ceremonies of one kind in memory, for a host that runs as one process.
///
/// Each is taken once. The number is bounded, since anybody may begin a sign-in: a new ceremony
/// then takes the place of the one that ends first, whose answer is refused as unknown.
public struct PendingCeremonies<Ceremony: PendingCeremony>: Sendable {
  private var kept: [Challenge: Ceremony] = [:]
  private let maximumCount: Int

  /// Makes an empty collection.
  ///
  /// - Parameter maximumCount: The number that is kept at most; at least one is.
  public init(maximumCount: Int = 10_000) { self.maximumCount = max(1, maximumCount) }

  /// Keeps a ceremony until its answer comes, and returns the options for the client.
  public mutating func keep(_ ceremony: Ceremony) -> Ceremony.Options {
    if kept.count >= maximumCount, kept[ceremony.challenge] == nil,
      let first = kept.values.min(by: { $0.expiresAtMilliseconds < $1.expiresAtMilliseconds })
    {
      kept[first.challenge] = nil
    }
    kept[ceremony.challenge] = ceremony
    return ceremony.options
  }

  /// Removes and returns the ceremony of a challenge; nil where there is none, or none any more.
  public mutating func take(_ challenge: Challenge) -> Ceremony? {
    kept.removeValue(forKey: challenge)
  }
}
