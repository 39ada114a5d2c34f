import ArgumentParser
import CountersignClient
import CountersignDevice
import FlowModel
import ToolSupport
import WebAuthnModel
import WireModel

/// `countersign phone sign-up`: makes an account, or opens a session of one that exists.
struct PhoneSignUp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-up",
    abstract: "open a session by a mailed code, as a browser does",
    usage: """
      countersign phone sign-up --server <server> --user-name <user-name>
        [--display-name <display-name>] [<options>]
      """,
    discussion: """
      The phone is no device of the account then: it proves with a key or with the PIN in a body. \
      Use enrol for the PIN that never leaves the phone.

      Where the account has a factor, a code alone shows little of it: whoever sits at the \
      terminal is asked for that factor too, and a script gives it to countersign phone prove.

      example: countersign phone sign-up --server http://localhost:8080 \
      --user-name ada@example.com \
      --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Option(help: "The server's address, as it prints it.")
  var server: String

  @Option(help: "The person's e-mail address or telephone number.")
  var userName: String

  @Option(help: "The name to show; the address without it.")
  var displayName: String?

  func run() async throws {
    try await Phone.use(options, at: PhoneLink.canonical(server)) { phone in
      let name = displayName ?? userName
      let session = try await Self.open(phone, userName, name, codes)
      try await phone.home.keep(server: phone.address.description, in: phone.endWords)
      try await phone.home.keep(userName: userName, of: session.accountID)
      try await phone.installation.add(session, displayName: name)
      let factors = try await session.secondFactor()
      let needsFactor = factors.needsFactor
      options.print(
        options.words.signedIn(as: userName),
        json: [
          "status": "signed in", "accountID": .string(session.accountID),
          "userName": .string(userName), "needsProof": .bool(needsFactor),
        ])
      guard needsFactor else { return }
      guard await !phone.areFactorsGone(factors, in: session) else {
        return Console.note(phone.words.factorsGone)
      }
      guard try await phone.provesHere(factors, of: session) else {
        return Console.note(phone.words.keyElsewhere)
      }
      guard options.hasPerson, Terminal.confirm(phone.words.proveNow, in: phone.words) == true
      else { return Console.note(phone.words.proveLater) }
      _ = try await phone.raise(session, pin: nil)
      if options.json {
        Console.note(phone.words.proved)
      } else {
        Console.print(options.words.proved)
      }
    }
  }

  /// Opens a session by a code.
  static func open(
    _ phone: Phone, _ userName: String, _ displayName: String, _ options: CodeOptions
  ) async throws -> AccountSession {
    guard DisplayNameRule.isWellFormed(displayName) else {
      throw CommandFailure.unshowableName
    }
    var codeRequest = ""
    let code = try await phone.obtainCode(options, to: userName, for: .signIn) {
      do throws(ClientError) {
        codeRequest = try await phone.connection.signUp(
          userName: userName, displayName: displayName
        ).codeRequest
      } catch {
        // The name to show is one that can be shown, so it is the address that is none.
        guard error.reason == .unacceptableValue else { throw error }
        throw CommandFailure.noAddress(userName, in: phone.endWords)
      }
    }
    return try await phone.withCode(code, sentTo: userName, options) { code in
      try await phone.deviceless.openSession(codeRequest: codeRequest, code: code)
    }
  }
}

/// `countersign phone prove`: proves a factor in the session that there is.
struct PhoneProve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "raise the session that is open, which shows more then",
    discussion: """
      A session that a mailed code opened shows little of an account that has a factor, until its \
      PIN or a key is proved. It approves nothing, and each change of factors takes a proof of its \
      own all the same.

      example: countersign phone prove --pin 258036
      """)

  @OptionGroup var options: PhoneOptions

  @Option(help: "The PIN to prove with; without it a key of this phone, where it holds one.")
  var pin: String?

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      let session = try await phone.session(of: phone.account(named: account))
      _ = try await phone.raise(session, pin: pin)
      options.print(
        options.words.proved,
        json: ["status": "proved", "accountID": .string(session.accountID)])
    }
  }
}

/// `countersign phone login`: opens this phone's session, or logs another screen in (LOGIN).
struct PhoneLogin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "sign in again, or log another screen in by its link",
    discussion: """
      It proves with the PIN of a phone that enrolled or with this phone's key, and no code is \
      mailed. On a phone with neither, sign-up opens the session again. The session is kept until \
      it is over, or until logout ends it.

      example: countersign phone login --pin 258036
      example: countersign phone login 'http://localhost:8080/link#AbC…' --number 42 --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var account: AccountOption

  @Argument(help: "The link that another screen shows; without one the phone logs itself in.")
  var link: String?

  @Option(help: "The number on the other screen, of those that are offered.")
  var number: String?

  @Option(help: "The PIN to prove with.")
  var pin: String?

  @Flag(inversion: .prefixedNo, help: "Whether to prove with biometrics.")
  var biometrics: Bool?

  func run() async throws {
    let given = try link.map { try PhoneLink($0, in: options.endWords) }
    // Whoever logs another screen in opens the phone first.
    try await Phone.use(options, lock: given == nil ? .logsIn : .obeyed) { phone in
      guard given == nil || given?.server == phone.address.description else {
        throw CommandFailure.otherServer
      }
      let account = try await phone.account(named: account.account)
      if given == nil { try await requireProof(phone, of: account) }
      var answers = GivenAnswers(pin: pin, biometrics: biometrics)
      answers.account = account
      answers.number = number
      let former = given == nil ? try await phone.sessions() : [:]
      let flow: Flow
      do {
        let manager = given == nil ? try await phone.loginManager(of: account) : phone.manager
        flow = try await phone.show(answers, by: manager) { manager in
          if let given {
            try await manager.startLogin(given.address, account: account)
          } else {
            try await manager.startLogin(account: account)
          }
        }
      } catch let failure as CommandFailure {
        if let given, await phone.kind(of: given.address, after: failure) == .enrol {
          throw CommandFailure.linkEnrols
        }
        throw failure
      }
      if given == nil { try await phone.home.lock(by: nil) }
      // One phone is signed in once. What cannot be told ends by itself after a while.
      if let account = flow.session?.account?.id { try? await former[account]?.end() }
      options.print(
        options.words.loggedIn(
          flow.session?.account?.displayName, elsewhere: given != nil),
        json: flow.accountJSON(
          status: given == nil ? "logged in" : "logged the other screen in"))
    }
  }

  /// Refuses a login for which nothing lies on this phone, neither a device of the account nor a
  /// key.
  private func requireProof(_ phone: Phone, of account: String?) async throws {
    let meant = try await phone.installation.accounts()
      .filter { account == nil || $0.id == account }
    for account in meant {
      let isDevice = try await phone.isDevice(account.id)
      if isDevice { return }
      if try await phone.isKeyHeld(account.id) { return }
    }
    if !meant.isEmpty { throw CommandFailure.signedUpOnly }
  }
}

/// `countersign phone logout`: ends this phone's session.
struct PhoneLogout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "end this phone's session; its keys and its PIN stay",
    discussion: """
      The next command that needs a session signs in again, by the phone's PIN or key or by a \
      mailed code. To lock the phone use lock; to take it off the account, revoke --this.

      example: countersign phone logout
      """)

  @OptionGroup var options: ServedPhone
  @OptionGroup var account: AccountOption

  func run() async throws {
    try await Phone.use(options) { phone in
      let id = try await phone.account(named: account.account)
      guard try await phone.installation.current() != nil else { throw CommandFailure.noAccount }
      do {
        try await phone.installation.logOut(id)
      } catch let error as ClientError where error.reason == .sessionRequired {
        // It was over already: nobody signs in to sign out.
      }
      options.print(done: \.loggedOut)
    }
  }
}

extension CommandFailure {
  /// The name to show is none that the server takes.
  static let unshowableName = CommandFailure(
    .wrongUse, "a name to show has 1 to 64 characters, all of which a screen can show",
    hint: "give another one by --display-name")

  /// No code could be sent to what was given as the address.
  static func noAddress(_ typed: String, in words: PhoneWords) -> CommandFailure {
    CommandFailure(
      .refused,
      words.of(
        "'\(typed)' is no e-mail address and no international telephone number",
        "'\(typed)' ist keine E-Mail-Adresse und keine internationale Telefonnummer"),
      code: Reason.unacceptableValue.code,
      hint: words.of(
        "give one by --user-name, as ada@example.com or +2348012345678",
        "geben Sie mit --user-name eine an, wie ada@example.com oder +2348012345678"))
  }

  /// The phone signed up, and holds nothing that logs in.
  static let signedUpOnly = CommandFailure(
    .refused, "this phone signed up by a code: it has no PIN of its own and no key of the account",
    hint: "countersign phone sign-up opens the session again, by a mailed code")

  /// A link to log in at another server.
  static let otherServer = CommandFailure(
    .refused, "the link is of another server than this phone's accounts",
    hint: "do not go on where somebody sent you the link")
}

/// `countersign phone register`: makes a key on this phone and registers it.
struct PhoneRegister: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "add a key to an account opened by sign-up",
    discussion: """
      On a phone that enrolled it is add-biometrics. A mailed code entitles to the first factor \
      only; later ones take the PIN or a key that is there.

      example: countersign phone register --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Option(help: "The account's PIN, where it has one.")
  var pin: String?

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      let session = try await phone.session()
      let id = try await phone.entitled(
        to: .addPasskey, in: session, pin: pin, codes: codes
      ) { entitlement in
        try await session.registerCredential(
          with: phone.authenticator(of: session.accountID), entitledBy: entitlement)
      }
      options.print(
        phone.words.registered(id.base64URL),
        json: ["status": "registered", "credentialId": .string(id.base64URL)])
    }
  }
}
