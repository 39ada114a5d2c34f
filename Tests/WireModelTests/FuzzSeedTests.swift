import Foundation
import Testing
import WireModel

/// By hand: the body that each seed of the fuzzer is one of.
@Suite("The fuzzer's seeds")
struct FuzzSeedTests {
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
      .deletingLastPathComponent().appending(path: "Fuzz/Seeds/Bodies")
    let seeds = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(seeds) == Set(Self.bodies.keys))
    for (seed, body) in Self.bodies {
      let json = try JSONValue(
        parsing: Array(try Data(contentsOf: folder.appending(path: seed))))
      #expect(throws: Never.self, "\(seed)") { _ = try body.init(json: json) }
    }
  }
}
