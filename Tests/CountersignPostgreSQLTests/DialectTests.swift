import Testing

@testable import CountersignPostgreSQL

@Suite("The dialect of PostgreSQL")
struct DialectTests {
  @Test("question marks become numbers, and those within quotation marks stay")
  func parameters() {
    #expect(
      PostgreSQLDialect.statement("SELECT '?', \"a?\" FROM t WHERE a = ? AND b IN (?, ?)")
        == "SELECT '?', \"a?\" FROM t WHERE a = $1 AND b IN ($2, $3)")
    #expect(
      PostgreSQLDialect.statement("SELECT 'it''s ?' WHERE ? = 'x")
        == "SELECT 'it''s ?' WHERE $1 = 'x")
  }

  @Test("types of columns become PostgreSQL's, in tables alone")
  func types() {
    #expect(
      PostgreSQLDialect.schema("CREATE TABLE t (a TEXT NOT NULL, text TEXT, b BLOB, c BIGINT)")
        == """
        CREATE TABLE t (a TEXT COLLATE "C" NOT NULL, text TEXT COLLATE "C", b BYTEA, c BIGINT)
        """)
    #expect(
      PostgreSQLDialect.schema("UPDATE t SET a = 'BLOB TEXT'") == "UPDATE t SET a = 'BLOB TEXT'")
  }
}
