import FlowModel
public import WebAuthnModel
public import WireModel

/// The scenarios of an app, by their names.
public struct ScenarioRegistry: Sendable {
  private var scenarios: [ScenarioName: RegisteredScenario] = [:]

  /// The scenarios that are built in.
  public init() {
    register(.testBiometrics)
    register(.authorizeTransaction)
  }

  /// Adds a scenario, or replaces the one of its name.
  public mutating func register<Payload: JSONBody>(_ scenario: Scenario<Payload>) {
    scenarios[scenario.name] = RegisteredScenario(scenario)
  }

  /// Changes which factors prove a scenario; one of another name is not touched.
  public mutating func apply(_ policy: ScenarioPolicy) {
    scenarios[policy.name]?.policy = policy
  }

  /// The names, in order.
  public var names: [ScenarioName] { scenarios.keys.sorted { $0.text < $1.text } }

  /// Which factors prove a scenario; nil where none has this name.
  public func policy(of name: ScenarioName) -> ScenarioPolicy? { scenarios[name]?.policy }

  subscript(name: ScenarioName) -> RegisteredScenario? { scenarios[name] }
}

/// A scenario whose payload's type only its registration knows.
struct RegisteredScenario: Sendable {
  var policy: ScenarioPolicy
  let screens: ScenarioScreens
  let callbacks: ScenarioCallbacks
  private let signature:
    @Sendable (JSONValue, ScenarioPolicy) throws(JSONShapeError) -> SignatureAPI

  init<Payload: JSONBody>(_ scenario: Scenario<Payload>) {
    policy = scenario.policy
    screens = scenario.screens
    callbacks = scenario.callbacks
    let signature = scenario.signature
    self.signature = { json, policy throws(JSONShapeError) in
      signature(try Payload(json: json), policy)
    }
  }

  /// Makes the signature for a payload, which is read as the server reads it.
  func signature(of payload: JSONValue?) throws(ScenarioFailure) -> SignatureAPI {
    guard let payload else { throw .payloadMissing }
    do throws(JSONShapeError) {
      return try signature(payload, policy)
    } catch {
      throw payload == .object([:]) ? .payloadMissing : .payloadMalformed
    }
  }
}

extension ScenarioPolicy {
  /// The policy of its flow.
  func signing(by proofPath: ProofPath) -> SigningPolicy {
    SigningPolicy(level: level, fallback: asked, proofPath: proofPath)
  }

  /// The fallback that this app asks for.
  ///
  /// The server names the second code when it sends the mailed one.
  private var asked: SigningPolicy.Fallback {
    guard fallback.contains(.codes) else { return .pin }
    // Without a challenge the server does not tell what could act: codes are asked for then.
    return fallback.contains(.pin) && level != .fallbackOnly ? .any : .textedCode
  }
}
