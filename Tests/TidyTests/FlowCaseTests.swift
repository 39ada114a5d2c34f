import Foundation
import Testing

/// The list of what a flow does, with the test of each client that runs it.
@Suite("The cases of flows, interactions and scenarios")
struct FlowCaseTests {
  @Test("every flow type, interaction and scenario is a case")
  func isWhole() throws {
    let names = Set(FlowCase.all.map(\.name))
    #expect(names.count == FlowCase.all.count)
    let flow = "Sources/Protocol/FlowModel/Flow/"
    var known = try Self.rawValues(of: "FlowType", in: flow + "Flow.swift")
    known += try Self.rawValues(of: "InteractionType", in: flow + "Interaction.swift")
    known += try Self.builtInScenarios()
    #expect(known.count >= 14)
    #expect(known.filter { !names.contains($0) } == [])
  }

  @Test("each cell names a test that is there", arguments: FlowCase.all)
  func runs(_ flowCase: FlowCase) throws {
    for client in FlowClient.allCases {
      guard let title = flowCase.cell(of: client).title else { continue }
      #expect(
        try Self.text(of: client).contains("\"\(title)\""),
        "\(client.folders): no test \"\(title)\" for \(flowCase.name)")
    }
  }

  @Test("docs/clients.md shows the cases")
  func table() throws {
    let rows = try Repository.text("docs/clients.md").split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| **") }
    #expect(rows == FlowCase.all.map(\.row))
  }

  private static func rawValues(of name: String, in path: String) throws -> [String] {
    let text = try Repository.text(path)
    guard let start = text.range(of: "public enum \(name):")?.upperBound,
      let end = text.range(of: "\n}", range: start..<text.endIndex)?.lowerBound
    else { return [] }
    return text[start..<end].matches(of: /case \w+ = "(\w+)"/).map { String($0.1) }
  }

  private static func builtInScenarios() throws -> [String] {
    try Repository.text("Sources/Client/CountersignClient/Scenarios/Scenario+BuiltIn.swift")
      .matches(of: /Scenario\(\s*\.(\w+),/)
      .map { $0.1.replacing(/[A-Z]/) { "_" + String($0.0) }.uppercased() }
  }

  private static func text(of client: FlowClient) throws -> String {
    try texts.get()[client] ?? ""
  }

  /// The tests of each client, read once.
  private static let texts = Result {
    var texts: [FlowClient: String] = [:]
    for client in FlowClient.allCases {
      for folder in client.folders {
        let names = try FileManager.default.subpathsOfDirectory(
          atPath: Repository.root.appendingPathComponent(folder).path)
        for name in names where name.hasSuffix(".swift") || name.hasSuffix(".java") {
          texts[client, default: ""] += try Repository.text(folder + "/" + name)
        }
      }
    }
    return texts
  }
}

/// The clients that run flows.
enum FlowClient: CaseIterable {
  case sdk, page, jni

  /// The folders of its tests.
  var folders: [String] {
    switch self {
    case .sdk: ["Tests/EndToEndTests", "Tests/CountersignClientTests"]
    case .page: ["Tests/BrowserTests"]
    case .jni: ["clients/android/checks"]
    }
  }
}

/// What one client does of a case.
enum FlowCell: Sendable {
  /// The test of this title runs it.
  case runs(String)
  /// The test of this title runs it but for something.
  case inPart(String, String)
  /// The platform has nothing like it.
  case nothing(String)
  /// No test runs it yet.
  case open

  var title: String? {
    switch self {
    case .runs(let title), .inPart(let title, _): title
    case .nothing, .open: nil
    }
  }

  var text: String {
    switch self {
    case .runs: "yes"
    case .inPart(_, let what): "in part: \(what)"
    case .nothing(let why): "nothing to test: \(why)"
    case .open: "not run yet"
    }
  }
}

/// A case.
struct FlowCase: Sendable, CustomTestStringConvertible {
  let name: String
  let sentence: String
  let cells: [FlowClient: FlowCell]

  init(_ name: String, _ sentence: String, sdk: FlowCell, page: FlowCell, jni: FlowCell) {
    self.name = name
    self.sentence = sentence
    cells = [.sdk: sdk, .page: page, .jni: jni]
  }

  var testDescription: String { name }

  func cell(of client: FlowClient) -> FlowCell { cells[client] ?? .open }

  var row: String {
    "| **\(name)** | \(sentence) | "
      + FlowClient.allCases.map { cell(of: $0).text }.joined(separator: " | ") + " |"
  }

  static let all = flowTypes + interactions + scenarios + around

  private static let flowTypes = [
    FlowCase(
      "ENROL", "a link brings the account to a device, with its PIN and biometrics",
      sdk: .runs("ENROL with a PIN and biometrics gives the app its session, and LOGIN another"),
      page: .inPart(
        "a phone is added: proved by the passkey, shown in the list, and removed again",
        "it shows the link, and asks whose the phone is"),
      jni: .runs("ENROL")),
    FlowCase(
      "LOGIN", "the app opens a session, or another screen by its link and number",
      sdk: .runs(
        "LOGIN of another screen takes the right number and a proof; a wrong number ends the link"),
      page: .runs("a phone signs the screen in: its number picked, its PIN or key proved"),
      jni: .runs("LOGIN")),
    FlowCase(
      "SIGN_TRANSACTION", "a transaction is signed as it is shown, and acts once",
      sdk: .runs("the local biometric succeeds, and the transaction completes"),
      page: .runs(
        "sign up, register a passkey and buy: what will be paid is shown before the prompt"),
      jni: .runs("AUTHORIZE_TRANSACTION")),
    FlowCase(
      "CHANGE_PIN", "another PIN replaces the PIN",
      sdk: .runs("CHANGE_PIN replaces the PIN: the old one is wrong then, and the new one right"),
      page: .runs("a change of the PIN whose answer was lost is made once when it is sent again"),
      jni: .runs("CHANGE_PIN")),
    FlowCase(
      "ADD_BIOMETRICS", "a key becomes a factor",
      sdk: .runs("biometrics are added with the PIN and removed with themselves"),
      page: .runs(
        "one more passkey is made once and listed once, and the registration is sent again"),
      jni: .runs("ADD_BIOMETRICS")),
    FlowCase(
      "REMOVE_BIOMETRICS", "a key is a factor no more",
      sdk: .runs("biometrics are added with the PIN and removed with themselves"),
      page: .runs(
        "a removal shows which passkey it removes, and takes a proof of it right after another"),
      jni: .runs("REMOVE_BIOMETRICS")),
    FlowCase(
      "HEADLESS_UPGRADE", "an account without a factor gets its first",
      sdk: .runs(
        "a headless account logs in by its device alone, and gets its factors by a mailed code"),
      page: .inPart(
        "the first passkey, by a mailed code, is registered once however its answer is lost",
        "a page has no device key"),
      jni: .runs("HEADLESS_UPGRADE")),
  ]

  private static let interactions = [
    FlowCase(
      "CONFIRM", "the person says whose session it is, and picks the number",
      sdk: .runs(
        "LOGIN of another screen takes the right number and a proof; a wrong number ends the link"),
      page: .inPart(
        "a wrong number signs nobody in; the page says so, and a new code works",
        "it shows the number, which the phone picks"),
      jni: .runs("LOGIN")),
    FlowCase(
      "CONFIRM_TRANSACTION", "the document is shown before anything is proved",
      sdk: .runs(
        "a transaction is approved with what the person said beside the factor, or denied"),
      page: .runs(
        "what is approved is shown before the prompt, and one call after the options approves it"),
      jni: .runs("denied by the flow")),
    FlowCase(
      "VERIFY_SECOND_FACTOR", "biometrics, PIN or codes prove it; a wrong one is told",
      sdk: .runs("a wrong PIN is told with the attempts, and the next one goes through"),
      page: .runs(
        "a wrong PIN says what is left, the second one is counted down, then the right one pays"),
      jni: .runs("TEST_BIOMETRICS")),
    FlowCase(
      "SET_SECOND_FACTOR", "a PIN is chosen, and refused if it is easily guessed",
      sdk: .runs("an app PIN that is the PIN, or no PIN, is refused, and the question stays"),
      page: .runs(
        "an easily guessed PIN is told before a prompt, and each try clears the fault before it"),
      jni: .runs("ENROL")),
    FlowCase(
      "SOFT_PROMPT", "biometrics are offered once, and never demanded",
      sdk: .runs(
        "the soft prompt comes once, and again with an enrolment anew; not with another login"),
      page: .nothing("a browser asks for no permission before it makes a passkey"),
      jni: .runs("ENROL")),
  ]

  private static let scenarios = [
    FlowCase(
      "TEST_BIOMETRICS", "the person tries how they approve, and nothing is done",
      sdk: .runs("a test takes biometrics and the PIN of the phone too"),
      page: .runs(
        "somebody tries how they approve: nothing is done, and a failed try says so"),
      jni: .runs("TEST_BIOMETRICS")),
    FlowCase(
      "AUTHORIZE_TRANSACTION", "a host's transaction is approved, or declined by the person alone",
      sdk: .runs("a configured app authorizes with two calls for what its screen has shown"),
      page: .runs("a denial is asked for once more, and is then told the host"),
      jni: .runs("AUTHORIZE_TRANSACTION")),
    FlowCase(
      "a host's own", "a scenario that the host declares has its own words and rules",
      sdk: .runs("SEND_MONEY says what its screens say, and takes the PIN at once"),
      page: .runs(
        "a declared action is read in the person's language, and approved with the passkey"),
      jni: .runs("PAY_INVOICE")),
    FlowCase(
      "another device", "what cannot be proved here is approved on the phone, and acts here once",
      sdk: .runs(
        "what another device hands over is shown with its number, approved, and acts there once"),
      page: .runs("the number is on both, the phone approves by its PIN, and the page pays once"),
      jni: .runs("what another device approved acts here once")),
    FlowCase(
      "waiting elsewhere", "what only another device can approve waits for it, and is done with it",
      sdk: .runs("what another device can approve waits for it, and is done once it has"),
      page: .inPart(
        "one that comes is listed without a reload, and goes when it is decided elsewhere",
        "it says which device decides, and its screen closes"),
      jni: .runs("what waits here is approved on the device that has the key")),
    FlowCase(
      "key on the way", "a phone without a key gets one in an approval; a PIN's key waits",
      sdk: .runs("a PIN sets a phone without a key up on the way, and approves; its key waits"),
      page: .nothing("a page sets a passkey up beside an approval, not within it"),
      jni: .nothing("an app on a JVM is enrolled, so that its PIN is a key of the device")),
  ]

  private static let around = [
    FlowCase(
      "codes", "a mailed code and a texted one prove together",
      sdk: .runs("a review and a test take the mailed code and then the texted one"),
      page: .runs("a prompt that was cancelled, then a mailed and a texted code: approved, once"),
      jni: .runs("a mailed code and a texted one prove together")),
    FlowCase(
      "ways", "what cannot act is told before anything is asked, with what would bring it",
      sdk: .runs(
        "where only the PIN could act no code is sent, and what could not says what would bring it"
      ),
      page: .runs(
        "a way that cannot act is no button: why not, and what would bring it, stand below"),
      jni: .runs("the ways are told before anything is asked")),
    FlowCase(
      "soft lock", "nothing of an account is had while it is locked",
      sdk: .runs(
        "while it is locked no session is had, no flow acts and nothing is followed; it is opened"),
      page: .runs(
        "a page that nobody touches shows nothing of the account until a passkey opens it"),
      jni: .runs("logged out")),
    FlowCase(
      "app PIN", "the app PIN is never the PIN: the server takes the PIN before it is set",
      sdk: .runs(
        "beside a device's PIN it is set only once the server has taken what was typed as the PIN"),
      page: .nothing("a page has no app PIN"),
      jni: .runs("nor beside something else that is typed as the PIN")),
    FlowCase(
      "logout", "one call locks, lets go of the session and ends it",
      sdk: .runs(
        "the one logout locks the account, and a full login opens it by the app PIN alone"),
      page: .runs(
        "whoever signs out is off the page at once, and is told later that the server was not"),
      jni: .runs("logged out")),
    FlowCase(
      "several accounts", "each flow is for one, and another comes to the front locked",
      sdk: .runs("several accounts are on one phone: a login asks which, and each flow is for one"),
      page: .nothing("a browser has one session"),
      jni: .runs("two accounts are here")),
    FlowCase(
      "waiting", "what waits is shown as it comes, and closes when another has decided",
      sdk: .runs(
        "what comes by the server's events is shown, and the second device closes its screen"),
      page: .runs(
        "one that comes is listed without a reload, and goes when it is decided elsewhere"),
      jni: .runs("what waits is shown and approved")),
    FlowCase(
      "leaving", "who leaves is asked; without a network nothing is denied",
      sdk: .runs("leaving without a network closes at once, and denies nothing"),
      page: .runs("leaving asks and denies; deciding later, and leaving offline, deny nothing"),
      jni: .runs("leaving without a network asks and declines nothing")),
    FlowCase(
      "links", "a link of this server leads into the app, any other nowhere",
      sdk: .runs("a link of another server, scheme or form is none of this app"),
      page: .inPart(
        "a link that a browser opens says to use the app, and asks the server nothing of it",
        "links are for the app"),
      jni: .runs("a link of elsewhere is refused")),
    FlowCase(
      "lost answers", "what was sent is asked for again, and done once",
      sdk: .runs("wherever the network fails, it is done once when it says so or is asked again"),
      page: .runs(
        "an answer that was lost is asked for again with the same key and proof: one decision"),
      jni: .runs("a payment whose answer is lost is made once")),
  ]
}
