import ArgumentParser
import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// `countersign phone invite`: draws the link that brings this account to another phone.
struct PhoneInvite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "draw a link that brings the account to another phone",
    discussion: """
      Once the other phone has the account, you are asked whether it is yours. Where that question \
      was left, devices says so, and --answer asks it again.

      example: countersign phone invite --pin 258036
      example: countersign phone invite --answer
      """)

  @OptionGroup var options: PhoneOptions

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  @Flag(help: "Answer whether the phone is yours that an earlier invitation brought.")
  var answer = false

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      if answer { return try await answerEarlier(phone) }
      let session = try await phone.session()
      let link = try await phone.proving(.addDeviceByLink, in: session, pin: pin) { proof in
        try await session.makeEnrolLink(proof: proof)
      }
      let invitation = Invitation(link)
      // Whoever leaves this command, however they do, can still give their word.
      try await phone.home.keep(invitation, of: session.accountID)
      Console.draw(code: link.url, in: phone.words)
      options.print(
        link.url, json: ["url": .string(link.url), "expiresIn": .integer(link.expiresIn)])
      let events = try await phone.connection.linkEvents(
        link.id, watchSecret: link.watchSecret)
      for try await event in events {
        switch event {
        case .waiting: Console.note(phone.words.openLink(within: link.expiresIn))
        case .opened: Console.note(phone.words.linkOpened)
        case .confirmed: return try await claim(invitation, of: session.accountID, phone)
        case .over:
          try await phone.home.forget(invitation, of: session.accountID)
          throw CommandFailure.linkIsOver
        }
      }
      throw CommandFailure.watchEnded
    }
  }

  /// Says whose the phone is: whoever photographed the code could have been first.
  private func claim(
    _ invitation: Invitation, of account: String, _ phone: Phone
  ) async throws {
    let said = options.hasPerson ? ask(phone.words.isPhoneYours, in: phone.words) : nil
    guard let isMine = options.yes ? true : said else {
      return Console.note(
        options.hasPerson ? phone.words.phoneUndecided : phone.words.phoneUnconfirmed)
    }
    try await phone.connection.claimLink(
      invitation.linkID, isMine: isMine, watchSecret: invitation.watchSecret)
    try await phone.home.forget(invitation, of: account)
    Console.note(phone.words.invited(isMine: isMine))
  }

  /// Asks whose a phone is; whoever ends the command at that (Ctrl-C) reads how to answer later.
  private func ask(_ question: String, in words: PhoneWords) -> Bool? {
    EndedByPerson.begin(saying: words.phoneUndecided)
    defer { EndedByPerson.end() }
    return Terminal.confirm(question, in: words)
  }

  /// Asks the question again that earlier invitations have left, and gives the answer.
  private func answerEarlier(_ phone: Phone) async throws {
    let (session, devices) = try await phone.read { try await $0.devices().devices }
    let invitations = try await phone.home.invitations(of: session.accountID)
    let waiting = devices.filter { $0.isWithoutEnd && !$0.isCurrent }
    guard !invitations.isEmpty, !waiting.isEmpty else { throw CommandFailure.nobodyWaits }
    for device in waiting { Console.note(device.line(in: phone.words)) }
    let words = phone.words
    let question = waiting.count == 1 ? words.isPhoneYours : words.arePhonesYours
    let said = options.hasPerson ? ask(question, in: words) : nil
    guard let isMine = options.yes ? true : said else {
      return Console.note(options.hasPerson ? words.phoneUndecided : words.phoneUnconfirmed)
    }
    var isTaken = false
    for invitation in invitations {
      do throws(ClientError) {
        try await phone.connection.claimLink(
          invitation.linkID, isMine: isMine, watchSecret: invitation.watchSecret)
        isTaken = true
      } catch {
        // Nobody came by this one, or the word for who did was given.
        guard error.reason == .linkOver else { throw error }
      }
      try await phone.home.forget(invitation, of: session.accountID)
    }
    guard isTaken else { throw CommandFailure.nobodyWaits }
    options.print { $0.invited(isMine: isMine) }
  }
}

/// A link that brings the account to another phone, as its maker keeps it until they have said
/// whose the phone is.
struct Invitation {
  let linkID: String
  /// Secret.
  let watchSecret: SecretText
}

extension Invitation {
  init(_ link: SessionLinkAnswer) {
    self.init(linkID: link.id, watchSecret: link.watchSecret)
  }
}

extension PhoneHome {
  /// Keeps an invitation of an account.
  func keep(_ invitation: Invitation, of account: String) async throws {
    try await set(Array(invitation.watchSecret.exposed.utf8), invitation, account)
  }

  /// Forgets an invitation of an account.
  func forget(_ invitation: Invitation, of account: String) async throws {
    try await set(nil, invitation, account)
  }

  /// The invitations of an account for which the maker's word is not given.
  func invitations(of account: String) async throws -> [Invitation] {
    do throws(VaultError) {
      var invitations: [Invitation] = []
      for name in try await vault.names(account: account)
      where name.name.hasPrefix(Self.invitation) {
        guard let secret = try await vault.value(name) else { continue }
        invitations.append(
          Invitation(
            linkID: String(name.name.dropFirst(Self.invitation.count)),
            watchSecret: SecretText(String(decoding: secret, as: UTF8.self))))
      }
      return invitations
    } catch {
      throw CommandFailure(error)
    }
  }

  private func set(_ secret: [UInt8]?, _ invitation: Invitation, _ account: String) async throws {
    do throws(VaultError) {
      try await vault.setValue(
        secret, VaultName(account: account, name: Self.invitation + invitation.linkID))
    } catch {
      throw CommandFailure(error)
    }
  }

  private static let invitation = "invitation/"
}

extension CommandFailure {
  /// No phone that this one invited waits for its word.
  static let nobodyWaits = CommandFailure(
    .refused, "no phone that this one invited waits for your yes",
    hint: "countersign phone devices shows the phones; the phone or the page that made a link "
      + "answers for it")
}
