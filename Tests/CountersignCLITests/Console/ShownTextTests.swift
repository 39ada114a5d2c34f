import Foundation
import ProgramTesting
import Testing
import ToolSupport

@Suite("What a terminal shows of times, amounts and long lines")
struct ShownTextTests {
  @Test("a time is shown in UTC, and on the reader's clock beside it")
  func times() throws {
    let lagos = try #require(TimeZone(identifier: "Africa/Lagos"))
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
    let utc = try #require(TimeZone(secondsFromGMT: 0))
    for (time, zone, text) in [
      ("2026-11-30T14:05:09Z", lagos, "2026-11-30 14:05 UTC (15:05 here)"),
      ("2026-07-01T14:05:00Z", berlin, "2026-07-01 14:05 UTC (16:05 here)"),
      ("2026-11-30T14:05:00Z", auckland, "2026-11-30 14:05 UTC (2026-12-01 03:05 here)"),
      ("2026-11-30T14:05:00Z", utc, "2026-11-30 14:05 UTC"), ("later", lagos, "later"),
    ] {
      #expect(ShownTime.text(time, in: zone) == text)
    }
    let german = ShownTime.text("2026-11-30T14:05:00Z", in: berlin, here: "hier")
    #expect(german == "2026-11-30 14:05 UTC (15:05 hier)")
  }

  @Test("a long line is broken between words, the rest beneath its first word")
  func wraps() {
    let text = "open a session with countersign phone login, or sign-up"
    let lines = WrappedText.lines(of: text, after: "hint: ", width: 30)
    #expect(lines == ["open a session with", "      countersign phone login,", "      or sign-up"])
    #expect(WrappedText.lines(of: text, after: "hint: ", width: nil) == [text])
    #expect(WrappedText.lines(of: text, after: "hint: ", width: 8) == [text])
    let long = "see https://example.com/a/path/that/is/longer/than/the/line now"
    #expect(
      WrappedText.lines(of: long, after: "hint: ", width: 30) == [
        "see", "      https://example.com/a/path/that/is/longer/than/the/line", "      now",
      ])
  }

  @Test("questions, notes and lists are broken between words too, and colors take no columns")
  func breaks() {
    let question = "use biometrics on this phone? [y]es [n]o: "
    #expect(
      WrappedText.broken(question, width: 36) == "use biometrics on this phone?\n  [y]es [n]o: ")
    #expect(WrappedText.broken(question, width: 80) == question)
    #expect(WrappedText.broken(question, width: nil) == question)
    #expect(WrappedText.broken("  one two three four", width: 18) == "  one two three\n    four")
    let amount = "pending  1\u{202f}500.00\u{a0}NGN  Corner shop"
    #expect(
      WrappedText.broken(amount, width: 24) == "pending  1\u{202f}500.00\u{a0}NGN\n  Corner shop")
    let faint = "key  \u{1B}[2mabcdef\u{1B}[0m"
    #expect(WrappedText.broken(faint, width: 13) == faint)
    #expect(
      WrappedText.broken("a key  \u{1B}[2mabcdefghijkl\u{1B}[0m", width: 15)
        == "a key\n  \u{1B}[2mabcdefghijkl\u{1B}[0m")
  }

  @Test("a usage is broken between its options, and the rest of the help stays")
  func usages() {
    let usage = "USAGE: countersign phone lock [--home <home>] [--json] --app-pin <app-pin> <link>"
    let (before, after) = (
      "OVERVIEW: lock this phone; the first time, set its PIN\n\n", "\n\nOPTIONS:"
    )
    #expect(
      WrappedText.usage(in: before + usage + after, width: 40)
        == before + """
          USAGE: countersign phone lock
                 [--home <home>] [--json]
                 --app-pin <app-pin> <link>
          """ + after)
    #expect(WrappedText.usage(in: before + usage + after, width: nil) == before + usage + after)
    let two = "USAGE: countersign phone sign-up\n       [--display-name <display-name>] [<options>]"
    #expect(
      WrappedText.usage(in: two, width: 40)
        == "USAGE: countersign phone sign-up\n       [--display-name <display-name>]\n"
        + "       [<options>]")
  }

  @Test("causes and hints fit the terminal that they are shown on")
  func fits() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(columns: 44)
    let process = try ChildProcess(
      BuiltProgram.url, ["phone", "devices", "--home", folder.file("none")], at: terminal,
      environment: ["NO_COLOR": "1"])
    let shown = try terminal.awaitText("began with\r\n")
    #expect(process.awaitEnd() == 2)
    let lines = shown.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.allSatisfy { $0.count <= 44 }, "\(shown)")
    #expect(lines.first == "countersign: this phone has no account yet")
    #expect(lines.dropFirst().first?.hasPrefix("hint: begin with countersign phone") == true)
    #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("      ") }, "\(shown)")
  }
}
