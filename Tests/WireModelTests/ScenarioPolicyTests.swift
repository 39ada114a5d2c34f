import FlowModel
import Testing
import WireModel

@Suite("The policy of a scenario")
struct ScenarioPolicyTests {
  @Test("those built in are those of the table, under their names")
  func builtIn() {
    let policies = ScenarioPolicy.builtIn
    #expect(policies.map(\.name.text) == ["TEST_BIOMETRICS", "AUTHORIZE_TRANSACTION"])
    #expect(policies.allSatisfy { $0.level == .biometricsWithFallback })
    #expect(ScenarioPolicy.authorizeTransaction.fallback.contains(.codes))
    #expect(ScenarioPolicy.testBiometrics.fallback.contains(.codes))
  }

  @Test("the level and the fallback say which kinds of proof may act")
  func allowedKinds() {
    let signed: Set<Proof.Kind> = [.verificationToken, .assertion]
    let pins: Set<Proof.Kind> = [.pin, .pinProof]
    func allowed(_ level: SecurityLevel, _ fallback: Set<ScenarioPolicy.Fallback>)
      -> Set<Proof.Kind>
    {
      let policy = ScenarioPolicy(ScenarioName("SHIP_ORDER"), level: level, fallback: fallback)
      return Set(Proof.Kind.allCases.filter(policy.allows))
    }
    #expect(allowed(.biometricsOnly, [.pin, .codes]) == signed)
    #expect(allowed(.biometricsWithFallback, []) == signed)
    #expect(allowed(.biometricsWithFallback, [.pin]) == signed.union(pins))
    #expect(allowed(.fallbackOnly, [.pin]) == pins)
    #expect(allowed(.fallbackOnly, [.codes]) == [.validateCode])
    #expect(allowed(.fallbackOnly, []).isEmpty)
  }
}
