import CountersignClient
import FlowModel
import WireModel

/// How a person proves and sets factors.
extension Person {
  func proof(
    _ info: SecondFactorInfo, isolation: isolated (any Actor)? = #isolation
  ) async throws -> PersonAnswer {
    if info.allowed.contains(.biometrics), takeBiometrics() { return .factors(.biometrics) }
    if info.allowed.contains(.pin), let pin = takePIN() {
      return answersYes || Terminal.confirm("authorize this with the PIN?")
        ? .factors(.pin(typed(pin))) : .leave
    }
    if info.allowed.contains(.twoFactor) { return appCode() }
    // A code that nobody has asked for yet is one of the choices.
    if !info.allowed.isDisjoint(with: [.validateCode, .otp]), let delivery = info.codeDelivery {
      return try await code(sentTo: delivery)
    }
    return answersYes ? .leave : choice(info)
  }

  private func choice(_ info: SecondFactorInfo) -> PersonAnswer {
    let choices = [
      info.allowed.contains(.biometrics) ? "b for biometrics" : nil,
      info.allowed.contains(.pin) ? "p for the PIN" : nil,
      info.allowed.contains(.validateCode) ? "c for a code" : nil, "n for no",
    ].compactMap(\.self).joined(separator: ", ")
    switch Terminal.ask("authorize this? \(choices):")?.lowercased() {
    case "b" where info.allowed.contains(.biometrics): return .factors(.biometrics)
    case "p" where info.allowed.contains(.pin):
      return Terminal.askSecret("PIN:").map { .factors(.pin(typed($0))) } ?? .leave
    case "c" where info.allowed.contains(.validateCode): return .requestCode
    default: return .leave
    }
  }

  /// Asks for the factors that are to be set.
  func newFactors(_ info: SecondFactorInfo) -> PersonAnswer {
    var pin: SecretText?
    if info.allowed.contains(.pin) {
      guard let given = takeNewPIN() ?? askNewPIN() else { return .leave }
      pin = typed(given)
    }
    let offersBiometrics = info.allowed.contains(.biometrics)
    let takesBiometrics =
      info.required.contains(.biometrics)
      || (offersBiometrics && wantsBiometrics("set up biometrics too?"))
    return switch (pin, takesBiometrics) {
    case (let pin?, true): .factors(.pinAndBiometrics(pin))
    case (let pin?, false): .factors(.pin(pin))
    case (nil, true): .factors(.biometrics)
    case (nil, false): .leave
    }
  }

  private func typed(_ pin: String) -> SecretText {
    let pin = SecretText(pin)
    typedPINs.append(pin)
    return pin
  }

  private func askNewPIN() -> String? {
    guard !isScript else { return nil }
    while let first = Terminal.askSecret("the new PIN:"), !first.isEmpty {
      if Terminal.askSecret("the same again:") == first { return first }
      Console.note("they differ")
    }
    return nil
  }
}
