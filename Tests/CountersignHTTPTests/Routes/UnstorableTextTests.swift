import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// A text that a store, or a driver of one, cannot hold is refused where the request is read: on
/// each route, in each place that a request can fill.
///
/// `make test-postgresql` runs these tests too: what one store takes another may fail on.
@Suite("Texts that no store holds", .timeLimit(.minutes(10)))
struct UnstorableTextTests {
  /// Stands in a body where the bytes of no text are put.
  private static let mark = "qZ7-mark-qZ7"

  /// What stands in the place of the mark: escapes and bytes that no text has.
  private static let unreadable: [(name: String, bytes: [UInt8])] = [
    ("U+0000", Array(#"a\u0000b"#.utf8)), ("U+0000 alone", Array(#"\u0000"#.utf8)),
    ("a byte 0", [0x61, 0, 0x62]), ("half a surrogate pair", Array(#"\ud800"#.utf8)),
    ("the other half", Array(#"\udc00x"#.utf8)), ("two first halves", Array(#"\ud83d\ud83d"#.utf8)),
    ("no UTF-8", [0xff, 0xfe]), ("an overlong byte 0", [0xc0, 0x80]),
    ("a surrogate in UTF-8", [0xed, 0xa0, 0x80]),
  ]

  /// Texts that are some, and longer or stranger than any that is wanted; no index of PostgreSQL
  /// holds what does not shrink to less than 2,704 bytes.
  private static let strange: [String] = [
    "", " ", String(repeating: "A", count: 50_000), unshrinkable(3_000), unshrinkable(40_000),
    String(repeating: "\u{1F469}\u{200D}", count: 5_000), "\u{fffe}\u{ffff}\u{10ffff}\u{1}\u{7f}",
    "e" + String(repeating: "\u{301}", count: 500), "'; DROP TABLE accounts; --", "%00", #"\u0000"#,
  ]

  // Holds: input
  @Test("a body with a text that is none is refused as malformed", arguments: Route.served)
  func bodies(_ route: Route) async throws {
    let caller = try await RouteCaller(route)
    for body in RouteCaller.bodies(of: route) {
      for marked in body.textsReplaced(by: Self.mark) {
        for (name, bytes) in Self.unreadable {
          let sent = marked.serialized().replacing(Array(Self.mark.utf8), with: bytes)
          let answer = try await caller.send(body: sent)
          #expect(answer.status == 400, "\(name): \(marked)")
          #expect(try problem(answer).reason == .malformed, "\(name): \(marked)")
        }
      }
    }
  }

  // Holds: input
  @Test("a path or query with a text that is none is refused", arguments: Route.served)
  func targets(_ route: Route) async throws {
    let caller = try await RouteCaller(route)
    for escape in ["%00", "a%00b", "%ff", "%c0%80", "%ed%a0%80", "%zz"] {
      var targets = [caller.target(query: "which=\(escape)"), caller.target(query: "\(escape)=a")]
      if route.path.contains("{") { targets.append(caller.target(parameter: escape)) }
      for target in targets {
        let answer = try await caller.send(target: target)
        #expect(answer.status == 400, "\(target)")
        #expect(try problem(answer).reason == .malformed, "\(target)")
      }
    }
  }

  // Holds: input
  @Test("a strange or overlong text is never a fault of the server", arguments: Route.served)
  func strangeTexts(_ route: Route) async throws {
    let caller = try await RouteCaller(route)
    for text in Self.strange {
      for body in RouteCaller.bodies(of: route) {
        for replaced in body.textsReplaced(by: text) {
          let answer = try await caller.send(body: replaced.serialized())
          #expect(answer.status < 500, "\(text.prefix(20)): \(answer.status) \(replaced)")
        }
      }
      guard route.isAnsweredAtOnce else { continue }
      let encoded = PercentEncoding.encode(text)
      for target in [
        caller.target(parameter: encoded), caller.target(query: "after=\(encoded)"),
        caller.target(query: "which=others&keep=\(encoded)"),
        caller.target(query: "status=\(encoded)"), caller.target(query: "limit=\(encoded)"),
      ] {
        #expect(try await caller.send(target: target).status < 500, "\(target.prefix(60))")
      }
      let answer = try await caller.send(fields: RouteCaller.fieldNames.map { ($0, text) })
      #expect(answer.status < 500, "fields of \(text.prefix(20)): \(answer.status)")
    }
  }

  // Holds: input
  @Test("a number that no column holds is never a fault of the server", arguments: Route.served)
  func numbers(_ route: Route) async throws {
    let caller = try await RouteCaller(route)
    let numbers: [JSONValue] = [
      .integer(.max), .integer(.min), -1, 0, .number("1e999"), .number("9223372036854775808"),
    ]
    for number in numbers {
      for body in RouteCaller.bodies(of: route) {
        for replaced in body.leavesReplaced(by: number) {
          let answer = try await caller.send(body: replaced.serialized())
          #expect(answer.status < 500, "\(number): \(answer.status) \(replaced)")
        }
      }
    }
  }

  @Test("a store refuses U+0000 itself, before its database is asked")
  func store() async throws {
    let harness = try await ServiceHarness()
    defer { withExtendedLifetime(harness) {} }
    let store = harness.store
    for text in ["\u{0}", "a\u{0}b"] {
      let read = await #expect(throws: StoreError.self) {
        try await store.rows("SELECT id FROM accounts WHERE id = ?", [.text(text)])
      }
      #expect(read?.code == .unstorable)
      let written = await #expect(throws: StoreError.self) {
        try await store.write { transaction in
          try transaction.enqueue("DELETE FROM accounts WHERE id = ?", [.text(text)])
        }
      }
      #expect(written?.code == .unstorable)
    }
    #expect(try await store.rows("SELECT id FROM accounts WHERE id = ?", ["a"]).isEmpty)
  }

  /// A text of so many letters that is not compressed to much less.
  private static func unshrinkable(_ count: Int) -> String {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return String(
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return letters[Int(state >> 58)]
      })
  }
}
