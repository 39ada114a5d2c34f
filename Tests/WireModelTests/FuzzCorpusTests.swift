import Foundation
import Testing
import WireModel

/// Holds each input of the fuzzer's first corpus to the body that it is one of.
@Suite("The fuzzer's corpus")
struct FuzzCorpusTests {
  private static let bodies: [String: any JSONBody.Type] = [
    "account": AccountAnswer.self, "action": ActionRequest.self, "approval": ApprovalRequest.self,
    "device": DeviceRequest.self, "document": Document.self, "host-event": HostEvent.self,
    "link": SessionLinkRequest.self, "link-confirmation": LinkConfirmation.self,
    "linked-options": LinkedOptions.self, "operation": OperationAnswer.self,
    "pin-key": PINKeyRequest.self, "revocation": AccountRevocationRequest.self,
    "transaction": NewTransactionRequest.self,
  ]

  @Test("each is a whole body, so that the fuzzer begins behind its first members")
  func readable() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fuzz/Corpus/Bodies")
    let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(inputs) == Set(Self.bodies.keys))
    for (input, body) in Self.bodies {
      let json = try JSONValue(
        parsing: Array(try Data(contentsOf: folder.appending(path: input))))
      #expect(throws: Never.self, "\(input)") { _ = try body.init(json: json) }
    }
  }
}
