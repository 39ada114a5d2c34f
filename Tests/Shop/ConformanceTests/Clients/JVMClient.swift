import AirtimeModel
import BrowserTesting
import CountersignTesting
import ProgramTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

/// The library of `clients/android`, driven in a JVM of its own.
actor JVMClient: ConformingClient {
  let kind = ClientKind.jvm
  private let driver: JVMDriver

  init(of server: ClockedServer) async throws {
    driver = try JVMDriver(
      ["dev.countersign.conformance.Driver", server.address, NativeOrigin.android],
      watch: server.harness.watch)
  }

  func signUp(userName: String) async throws -> ClientOutcome {
    try await tell("signUp", ["userName": .string(userName), "displayName": "Ada"])
  }

  func openSession(code: String) async throws -> ClientOutcome {
    try await tell("openSession", ["code": .string(code)])
  }

  func requestRegistrationCode() async throws -> ClientOutcome {
    try await tell("requestRegistrationCode")
  }

  func register(code: String) async throws -> ClientOutcome {
    try await tell("register", ["code": .string(code)])
  }

  func askOptions(_ payload: TopUpPayload) async throws -> ClientOutcome {
    try await tell("askOptions", ["payload": payload.json])
  }

  func askUnlinkedOptions() async throws -> ClientOutcome { try await tell("askUnlinkedOptions") }

  func show(_ document: Document) async throws {
    try await told("show", ["document": document.json])
  }

  func sign() async throws -> ClientOutcome { try await tell("sign") }

  func verify() async throws -> ClientOutcome { try await tell("verify") }

  func topUp(
    _ payload: TopUpPayload, by form: ProofForm, under name: OperationName
  ) async throws -> ClientOutcome {
    try await tell(
      "topUp",
      [
        "payload": payload.json, "byToken": .bool(form == .token),
        "underFreshName": .bool(name == .fresh),
      ])
  }

  func answerPrompts(_ answer: PromptAnswer) async throws {
    try await told("answerPrompts", ["answer": .string(answer.rawValue)])
  }

  func speak(for origin: String) async throws {
    try await told("speakFor", ["origin": .string(origin)])
  }

  func disturb(_ disturbance: Disturbance) async throws {
    switch disturbance {
    case .changeTransaction(let field):
      try await told(
        "changeTransaction", ["field": .string(field.rawValue), "value": field.otherValue])
    case .loseAnswer: try await told("loseAnswer")
    }
  }

  func wasDisturbed() async throws -> Bool {
    try await driver.ask(["do": "report"])["isUndisturbed"] == true
  }

  func callsSent() async throws -> Int {
    guard case .integer(let calls)? = try await driver.ask(["do": "report"])["calls"] else {
      return 0
    }
    return Int(calls)
  }

  func prompts() async throws -> [String]? {
    try await driver.ask(["do": "report"])["prompts"]?.texts
  }

  /// Says what is no step of a client and cannot fail.
  private func told(_ command: String, _ more: JSONObject = [:]) async throws {
    let outcome = try await tell(command, more)
    try #require(outcome == .done)
  }

  private func tell(_ command: String, _ more: JSONObject = [:]) async throws -> ClientOutcome {
    var members: JSONObject = ["do": .string(command)]
    for name in more.names { members[name] = more[name] }
    return ClientOutcome(try await driver.ask(.object(members)))
  }
}
