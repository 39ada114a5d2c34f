public import AirtimeModel
public import CountersignClient

/// Airtime for a telephone number (TOP_UP).
public struct TopUp: ClientAction {
  /// The scenario's name.
  public let scenario = ScenarioName.topUp
  /// The request.
  public let request: TopUpPayload

  /// A top-up.
  public init(_ request: TopUpPayload) { self.request = request }

  /// Tells if the document is a top-up with every value of the request.
  public func isAnswered(by document: Document) -> Bool { request.isAnswered(by: document) }

  /// The top-up as it stands now.
  public typealias Result = TopUpAnswer
}

extension Scenario where Payload == TopUpPayload {
  /// Buys airtime.
  public static var topUp: Scenario {
    Scenario(
      .topUp,
      screens: ScenarioScreens(
        success: ScenarioScreens.Text("Done", "Topup successful"),
        failures: [
          "proof_refused": ScenarioScreens.Text(
            "Not authorized", "Signature verification failed")
        ],
        leaving: ScenarioScreens.Leaving(
          title: "Leave the top-up?", message: "Nothing was paid.", leave: "Leave",
          stay: "Stay")),
      proofPath: .token
    ) { TopUp($0) }
  }
}

extension AccountSession {
  /// Asks for the wallet: one call.
  public func wallet() async throws(ClientError) -> WalletAnswer { try await call(.wallet) }

  /// The account's top-ups, newest first: one call.
  public func topUps() async throws(ClientError) -> TopUpList { try await call(.topUps) }

  /// Asks for the products: one call.
  public func products() async throws(ClientError) -> ProductList { try await call(.products) }
}
