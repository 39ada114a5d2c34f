public import CountersignService
import Synchronization

/// Keeps the messages that were delivered.
public final class RecordingNotifier: Notifier {
  private let delivered = Mutex<[Message]>([])

  /// A notifier that has delivered nothing.
  public init() {}

  /// Keeps a message.
  public func deliver(_ message: Message) async throws {
    delivered.withLock { $0.append(message) }
  }

  /// What was delivered, oldest first.
  public var messages: [Message] { delivered.withLock { $0 } }

  /// The notices that a person was sent, oldest first.
  public func notices(to recipient: String) -> [Message.Notice] {
    messages.compactMap { message in
      guard message.recipient == recipient, case .notice(let notice) = message.content else {
        return nil
      }
      return notice
    }
  }
}
