import ArgumentParser
import CountersignClient
import ToolSupport
import WireModel

/// `countersign phone sessions`: where the account is signed in, and the end of that.
struct PhoneSessions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "show where you are signed in, and sign out there",
    discussion: """
      Without a word more it shows them; a star stands before this phone's own.

      example: countersign phone sessions
      example: countersign phone sessions end ses_AbC…
      """,
    subcommands: [PhoneSessionList.self, PhoneSessionEnd.self],
    defaultSubcommand: PhoneSessionList.self)
}

/// `countersign phone sessions list`.
struct PhoneSessionList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "show where the account is signed in",
    discussion: "example: countersign phone sessions list --json")

  @OptionGroup var options: PhoneOptions

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let (list, devices) = try await phone.read(of: phone.account(named: account)) { session in
        (try await session.sessions(), try await session.devices().devices)
      }.answer
      options.print(
        list: list.sessions.map { $0.line(devices, in: phone.words) }, "sessions", of: list.json)
    }
  }
}

/// `countersign phone sessions end`.
struct PhoneSessionEnd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "sign out in another place, or in all others",
    discussion: """
      Shows which are meant, and asks. What was under way there is not taken back.

      example: countersign phone sessions end ses_AbC… --pin 258036
      example: countersign phone sessions end --others --yes
      """)

  @OptionGroup var options: PhoneOptions

  @Argument(help: "The session's id, as countersign phone sessions shows it.")
  var session: String?

  @Flag(help: "All but this phone's own, where no id is given.")
  var others = false

  @Option(help: "The PIN to prove with, where the server wants a proof first.")
  var pin: String?

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  func validate() throws {
    guard (session == nil) == others else {
      throw ValidationError(
        options.endWords.of(
          "say which: a session's id, or --others",
          "sagen Sie, welche: die Kennung einer Sitzung, oder --others"))
    }
  }

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      let account = try await phone.account(named: account)
      try await phone.requireStrongProof(in: phone.session(of: account))
      let (list, devices) = try await phone.read(of: account, pin: pin) { session in
        (try await session.sessions(), try await session.devices().devices)
      }.answer
      let chosen = try chosen(of: list.sessions, in: phone.endWords)
      for session in chosen { Console.note(session.line(devices, in: phone.words)) }
      try options.requireYes(to: phone.words.signOut(of: chosen.count))
      _ = try await phone.read(of: account, pin: pin) { [session] asking in
        if let session {
          try await asking.endSession(session)
        } else {
          try await asking.endOtherSessions()
        }
      }
      options.print(
        phone.words.ended(chosen.count),
        json: ["status": "ended", "sessions": .array(chosen.map { .string($0.id) })])
    }
  }

  /// The sessions that are meant.
  private func chosen(
    of sessions: [SessionList.Item], in words: PhoneWords
  ) throws -> [SessionList.Item] {
    guard let session else {
      let others = sessions.filter { !$0.isCurrent }
      guard others.isEmpty else { return others }
      throw CommandFailure.signedInHereOnly
    }
    guard let chosen = sessions.first(where: { $0.id == session }) else {
      throw CommandFailure(
        .wrongUse,
        words.of("the account has no session \(session)", "das Konto hat keine Sitzung \(session)"),
        hint: words.of(
          "give an id of countersign phone sessions",
          "geben Sie eine Kennung an, die countersign phone sessions zeigt"))
    }
    guard !chosen.isCurrent else {
      throw CommandFailure.ownSession
    }
    return [chosen]
  }
}

extension CommandFailure {
  static let signedInHereOnly = CommandFailure(.refused, "the account is signed in nowhere else")

  static let ownSession = CommandFailure(
    .wrongUse, "that is this phone's own session",
    hint: "countersign phone lock locks this phone, revoke --this takes it off the account")
}

extension SessionList.Item {
  /// The session in a list, by the name of its device; a star stands before this phone's own.
  fileprivate func line(_ devices: [DeviceList.Item], in words: PhoneWords) -> String {
    "\(isCurrent ? "*" : " ") \(client(among: devices, in: words))"
      + " \(words.since(createdAt)), \(words.lastUsed(lastActiveAt))  "
      + Console.small([deviceID, id].compactMap(\.self).joined(separator: " "))
  }

  private func client(among devices: [DeviceList.Item], in words: PhoneWords) -> String {
    guard let deviceID else { return isCurrent ? words.thisPhone : words.otherClient }
    return devices.first { $0.id == deviceID }?.name ?? words.phone
  }
}
