import CountersignCore
import CountersignTesting
import Foundation
import Testing
import WireModel

@testable import CountersignHTTP
@testable import CountersignPage

@Suite("The theme of the page")
struct PageThemeTests {
  @Test("the page's own colours are those of its style sheet, and can be read")
  func own() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Server/CountersignPage/Page/styles/tokens.css")
    let text = try String(contentsOf: file, encoding: .utf8)
    let parts = text.split(separator: "@media", maxSplits: 1)
    try #require(parts.count == 2)
    for (part, own) in [(parts[0], PageTheme.ownLight), (parts[1], PageTheme.ownDark)] {
      #expect(own.count == PageTheme.Use.allCases.count)
      for (use, colour) in own {
        #expect(part.contains("  --\(use.rawValue): \(colour);"), "\(use.rawValue)")
      }
    }
    #expect(PageTheme.faults(light: [:], dark: [:]) == [])
  }

  @Test("the contrast of two colours is that of WCAG, whichever is in front")
  func contrast() throws {
    for (one, two, ratio) in [
      ("#ffffff", "#000000", 21.0), ("#777777", "#ffffff", 4.478), ("#0a6b4c", "#ffffff", 6.52),
      ("#123456", "#123456", 1.0),
    ] {
      let (front, back) = (try PageColour(one), try PageColour(two))
      #expect(abs(front.contrast(with: back) - ratio) < 0.01)
      #expect(front.contrast(with: back) == back.contrast(with: front))
    }
  }

  @Test("a pair that is too faint ends the start: its field, the ratio and what it needs")
  func faint() throws {
    let grey = try PageColour("#777777")
    let error = #expect(throws: ServerMisuse.self) { try PageTheme(light: [.ink: grey]) }
    let text = error?.description ?? ""
    #expect(error?.code == "theme_invalid")
    #expect(
      text.contains(
        "light.ink has a contrast of 4.47:1 on light.surface, and text needs 4.5:1; make one"))
    let faults = PageTheme.faults(light: [:], dark: [.lineStrong: try PageColour("#3b4843")])
    #expect(!faults.isEmpty && faults.allSatisfy { $0.scheme == "dark" && $0.needed == 3 })
    #expect(faults[0].description.contains("a control's line needs 3:1"))
  }

  @Test(
    "what is no colour, no name and no logo is refused",
    arguments: ["", "0a6b4c", "#0a6b4", "#0a6b4cf", "#0a6b4g", "green", "#+a6b4c"])
  func wrong(_ colour: String) {
    #expect(throws: ServerMisuse.self) { try PageColour(colour) }
    #expect(throws: ServerMisuse.self) { try PageTheme(name: colour.isEmpty ? "" : "a\u{202e}b") }
    #expect(throws: ServerMisuse.self) { try PageLogo(Array(colour.utf8)) }
  }

  @Test("the page has the name, the logo and the colours, under the same policy")
  func served() async throws {
    let logo = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
    let theme = try PageTheme(
      name: "Obi & <Sons>", logo: PageLogo(logo),
      light: [.ground: PageColour("#fffdf5"), .accent: PageColour("#0A4F8C")],
      dark: [.accent: PageColour("#8cc4ff")])
    let server = try await ServerHarness(change: { $0.additions = [.page(theme: theme)] })
    let page = try await server.get("/")
    let document = String(decoding: page.body, as: UTF8.self)
    #expect(document.contains("<title>Obi &amp; &lt;Sons&gt;</title>"))
    #expect(document.contains("<span>Obi &amp; &lt;Sons&gt;</span>"))
    #expect(document.contains("content=\"Obi &amp; &lt;Sons&gt;\""))
    #expect(document.contains("(prefers-color-scheme: light)\" content=\"#fffdf5\""))
    #expect(document.contains("(prefers-color-scheme: dark)\" content=\"#0c1311\""))
    #expect(!document.contains("Countersign") && !document.contains("style=\""))
    #expect(try await server.get("/page/icons/mark.svg").body == logo)
    let sheet = try await server.get("/page/theme.css")
    #expect(sheet.field("Content-Security-Policy") == PageResponder.contentSecurityPolicy)
    let css = String(decoding: sheet.body, as: UTF8.self)
    let schemes = css.split(separator: "@media (prefers-color-scheme: dark)")
    try #require(schemes.count == 2)
    #expect(schemes[0].contains("--accent: #0a4f8c;") && !schemes[0].contains("--ink"))
    // What is light is no more once the dark colours come.
    #expect(schemes[1].contains("--accent: #8cc4ff;") && schemes[1].contains("--ground: #0c1311;"))
  }

  @Test("a PNG takes the place of the logo under a name of its own")
  func png() throws {
    let bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]
    let page = AssembledPage([], try PageTheme(logo: PageLogo(bytes)))
    #expect(page.files["icons/mark.png"]?.mediaType == "image/png")
    let document = String(decoding: page.document.bytes, as: UTF8.self)
    #expect(document.contains("href=\"page/icons/mark.png\" type=\"image/png\""))
    #expect(document.contains("src=\"page/icons/mark.png\"") && !document.contains("mark.svg"))
  }
}
