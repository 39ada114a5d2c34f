import CountersignClient
import WebAuthnModel
import WireModel

/// The payload of a scenario of the app's own: whatever the app gave.
struct ScenarioPayload: JSONBody {
  let json: JSONValue

  init(json: JSONValue) throws(JSONShapeError) { self.json = json }

  init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }

  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension JVMSeams {
  /// Has the app's own backend act on what was proved.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - payload: What it is run for.
  ///   - token: The token, which the backend redeems.
  /// - Returns: The backend's answer.
  /// - Throws: `TransportError`, which says whether it can have acted.
  func redeem(
    _ scenario: ScenarioName, _ payload: ScenarioPayload, _ token: SecretText
  ) async throws(TransportError) -> HostAnswer {
    let answer: Crossing?
    do throws(SeamFailure) {
      answer = try await ask(
        "host.redeem",
        [
          "scenario": .text(scenario.text), "payload": Crossing(payload.json),
          "token": .text(token.exposed),
        ])
    } catch {
      throw TransportError(error.code == "notSent" ? .notSent : .unknown, cause: error.sentence)
    }
    guard let answer else {
      throw TransportError(.unknown, cause: "the app's backend did not answer in time")
    }
    do throws(CrossingError) {
      return try answer.optionalText("refusal").map { .refused(reason: $0) } ?? .done
    } catch {
      throw TransportError(.unknown, cause: error.sentence)
    }
  }
}

extension Crossing {
  /// The payload of a scenario as the app has it.
  init(_ json: JSONValue) {
    self =
      switch json {
      case .null: .null
      case .bool(let flag): .flag(flag)
      case .integer(let integer): .integer(integer)
      case .number(let text), .string(let text): .text(text)
      case .array(let elements): .list(elements) { Crossing($0) }
      case .object(let members):
        .record(members.names.map { Member(name: $0, value: Crossing(members[$0] ?? .null)) })
      }
  }
}
