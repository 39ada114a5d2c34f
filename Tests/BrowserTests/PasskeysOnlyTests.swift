import BrowserTesting
import Foundation
import FoundationNetworking
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("the example with passkeys alone")
  struct PasskeysOnlyTests {
    @Test("two people sign up, sign out and sign in, each as who they are")
    func wholeWay() async throws {
      let example = try Example()
      try await withBrowser { one in
        try await example.signUp("ada", in: one)
        try await withBrowser { two in
          try await example.signUp("bob", in: two)
          for (browser, name) in [(one, "ada"), (two, "bob")] {
            try await browser.open(example.address)
            try await browser.see("Signed in as \(name)")
            try await browser.press("Sign out")
            try await browser.see("Signed out")
            try await browser.open(example.address)
            try await browser.see("Signed out")
            try await browser.press("Sign in")
            try await browser.see("Signed in as \(name)")
          }
        }
      }
    }

    @Test("the session is a cookie that no script and no other site has, and it ends")
    func session() async throws {
      let example = try Example()
      try await withBrowser { browser in
        try await example.signUp("ada", in: browser)
        let cookie = try await browser.send("GET", "cookie/session")
        try #require(cookie["httpOnly"] == true && cookie["secure"] == true)
        try #require(cookie["sameSite"] == "Strict" && cookie["path"] == "/")
        let token = cookie["value"]?.text ?? ""
        try await #require(example.me(token) == #"{"name":"ada"}"#)
        try await browser.press("Sign out")
        try await browser.see("Signed out")
        try await #require(example.me(token) == "{}")
      }
    }

    @Test("a wrong signature and a person who was not verified are refused, and a right answer not")
    func wrongAnswers() async throws {
      let example = try Example()
      try await withBrowser { browser in
        let authenticator = try await example.signUp("ada", in: browser)
        try await browser.press("Sign out")
        try await browser.see("Signed out")
        for (flaw, reason) in [
          (VirtualAuthenticator.Flaw.signature, "signature_invalid (step 7.2.21)"),
          (.userVerification, "user_not_verified (step 7.2.17)"),
          (.userPresence, "user_not_present (step 7.2.16)"),
        ] {
          try await authenticator.setResponseOverrideBits(flaw)
          try await browser.press("Sign in")
          try await browser.wait(forAlert: reason)
        }
        try await browser.see("Signed out")
        try await authenticator.setResponseOverrideBits(nil)
        try await browser.press("Sign in")
        try await browser.see("Signed in as ada")
      }
    }

    @Test("an answer is good once, and one to no challenge of this server is not")
    func singleUse() async throws {
      let example = try Example()
      try await withBrowser { browser in
        try await example.signUp("ada", in: browser)
        let answers = try await browser.run(
          """
          const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body) });
          const options = await (await post("/sign-in/options")).json();
          const other = { ...options, challenge: options.challenge.split("").reverse().join("") };
          const get = (json) => navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
          const good = await get(options);
          const answers = [];
          for (const credential of [await get(other), good, good]) {
            answers.push(await (await post("/sign-in", credential)).text());
          }
          return answers;
          """
        ).texts
        let unknown = #"{"error":{"message":"challenge_unknown (step 7.2.11)"}}"#
        try #require(answers == [unknown, #"{"name":"ada"}"#, unknown])
      }
    }

    @Test("a name is given once, and one that is empty or too long not at all")
    func names() async throws {
      let example = try Example()
      try await withBrowser { browser in
        let authenticator = try await example.signUp("ada", in: browser)
        try await browser.press("Sign out")
        try await browser.see("Signed out")
        for name in ["ada", " ", String(repeating: "a", count: 65)] {
          try await browser.fill("Name", name == " " ? "" : name)
          try await browser.press("Sign up")
          try await browser.wait(forAlert: "choose another name")
        }
        let keys = try await authenticator.credentials()
        try #require(keys.count == 1)
      }
    }

    @Test("whatever is sent, the answer says what is wrong, and the server goes on")
    func badInput() async throws {
      let example = try Example()
      let post = try await example.post("/sign-in/options", "", origin: nil)
      #expect(post == Answer(403, "posted from another origin"))
      let foreign = try await example.post("/sign-out", "", origin: "http://localhost:1")
      #expect(foreign == Answer(403, "posted from another origin"))
      let cases: [(path: String, body: String, problem: String)] = [
        ("/sign-up/options", "", "the text ends where a value is expected"),
        ("/sign-up/options", #"{"name":1}"#, "name: must be a string"),
        ("/sign-up/options", #"{"name":"ada","name":"bob"}"#, "duplicate member name"),
        ("/sign-up", "[]", "must be an object"),
        ("/sign-up", #"{"id":"*"}"#, "id: must be base64url"),
        ("/sign-in", #"{"id":"AQ"}"#, "rawId: is missing"),
        ("/sign-in", String(repeating: "[", count: 40), "nested too deep"),
        ("/sign-in", String(repeating: " ", count: 70_000), ""),
        (
          "/sign-in",
          #"{"id":"AQ","rawId":"AQ","type":"public-key","response":{"clientDataJSON":"AA","#
            + #""authenticatorData":"AA","signature":"AA"}}"#, "(step 7.2."
        ),
      ]
      for (path, body, problem) in cases {
        let answer = try await example.post(path, body, origin: example.address)
        #expect([413, 422].contains(answer.status), "\(path) \(body.prefix(40))")
        #expect(problem.isEmpty || answer.text.contains(problem), "\(answer.text)")
      }
      #expect(try await example.me("nobody's") == "{}")
    }

    @Test("an origin that is none ends the program with words", arguments: ["x", "http://a.b", ""])
    func wrongOrigin(origin: String) throws {
      let errors = Pipe()
      let process = try ChildProcess(
        Example.program, [origin], errors: errors.fileHandleForWriting)
      #expect(process.awaitEnd() == 1)
      try errors.fileHandleForWriting.close()
      let text = try errors.fileHandleForReading.readToEnd() ?? Data()
      #expect(String(decoding: text, as: UTF8.self).hasPrefix("error: an origin is https"))
    }
  }
}

/// The example as a process of its own.
private struct Example {
  static let program = BuiltProgram.named("PasskeysOnly")

  let address: String
  private let process: ChildProcess

  /// Starts it on a port that is free, which its origin has to name.
  init() throws {
    var said = ""
    for _ in 0..<5 {
      let address = "http://localhost:\(Int.random(in: 20_000..<30_000))"
      let process = try ChildProcess(Self.program, [address])
      said = try ReadyLine.next(of: process.output)
      guard said == "listening" else { continue }
      (self.address, self.process) = (address, process)
      return
    }
    throw NotReady(line: said)
  }

  /// Signs somebody up with a new authenticator.
  @discardableResult
  func signUp(_ name: String, in browser: Browser) async throws -> VirtualAuthenticator {
    let authenticator = try await browser.addAuthenticator()
    try await browser.open(address)
    try await browser.see("Signed out")
    try await browser.fill("Name", name)
    try await browser.press("Sign up")
    try await browser.see("Signed in as \(name)")
    return authenticator
  }

  /// Who a session is of.
  func me(_ token: String) async throws -> String {
    var request = try request("/me")
    request.setValue("session=\(token)", forHTTPHeaderField: "Cookie")
    let (data, _) = try await URLSession.withoutCookies.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }

  func post(_ path: String, _ body: String, origin: String?) async throws -> Answer {
    var request = try request(path)
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    request.setValue(origin, forHTTPHeaderField: "Origin")
    let (data, response) = try await URLSession.withoutCookies.data(for: request)
    let json = try? JSONValue(parsing: Array(data))
    return Answer(
      (response as? HTTPURLResponse)?.statusCode ?? 0, json?["error"]?["message"]?.text ?? "")
  }

  private func request(_ path: String) throws -> URLRequest {
    let local = address.replacing("localhost", with: "127.0.0.1")
    return URLRequest(url: try #require(URL(string: local + path)))
  }
}

private struct Answer: Equatable {
  let status: Int
  let text: String

  init(_ status: Int, _ text: String) { (self.status, self.text) = (status, text) }
}

extension Browser {
  /// Waits until the page says who is signed in.
  fileprivate func see(_ who: String) async throws {
    try await wait(for: who) {
      try await run("return document.getElementById(\"who\").innerText").text == who ? true : nil
    }
  }
}
