import AirtimeModel
import BrowserTesting
import Testing
import WebAuthnModel
import WireModel

/// The page's own modules in Chromium: what the page calls for a screen is called here by a script.
///
/// Nothing of the client stands here but the order of the calls. What passes from one to the next
/// is kept outside the page, so that the page may be another one meanwhile.
actor BrowserClient: ConformingClient {
  let kind = ClientKind.browser

  private let browser: Browser
  private let authenticator: VirtualAuthenticator
  private let address: String
  /// Where it signs.
  private var origin: String

  private var codeRequest: JSONValue = .null
  /// The challenge, and the key of the payment that it was asked for.
  private var asked: JSONValue = .null
  private var assertion: JSONValue = .null
  private var token: JSONValue = .null

  private init(_ browser: Browser, _ server: ClockedServer) async throws {
    self.browser = browser
    address = server.address
    origin = server.address
    authenticator = try await browser.addAuthenticator()
    try await browser.develop(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": """
        window.calls = 0;
        {
          const real = window.fetch;
          window.fetch = (...call) => { window.calls += 1; return real(...call); };
        }
        """
      ])
    try await browser.open(address + "/")
  }

  /// Opens a browser for as long as a body runs.
  static func run(
    at server: ClockedServer, _ body: (BrowserClient) async throws -> Void
  ) async throws {
    let driver = try ChromeDriver()
    defer { driver.end() }
    let browser = try await Browser(driver.client)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(BrowserClient(browser, server)))
    } catch {
      result = .failure(error)
    }
    try await browser.close()
    try result.get()
  }

  func signUp(userName: String) async throws -> ClientOutcome {
    try await outcome(
      """
      const { requestSignUp } = await page("calls/codes.js");
      return (await requestSignUp(given.userName, "Ada")).codeRequest;
      """, ["userName": .string(userName)]
    ) { codeRequest = $0 }
  }

  func openSession(code: String) async throws -> ClientOutcome {
    try await outcome(
      """
      const { openSession } = await page("calls/session.js");
      await openSession(given);
      """, ["codeRequest": codeRequest, "validateCode": .string(code)])
  }

  func requestRegistrationCode() async throws -> ClientOutcome {
    try await outcome(
      """
      const { requestOwnCode } = await page("calls/codes.js");
      await requestOwnCode("register");
      """)
  }

  func register(code: String) async throws -> ClientOutcome {
    try await outcome(
      """
      const { readRegistrationOptions } = await page("calls/credentials.js");
      const { passkeyRegistration } = await page("passkeys/registerPasskey.js");
      await passkeyRegistration(() => readRegistrationOptions(given)).run(() => {});
      """, ["validateCode": .string(code)])
  }

  func askOptions(_ payload: TopUpPayload) async throws -> ClientOutcome {
    try await outcome(
      """
      const { askChallenge } = await page("airtime/payment/askChallenge.js");
      const { payment } = await page("airtime/payment/payment.js");
      const challenge = await askChallenge(given);
      return { challenge, key: payment(given, challenge).key };
      """, payload.json
    ) { asked = $0 }
  }

  /// The page itself asks for linked challenges only; the call is made as it makes its calls.
  func askUnlinkedOptions() async throws -> ClientOutcome {
    try await outcome(
      """
      const { request } = await page("calls/request.js");
      const { payment } = await page("airtime/payment/payment.js");
      const challenge = { options: await request("GET", "/biometric/auth/options") };
      return { challenge, key: payment({}, challenge).key };
      """
    ) { asked = $0 }
  }

  /// The prompt shows nothing of the transaction, so there is nothing to change in it.
  func show(_ document: Document) {}

  func sign() async throws -> ClientOutcome {
    let isElsewhere = origin != address
    if isElsewhere { try await browser.open(origin + "/") }
    let outcome = try await outcome(
      """
      const { usePasskey } = await page("passkeys/prompt.js");
      return await usePasskey(given, new AbortController().signal);
      """, asked["challenge"]?["options"] ?? .null
    ) { assertion = $0 }
    if isElsewhere { try await browser.open(address + "/") }
    return outcome
  }

  func verify() async throws -> ClientOutcome {
    try await outcome(
      """
      const { verifyAssertion } = await page("calls/credentials.js");
      return (await verifyAssertion(given)).verificationToken;
      """, assertion
    ) { token = $0 }
  }

  func topUp(
    _ payload: TopUpPayload, by form: ProofForm, under name: OperationName
  ) async throws -> ClientOutcome {
    let proof: JSONValue =
      switch form {
      case .token: ["verificationToken": token]
      case .assertion: ["assertion": assertion]
      }
    // Where the answer is lost, the page asks what became of it, under the payment's key.
    return try await outcome(
      """
      const { pay, OutcomeUnknown } = await page("airtime/payment/pay.js");
      const { payment } = await page("airtime/payment/payment.js");
      const { readOperation } = await page("calls/operations.js");
      const sent = payment(given.payload, given.asked.challenge);
      if (!given.isFresh) sent.key = given.asked.key;
      try {
        return { bought: await pay(sent, given.proof) };
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error;
        return { bought: (await readOperation(sent.key)).data };
      }
      """,
      [
        "asked": asked, "payload": payload.json, "proof": proof, "isFresh": .bool(name == .fresh),
      ])
  }

  func answerPrompts(_ answer: PromptAnswer) async throws {
    switch answer {
    case .verified: try await authenticator.setUserVerified(true)
    case .cancelled, .lockout, .permanentLockout: try await authenticator.setUserVerified(false)
    case .keyGone: try await authenticator.removeCredentials()
    }
  }

  func speak(for origin: String) { self.origin = origin }

  func disturb(_ disturbance: Disturbance) async throws {
    let (path, steps, change): (String, String, JSONValue) =
      switch disturbance {
      case .loseAnswer: ("/user/topup", #"throw new TypeError("lost on the way");"#, .null)
      case .changeTransaction(let field):
        (
          "/actions/TOP_UP/options", Self.changeTransaction,
          .object([field.rawValue: field.otherValue])
        )
      }
    try await browser.run(
      """
      const real = window.fetch;
      const [disturbed, change] = arguments[0];
      window.wasDisturbed = false;
      window.fetch = async (path, settings) => {
        const answer = await real(path, settings);
        if (path !== disturbed) return answer;
        window.fetch = real;
        window.wasDisturbed = true;
        \(steps)
      };
      """, [.string(path), change])
  }

  private static let changeTransaction = """
    const body = await answer.json();
    const fields = body.document.fields;
    for (const [name, other] of Object.entries(change)) {
      const field = fields.find((field) => field.name === name)
        // Cashback that is not spent is not in the document.
        ?? fields[fields.push({ name, label: name, kind: "flag" }) - 1];
      // A payload counts whole units.
      if (field.kind === "money") field.value.minorUnits = other * 10 ** field.value.exponent;
      else field.value = other;
    }
    return Response.json(body);
    """

  func wasDisturbed() async throws -> Bool {
    try await browser.run("return window.wasDisturbed").isTruthy
  }

  func callsSent() async throws -> Int {
    guard case .integer(let count) = try await browser.run("return window.calls") else { return 0 }
    return Int(count)
  }

  func prompts() -> [String]? { nil }

  /// Runs steps in the page: `page` imports one of its modules, `given` is what they work on.
  private func outcome(
    _ steps: String, _ given: JSONValue = [:], keep: (JSONValue) -> Void = { _ in }
  ) async throws -> ClientOutcome {
    let script = """
      const given = arguments[0];
      const page = (path) => import("/page/" + path);
      const steps = async () => { \(steps) };
      return steps().then(
        (value) => ({ outcome: "done", value: value ?? null, bought: value?.bought ?? null }),
        async (error) => {
          const { PromptFailed } = await page("passkeys/prompt.js");
          const { Refusal } = await page("calls/refusal.js");
          const { NotWhatWasAsked } = await page("documents/askDocument.js");
          if (error instanceof PromptFailed) return { outcome: "unable", reason: error.kind };
          if (error instanceof Refusal) return { outcome: "refused", reason: error.reason };
          if (error instanceof NotWhatWasAsked) {
            return { outcome: "mismatch", reason: "transaction_not_as_asked" };
          }
          return { outcome: "other", reason: String(error) };
        });
      """
    let answer = try await browser.run(script, given)
    keep(answer["value"] ?? .null)
    return ClientOutcome(answer)
  }
}
