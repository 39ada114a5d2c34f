import Foundation
import SecretSearch
import Testing
import WebAuthnModel

@Suite("The search of a run for its secrets")
struct SecretSearchTests {
  private static let token = "q7Vb0y3kPpZ1mXc9Rt4Lw8Ds2Fg6Hj5Na0Ue1Io3Yx"

  // Holds: ASVS-16
  @Test("a log line, a refusal or an audit row that holds a token is found, whoever wrote it")
  func token() {
    for source in [JournalEntry.Source.log, .refusal, .audit, .errors] {
      let found = findings(
        [.secret(kind: "accessToken", value: Self.token)], "one",
        [.written(source, #"{"message":"opened \#(Self.token)"}"#)], "two")
      #expect(found.count == 1)
      #expect(found.first?.contains("accessToken (of one) in \(source.rawValue) of two") == true)
      #expect(found.first?.contains("opened [accessToken]") == true)
    }
  }

  @Test("the second half of a token is found, and no finding repeats any of it")
  func half() {
    let half = String(Self.token.suffix(22))
    let found = findings(
      [.secret(kind: "accessToken", value: Self.token)], "one",
      [.written(.log, "cause: \(half).")], "one")
    #expect(found.count == 1)
    #expect(found.first?.contains(half.prefix(8)) == false)
    #expect(found.first?.contains(half.suffix(8)) == false)
  }

  @Test(
    "a code is found where it stands as a number of its own",
    arguments: [
      "the code was 048213.", #"{"message":"wrong","given":"048213"}"#, #"{"detail":"048213?"}"#,
      #"{"given":{"otp":["048213"]}}"#, "validateCode=048213&x", "(048213)",
    ])
  func code(_ line: String) {
    let found = findings(
      [.secret(kind: "validateCode", value: "048213")], "one", [.written(.log, line)], "one")
    #expect(found.count == 1)
    let code = "048213"
    #expect(found.first?.contains(code) == false)
  }

  @Test(
    "what only has the digits of a code is none",
    arguments: [
      #"{"time":"048213"}"#, #"{"microseconds":"048213"}"#, "txn_048213ab", "1048213", "0.048213",
      "+048213", "2026-048213",
    ])
  func digits(_ line: String) {
    let found = findings(
      [.secret(kind: "validateCode", value: "048213")], "one", [.written(.log, line)], "one")
    #expect(found == [])
  }

  @Test("what is no token, but was sent as one and as a name, may stand in a refusal")
  func badInput() {
    let text = "'; DROP TABLE accounts; --"
    let found = findings(
      [.secret(kind: "token", value: text)], "one",
      [.written(.refusal, #"{"detail":"unknown field \"\#(text)\""}"#)], "one")
    #expect(found == [])
  }

  @Test("a code is a secret of the server that knew it, and of no other")
  func otherServer() {
    let found = findings(
      [.secret(kind: "validateCode", value: "048213")], "one",
      [.written(.log, "order 048213")], "two")
    #expect(found == [])
  }

  @Test("what passed at a watch is read back from its folder, standard error of a program too")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = try #require(Journal(folder: folder))
    let watch = SecretWatch("a server", in: journal)
    #expect(try !JournalSearch(folder: folder).isWorthwhile)
    watch.note(field: "Authorization", "Bearer \(Self.token)")
    watch.note(secretsOf: ["proof": ["pin": "258036"], "amount": 258_036])
    watch.note(field: "Set-Cookie", "session=Zx81Kd0pQm4Vn7Tb2Wc6; HttpOnly")
    watch.keep("POST", "/links", status: 201, ["watchSecret": "Hh3Jk5Ll7Mm9Nn1Pp2Qq"])
    watch.keep(
      "POST", "/money-orders", status: 402,
      ["balance": 258_036, "detail": "the balance is too low"])
    let clean = try JournalSearch(folder: folder)
    #expect(clean.isWorthwhile)
    #expect(clean.findings() == [])
    watch.keep("POST", "/money-orders", status: 401, ["detail": "258036 is wrong"])
    watch.keep(.log, "an id with a\u{0}zero,\ta tab and\na line and Hh3Jk5Ll7Mm9Nn1Pp2Qq")
    watch.note(secretsOf: ["pin": "25\u{0}80"])
    let errors = watch.errorFile()
    try errors.write(
      contentsOf: Data("cookie Zx81Kd0pQm4Vn7Tb2Wc6\nwatch Hh3Jk5Ll7Mm9Nn1Pp2Qq\n".utf8))
    try errors.write(contentsOf: Data("Authorization: Bearer \(Self.token)\n".utf8))
    let kinds = try JournalSearch(folder: folder).findings().compactMap {
      $0.split(separator: " ").first
    }
    #expect(kinds == ["bearer", "cookie", "pin", "watchSecret", "watchSecret"])
  }

  private func findings(
    _ secrets: [JournalEntry.Content], _ owner: String, _ written: [JournalEntry.Content],
    _ writer: String
  ) -> [String] {
    var search = JournalSearch()
    for content in secrets { search.add(JournalEntry(watch: owner, label: owner, content)) }
    for content in written { search.add(JournalEntry(watch: writer, label: writer, content)) }
    return search.findings()
  }
}
