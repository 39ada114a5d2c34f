import Foundation
import ProgramTesting
import Synchronization
import Testing
import WireModel

@testable import PhoneCommands

@Suite("the terminal phone that follows the transactions which wait", .serialized)
struct PhoneWatchTests {
  private static let question = "your decision: [a]pprove [d]ecline [l]ater: "

  @Test("watch prints what comes and what becomes of it, and ends by itself")
  func watches() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    try await phone.expect(2, ["watch", "--yes"])
    let idle = try await phone.expect(0, ["watch", "--seconds", "1"])
    #expect(idle.output.isEmpty)
    let watching = try phone.start(["watch", "--once"], environment: ["TZ": "UTC"])
    let id = try await stage.host().createTransaction("ada@example.com", amount: 4200)
      .transaction.transactionID
    let came = try ReadyLine.next(of: watching.output)
    #expect(came.hasPrefix("pending  4\u{202f}200.00\u{a0}NGN  Corner shop  until "), "\(came)")
    #expect(came.hasSuffix(" UTC  \(id)"), "\(came)")
    // Reading decides nothing.
    try await phone.expect(0, ["decline", id, "--yes"])
    let gone = try ReadyLine.next(of: watching.output)
    #expect(gone.hasPrefix("declined  4\u{202f}200.00\u{a0}NGN  Corner shop  "), "\(gone)")
    #expect(gone.hasSuffix("  \(id)"), "\(gone)")
    #expect(watching.awaitEnd() == 0)
    let errors = Pipe()
    let left = try phone.start(["watch"], errors: errors.fileHandleForWriting)
    _ = try await stage.host().createTransaction("ada@example.com", amount: 4200)
    #expect(try ReadyLine.next(of: left.output).hasPrefix("pending  "))
    #expect(try ReadyLine.next(of: errors).hasPrefix("only shown, since nobody sits here"))
    stage.end()
    #expect(try ReadyLine.next(of: errors) == "the server cannot be reached, trying again")
    #expect(left.end(by: SIGINT) == 0)
  }

  @Test("whoever sits there decides on one after the other; what another decides is taken back")
  func decides() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let host = try stage.host()
    let terminal = try PseudoTerminal()
    let watching = try phone.start(["watch"], at: terminal)
    func next() throws -> String { try ReadyLine.next(of: watching.output) }
    func asked() async throws -> String {
      let id = try await host.createTransaction("ada@example.com", amount: 750).transaction
        .transactionID
      #expect(try next().isLine("pending", of: id))
      try terminal.awaitText("[a]pprove [d]ecline [l]ater")
      return id
    }
    let first = try await asked()
    try terminal.type("d")
    #expect(try next().isLine("declined", of: first))
    // Decided while it is being asked about: the next question is about the next one.
    let second = try await asked()
    let third = try await host.createTransaction("ada@example.com", amount: 750).transaction
      .transactionID
    #expect(try next().isLine("pending", of: third))
    try await phone.expect(0, ["decline", second, "--yes"])
    #expect(try next().isLine("declined", of: second))
    try terminal.awaitText("[a]pprove [d]ecline [l]ater")
    try terminal.type("a")
    for (question, answer) in [("[b]iometrics", "b"), ("are you there?", "y")] {
      try terminal.awaitText(question)
      try terminal.type(answer)
    }
    #expect(try next().isLine("approved", of: third))
    #expect(watching.end(by: SIGINT) == 0)
    stage.end()
  }

  @Test("nothing is printed into an open question; the next one stands whole beneath what came")
  func queued() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let terminal = try PseudoTerminal()
    let watching = try phone.start(["watch"], at: terminal, showsOutput: true)
    try terminal.awaitText("nothing waits; what comes is shown here, until Ctrl-C")
    let first = try await create(host, 4200)
    #expect(try terminal.awaitText(Self.question).contains("4\u{202f}200.00\u{a0}NGN"))
    var others = [try await create(host, 10)]
    // Times are of whole seconds, and the next one is to come after it.
    try await Task.sleep(for: .milliseconds(1100))
    others.append(try await create(host, 20))
    try await Task.sleep(for: .seconds(1))
    try terminal.type("l")
    var shown = try terminal.awaitText(Self.question)
    #expect(shown.hasPrefix("l\r\n"), "\(shown)")
    // What came stands first, then the next one's document and its question, in one piece.
    let lines = shown.components(separatedBy: "\r\n").dropFirst()
    let left = "left open, and nothing was decided: it waits until "
    #expect(lines.first?.hasPrefix(left) == true, "\(shown)")
    let news = lines.dropFirst().prefix { $0.hasPrefix("pending  ") }
    #expect(!news.isEmpty, "\(shown)")
    let piece = lines.dropFirst(1 + news.count)
    #expect(piece.first == "Approve a payment", "\(shown)")
    #expect(piece.contains { $0.contains("10.00\u{a0}NGN") }, "\(shown)")
    #expect(!piece.contains { $0.hasPrefix("pending  ") }, "\(shown)")
    try terminal.type("d")
    shown = try terminal.awaitText(Self.question)
    #expect(shown.hasPrefix("d\r\n") && shown.contains("20.00\u{a0}NGN"), "\(shown)")
    // What nobody asked for is not said, though codes could not act here.
    #expect(!shown.contains("not by "), "\(shown)")
    #expect(watching.end(by: SIGINT) == 0)
    let listed = try await phone.expect(0, ["transactions"]).output
    #expect(listed.isWaiting(first) && listed.isWaiting(others[1]), "\(listed)")
    #expect(!listed.isWaiting(others[0]), "\(listed)")
    stage.end()
  }

  @Test("whoever ends the input at a question leaves that one, and is asked about the next")
  func leftByEnd() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let terminal = try PseudoTerminal()
    let watching = try phone.start(["watch"], at: terminal, showsOutput: true)
    let first = try await create(host, 4200)
    for _ in 1...2 {
      try terminal.awaitText(Self.question)
      try terminal.endInput()
      try terminal.awaitText("left open, and nothing was decided: it waits until ")
      _ = try await create(host, 10)
    }
    try terminal.awaitText(Self.question)
    try terminal.type("d")
    try terminal.awaitText("declined  10.00")
    #expect(watching.end(by: SIGINT) == 0)
    let listed = try await phone.expect(0, ["transactions"]).output
    #expect(listed.isWaiting(first), "\(listed)")
    stage.end()
  }

  @Test("a key that was pressed for a question which is taken back decides nothing else")
  func takenBack() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let host = try stage.host()
    let terminal = try PseudoTerminal()
    let watching = try phone.start(["watch"], at: terminal, showsOutput: true)
    let first = try await create(host, 4200)
    try terminal.awaitText(Self.question)
    let second = try await create(host, 10)
    // The key comes while the phone stands still: it is there before the next question is.
    watching.send(SIGSTOP)
    try await phone.expect(0, ["decline", first, "--yes"])
    try terminal.type("d")
    watching.send(SIGCONT)
    try terminal.awaitText("10.00\u{a0}NGN")
    try terminal.awaitText(Self.question)
    try terminal.type("x")
    try terminal.awaitText("press a, d, or l")
    #expect(try await phone.expect(0, ["transactions"]).output.isWaiting(second))
    #expect(watching.end(by: SIGINT) == 0)
    stage.end()
  }

  @Test("what comes while a decision is under way waits until its outcome, which is one piece")
  func onePiece() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol(["--biometrics"])
    let host = try stage.host()
    let terminal = try PseudoTerminal()
    let watching = try phone.start(["watch"], at: terminal, showsOutput: true)
    _ = try await create(host, 4200)
    try terminal.awaitText(Self.question)
    _ = try await create(host, 10)
    // It comes by an event, while the first one waits for its answer.
    try await Task.sleep(for: .seconds(3))
    try terminal.type("a")
    let shown = try terminal.awaitText("with which factor: [b]iometrics [P]IN [l]ater: ")
    #expect(!shown.contains("pending  ") && !shown.contains("Approve a payment"), "\(shown)")
    try terminal.type("b")
    try terminal.awaitText("are you there?")
    try terminal.type("y")
    let after = try terminal.awaitText(Self.question)
    let news = after.components(separatedBy: "\r\n").dropFirst()
      .prefix { $0 != "Approve a payment" }
    #expect(news.contains { $0.hasPrefix("pending  10.00") }, "\(after)")
    #expect(watching.end(by: SIGINT) == 0)
    stage.end()
  }

  @Test("an answer that finds its session over is asked for again, after the sign-in")
  func answeredTooLate() async throws {
    let stage = try DemoStage()
    let (phone, other) = (stage.phone("one"), stage.phone("two"))
    try await phone.enrol()
    try await phone.invite(other)
    let terminal = try PseudoTerminal()
    let watching = try phone.start(["watch"], at: terminal, showsOutput: true)
    let id = try await create(try stage.host(), 4200)
    try terminal.awaitText(Self.question)
    // The answer is there when the phone learns that its session is over.
    watching.send(SIGSTOP)
    try await other.expect(
      0, ["sessions", "end", "--others", "--pin", DemoStage.otherPIN, "--yes"])
    try terminal.type("d")
    watching.send(SIGCONT)
    try terminal.awaitText("the PIN, or nothing to leave: ")
    try terminal.type(DemoStage.pin)
    try terminal.awaitText(Self.question)
    #expect(try await other.expect(0, ["transactions"]).output.isWaiting(id))
    try terminal.type("d")
    try await Task.sleep(for: .seconds(1))
    #expect(watching.end(by: SIGINT) == 0)
    let listed = try await other.expect(0, ["transactions"]).output
    #expect(!listed.isWaiting(id) && listed.contains("declined"), "\(listed)")
    stage.end()
  }

  @Test("who reads German is asked and told in German, in a pipe too; JSON stays")
  func german() async throws {
    let stage = try DemoStage()
    let phone = stage.phone("one")
    try await phone.enrol()
    let terminal = try PseudoTerminal()
    let german = ["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE.UTF-8"]
    let watching = try phone.start(
      ["watch"], at: terminal, showsOutput: true, environment: german)
    let id = try await create(try stage.host(), 10)
    let question = "Ihre Entscheidung: [f]reigeben [a]blehnen [s]päter: "
    let shown = try terminal.awaitText(question)
    #expect(shown.contains("Entscheiden bis"), "\(shown)")
    try terminal.type("x")
    try terminal.awaitText("drücken Sie f, a oder s")
    try terminal.awaitText(question)
    try terminal.type("f")
    try terminal.awaitText("die PIN, leer für Abbruch: ")
    try terminal.type("1")
    try terminal.awaitText("eine PIN hat 4 bis 12 Ziffern")
    try terminal.awaitText("die PIN, leer für Abbruch: ")
    try terminal.type(DemoStage.pin)
    try terminal.awaitText("freigegeben  ")
    #expect(watching.end(by: SIGINT) == 0)
    let listed = try await phone.expect(0, ["transactions"], environment: german).output
    #expect(listed.split(separator: "\n").contains { $0.hasPrefix("freigegeben  ") }, "\(listed)")
    #expect(listed.contains(id))
    let factors = try await phone.expect(0, ["factors"], environment: german).output
    for line in [
      "PIN  auf den Telefonen des Kontos", "Authenticator-App  keine", "Telefonnummer  keine",
      "Gerät  * terminal phone seit ",
    ] {
      #expect(factors.contains(line), "\(factors)")
    }
    let sessions = try await phone.expect(0, ["sessions"], environment: german).output
    #expect(sessions.contains("* terminal phone seit ") && sessions.contains(", zuletzt benutzt "))
    for list in [factors, sessions] {
      #expect(!list.contains("since") && !list.contains("here"), "\(list)")
    }
    let changed = ["change-pin", "--pin", DemoStage.pin, "--yes", "--new-pin"]
    let done = try await phone.expect(0, changed + [DemoStage.otherPIN], environment: german)
    #expect(done.output == "die PIN ist geändert\n")
    let json = try await phone.expect(
      0,
      [
        "change-pin", "--pin", DemoStage.otherPIN, "--yes", "--new-pin", DemoStage.pin, "--json",
      ], environment: german)
    #expect(json.output.contains("the PIN is changed"), "\(json.output)")
    let link = try await stage.host().makeEnrolLink("bob@example.com")
    let asked = try await stage.phone("two").expect(
      0, ["enrol", link.url, "--new-pin", DemoStage.pin, "--yes"], environment: german)
    let rows = asked.errors.split(separator: "\n").map { $0.split(separator: " ").first }
    #expect(rows.contains("von") && !rows.contains("from"), "\(asked.errors)")
    stage.end()
  }

  @Test("what is asked about is not said to wait behind its decision, as other news is")
  func saidOnce() {
    let printed = Mutex<[String]>([])
    func say(_ line: String, about subject: String? = nil) {
      Unasked.say(about: subject) { printed.withLock { $0.append(line) } }
    }
    Unasked.begin()
    say("pending one", about: "trn_one")
    say("pending two", about: "trn_two")
    Unasked.ask(about: "trn_one")
    say("approved one")
    #expect(printed.withLock(\.self) == [])
    Unasked.end()
    #expect(printed.withLock(\.self) == ["pending two", "approved one"])
    say("pending one", about: "trn_one")
    #expect(printed.withLock(\.self) == ["pending two", "approved one"])
  }

  private func create(_ host: DemoHost, _ amount: Int64) async throws -> String {
    try await host.createTransaction("ada@example.com", amount: amount).transaction.transactionID
  }
}
