import FlowModel
public import WireModel

extension Scenario where Payload == NoContent {
  /// Tries out whether the person can prove who they are.
  public static var testBiometrics: Scenario {
    Scenario(
      .testBiometrics,
      screens: ScenarioScreens(
        success: ScenarioScreens.Text("It works", "Authentication successful"),
        leaving: ScenarioScreens.Leaving(
          title: "Stop the test?", message: "Nothing is changed by it.", leave: "Stop",
          stay: "Go on"))
    ) { _ in BiometricTest() }
  }
}

extension Scenario where Payload == ReviewPayload {
  /// Decides on a transaction that the host's backend wants reviewed; leaving denies it.
  public static var authorizeTransaction: Scenario {
    Scenario(
      .authorizeTransaction,
      screens: ScenarioScreens(
        success: ScenarioScreens.Text("Approved", "The transaction is approved."),
        denied: ScenarioScreens.Text("Declined", "The transaction is declined."),
        leaving: ScenarioScreens.Leaving(
          title: "Decline the transaction?", message: "Leaving declines it.", leave: "Decline",
          stay: "Go back")),
      callbacks: ScenarioCallbacks(onCancel: { .deny })
    ) { payload, policy in
      .review(ReviewAPI(id: payload.transactionID), policy.signing(by: .straight))
    }
  }
}
