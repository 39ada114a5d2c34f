import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import WebAuthnModel
import WireModel

/// The service that one sequence is played on, with its clock, its post and its hosts.
final class Stage: Sendable {
  let harness: ServiceHarness
  let post: Postman
  let bank = ScriptedBank()
  let hosts: [Role: AuthenticatedServiceKey]
  /// The deployment's own administration.
  let administration: AuthenticatedServiceKey

  var service: Service { harness.service }
  var clock: FakeClock { harness.clock }
  /// The steady time, by which waits run.
  var now: Int64 { clock.steadyMilliseconds() }

  /// Whole naira in a new account's pocket.
  static let opening: Int64 = 1_000_000

  init(seed: UInt64) async throws {
    var orders = MoneyOrders(bank)
    orders.openingBalance = Self.opening
    let name = "countersign-sequence-\(UUID().uuidString)"
    harness = try await ServiceHarness(
      directory: Self.folder.appending(path: name), modules: [orders],
      random: SeededRandomSource(seed: seed)
    ) { policy in
      // So few that a short sequence meets the limit.
      policy.links.openPerNetwork = 1
      policy.codes.requestsPerNetwork = 8
      policy.add(DeclaredScenario.payInvoice.of(.shop))
      policy.add(DeclaredScenario.shipOrder.of(.rival))
    }
    post = Postman(harness.clock)
    var hosts: [Role: AuthenticatedServiceKey] = [:]
    for (role, name) in [(Role.shop, HostName.shop), (.rival, .rival)] {
      hosts[role] = try await Self.key([.sessions, .transactions], of: name, harness)
    }
    self.hosts = hosts
    administration = try await Self.key([.sessions, .admin], of: .default, harness)
    _ = try await harness.service.watchClock()
  }

  private static func key(
    _ scopes: Set<ServiceScope>, of host: HostName, _ harness: ServiceHarness
  ) async throws -> AuthenticatedServiceKey {
    try await harness.service.serviceKeys.authenticate(
      serviceKey: harness.serviceKey(scopes, of: host), for: .sessions
    ).get()
  }

  /// In memory where this machine has a place for it: no sequence asks what a power cut leaves.
  private static let folder: URL = {
    let memory = URL(filePath: "/dev/shm")
    return FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
  }()

  /// Hands over the messages that are due.
  func deliver() async {
    await harness.outbox(messenger: post).runDue(only: .message, .notice)
  }

  /// Runs what is due beside messages.
  func work() async { await harness.outbox(messenger: post).runDue(only: .moneyOrder, .event) }

  /// Where a role's requests come from; strangers have several networks.
  func requester(_ role: Role, _ dice: inout SeededGenerator) -> Requester {
    let place: UInt8 =
      switch role {
      case .ada: 1
      case .bola: 2
      case .cleo: 3
      case .thief: 4
      default: UInt8.random(in: 5...8, using: &dice)
      }
    return Requester(RequesterNetwork(address: [10, 0, 0, place]))
  }
}
