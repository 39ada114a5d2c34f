import CountersignCore
import CountersignTesting
import Testing
import WireModel

@Suite("The language of a code's message")
struct CodeLanguageTests {
  private static let wish = PreferredLanguages(acceptLanguage: "de-AT, en;q=0.5")

  /// The newest message with a code.
  private static func newest(_ harness: ServiceHarness) async throws -> Message {
    await harness.deliverMessages()
    return try #require(harness.messenger.messages.last { $0.code != nil })
  }

  @Test(
    "a stranger's code is in the language that is asked for, as documents are",
    arguments: [
      (wish, Language.german), (PreferredLanguages.none, .english),
      (PreferredLanguages(acceptLanguage: "fr"), .english),
    ])
  func stranger(wish: PreferredLanguages, language: Language) async throws {
    let harness = try await ServiceHarness()
    let requester = Requester(.local, languages: wish)
    let request = try await harness.service.accounts.signUp(
      SignUpRequest(userName: ServiceHarness.ada, displayName: "Ada"), from: requester
    ).get()
    let first = try await Self.newest(harness)
    #expect(first.language == language && first.purpose == .signIn)
    let code = try #require(first.code)
    _ = try await harness.session(.code(codeRequest: request.codeRequest, validateCode: code))
    _ = try await harness.service.codeRequests.make(
      CodeRequest(userName: ServiceHarness.ada, purpose: .signIn), session: nil, from: requester
    ).get()
    #expect(try await Self.newest(harness).language == language)
  }

  @Test("so is each code of a session, and that of an approval", arguments: [true, false])
  func session(isGerman: Bool) async throws {
    let harness = try await ServiceHarness()
    var session = try await harness.signUp()
    if isGerman { session.languages = Self.wish }
    let language: Language = isGerman ? .german : .english
    for purpose in [CodePurpose.register, .setPIN, .recover] {
      _ = try await harness.service.codeRequests.make(
        CodeRequest(purpose: purpose), session: session, from: .local
      ).get()
      let message = try await Self.newest(harness)
      #expect(message.language == language && message.purpose == purpose)
    }
    _ = try await harness.service.codeRequests.make(
      CodeRequest(
        approving: LinkedOptionsRequest(scenario: .sendMoney, payload: MoneyOrder.sample.json)),
      session: session, from: .local
    ).get()
    let message = try await Self.newest(harness)
    guard case .approvalCode(_, let document) = message.content else {
      Issue.record("\(message.content)")
      return
    }
    #expect(message.language == language && document.language == language)
  }

  // Holds: codes say all
  @Test("a link's code says that it adds one device, in the language of whoever asks by the link")
  func link() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol), session: session, from: .local, origin: nil
    ).get()
    _ = try await harness.service.links.requestCode(SessionLinkID(link.id), in: Self.wish).get()
    let message = try await Self.newest(harness)
    let code = try #require(message.code)
    #expect(message.content == .deviceCode(code, completesRecovery: false))
    #expect(message.language == .german && message.purpose == .register)
  }
}
