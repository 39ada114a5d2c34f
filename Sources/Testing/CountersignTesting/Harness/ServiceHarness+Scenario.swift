public import CountersignCore
import FlowModel
import SecretSearch
public import WebAuthnModel
public import WireModel

extension ScenarioName {
  /// A host's own scenario: an order is sent.
  public static let shipOrder = ScenarioName("SHIP_ORDER")
}

extension ServicePolicy {
  /// Makes a host's own scenario known.
  public mutating func addShipOrder() {
    do {
      try scenarios.set(ScenarioPolicy(.shipOrder, level: .biometricsOnly))
    } catch {
      preconditionFailure("SHIP_ORDER is a name that a host can use: \(error)")
    }
  }
}

extension ServiceHarness {
  /// What a host is about to do in its own scenario.
  public static let shipment: JSONValue = [
    "order": "17", "address": "4 Marina Road, Lagos", "parcels": 2,
  ]

  /// An assertion over a challenge that is linked to a payload of any scenario.
  public func assertion(
    _ scenario: ScenarioName, _ payload: JSONValue, _ authenticator: TestAuthenticator,
    _ session: AuthenticatedSession
  ) async throws -> AssertionResponse {
    let options = try await service.actions.options(
      LinkedOptionsRequest(scenario: scenario, payload: payload), session: session
    ).get()
    return try authenticator.assert(options.options)
  }

  /// A verification token for a payload of any scenario.
  public func token(
    _ scenario: ScenarioName, _ payload: JSONValue, _ authenticator: TestAuthenticator,
    _ session: AuthenticatedSession
  ) async throws -> SecretText {
    let token = try await service.proofs.verify(
      assertion(scenario, payload, authenticator, session), session: session
    ).get().verificationToken
    watch.note("verificationToken", token.exposed)
    return token
  }
}
