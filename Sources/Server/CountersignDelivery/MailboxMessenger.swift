public import CountersignCore
import Foundation
import WebAuthnModel
import WireModel

/// Appends messages to the mailbox file of a demo, one JSON object a line.
public struct MailboxMessenger: Messenger {
  private let file: String

  /// A mailbox; the file is made with the first message.
  public init(file: String) { self.file = file }

  /// Appends a message.
  ///
  /// - Throws: `DeliveryError` if it was not taken over.
  public func deliver(_ message: Message) async throws {
    let line = JSONValue.object(message.fields(at: SystemClock().now())).serialized()
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DeliveryError(reason: "the mailbox cannot be opened") }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // One write, so that whoever reads along never sees half a line of two writers.
    try handle.write(contentsOf: line + [UInt8(ascii: "\n")])
  }
}

extension Message {
  /// The message as the mailbox and webhooks give it, the code included.
  func fields(at now: Timestamp) -> JSONObject {
    var fields: JSONObject = [
      "to": .string(recipient), "channel": .string(channel.rawValue),
      "purpose": .string(purpose?.rawValue ?? "notice"), "code": .null, "at": .string(now.rfc3339),
    ]
    switch content {
    case .code(let code, _): fields["code"] = .string(code.exposed)
    case .recoveringCode(let code, _):
      fields["code"] = .string(code.exposed)
      fields["recovers"] = true
    case .deviceCode(let code, let completesRecovery):
      fields["code"] = .string(code.exposed)
      fields["device"] = true
      if completesRecovery { fields["recovers"] = true }
    case .approvalCode(let code, let document), .registrationCode(let code, let document):
      fields["code"] = .string(code.exposed)
      fields["document"] = document.json
    case .notice(let notice): fields["notice"] = .string(notice.rawValue)
    }
    if code != nil { fields["language"] = .string(language.tag) }
    fields["stop"] = stop.map { .string($0.exposed) }
    return fields
  }
}
