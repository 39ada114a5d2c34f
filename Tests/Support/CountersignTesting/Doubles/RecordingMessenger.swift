public import CountersignCore
public import SecretSearch
import Synchronization
import WireModel

/// Keeps the messages that were delivered.
public final class RecordingMessenger: Messenger {
  private let delivered = Mutex<[Message]>([])

  private let watch: SecretWatch?

  /// A messenger that has delivered nothing.
  public init(_ watch: SecretWatch? = nil) { self.watch = watch }

  /// Keeps a message.
  public func deliver(_ message: Message) async throws {
    if let code = message.code { watch?.note("code", code.exposed) }
    delivered.withLock { $0.append(message) }
  }

  /// The messages that were delivered, oldest first.
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
