import CountersignClient
import FlowModel
import WireModel

// The calls that hand an action to the account's other devices, and act by their approval.

extension JVMClient {
  /// Carries out a call about a handover.
  func handOver(_ operation: Operation, _ arguments: Crossing) async throws -> Crossing {
    let session = try await session(of: try arguments.optionalText("account"))
    switch operation {
    case .handOver: return try await session.handOver(try action(arguments)).crossing
    case .handover: return try await session.handover(try arguments.text("id")).crossing
    case .withdrawHandover:
      try await session.withdrawHandover(try arguments.text("id"))
      return .null
    default:
      let action = try action(arguments)
      let proof = try await session.collectHandover(try arguments.text("id"))
      let result = try await session.perform(
        action, proof: .verificationToken(proof.verificationToken))
      return result.crossing
    }
  }

  /// The session of an account; that of the account that was used last where none is named.
  ///
  /// - Throws: `VaultError`, of these `locked`; ``ClientError`` where there is no session.
  private func session(of account: String?) async throws -> AccountSession {
    if let session = try await manager.installation.session(of: account) { return session }
    throw ClientError.refused(
      Problem(status: 401, title: "no session", detail: "log in first", reason: .sessionRequired))
  }

  private func action(
    _ arguments: Crossing
  ) throws -> Declared<ScenarioPayload> {
    Declared(
      ScenarioName(try arguments.text("scenario")),
      try ScenarioPayload(json: try (arguments["payload"] ?? [:]).json))
  }
}

extension HandoverAnswer {
  fileprivate var crossing: Crossing {
    [
      "id": .text(transactionID), "number": .text(number),
      "status": .text(status.rawValue.uppercased()), "expires": .text(expiresAt),
      "expiresInSeconds": .integer(expiresIn),
    ]
  }
}
