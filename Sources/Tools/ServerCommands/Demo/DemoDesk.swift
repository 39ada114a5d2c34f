import CDemoFiles
import CountersignCore
import CountersignHTTP
import CountersignPage
import CountersignServer
import Foundation
import WebAuthnModel
import WireModel

/// The demo's own parts of the page, so that nobody needs a mailbox or a shop to try it: its codes,
/// and a shop that asks for a payment.
///
/// Whoever reaches the server reads the codes of an address that they name. So there is none of
/// this but in `serve --demo`, whose messages go to a file.
struct DemoDesk: Module {
  let name = "demo"
  let schema = Schema(owner: "demo", steps: [])
  let scenarios: [ScenarioPolicy] = []
  /// The file to which the codes go.
  let mailbox: String
  /// The key of the demo's shop.
  let serviceKey: SecretText

  func parts(on ground: ModuleGround) -> any ModuleParts { NoParts() }

  /// It acts by the server's own parts.
  private struct NoParts: ModuleParts {
    let actions: [any ScenarioAction] = []
    let jobs: [any JobKind] = []
  }
}

extension DemoDesk: RoutedModule {
  var routes: [RouteHandler] {
    [
      RouteHandler(
        Route(.post, "/demo/inbox", .everyone), takesBody: true, activity: .background
      ) { call in
        let request: InboxRequest = try call.read()
        return .json(try newestCodes(to: request.addresses, at: call.service.reviews.time))
      },
      RouteHandler(Route(.post, "/demo/payment", .session(atLeast: .weak))) { call in
        .json(try await ask(try call.session, call.service), status: .created)
      },
    ]
  }

  /// The newest code of each purpose to some addresses, the newest first: it replaces those before.
  ///
  /// One that is too old, by the standard policy of a demo, is good for nothing.
  private func newestCodes(to addresses: [String], at now: Timestamp) throws -> InboxAnswer {
    let wanted = Set(addresses.map { $0.lowercased() })
    let oldest = now.adding(seconds: -CodePolicy().lifetimeSeconds).rfc3339
    var seen: Set<[String]> = []
    let codes = try messages().reversed().compactMap { message -> InboxAnswer.Code? in
      let to = message.to.lowercased()
      // Moments of this form are in the order of their texts.
      guard wanted.contains(to), let code = message.code, message.at > oldest,
        seen.insert([to, message.purpose]).inserted
      else { return nil }
      return InboxAnswer.Code(
        to: message.to, channel: message.channel, purpose: message.purpose, code: code,
        at: message.at)
    }
    return InboxAnswer(codes: Array(codes.prefix(Self.mostCodes)))
  }

  /// The messages at the end of the mailbox; none where nothing was sent yet.
  private func messages() throws -> [MailboxLine] {
    guard let file = FileHandle(forReadingAtPath: mailbox) else { return [] }
    let end = try file.seekToEnd()
    try file.seek(toOffset: end - min(end, Self.tailBytes))
    let tail = try file.readToEnd() ?? Data()
    // The first line may begin before the tail.
    return tail.split(separator: UInt8(ascii: "\n")).compactMap {
      try? MailboxLine(json: JSONValue(parsing: [UInt8]($0)))
    }
  }

  /// Has the demo's shop put a payment before a person: with a passkey more than other proofs may
  /// approve.
  private func ask(
    _ session: AuthenticatedSession, _ service: Service
  ) async throws -> TransactionAnswer {
    let host = try await service.serviceKeys.authenticate(
      serviceKey: serviceKey, for: .transactions
    ).get()
    let hasPasskey = try await service.secondFactors.show(session).hasBiometrics
    var request = NewTransactionRequest(
      userName: "", amount: hasPasskey ? 1250 : 400, currency: "NGN", payee: "Ikeja Books",
      // The reference is a number alone, so that it is the same in each language.
      lastFourPAN: "4242", reference: "\(Int.random(in: 1000...9999))")
    request.userName = nil
    request.accountID = session.accountID.text
    return try await service.reviews.create(request, idempotencyKey: nil, host: host).get().answer
  }

  private static let mostCodes = 3
  private static let tailBytes: UInt64 = 64 * 1024
}

extension DemoDesk: PagedModule {
  var page: ModulePage {
    ModulePage(
      script: "demo/main.js", styleSheets: ["demo/demo.css"],
      files: [PageFile](embedded: countersign_demo_files()))
  }
}

/// A message as the mailbox has it.
private struct MailboxLine: JSONBody, ExtensibleJSON {
  var to: String
  var channel: String
  var purpose: String
  /// Nil for a notice.
  var code: String?
  var at: String
}

/// Body of `POST /demo/inbox`: the addresses that were used in this browser.
private struct InboxRequest: JSONBody {
  var addresses: [String]
}

/// Answer of `POST /demo/inbox`.
private struct InboxAnswer: JSONBody {
  /// A code that was sent.
  struct Code: Codable, Sendable {
    var to: String
    var channel: String
    var purpose: String
    var code: String
    var at: String
  }

  var codes: [Code]
}
