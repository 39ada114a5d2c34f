import ArgumentParser
import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// `countersign phone enrol`: brings an account to this phone (flow ENROL).
struct PhoneEnrol: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enrol",
    abstract: "bring an account to this phone, as a device of it",
    discussion: """
      A link comes from another screen: the page's "Add a phone", a host's backend, or \
      countersign phone invite. Without one the phone signs up and makes its own. Asks for the \
      mailed code, the new PIN, and whether to use biometrics, so far as no option answers.

      The app PIN opens this phone where biometrics do not, and must differ from the PIN; without \
      --app-pin it is set later, by countersign phone lock.

      example: countersign phone enrol 'http://localhost:8080/link#AbC…' --new-pin 258036
      example: countersign phone enrol --server http://localhost:8080 --user-name ada@example.com
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Argument(help: "The link that another screen shows.")
  var link: String?

  @Option(help: "The server's address, where there is no link.")
  var server: String?

  @Option(help: "The person's e-mail address or telephone number, where there is no link.")
  var userName: String?

  @Option(help: "The name to show; the address without it.")
  var displayName: String?

  @Option(help: "The new PIN to set.")
  var newPin: String?

  @Option(help: "The account's PIN on this phone, where it was enrolled here before.")
  var pin: String?

  @Flag(inversion: .prefixedNo, help: "Whether to set up biometrics.")
  var biometrics: Bool?

  @Option(help: "The number on the other screen, of those that are offered.")
  var number: String?

  @Option(help: "The app PIN, by which this phone opens where biometrics do not.")
  var appPin: String?

  @Option(help: "What this phone is called where the account's devices are listed.")
  var name = Phone.defaultName

  func run() async throws {
    guard (link == nil) == (server != nil && userName != nil) else {
      throw options.said(CommandFailure.noLinkGiven)
    }
    try requireAppPIN()
    if let link {
      let given = try PhoneLink(link, in: options.endWords)
      try await Phone.use(options, at: given.server, name: name) { phone in
        try await enrol(phone, given.address)
      }
    } else if let server, let userName {
      try await Phone.use(options, at: PhoneLink.canonical(server), name: name) { phone in
        let session = try await PhoneSignUp.open(
          phone, userName, displayName ?? userName, codes)
        let link = try await Self.ownLink(phone, in: session)
        guard let address = LinkAddress(link.url) else {
          throw CommandFailure.linkNotUnderstood
        }
        if options.hasPerson, let factors = try? await session.secondFactor() {
          phone.tellHold(factors)
        }
        if codes.codeFrom == nil, options.hasPerson { Console.note(phone.words.secondCode) }
        try await enrol(phone, address, userName: userName, madeHere: link)
        // The phone has a session of its own now; this one would stay listed as another client's.
        try? await session.end()
      }
    }
  }

  /// The link that brings the account to this very phone, which only an account without a factor
  /// gives to a code.
  private static func ownLink(
    _ phone: Phone, in session: AccountSession
  ) async throws -> SessionLinkAnswer {
    do throws(ClientError) {
      return try await session.makeEnrolLink()
    } catch {
      guard error.reason == .insufficientUserAuthentication else { throw error }
      try await phone.requireFactorsLeft(in: session)
      throw CommandFailure.factorElsewhere
    }
  }

  /// Refused while it is typed, before anything is sent.
  private func requireAppPIN() throws {
    guard let appPin else { return }
    let pins = [pin, newPin].compactMap(\.self).map { SecretText($0) }
    do throws(AppPINError) {
      try SoftLockManager.requireSettable(SecretText(appPin), besides: pins)
    } catch {
      throw options.said(CommandFailure(error))
    }
  }

  private func enrol(
    _ phone: Phone, _ link: LinkAddress, userName: String? = nil,
    madeHere: SessionLinkAnswer? = nil
  ) async throws {
    try await phone.home.requireSame(
      server: phone.address.description, in: phone.endWords)
    Console.table([(phone.words.server, "\(phone.address)")])
    var given = GivenAnswers(pin: pin, biometrics: biometrics, codes: codes)
    given.newPIN = newPin
    given.number = number
    let person = phone.person(given)
    // Who signs up here has said where the account goes.
    person.hasAskedForSession = madeHere != nil
    let flow: Flow
    do {
      flow = try await phone.show(to: person) { manager in try await manager.startEnrol(link) }
    } catch let failure as CommandFailure {
      if await phone.kind(of: link, after: failure) == .login {
        let hasAccount = try await phone.installation.current() != nil
        throw hasAccount ? CommandFailure.linkSignsIn : .linkNeedsAccount
      }
      // Nobody has seen the phone's own link: nothing but its time can be over.
      guard let madeHere, failure.code == Reason.linkOver.code else {
        throw failure
      }
      let minutes = madeHere.expiresIn / 60
      throw CommandFailure(
        .refused,
        phone.endWords.of(
          "this took more than \(minutes) minutes", "das hat länger als \(minutes) Minuten gedauert"
        ), hint: phone.endWords.of("begin again", "beginnen Sie noch einmal"))
    }
    try await phone.home.keep(server: phone.address.description, in: phone.endWords)
    if let madeHere {
      // This phone made the link that it followed, so nobody else was first.
      try await phone.connection.claimLink(
        madeHere.id, isMine: true, watchSecret: madeHere.watchSecret)
    }
    options.print(
      options.words.enrolled(flow.session?.account?.displayName),
      json: flow.accountJSON(status: "enrolled"))
    guard let account = flow.session?.account?.id else { return }
    if let userName { try await phone.home.keep(userName: userName, of: account) }
    guard let appPin else { return }
    do {
      try await phone.setAppPIN(
        SecretText(appPin), besides: person.typedPINs.last, of: account,
        phone.softLock(of: account))
    } catch let failure as CommandFailure {
      let cause = phone.endWords.said(failure).cause
      throw CommandFailure(
        failure.exit,
        phone.endWords.of(
          "enrolled, without an app PIN: \(cause)",
          "das Konto ist hier, ohne eine App-PIN: \(cause)"),
        hint: phone.endWords.of(
          "countersign phone lock sets one", "countersign phone lock legt eine fest"))
    }
  }
}

extension Flow {
  /// The account whose session was opened, for scripts.
  func accountJSON(status: String) -> JSONValue {
    [
      "status": .string(status), "accountID": session?.account.map { .string($0.id) } ?? .null,
      "displayName": session?.account.map { .string($0.displayName) } ?? .null,
    ]
  }
}

/// A link as somebody gives it to the phone: where its server is, and its id.
struct PhoneLink {
  let server: String
  let address: LinkAddress

  init(_ text: String, in words: PhoneWords) throws {
    guard let server = AppLink.server(of: text),
      case .session(let address)? = AppLink(text, server: server)
    else {
      throw CommandFailure(
        .wrongUse, words.of("\(text) is no link", "\(text) ist kein Link"),
        hint: words.of(
          "give the whole address under the code, in quotes",
          "geben Sie die ganze Adresse unter dem Code an, in Anführungszeichen")
          + ": 'http://localhost:8080/link#…'")
    }
    self.address = address
    self.server = Self.canonical(server)
  }

  /// A server on this machine is `localhost` to its relying party, whatever its number.
  static func canonical(_ server: String) -> String {
    let number = "http://127.0.0.1"
    guard server.hasPrefix(number) else { return server }
    return "http://localhost" + server.dropFirst(number.count)
  }
}

extension Phone {
  /// The kind of the link that a flow could make nothing of; nil where it failed for another
  /// reason.
  func kind(of link: LinkAddress, after failure: CommandFailure) async -> SessionLinkType? {
    let unknown = CommandFailure(FlowError.unknown(.answerNotUnderstood), texts: texts)
    guard failure == unknown else { return nil }
    return try? await connection.link(link).type
  }
}

extension CommandFailure {
  /// Neither a link was given, nor the server and the person's address.
  static let noLinkGiven = CommandFailure(
    .wrongUse, "give a link, or --server and --user-name",
    hint: "countersign help phone enrol shows an example")

  /// The account has a factor, which alone brings it to a further phone.
  static let factorElsewhere = CommandFailure(
    .refused, "the account has a factor, so a mailed code alone brings it to no phone",
    hint: "add this phone where the factor is (the page: Security, Add a phone; a terminal: "
      + "countersign phone invite), then countersign phone enrol LINK here")

  /// A link for login was given to enrol, on a phone that could not log in by it.
  static let linkNeedsAccount = CommandFailure(
    .wrongUse, "this link signs a screen in, and this phone has no account yet",
    hint: "open it with the phone that has your account; or bring your account here first, with "
      + "countersign phone enrol")

  /// The server's own link is none.
  static let linkNotUnderstood = CommandFailure(
    .environment, "the server's link is not understood")

  /// What becomes of an invitation is told no more.
  static let watchEnded = CommandFailure(
    .environment, "the server ended the watch",
    hint: "countersign phone devices shows whether the other phone is there")

  /// Nobody opened the link of an invitation in its time.
  static let linkIsOver = CommandFailure(
    .refused, "the link is over", hint: "countersign phone invite draws another")

  /// A link for login was given to enrol.
  static let linkSignsIn = CommandFailure(
    .wrongUse, "this link signs a screen in", hint: "countersign phone login LINK")

  /// A link for enrol was given to login.
  static let linkEnrols = CommandFailure(
    .wrongUse, "this link brings an account to this phone", hint: "countersign phone enrol LINK")
}
