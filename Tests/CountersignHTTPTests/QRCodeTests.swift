import CountersignHTTP
import Testing

@Suite("QR codes")
struct QRCodeTests {
  @Test("a code of a link has the three finder patterns and no module outside its side")
  func patterns() throws {
    let code = try #require(QRCode("http://localhost:8080/link#lnk_MTIzNDU2Nzg5MDEyMzQ1Ng"))
    #expect(code.side == 33)
    #expect(code.rows.count == code.side)
    #expect(code.rows.allSatisfy { $0.count == code.side && $0.allSatisfy("01".contains) })
    for (row, column) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
      let corner = (0..<7).map { line in
        (0..<7).map { code[row + line, column + $0] ? "1" : "0" }.joined()
      }
      #expect(
        corner == ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"])
    }
    #expect(!code[-1, 0] && !code[0, code.side])
  }

  @Test("the modules are those of the text: another text gives others")
  func dependsOnText() throws {
    let one = try #require(QRCode("http://localhost:8080/link#a"))
    #expect(one == QRCode("http://localhost:8080/link#a"))
    #expect(one != QRCode("http://localhost:8080/link#b"))
  }

  @Test("a text that no code holds gives none")
  func unencodable() {
    #expect(QRCode("") == nil)
    #expect(QRCode(String(repeating: "a", count: 2331)) != nil)
    #expect(QRCode(String(repeating: "a", count: 2332)) == nil)
  }

  @Test("the terminal shows every module once, black on white, with four light ones around")
  func terminal() throws {
    let code = try #require(QRCode("link"))
    let begin = "\u{1B}[38;5;16;48;5;231m"
    let end = "\u{1B}[0m"
    let lines = code.terminalLines().map { line in
      #expect(line.hasPrefix(begin) && line.hasSuffix(end))
      return line.dropFirst(begin.count).dropLast(end.count)
    }
    #expect(lines.count == (code.side + 9) / 2)
    #expect(lines.allSatisfy { $0.count == code.side + 8 })
    #expect(lines.prefix(2).allSatisfy { $0.allSatisfy { $0 == " " } })
    for row in 0..<code.side {
      for column in 0..<code.side {
        let line = lines[(row + 4) / 2]
        let block = line[line.index(line.startIndex, offsetBy: column + 4)]
        let isDrawn = (row % 2 == 0 ? "\u{2588}\u{2580}" : "\u{2588}\u{2584}").contains(block)
        #expect(isDrawn == code[row, column], "\(row), \(column)")
      }
    }
  }
}
