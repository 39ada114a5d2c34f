import Testing

@Suite("Where factors are stored")
struct FactorStoreTests {
  private static let store = "Sources/Server/CountersignCore/Assurance/FactorStore.swift"
  private static let suspension = "Sources/Server/CountersignCore/Recovery/Suspension.swift"

  @Test("nothing but the factor store gives an account a factor, or says what one waits for")
  func oneStore() throws {
    let files = try Repository.swiftFiles(under: ["Sources/Server"])
    #expect(files.flatMap(Self.problems(in:)) == [])
    let there = try #require(files.first { $0.path == Self.store })
    #expect(Self.statements(in: there).count == 10)
  }

  @Test("the check finds what stores a factor elsewhere, and not what only proposes or returns one")
  func findsPlanted() {
    let statements = [
      ("INSERT INTO credentials (id, account_id) VALUES (?, ?)", true),
      ("INSERT INTO devices (id) VALUES (?)", true),
      ("INSERT  INTO pins (account_id, salt) VALUES (?, ?)", true),
      ("INSERT OR REPLACE INTO pins (account_id, salt) VALUES (?, ?)", true),
      ("INSERT INTO authenticator_apps (account_id, secret) VALUES (?, ?)", true),
      ("UPDATE devices SET name = ?, pin_key = ? WHERE id = ?", true),
      ("UPDATE authenticator_apps SET secret = new_secret", true),
      ("UPDATE credentials SET revoked_at = NULL WHERE id = ?", true),
      ("UPDATE credentials SET ground = ? WHERE id = ?", true),
      ("UPDATE credentials SET bound_to = ? WHERE id = ?", true),
      ("UPDATE credentials SET bound_to = NULL WHERE id = ?", false),
      ("UPDATE credentials SET sign_count = ?, wait_id = NULL WHERE id = ?", true),
      ("UPDATE authenticator_apps SET wait_id = ? WHERE account_id = ?", true),
      ("UPDATE \\(table) SET ground = ? WHERE account_id = ?", true),
      ("UPDATE pins SET wait_id = NULL", true),
      ("UPDATE session_links SET wait_id = ? WHERE id = ?", false),
      ("UPDATE credentials SET revoked_at = ? WHERE wait_id = ?", false),
      ("INSERT INTO authenticator_apps (account_id, new_secret, new_at) VALUES (?, ?, ?)", false),
      ("INSERT INTO phones (account_id, number) VALUES (?, ?)", false),
      ("UPDATE devices SET revoked_at = ?, pin_key = NULL WHERE id = ?", false),
      ("UPDATE authenticator_apps SET new_secret = NULL WHERE account_id = ?", false),
      ("SELECT pin_key FROM devices WHERE pin_key = ?", false),
    ]
    for (statement, isFound) in statements {
      let file = SourceFile(path: "Planted.swift", text: "let one = \"\(statement)\"")
      #expect(Self.problems(in: file).isEmpty == !isFound, "\(statement)")
    }
    let returned = "\"INSERT INTO pins (account_id) SELECT account_id FROM suspended_pins\""
    #expect(Self.problems(in: SourceFile(path: Self.suspension, text: returned)) == [])
    #expect(Self.problems(in: SourceFile(path: "Planted.swift", text: returned)) != [])
  }

  private static func problems(in file: SourceFile) -> [String] {
    statements(in: file).filter { !mayHold($0, file.path) }.map { "\(file.path): \($0)" }
  }

  private static func mayHold(_ statement: String, _ path: String) -> Bool {
    path == store
      || path == suspension
        && (statement.contains("FROM suspended_") || statement.contains("suspended_at = NULL"))
  }

  /// The statements that give an account a factor, each to the end of its literal.
  ///
  /// One that proposes an authenticator app does not: its secret is that of no app yet.
  private static func statements(in file: SourceFile) -> [String] {
    file.text.matches(of: statement).map { String($0.output) }.filter { text in
      text.firstMatch(of: isOfApp) == nil || text.firstMatch(of: confirmed) != nil
    }
  }

  private static var statement: Regex<Substring> {
    #/
    (?: INSERT \s+ (?: OR \s+ \w+ \s+ )? INTO \s+
      (?: credentials | devices | pins | authenticator_apps ) \b
    | UPDATE \s+ \S+ \s+ SET \b [^"]*?
      (?: \b pin_key \s* = \s* \? | \b revoked_at \s* = \s* NULL | \b secret \s* = \s* \w
        | \b bound_to \s* = \s* \? )
    | UPDATE \s+ (?: credentials | devices | pins | authenticator_apps | \\ \( \w+ \) ) \s+ SET \b
      (?: (?! \b WHERE \b ) [^"] )*? \b (?: ground | wait_id ) \s* =
    ) [^"]*
    /#
  }
  private static var isOfApp: Regex<Substring> { /\bauthenticator_apps\b/ }
  private static var confirmed: Regex<Substring> { /\b(?:secret|ground|wait_id)\b/ }
}
