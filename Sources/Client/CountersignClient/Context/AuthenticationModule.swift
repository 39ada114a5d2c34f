public import FlowModel
import WireModel

/// The strategy by which a flow gets its factors: names the one that is needed, and hands what was
/// given to the flow.
public protocol AuthenticationModule: Sendable {
  /// Its name, as it stands in a trace.
  var name: String { get }

  /// The factor that it needs now; nil where the flow asks nothing of it.
  func need(in flow: Flow) -> Factor?

  /// Hands a factor to the flow, which has the server check it.
  ///
  /// - Parameters:
  ///   - input: What was given.
  ///   - userInput: What was said beside it; nil for nothing.
  ///   - manager: What runs the flow.
  /// - Throws: `FlowInputError`; the flow is unchanged.
  func give(
    _ input: SecondFactorInput, userInput: String?, to manager: FlowManager
  ) async throws(FlowInputError)
}

extension AuthenticationModule {
  /// Hands it on as it is.
  public func give(
    _ input: SecondFactorInput, userInput: String?, to manager: FlowManager
  ) async throws(FlowInputError) {
    try await manager.inputSecondFactor(input, userInput: userInput)
  }
}

/// A signed challenge proves; where no key is there, one is registered first.
public struct BiometricsModule: AuthenticationModule {
  /// Its name.
  public let name = "biometrics"

  /// The module.
  public init() {}

  /// Biometrics, where they may be given.
  public func need(in flow: Flow) -> Factor? {
    flow.currentInteraction?.secondFactorInfo?.allowed.contains(.biometrics) == true
      ? .biometrics : nil
  }
}

/// The PIN proves, or two codes.
public struct FallbackModule: AuthenticationModule {
  /// Its name.
  public let name = "fallback"

  /// The module.
  public init() {}

  /// The factor that is asked for; the PIN before codes where either may be given.
  public func need(in flow: Flow) -> Factor? {
    guard let info = flow.currentInteraction?.secondFactorInfo, !info.registersKey,
      !info.allowed.contains(.biometrics)
    else { return nil }
    let order: [Factor] = [.pin, .validateCode, .otp, .twoFactor]
    return order.first(where: info.allowed.contains)
  }
}
