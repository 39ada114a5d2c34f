import ArgumentParser
import CountersignCore
import Crypto
import Foundation
import WireModel

/// `countersign service-key create`.
struct ServiceKeyCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a service key, and print it this once.",
    discussion: """
      The key is all that the standard output holds.

      Example:
        countersign service-key create --scope sessions,transactions --name shop > shop-key
      """)

  @OptionGroup var options: ServiceKeyOptions
  @Option(
    help: ArgumentHelp(
      "What it is for: sessions, transactions, admin; several with commas.", valueName: "scopes"))
  var scope: String
  @Option(help: "What it is called, to tell it from others.")
  var name = "host"

  func run() async throws {
    // A reader that has gone is told of as an error: the key is revoked then.
    signal(SIGPIPE, SIG_IGN)
    var scopes: Set<ServiceScope> = []
    for word in scope.split(separator: ",", omittingEmptySubsequences: false) {
      guard let scope = ServiceScope(rawValue: String(word)) else {
        throw CommandFailure(
          .wrongUse, "no scope is called \(word)",
          hint: "use \(ServiceScope.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      scopes.insert(scope)
    }
    try await options.run { keys in
      let made = try await keys.create(name: name, scopes: scopes)
      switch made {
      case .success(let key): try await show(key, of: keys)
      case .failure(let refusal): throw CommandFailure(.wrongUse, refusal.detail)
      }
    }
  }

  /// Prints a key; one that nobody could read does not stay in use.
  private func show(_ key: SecretText, of keys: ServiceKeyAdministration) async throws {
    do throws(CommandFailure) {
      try Console.write(key.exposed)
    } catch {
      guard case .success? = try? await keys.revoke(Self.id(of: key)) else {
        throw CommandFailure(
          error.exit, "\(error.cause), and the key that was made is in use",
          hint: "countersign service-key list shows it, service-key revoke takes it back")
      }
      throw CommandFailure(
        error.exit, "\(error.cause), so that the key that was made is revoked",
        hint: "make another where its output can be written")
    }
  }

  /// The id under which a key is listed: the beginning of its hash.
  private static func id(of key: SecretText) -> ServiceKeyID {
    let beginning = SHA256.hash(data: Array(key.exposed.utf8)).prefix(6)
    let digits = beginning.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return ServiceKeyID("key_" + digits.joined())
  }
}
