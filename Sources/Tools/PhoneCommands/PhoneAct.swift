import ArgumentParser
import CountersignClient
import CountersignTransport
import FlowModel
import Foundation
import ToolSupport
import WebAuthnModel
import WireModel

/// `countersign phone act`: any scenario that the server's file declares.
struct PhoneAct: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act",
    abstract: "prove a declared action, and have it performed or redeemed",
    discussion: """
      Shows the server's document, asks, and refuses a challenge that does not match what it \
      shows. The server performs the action; with --service-key the proof becomes a token instead, \
      which is redeemed as the host's backend would.

      example: countersign phone act PAY_INVOICE --field amount=12.50 \
      --field "account=DE89 3704 0044 0532 0130 00" --field "payee=Order desk"
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  @Argument(help: "The scenario's name.")
  var scenario: String

  @Option(
    help: "A field: name=text, or name:=json for a whole number or a flag, as parcels:=2.")
  var field: [String] = []

  @Option(help: "The file of a service key of scope transactions, to redeem the proof with.")
  var serviceKey: String?

  @Option(help: "What stands in for biometrics; codes only without --service-key.")
  var fallback = PhoneSign.FallbackOption.pin

  func validate() throws {
    guard serviceKey == nil || fallback == .pin else {
      throw ValidationError("give --fallback codes or --service-key, not both")
    }
  }

  func run() async throws {
    let payload = try FieldPayload(field)
    let key = try serviceKey.map { path in
      guard let bytes = try PrivateFile.read(path) else {
        throw CommandFailure(
          .wrongUse, "there is no file \(path)", hint: "countersign service-key create makes a key")
      }
      return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    try await Phone.use(options) { phone in
      let navigator = TerminalNavigator(phone, answers.given)
      // A flow says that a payload is refused; this says which field, and what would be right.
      _ = try await phone.session(of: phone.account(named: answers.account))
        .hostOptions(ScenarioName(scenario), payload.json)
      let host = HTTPTransport(address: phone.address)
      let scenario = key.map { redeemed(payload, at: host, $0) } ?? performed
      var configuration = ContextConfiguration()
      configuration.scenarios.register(scenario)
      let context = try await phone.context(navigator, account: answers.account, configuration)
      let result = await context.process(scenario, payload)
      await host.shutdown()
      Console.print(try await navigator.message(of: result))
    }
  }

  private var performed: Scenario<FieldPayload> {
    Scenario(
      performing: ScenarioPolicy(
        ScenarioName(scenario), level: .biometricsWithFallback,
        fallback: [fallback == .codes ? .codes : .pin]),
      screens: ScenarioScreens(
        success: ScenarioScreens.Text("Performed", "The server performed it.")))
  }

  /// The scenario whose token this program redeems in the host's place.
  private func redeemed(
    _ payload: FieldPayload, at server: HTTPTransport, _ key: String
  ) -> Scenario<FieldPayload> {
    let screens = ScenarioScreens(
      success: ScenarioScreens.Text("Redeemed", "The host may act now."))
    let name = ScenarioName(scenario)
    return Scenario(scenario, takesPIN: true, screens: screens) {
      payload, token throws(TransportError) in
      let request = RedemptionRequest(
        verificationToken: token, scenario: name, payload: payload.json)
      let response = try await server.send(
        WireRequest(.redeem, accessToken: key, body: request.json))
      guard response.status == 200 else {
        let problem = response.body.flatMap { try? Problem(json: $0) }
        return .refused(reason: problem?.reason.code ?? "status_\(response.status)")
      }
      return .done
    }
  }
}

/// A payload that a command line gives field by field.
private struct FieldPayload: JSONBody {
  let fields: JSONValue

  /// Reads options of the form `name=text` and `name:=json`.
  init(_ options: [String]) throws(CommandFailure) {
    var payload = JSONObject()
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] != "", parts[0] != ":" else {
        throw CommandFailure(
          .wrongUse, "no field is given by \(option)", hint: "write --field name=value")
      }
      let isJSON = parts[0].hasSuffix(":")
      let name = String(isJSON ? parts[0].dropLast() : parts[0])
      guard payload[name] == nil else {
        throw CommandFailure(
          .wrongUse, "--field gives \(name) twice", hint: "leave one of the two out")
      }
      guard isJSON else {
        payload[name] = .string(String(parts[1]))
        continue
      }
      guard let value = try? JSONValue(parsing: Array(parts[1].utf8)) else {
        throw CommandFailure(
          .wrongUse, "the value of \(name) is no JSON",
          hint: "write \(name):=2 or \(name):=true; a text is \(name)=text")
      }
      payload[name] = value
    }
    fields = .object(payload)
  }

  init(from decoder: any Decoder) throws { fields = try JSONValue(from: decoder) }

  func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
