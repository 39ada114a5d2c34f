import AirtimeServer
import CountersignHTTP
import ProgramTesting
import Testing

@Suite("countersign openapi")
struct OpenAPICommandTests {
  @Test("it prints the server's own description with the shop's part")
  func prints() async throws {
    let outcome = try await BuiltProgram.run(["openapi"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == (try InterfaceDescription(of: [AirtimeShop()]).text))
  }
}
