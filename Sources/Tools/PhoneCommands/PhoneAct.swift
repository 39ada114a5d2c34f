import ArgumentParser
import CountersignClient
import FlowModel
import Foundation
import ToolSupport
import WebAuthnModel
import WireModel

/// `countersign phone act`: any scenario that the server's file declares.
struct PhoneAct: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act",
    abstract: "begin an action that the server declares, and prove it",
    discussion: """
      Shows the server's document, asks, and refuses a challenge that does not match what it \
      shows. The server performs the action; with --service-key the proof becomes a token instead, \
      which is redeemed as the host's backend would.

      example: countersign phone act PAY_INVOICE --field amount=12.50 \
      --field "account=DE89 3704 0044 0532 0130 00" --field "payee=Order desk"
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var proof: ProofOptions
  @OptionGroup var account: AccountOption

  @Argument(help: "The scenario's name.")
  var scenario: String

  @Option(
    help: "A field: name=text, or name:=json for a whole number or a flag, as parcels:=2.")
  var field: [String] = []

  @Option(help: "The file of a service key of scope transactions, to redeem the proof with.")
  var serviceKey: String?

  @Option(help: "What stands in for biometrics; without it all that can act.")
  var fallback: PhoneSign.FallbackOption?

  @Flag(help: "Do it once more, where an earlier command, whose answer was lost, has done it.")
  var again = false

  func run() async throws {
    let words = options.endWords
    let payload = try FieldPayload(field, in: words)
    let key = try serviceKey.map { path in
      guard let bytes = try PrivateFile.read(path) else {
        throw CommandFailure(
          .wrongUse, words.of("there is no file \(path)", "es gibt keine Datei \(path)"),
          hint: words.of(
            "countersign service-key create makes a key",
            "countersign service-key create legt einen Schlüssel an"))
      }
      return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    try await Phone.use(options) { phone in
      let navigator = TerminalNavigator(phone, proof.given)
      let host = try Phone.transport(to: phone.address)
      let scenario = key.map { redeemed(at: host, $0, phone.words) } ?? performed(phone.words)
      var configuration = phone.words.configuration
      configuration.scenarios.register(scenario)
      if key == nil {
        // What a host executes is not known here.
        try await phone.requireNotDone(
          Declared(policy.name, payload), of: phone.account(named: account.account),
          isMeantAgain: again)
      }
      let context = try await phone.context(navigator, account: account.account, configuration)
      let result = await context.process(scenario, payload)
      let message: String
      if await navigator.isProvedElsewhere(result) {
        try await performElsewhere(payload, phone, at: host, key)
        message = scenario.screens.success.title.lowercased()
      } else {
        do {
          message = try await navigator.message(of: result)
        } catch let failure as CommandFailure
          where failure.code == FlowReason.transactionNotAsAsked.code
        {
          throw CommandFailure(
            failure.exit, failure.cause, code: failure.code, hint: words.onlyDeclared)
        }
      }
      options.print(
        message,
        json: [
          "status": key == nil ? "performed" : "redeemed",
          "scenario": .string(scenario.name.text),
        ])
    }
  }

  /// The factors that this terminal asks for; the server's declaration decides.
  private var policy: ScenarioPolicy {
    let name = ScenarioName(scenario)
    return fallback?.policy(of: name)
      ?? ScenarioPolicy(name, level: .biometricsWithFallback, fallback: [.pin, .codes])
  }

  private func performed(_ words: PhoneWords) -> Scenario<FieldPayload> {
    Scenario(performing: policy, screens: words.screens(words.performed))
  }

  /// The scenario whose token this program redeems in the host's place.
  private func redeemed(
    at server: any Transport, _ key: String, _ words: PhoneWords
  ) -> Scenario<FieldPayload> {
    let screens = words.screens(words.redeemed)
    let name = policy.name
    return Scenario(redeemedByHost: policy, screens: screens) {
      payload, token throws(TransportError) in
      try await Self.redeem(token, for: name, payload, at: server, key)
    }
  }

  /// Performs the action by the account's other device, as nothing here can prove it.
  private func performElsewhere(
    _ payload: FieldPayload, _ phone: Phone, at server: any Transport, _ key: String?
  ) async throws {
    let account = try await phone.account(named: account.account)
    let action = Declared(policy.name, payload)
    let (token, document) = try await phone.proveElsewhere(action, of: account)
    guard let key else {
      _ = try await phone.perform(action, of: account, by: token, showing: document)
      return
    }
    let answer: HostAnswer
    do throws(TransportError) {
      answer = try await Self.redeem(token, for: policy.name, payload, at: server, key)
    } catch {
      throw CommandFailure(.transport(error))
    }
    guard case .refused(let reason) = answer else { return }
    throw CommandFailure(reason, nil, phone.texts)
  }

  private static func redeem(
    _ token: SecretText, for name: ScenarioName, _ payload: FieldPayload,
    at server: any Transport, _ key: String
  ) async throws(TransportError) -> HostAnswer {
    let request = RedemptionRequest(
      verificationToken: token, scenario: name, payload: payload.json)
    let response = try await server.send(WireRequest(.redeem, accessToken: key, body: request.json))
    guard response.status == 200 else {
      let problem = response.body.flatMap { try? Problem(json: $0) }
      return .refused(reason: problem?.reason.code ?? "status_\(response.status)")
    }
    return .done
  }
}

/// A payload that a command line gives field by field.
private struct FieldPayload: JSONBody {
  let fields: JSONValue

  init(_ options: [String], in words: PhoneWords) throws(CommandFailure) {
    fields = .object(try FieldOptions.payload(options, in: words.usage))
  }

  init(from decoder: any Decoder) throws { fields = try JSONValue(from: decoder) }

  func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
