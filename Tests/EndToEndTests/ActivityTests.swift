import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("What keeps a session alive, over the real router")
struct ActivityTests {
  @Test(
    "a call that says that nobody is there keeps no session alive, a person's own does",
    arguments: Wire.allCases)
  func background(wire: Wire) async throws {
    let harness = try await ServiceHarness()
    try await wire.run(harness) { transport in
      let phone = try await Phone.enrolled(harness, transport)
      var request = WireRequest(.pocket, accessToken: phone.session.accessToken.exposed)
      for isBackground in [false, true] {
        request.isBackground = isBackground
        harness.clock.advance(seconds: 200)
        #expect(try await transport.send(request).status == 200)
      }
      harness.clock.advance(seconds: 200)
      #expect(try await transport.send(request).status == 401)
    }
  }

  @Test("asking what became of an operation keeps no session alive, whoever asks")
  func operation() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    harness.clock.advance(seconds: 200)
    #expect(try await phone.session.lookUp(OperationID("unheard-of")) == nil)
    harness.clock.advance(seconds: 200)
    let error = await #expect(throws: ClientError.self) {
      _ = try await phone.session.pocket()
    }
    #expect(error?.reason == .sessionRequired)
  }
}
