import AirtimeClient
import CountersignClient
import CountersignDevice
import CountersignTesting
import CountersignTransport
import FlowModel
import Foundation
import ProgramTesting
import SecretSearch
import WebAuthnModel
import WireModel

/// One client of an account: it buys airtime by its own key, by the PIN and by tokens, and looks at
/// wallet and history, at any of the nodes, and repeats what was not answered.
struct Buyer: Sendable {
  /// Its name, which all that it does has in a history.
  let name: String
  /// The account's session, at each node.
  let sessions: [AccountSession]
  let authenticator: SoftwareAuthenticator
  /// The account's PIN; nil for a client that does not use it.
  let pin: SecretText?
  let record: LoadRecord

  var account: String { sessions[0].accountID }

  /// Calls until the load is over.
  ///
  /// - Throws: Where something fails that no fault explains.
  func work(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    while record.isLoadOn {
      do {
        try await call(&random)
      } catch let error as ClientError where error.isPassing || error.isTooLate {
        record.noteUnanswered()
        try await Task.sleep(for: .milliseconds(25))
      }
    }
  }

  private func call(_ random: inout SeededGenerator) async throws {
    let node = Int.random(in: sessions.indices, using: &random)
    let action = TopUp(
      TopUpPayload(
        amount: Int64.random(in: 50...999, using: &random), productCode: "AIRTIME_MTN",
        recipientPhone: "08012345678"))
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7: try await buy(action, at: [node], by: sessions[node])
    // All nodes at once, with one challenge or one token.
    case 7..<9: try await buy(action, at: Array(sessions.indices), by: sessions[node])
    case 9..<11:
      try await buy(action, at: Array(sessions.indices), by: sessions[node], withToken: true)
    case 11..<13: try await usePIN(action, sessions[node], &random)
    case 13..<17:
      let start = record.now()
      let wallet = try await sessions[node].wallet()
      record.note(.balance(wallet.balance), to: name, of: account, since: start)
    default:
      let start = record.now()
      let list = try await sessions[node].topUps()
      record.note(
        .transactions(list.topUps.map(\.transactionID)), to: name, of: account, since: start)
    }
  }

  /// Buys with one signed challenge, at each of some nodes.
  private func buy(
    _ action: TopUp, at nodes: [Int], by session: AccountSession, withToken: Bool = false
  ) async throws {
    let linked = try await session.options(for: action)
    let assertion = try await authenticator.sign(
      SigningRequest(linked.options, document: linked.document))
    let proof: Proof =
      withToken
      ? .verificationToken(try await session.verify(assertion).verificationToken)
      : .assertion(assertion)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for node in nodes {
        // Two that run at once are two clients.
        let process = nodes.count > 1 ? "\(name)@\(node)" : name
        group.addTask {
          try await answered(process, linked.operation) {
            try await sessions[node].perform(action, proof: proof)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Sends one call, and the very same again until it is answered.
  private func answered(
    _ process: String, _ proof: OperationID?,
    _ perform: () async throws -> ActionResult
  ) async throws {
    let start = record.now()
    while true {
      do {
        let answer = try TopUp.answer(try await perform())
        return record.note(
          .bought(
            transaction: answer.transactionID, proof: proof?.text, balance: answer.balance),
          to: process, of: account, since: start)
      } catch let error as ClientError
        where error.isPassing && record.now() - start < Self.longestNanoseconds
      {
        record.noteUnanswered()
        try await Task.sleep(for: .milliseconds(25))
      }
    }
  }

  /// Gives a wrong PIN where no attempt may count, and buys by the right one where one may: so
  /// that an audit between the two finds what counts.
  private func usePIN(
    _ action: TopUp, _ session: AccountSession, _ random: inout SeededGenerator
  ) async throws {
    guard let pin else { return }
    let attempts = record.snapshot.pinAttempts[account] ?? LoadRecord.PINAttempts()
    let operation = OperationID("op-\(random.next())")
    guard attempts.most > 0 else {
      let result = try await attempt(isWrong: true) { () async throws(ClientError) in
        try await session.perform(
          action, proof: .pin(SecretText("000417")), operation: operation)
      }
      guard result == nil else { throw NotReady(line: "a wrong PIN bought something") }
      return
    }
    let start = record.now()
    while record.now() - start < Self.longestNanoseconds {
      do {
        let result = try await attempt(isWrong: false) { () async throws(ClientError) in
          try await session.perform(action, proof: .pin(pin), operation: operation)
        }
        guard let answer = try result.map(TopUp.answer) else { return }
        return record.note(
          .bought(transaction: answer.transactionID, proof: nil, balance: answer.balance),
          to: name, of: account, since: start)
      } catch let error as ClientError where error.isPassing {
        record.noteUnanswered()
        try await Task.sleep(for: .milliseconds(25))
      }
    }
  }

  /// Sends a PIN once; nil where it was refused.
  private func attempt(
    isWrong: Bool, _ perform: () async throws(ClientError) -> ActionResult
  ) async throws -> ActionResult? {
    record.notePINSent(of: account, isWrong: isWrong)
    func note(_ answer: LoadRecord.PINAnswer) {
      record.notePINAnswer(answer, of: account, isWrong: isWrong)
    }
    do throws(ClientError) {
      let result = try await perform()
      note(.right)
      record.notePINOutcome("right")
      return result
    } catch {
      record.notePINOutcome(error.reason?.code ?? "unanswered")
      switch error.reason {
      case .verificationFailed? where isWrong: note(.counted)
      case .penalised?, .attemptInProgress?, .pinQueueFull?, .linkingRequired?: note(.notCounted)
      // The last attempt that was allowed, or one too many: which of them is not told.
      case .secondFactorBlocked?: break
      default: throw error
      }
      return nil
    }
  }

  private static let longestNanoseconds: Int64 = 100_000_000_000
}

extension Buyer {
  /// Signs a person up, with a PIN and with a key for each of some clients.
  static func signUp(
    _ person: String, clients count: Int, at nodes: [FaultedNode], in folder: TemporaryFolder,
    record: LoadRecord
  ) async throws -> [Buyer] {
    guard let origin = Origin(nodes[0].origin) else { throw NotReady(line: nodes[0].origin) }
    let mailbox = nodes[0].mailbox
    let connections = nodes.map { ServerConnection(transport: $0.transport) }
    let userName = "\(person)@example.com"
    let request = try await connections[0].signUp(userName: userName, displayName: person)
    let session = try await connections[0].openSession(
      codeRequest: request.codeRequest,
      code: code(in: mailbox, to: userName, for: "sign_in"))
    try await session.requestCode(.register)
    let code = try await code(in: mailbox, to: userName, for: "register")
    let pin = SecretText("258036")
    nodes[0].watch.note("pin", pin.exposed)
    var buyers: [Buyer] = []
    for number in 1...count {
      let name = "\(person)-\(number)"
      let authenticator = SoftwareAuthenticator(
        vault: FileVault(directory: folder.file(name)), account: session.accountID, origin: origin,
        presence: Willing())
      let first = buyers.first?.authenticator
      let entitlement =
        if let first {
          RegistrationOptionsRequest(proof: try await session.prove(.addPasskey, with: first))
        } else {
          RegistrationOptionsRequest(validateCode: code)
        }
      try await session.registerCredential(with: authenticator, entitledBy: entitlement)
      if first == nil {
        let proof = try await session.prove(.setPIN, with: authenticator)
        try await session.setPIN(pin, entitledBy: .proof(proof))
      }
      buyers.append(
        Buyer(
          name: name,
          sessions: connections.map { connection in
            AccountSession(
              connection: connection, accountID: session.accountID,
              accessToken: session.accessToken)
          }, authenticator: authenticator, pin: first == nil ? pin : nil, record: record))
    }
    return buyers
  }

  private static func code(
    in mailbox: String, to recipient: String, for purpose: String
  ) async throws -> SecretText {
    while true {
      let lines =
        (try? String(contentsOfFile: mailbox, encoding: .utf8))?.split(separator: "\n") ?? []
      for line in lines.reversed() {
        var mail = try JSONObjectReader(JSONValue(parsing: Array(line.utf8)))
        if try mail.string("to") == recipient, try mail.string("purpose") == purpose {
          return SecretText(try mail.string("code"))
        }
      }
      // Until the test's time is up.
      try await Task.sleep(for: .milliseconds(25))
    }
  }
}

extension TopUp {
  /// The purchase's own answer.
  fileprivate static func answer(_ result: ActionResult) throws -> TopUpAnswer {
    try TopUp(TopUpPayload(amount: 1, productCode: "", recipientPhone: "")).result(of: result)
  }
}

/// A person who says yes.
private struct Willing: UserPresence {
  var readiness: AuthenticatorReadiness { .ready }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {}
}
