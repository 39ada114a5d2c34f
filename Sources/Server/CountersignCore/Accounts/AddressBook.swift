import WireModel

/// Finds the addresses of accounts: the account's own data from the store, the rest from the
/// directory, which is asked outside of any database transaction.
final class AddressBook: Sendable {
  /// The answer of a search for one address.
  enum Found: Sendable, Hashable {
    case address(Address)
    /// The person has no address of that kind.
    case none
    /// The directory does not know the person.
    case unknown
  }

  private let commands: Commands
  private let directory: any Directory
  private let policy: CodePolicy

  init(commands: Commands, directory: any Directory, policy: CodePolicy) {
    self.commands = commands
    self.directory = directory
    self.policy = policy
  }

  /// Looks up how an account's person is reached; not at all if the directory does not know them.
  ///
  /// - Throws: ``DirectoryError`` if the directory cannot be asked, and ``StoreError``.
  func reach(of account: AccountID) async throws -> Reach {
    Reach(try await addresses(of: account), policy)
  }

  /// Looks up one address of an account's person.
  ///
  /// - Throws: ``DirectoryError`` if the directory cannot be asked, and ``StoreError``.
  func find(_ choice: AddressChoice, of account: AccountID) async throws -> Found {
    guard let addresses = try await addresses(of: account) else { return .unknown }
    return Reach(addresses, policy).address(choice).map(Found.address) ?? .none
  }

  private func addresses(of account: AccountID) async throws -> Addresses? {
    let addressee = try await commands.read { transaction -> Addressee? in
      guard let stored = try account.userName(in: transaction) else { return nil }
      let name = AccountName(stored: stored)
      // A number that a host's device has set takes no message of whoever the name's number is.
      let isOfOwner = try name.isEmailOrHandle || Accounts.isProved(account, in: transaction)
      return Addressee(
        account: account, name: name,
        phone: isOfOwner ? try Phones.confirmed(of: account, in: transaction) : nil)
    }
    guard let addressee else { return nil }
    do {
      return try await directory.addresses(of: addressee)
    } catch let error as DirectoryError {
      throw error
    } catch let refusal as Refusal {
      // A stored address that is none; the refusal does not repeat it.
      throw DirectoryError(reason: refusal.detail)
    } catch {
      // Its text is the host's, and could hold an address.
      throw DirectoryError(reason: "it threw \(type(of: error))")
    }
  }
}

/// The address that a message goes to.
enum Address: Sendable, Hashable {
  case email(EmailAddress)
  case phone(PhoneNumber)

  var channel: CodeChannel {
    switch self {
    case .email: .email
    case .phone: .sms
    }
  }

  var text: String {
    switch self {
    case .email(let address): address.text
    case .phone(let number): number.text
    }
  }

  /// The mailbox or telephone of the address, in the one spelling by which codes are counted.
  var mailbox: String {
    switch self {
    case .email(let address): address.mailbox
    case .phone(let number): number.text
    }
  }

  /// The address as it may be shown to whoever holds the session: enough to know it again, and too
  /// little to learn it, as in `a•••@example.org` and `+234•••••78`.
  var masked: String {
    switch self {
    case .email(let address): "\(address.text.prefix(1))•••@\(address.domain)"
    case .phone(let number): "\(number.text.prefix(4))•••••\(number.text.suffix(2))"
    }
  }

  /// The party that a message there waits for: mail for the address's domain, text messages for
  /// those who text them.
  var target: String {
    switch self {
    case .email(let address): "\(CodeChannel.email.rawValue):\(address.domain)"
    case .phone: CodeChannel.sms.rawValue
    }
  }
}

/// The choice among a person's addresses.
enum AddressChoice: String, Sendable, Hashable {
  /// The e-mail address; where there is none, the telephone number.
  case first
  /// The e-mail address alone.
  case email
  /// The telephone number beside an e-mail address.
  ///
  /// A number that is the first address is no second one: whoever has that telephone would have
  /// both codes.
  case second
}

/// The addresses at which a deployment reaches a person.
struct Reach: Sendable, Hashable {
  private let email: EmailAddress?
  private let phone: PhoneNumber?

  /// Takes those of a person's addresses that the deployment's messages reach.
  init(_ addresses: Addresses?, _ policy: CodePolicy) {
    email = addresses?.email
    phone = policy.channels.contains(.sms) ? addresses?.phone : nil
  }

  /// One of the addresses; nil if the person has none like it.
  func address(_ choice: AddressChoice) -> Address? {
    switch choice {
    case .first: address(.email) ?? phone.map(Address.phone)
    case .email: email.map(Address.email)
    case .second: email == nil ? nil : phone.map(Address.phone)
    }
  }

  /// One of the addresses.
  ///
  /// - Throws: ``Refusal`` (`channel_missing`) if the person has none like it.
  func require(_ choice: AddressChoice) throws(Refusal) -> Address {
    if let address = address(choice) { return address }
    switch choice {
    case .first: throw Refusal.addressMissing
    case .email: throw Refusal.emailMissing
    case .second: throw phone == nil ? Refusal.phoneMissing : Refusal.samePhone
    }
  }
}

extension Refusal {
  /// Nothing can be sent to this account.
  static let addressMissing = Refusal(
    .channelMissing,
    "no e-mail address and no telephone number is known for this account; use a passkey, or ask "
      + "those who run this service")

  /// Nothing can be mailed to this account.
  static let emailMissing = Refusal(
    .channelMissing, "no e-mail address is known for this account; leave out channel")

  /// Nothing can be texted to this account.
  static let phoneMissing = Refusal(
    .channelMissing, "the account has no telephone number to text to; set one, or use a passkey")

  /// The first code is texted already.
  static let samePhone = Refusal(
    .channelMissing,
    "the first code goes to the only telephone; give twoFactorCode beside it, or use a passkey")
}
