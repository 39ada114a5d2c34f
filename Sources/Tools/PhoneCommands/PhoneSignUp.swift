import ArgumentParser
import CountersignClient
import CountersignTransport
import FlowModel
import ToolSupport
import WebAuthnModel
import WireModel

/// `countersign phone sign-up`: makes an account, or opens a session of one that exists.
struct PhoneSignUp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-up",
    abstract: "make an account, or open a session of one that exists, by a mailed code",
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
      try await phone.home.keep(server: phone.address.description)
      try await phone.home.keep(userName: userName, of: session.accountID)
      try await phone.installation.add(session, displayName: name)
      let needsFactor = try await session.secondFactor().needsFactor
      options.print(
        "signed in as \(userName)",
        json: [
          "status": "signed in", "accountID": .string(session.accountID),
          "userName": .string(userName), "needsProof": .bool(needsFactor),
        ])
      guard needsFactor else { return }
      let question = "one more step shows what the account has: prove its PIN or a key now?"
      guard options.hasPerson, Terminal.confirm(question) else {
        return Console.note("one more step shows what the account has: countersign phone prove")
      }
      _ = try await phone.raise(session, pin: nil)
      if options.json { Console.note("proved") } else { Console.print("proved") }
    }
  }

  /// Opens a session by a code.
  static func open(
    _ phone: Phone, _ userName: String, _ displayName: String, _ codes: CodeOptions
  ) async throws -> AccountSession {
    var codeRequest = ""
    let code = try await obtainCode(codes, to: userName, for: .signIn) {
      codeRequest = try await phone.connection.signUp(userName: userName, displayName: displayName)
        .codeRequest
    }
    return try await phone.deviceless.openSession(codeRequest: codeRequest, code: code)
  }
}

/// `countersign phone prove`: proves a factor in the session that there is.
struct PhoneProve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "prove the PIN or a key in the session that there is, which shows more then",
    discussion: """
      A session that a mailed code opened shows little of an account that has a factor, until that \
      is proved. Each change of factors takes a proof of its own all the same.

      example: countersign phone prove --pin 7531
      """)

  @OptionGroup var options: PhoneOptions

  @Option(help: "The PIN to prove with; without it a key of this phone, where it holds one.")
  var pin: String?

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session(of: phone.account(named: account))
      _ = try await phone.raise(session, pin: pin)
      options.print("proved", json: ["status": "proved", "accountID": .string(session.accountID)])
    }
  }
}

/// `countersign phone login`: opens this phone's session, or logs another screen in (LOGIN).
struct PhoneLogin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "open this phone's session, or log another screen in by its link",
    discussion: """
      example: countersign phone login --pin 258036
      example: countersign phone login 'http://localhost:8080/link#AbC…' --number 42 --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  @Argument(help: "The link that another screen shows; without one the phone logs itself in.")
  var link: String?

  func run() async throws {
    let given = try link.map(PhoneLink.init)
    // A full login opens a locked phone; whoever logs another screen in opens it first.
    try await Phone.use(options, lock: given == nil ? .handled : .obeyed) { phone in
      guard given == nil || given?.server == phone.address.description else {
        throw CommandFailure(
          .refused, "the link is of another server than this phone's accounts",
          hint: "do not go on where somebody sent you the link")
      }
      let account = try await phone.account(named: answers.account)
      let flow = try await phone.show(answers.given) { manager in
        if let given {
          try await manager.startLogin(given.address, account: account)
        } else {
          try await manager.startLogin(account: account)
        }
      }
      if given == nil { try await phone.home.lock(by: nil) }
      let name = flow.session?.account?.displayName ?? "the account"
      options.print(
        given == nil ? "logged in as \(name)" : "logged the other screen in as \(name)",
        json: flow.accountJSON(
          status: given == nil ? "logged in" : "logged the other screen in"))
    }
  }
}

/// `countersign phone register`: makes a key on this phone and registers it.
struct PhoneRegister: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "make a key on this phone and register it",
    discussion: """
      A mailed code entitles to the first factor only; later ones take the PIN or a key that is \
      there.

      example: countersign phone register --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Option(help: "The account's PIN, where it has one.")
  var pin: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session()
      let entitlement = try await phone.entitlement(
        to: .addPasskey, in: session, pin: pin, codes: codes)
      let id = try await session.registerCredential(
        with: phone.authenticator(of: session), entitledBy: entitlement)
      options.print(
        "registered \(id.base64URL)",
        json: ["status": "registered", "credentialId": .string(id.base64URL)])
    }
  }
}

/// A PIN from a flag or from the person.
enum PhonePIN {
  static func obtain(_ flag: String?, _ question: String) throws -> SecretText {
    guard let pin = flag ?? Terminal.askSecret(question), !pin.isEmpty else {
      throw CommandFailure(.refused, "no PIN was given")
    }
    return SecretText(pin)
  }
}
