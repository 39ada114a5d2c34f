import AirtimeClient
import CountersignClient
import CountersignDevice
import CountersignTransport
import FlowModel
import Foundation
import ProgramTesting
import WebAuthnModel
import WireModel

/// One account that buys airtime until it is told to stop, and repeats what was not answered.
struct Buyer: Sendable {
  let session: AccountSession
  let authenticator: SoftwareAuthenticator
  let action = TopUp(
    TopUpPayload(amount: 50, productCode: "AIRTIME_MTN", recipientPhone: "08012345678"))

  /// Signs up and registers a key.
  init(
    _ name: String, at address: String, in folder: TemporaryFolder, mailbox: String,
    over transport: any Transport
  ) async throws {
    let connection = ServerConnection(transport: transport)
    let userName = "\(name)@example.com"
    let request = try await connection.signUp(userName: userName, displayName: name)
    let session = try await connection.openSession(
      codeRequest: request.codeRequest,
      code: Self.code(in: mailbox, to: userName, for: "sign_in"))
    try await session.requestCode(.register)
    let code = try await Self.code(in: mailbox, to: userName, for: "register")
    guard let origin = Origin(address) else { throw NotReady(line: address) }
    authenticator = SoftwareAuthenticator(
      vault: FileVault(directory: folder.file(name)), account: session.accountID, origin: origin,
      presence: Willing())
    try await session.registerCredential(
      with: authenticator, entitledBy: RegistrationOptionsRequest(validateCode: code))
    self.session = session
  }

  /// Buys until the task is cancelled or the wallet is empty.
  ///
  /// - Parameter told: Is told of each transaction that the server acknowledged.
  /// - Returns: The transactions that the server acknowledged.
  /// - Throws: Where something fails that no kill explains.
  func buy(telling told: AsyncStream<String>.Continuation) async throws -> [String] {
    var acknowledged: [String] = []
    while !Task.isCancelled {
      do {
        let linked = try await session.options(for: action)
        let assertion = try await authenticator.sign(
          SigningRequest(linked.options, document: linked.document))
        guard let answer = try await act(assertion) else { continue }
        acknowledged.append(answer.transactionID)
        told.yield(answer.transactionID)
      } catch AuthenticatorError.cancelled where Task.isCancelled {
        // The load is over.
        break
      } catch let error as ClientError where error.reason == .insufficientFunds {
        break
      } catch let error as ClientError where error.isPassing {
        await Task.yield()
      }
    }
    return acknowledged
  }

  /// Sends one action, and the very same again until it is answered; nil where its time is over.
  private func act(_ assertion: AssertionResponse) async throws -> TopUpAnswer? {
    while !Task.isCancelled {
      do {
        let result = try await session.perform(action, proof: .assertion(assertion))
        return try action.result(of: result)
      } catch let error as ClientError where error.reason == .challengeExpired {
        return nil
      } catch let error as ClientError where error.isPassing {
        await Task.yield()
      }
    }
    return nil
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

extension ClientError {
  /// Whether the server was down or busy for a moment.
  var isPassing: Bool {
    switch self {
    case .transport, .serverFailed: true
    default: false
    }
  }
}

/// A person who says yes.
private struct Willing: UserPresence {
  var readiness: AuthenticatorReadiness { .ready }

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {}
}
