import Foundation
import ProgramTesting
import Testing
import ToolSupport

@Suite("a question whose answer is not shown", .serialized)
struct HiddenTypingTests {
  @Test("a signal ends the phone at it, and what is typed afterwards is shown again")
  func interrupted() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    // Whoever has started the tests may want one of them ignored, and children inherit that.
    let signals = [SIGINT, SIGTERM, SIGHUP].filter { SignalDisposition(of: $0) != .ignored }
    #expect(signals.contains(SIGTERM))
    for number in signals {
      let terminal = try PseudoTerminal()
      #expect(try isShown(at: terminal))
      let asking = try phone.start(["lock"], at: terminal)
      try terminal.awaitText("the new app PIN:")
      #expect(try isShown(at: terminal) == false)
      #expect(asking.end(by: number) == number)
      #expect(try isShown(at: terminal), "after signal \(number)")
    }
    stage.end()
  }

  /// Whether a terminal shows what is typed at it.
  private func isShown(at terminal: PseudoTerminal) throws -> Bool {
    var attributes = termios()
    try #require(tcgetattr(terminal.inner.fileDescriptor, &attributes) == 0)
    return attributes.c_lflag & tcflag_t(ECHO) != 0
  }
}
