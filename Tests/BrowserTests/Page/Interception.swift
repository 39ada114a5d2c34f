import BrowserTesting
import WebAuthnModel

/// Stands between the page's script and the network, so that a test decides when an answer arrives,
/// whether it does, and can say what a server says only after minutes.
///
/// It is installed into the page that is open and is gone with it.
struct Interception: Sendable {
  let browser: Browser

  init(_ browser: Browser) async throws {
    self.browser = browser
    try await browser.run(Self.script)
  }

  /// The next calls of a path get this answer, and the server never sees them.
  func answer(
    _ path: String, status: Int, _ body: JSONValue, times: Int = 1
  ) async throws {
    try await browser.run(
      "window.interception.answers.push(arguments[0])",
      [
        "path": .string(path), "status": .integer(Int64(status)),
        "body": .string(String(decoding: body.serialized(), as: UTF8.self)),
        "left": .integer(Int64(times)),
      ])
  }

  /// The next call of a path reaches the server, but its answer is held back until it is lost.
  func holdAnswer(of path: String) async throws {
    try await browser.run("window.interception.held = arguments[0]", .string(path))
  }

  /// Waits until an answer is held back: the server has done what it was asked.
  func waitForHeldAnswer() async throws {
    try await browser.wait(until: "window.interception.lose !== null")
  }

  /// Lets the answer that is held back arrive.
  func deliverAnswer() async throws { try await browser.run("window.interception.deliver()") }

  /// Loses the answer that is held back, as a broken connection does.
  func loseAnswer() async throws { try await browser.run("window.interception.lose()") }

  /// Waits until the page has taken the answers to a call, by its name in the timeline.
  func waitUntilTaken(_ call: String) async throws {
    try await browser.wait(for: "the answer to \(call) to be taken") {
      let isRunning = try await browser.run(
        """
        return [...document.querySelectorAll(".step.running .what")]
          .some((what) => what.textContent === arguments[0]);
        """, .string(call))
      return isRunning == false ? true : nil
    }
  }

  /// No call of a path that begins like one of these reaches the server, until ``restore()``.
  func lose(_ prefixes: String...) async throws {
    try await browser.run(
      "window.interception.lost = arguments[0]", .array(prefixes.map(JSONValue.string)))
  }

  /// Lets calls through again.
  func restore() async throws { try await browser.run("window.interception.lost = []") }

  /// How often the page called a path.
  func calls(of path: String) async throws -> Int {
    let calls = try await browser.run("return window.interception.calls").elements
    return calls.filter { $0["path"]?.text == path }.count
  }

  /// What the page sent to a path, each time: the key and the body.
  func sent(to path: String) async throws -> [String] {
    try await browser.run(
      """
      return window.interception.calls.filter((call) => call.path === arguments[0])
        .map(({ settings }) => `${settings.headers["Idempotency-Key"]} ${settings.body}`);
      """, .string(path)
    ).texts
  }

  /// Sends the last call of a path once more, as it was but for what is given.
  ///
  /// - Returns: The status and the body of the answer.
  func repeatCall(
    of path: String, headers: JSONValue = [:], body: JSONValue = [:]
  ) async throws -> (status: Int, body: JSONValue) {
    let answer = try await browser.run(
      """
      const [path, headers, body] = arguments;
      const { settings } = window.interception.calls.findLast((call) => call.path === path);
      return window.interception.send(path, {
        ...settings, signal: undefined, headers: { ...settings.headers, ...headers },
        body: JSON.stringify({ ...JSON.parse(settings.body), ...body }),
      }).then(async (answer) => [answer.status, await answer.text()]);
      """, .string(path), headers, body)
    guard case .integer(let status)? = answer.elements.first else { return (0, .null) }
    let text = answer.elements.last?.text ?? ""
    return (Int(status), try JSONValue(parsing: [UInt8](text.utf8)))
  }

  /// What the server says of a challenge after 90 seconds.
  static let expiredChallenge: JSONValue = [
    "verified": false, "message": "Signature verification failed",
    "reason": "challenge_expired", "status": 401,
  ]

  /// What the server says of a second factor after the fifth wrong PIN.
  static let blockedFactor: JSONValue = [
    "isBlocked": true, "failedAttempts": 5, "maxAttempts": 5, "penalisedFor": 0,
    "penalisedUntil": nil, "hasPIN": true, "hasBiometrics": true, "hasTwoFactor": false,
    "hasDevicePIN": false, "hasPhone": false, "needsFactor": true,
  ]

  /// What the server says of a second factor beside which an authenticator app has come.
  static let factorWithApp: JSONValue = [
    "isBlocked": false, "failedAttempts": 0, "maxAttempts": 5, "penalisedFor": 0,
    "penalisedUntil": nil, "hasPIN": false, "hasBiometrics": true, "hasTwoFactor": true,
    "hasDevicePIN": false, "hasPhone": true, "needsFactor": true,
  ]

  /// What the server says of an account to which a mailed code adds a factor.
  static let factorAddedByCode: JSONValue = [
    "isBlocked": false, "failedAttempts": 0, "maxAttempts": 5, "penalisedFor": 0,
    "penalisedUntil": nil, "hasPIN": false, "hasBiometrics": false, "hasTwoFactor": false,
    "hasDevicePIN": true, "hasPhone": false, "needsFactor": false,
  ]

  /// What the server says of a second factor whose authenticator app was removed.
  static let factorWithoutApp: JSONValue = [
    "isBlocked": false, "failedAttempts": 0, "maxAttempts": 5, "penalisedFor": 0,
    "penalisedUntil": nil, "hasPIN": false, "hasBiometrics": false, "hasTwoFactor": false,
    "hasDevicePIN": false, "hasPhone": true, "needsFactor": true,
  ]

  private static let script = """
    const send = window.fetch.bind(window);
    const state = { answers: [], calls: [], held: null, lose: null, deliver: null, lost: [], send };
    window.interception = state;
    window.fetch = async (path, settings) => {
      state.calls.push({ path, settings });
      if (state.lost.some((prefix) => path.startsWith(prefix))) throw new TypeError("lost");
      const found = state.answers.find((answer) => answer.path === path && answer.left > 0);
      if (found) {
        found.left -= 1;
        const headers = { "Content-Type": "application/json" };
        return new Response(found.body, { status: found.status, headers });
      }
      if (state.held !== path) return send(path, settings);
      state.held = null;
      const answer = await send(path, settings);
      const kept = answer.clone();
      await answer.text();
      return new Promise((resolve, reject) => {
        state.deliver = () => { state.lose = null; resolve(kept); };
        state.lose = () => { state.lose = null; reject(new TypeError("lost")); };
      });
    };
    """
}
