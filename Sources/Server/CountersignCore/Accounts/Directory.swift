/// Says where messages to a person go.
///
/// A server asks it for people by their accounts, and keeps no address of its answers but that of a
/// message that is under way. It is asked outside of any database transaction. That happens before
/// each message to an account, and before a code is promised within a session. A stranger's request
/// waits for no directory, so that its time tells nothing.
///
/// ```swift
/// struct BankDirectory: Directory {
///   let mailAddress: @Sendable (_ personID: String) async throws -> String?
///
///   func addresses(of addressee: Addressee) async throws -> Addresses? {
///     guard let mail = try await mailAddress(addressee.name.text) else { return nil }
///     return Addresses(email: try EmailAddress(mail), phone: addressee.phone)
///   }
/// }
/// ```
public protocol Directory: Sendable {
  /// Looks a person's addresses up.
  ///
  /// - Parameter addressee: The person, as this server knows them.
  /// - Returns: The addresses; nil if the directory does not know the person. A message to somebody
  ///   unknown is tried again with growing waits, and each try raises an alarm. One for which the
  ///   person has no address is given up, with a line in the log.
  /// - Throws: If it cannot be asked now: the message is tried again. The log has the text of a
  ///   ``DirectoryError``, and of any other error its type alone, since it could hold an address.
  func addresses(of addressee: Addressee) async throws -> Addresses?
}

/// A person for whom a ``Directory`` is asked.
public struct Addressee: Sendable, Hashable {
  /// The person's account.
  public let account: AccountID
  /// The name of the account: what the person signed up with, or what the host calls them.
  public let name: AccountName
  /// The number that the person has set and confirmed at this server; nil where there is none.
  public let phone: PhoneNumber?

  /// A person to ask for; a server makes these itself.
  public init(account: AccountID, name: AccountName, phone: PhoneNumber? = nil) {
    (self.account, self.name, self.phone) = (account, name, phone)
  }
}

/// The addresses of a person.
public struct Addresses: Sendable, Hashable {
  /// The address for mail; nil where there is none.
  public var email: EmailAddress?
  /// The number for text messages; nil where there is none.
  ///
  /// Codes and notices go there in the place of mail if there is no e-mail address. Beside one it
  /// takes the second code of an action, and the news of a recovery.
  public var phone: PhoneNumber?

  /// The addresses of a person.
  public init(email: EmailAddress? = nil, phone: PhoneNumber? = nil) {
    self.email = email
    self.phone = phone
  }
}

/// The server's own accounts as a directory.
///
/// Mail goes to a name that is an e-mail address. Text messages go to the number that the person
/// has set here, or else to a name that is a telephone number. Nothing goes to any other name.
public struct OwnAccounts: Directory {
  /// The server's own accounts.
  public init() {}

  /// The addresses that the account itself gives.
  public func addresses(of addressee: Addressee) async throws -> Addresses? {
    switch addressee.name {
    case .email(let address): Addresses(email: address, phone: addressee.phone)
    case .phone(let number): Addresses(phone: addressee.phone ?? number)
    case .handle: Addresses(phone: addressee.phone)
    }
  }
}

/// A directory that cannot be asked now.
public struct DirectoryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, for a log; it holds no address and nothing else of a person.
  public let reason: String

  /// A failure with its reason, for a log.
  public init(reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
