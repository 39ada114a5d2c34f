import CountersignCore
import Synchronization
import WireModel

/// The codes that the server of a trace has sent.
final class TraceMessages: Notifier {
  private let sent = Mutex<[String: SecretText]>([:])

  func deliver(_ message: Message) async throws {
    let code: SecretText? =
      switch message.content {
      case .code(let code, purpose: _): code
      case .approvalCode(let code, of: _): code
      default: nil
      }
    if let code { sent.withLock { $0[message.recipient] = code } }
  }

  /// The newest code that somebody was sent.
  func newest(to recipient: String, from service: Service) async throws -> SecretText {
    await service.deliverDueMessages(with: self) { _ in }
    guard let code = sent.withLock({ $0[recipient] }) else {
      throw CommandFailure(.environment, "no code was sent to \(recipient)")
    }
    return code
  }
}
