import CountersignCore
import CountersignTesting
import Crypto
import Synchronization
import WebAuthnModel

/// A log of two starts of one server.
final class TwoStarts: Sendable {
  let first: ServiceHarness
  let second: ServiceHarness
  /// The store's folder goes with the first harness that does.
  private let later = Mutex<[ServiceHarness]>([])

  init() async throws {
    first = try await ServiceHarness()
    let session = try await first.signUp()
    _ = try await first.registerKey(session)
    _ = try await first.service.watchClock()
    second = try await ServiceHarness(
      directory: first.directory, keyring: first.keyring, clock: first.clock)
    _ = try await second.signUp("bob@example.com")
    // Each of them names what the registry has by now.
    for harness in [second, first, second] { _ = try await harness.service.watchClock() }
  }

  /// Starts another server on the same store.
  func start(_ keyring: Keyring) async throws -> ServiceHarness {
    let harness = try await ServiceHarness(
      directory: first.directory, keyring: keyring, clock: first.clock)
    later.withLock { $0.append(harness) }
    return harness
  }

  /// Prunes the first lane but for its newest row, as an operator does.
  func prune() async throws {
    first.clock.advance(seconds: 60)
    let cutoff = first.clock.now()
    _ = try await second.signUp("frank@example.com")
    var exporter = AuditExporter(at: cutoff, by: first.keyring)
    var pruning = AuditPruning(before: cutoff, by: first.keyring)
    while let piece = try await exported(&exporter) {
      let lines = piece.split(separator: UInt8(ascii: "\n")).map(Array.init)
      pruning = try await second.store.read { [pruning] transaction in
        var taken = pruning
        try taken.take(lines, from: transaction)
        return taken
      }
    }
    try await pruning.prune(in: second.store, at: cutoff) { _ in await Task.yield() }
  }

  /// The lines of an export.
  func export() async throws -> [[UInt8]] {
    var exporter = AuditExporter(at: first.clock.now(), by: first.keyring)
    var lines: [[UInt8]] = []
    while let piece = try await exported(&exporter) {
      lines += piece.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }
    return lines
  }

  private func exported(_ exporter: inout AuditExporter) async throws -> [UInt8]? {
    let (piece, next) = try await second.store.read { [exporter] transaction in
      var next = exporter
      return (try next.next(in: transaction), next)
    }
    exporter = next
    return piece
  }
}

extension Keyring {
  /// A key of the audit log, as whoever has read the keyring's file knows it.
  func auditKey(_ number: Int64) throws -> SymmetricKey {
    guard case .object(let members) = try JSONValue(parsing: serialized()),
      case .array(let keys)? = members["auditChain"]
    else { throw StoreError(code: .corrupt, reason: "no keys of the audit log") }
    for case .object(let key) in keys where key["number"] == .integer(number) {
      if case .string(let text)? = key["key"], let bytes = Base64URL.decode(text) {
        return SymmetricKey(data: bytes)
      }
    }
    throw StoreError(code: .corrupt, reason: "no key \(number) of the audit log")
  }
}
