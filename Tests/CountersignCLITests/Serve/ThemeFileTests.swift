import CountersignPage
import Foundation
import ProgramTesting
import Testing
import ToolSupport

@testable import ServerCommands

@Suite("A theme in a file")
struct ThemeFileTests {
  @Test("a name, a logo beside the file and colours are read, from YAML and from JSON")
  func right() throws {
    let folder = try TemporaryFolder()
    try Data("<svg/>".utf8).write(to: URL(filePath: folder.file("logo.svg")))
    for text in [
      """
      name: Ikeja Bank
      logo: logo.svg
      light: { accent: "#0a4f8c", accent-strong: "#083d6c" }
      dark:
        accent: '#8cc4ff'
      """,
      ##"{"name": "Ikeja Bank", "logo": "logo.svg", "light": {"accent": "#0a4f8c"}, "dark": {}}"##,
    ] {
      let theme = try Self.read(text, in: folder.path).get()
      #expect(theme.name == "Ikeja Bank")
    }
  }

  @Test(
    "a fault is named with its line, its field, and what to do",
    arguments: [
      ("light:\n  accent: \"#9fc5e8\"", "2:11: light.accent: has a contrast of 1."),
      ("light:\n  accent: \"#9fc5e8\"", "on light.accent, and text needs 4.5:1; make one of the"),
      ("dark:\n  line-strong: \"#2b3833\"", "a control's line needs 3:1"),
      ("colour: red", "1:1: colour: is no field of a theme; write name, logo, light or dark"),
      ("light: { akzent: \"#000000\" }", "light.akzent: is no colour of the page; write one of"),
      ("light:\n  accent: #0a4f8c", "light.accent: is no colour; write it in quotes"),
      ("light: dark", "light: is no object"), ("logo: none.svg", "names none.svg, which cannot"),
      ("name: \"\"", "name: is no name"), ("", "the file is empty"),
    ])
  func wrong(_ text: String, _ fault: String) throws {
    let folder = try TemporaryFolder()
    switch try Self.read(text, in: folder.path) {
    case .success: Issue.record("read \(text)")
    case .failure(let faults):
      let lines = faults.faults.map(\.description)
      #expect(lines.contains { $0.contains(fault) }, "\(lines)")
    }
  }

  @Test("a file that is not there is wrong use")
  func missing() {
    #expect(throws: CommandFailure.self) { try ThemeFile.load("/nowhere/theme.yaml") }
  }

  private static func read(
    _ text: String, in folder: String
  ) throws -> Result<PageTheme, ScenarioFile.Faults> {
    ThemeFile.read(Array(text.utf8), in: URL(filePath: folder, directoryHint: .isDirectory))
  }
}
