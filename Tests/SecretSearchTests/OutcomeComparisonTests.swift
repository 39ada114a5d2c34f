import Foundation
import Testing
import WebAuthnModel

@testable import SecretSearch

@Suite("The comparison of a run's outcomes with the list")
struct OutcomeComparisonTests {
  private static let journal = """
    POST /sessions 201 -\tA.swift:1
    POST /sessions 401 token_expired\tC.swift:3
    POST /sessions 401 token_expired\tB.swift:2

    """
  private static let list = """
    # The list.
    POST /sessions 201 -
    POST /sessions 401 token_expired

    """

  @Test("a run that reaches each outcome of the list, and no other, differs in nothing")
  func same() throws {
    let comparison = try OutcomeComparison(journal: Self.journal, list: Self.list, chance: "")
    #expect(comparison.count == 2)
    #expect(comparison.findings == [])
  }

  @Test("an outcome that the list does not have is new, and a place is named that sees it")
  func new() throws {
    let comparison = try OutcomeComparison(
      journal: Self.journal, list: "POST /sessions 201 -\n", chance: "")
    #expect(
      comparison.findings == ["NEW OUTCOME: POST /sessions 401 token_expired (of B.swift:2)"])
  }

  @Test("an outcome that the run does not reach is missing")
  func missing() throws {
    let comparison = try OutcomeComparison(
      journal: Self.journal, list: Self.list + "GET /transactions/{id} 404 not_found\n", chance: "")
    #expect(comparison.findings == ["MISSING OUTCOME: GET /transactions/{id} 404 not_found"])
  }

  @Test(
    "an outcome by chance is not compared, whether the run reaches it or not",
    arguments: [
      "* * 401 token_expired # time", "POST /sessions 401 * # time", "* * * * # all",
    ])
  func byChance(_ chance: String) throws {
    for list in [Self.list, "POST /sessions 201 -\n"] {
      for journal in [Self.journal, "POST /sessions 201 -\tA.swift:1\n"] {
        let comparison = try OutcomeComparison(
          journal: journal, list: list, chance: "# Why.\n\n\(chance)\n")
        #expect(comparison.findings == [])
      }
    }
  }

  @Test("what the servers of one file answer by chance counts where others answer it too")
  func byChanceInFile() throws {
    let list = "POST /sessions 201 -\n"
    let one = try OutcomeComparison(
      journal: Self.journal, list: list, chance: "of B.swift # faults\n")
    #expect(one.findings == ["NEW OUTCOME: POST /sessions 401 token_expired (of C.swift:3)"])
    let both = try OutcomeComparison(
      journal: Self.journal, list: list, chance: "of B.swift # faults\nof C.swift # load\n")
    #expect(both.findings == [])
  }

  @Test(
    "an outcome by chance needs a reason, and a row all its words",
    arguments: ["* * 503 overloaded", "* * 503 # load", "of # load"])
  func unreadable(_ chance: String) {
    #expect(throws: UnreadableRow.self) {
      try OutcomeComparison(journal: Self.journal, list: "", chance: chance)
    }
  }

  @Test("the list that a run writes has the outcomes of a path together, and differs in nothing")
  func written() throws {
    let journal = """
      POST /sessions 401 token_expired\tA.swift:1
      GET - 404 not_found\tA.swift:1
      POST /accounts 202 -\tA.swift:1
      GET /sessions 200 -\tA.swift:1
      POST /accounts 503 overloaded\tA.swift:1

      """
    let chance = "* * 503 overloaded # load"
    let first = try OutcomeComparison(journal: journal, list: "", chance: chance)
    #expect(first.findings.count == 4)
    #expect(
      first.list.split(separator: "\n").drop { $0.hasPrefix("#") } == [
        "GET - 404 not_found", "POST /accounts 202 -", "GET /sessions 200 -",
        "POST /sessions 401 token_expired",
      ])
    let second = try OutcomeComparison(journal: journal, list: first.list, chance: chance)
    #expect(second.findings == [])
  }

  @Test("what a watch notes of two processes is compared: each outcome once, with its reason")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (list, chance) = (folder.appending(path: "list"), folder.appending(path: "chance"))
    try Data().write(to: chance)
    for label in ["A.swift:1", "B.swift:2"] {
      let watch = SecretWatch(label, in: Journal(folder: folder))
      watch.keep("POST", "/sessions", status: 201, ["accessToken": "Hh3Jk5Ll7Mm9Nn1Pp2Qq"])
      watch.keep("POST", "/sessions", status: 401, ["reason": "token_expired"])
      watch.keep("DELETE", "/sessions/{id}", status: 204, nil)
      watch.keep("BREW", nil, status: 404, ["reason": "not_found"])
      watch.keep("BREW", nil, status: 404, ["reason": "not_found"])
    }
    let comparison = try OutcomeComparison(journal: folder, list: list, chance: chance)
    #expect(
      comparison.findings == [
        "NEW OUTCOME: BREW - 404 not_found (of A.swift:1)",
        "NEW OUTCOME: POST /sessions 201 - (of A.swift:1)",
        "NEW OUTCOME: POST /sessions 401 token_expired (of A.swift:1)",
        "NEW OUTCOME: DELETE /sessions/{id} 204 - (of A.swift:1)",
      ])
    try Data(comparison.list.utf8).write(to: list)
    #expect(try OutcomeComparison(journal: folder, list: list, chance: chance).findings == [])
  }

  @Test("the answer to a request that its caller has given up is no outcome")
  func givenUp() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = SecretWatch("A.swift:1", in: Journal(folder: folder))
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      watch.keep("GET", "/sessions", status: 503, ["reason": "busy"])
    }
    await call.value
    let chance = folder.appending(path: "chance")
    try Data().write(to: chance)
    #expect(try OutcomeComparison(journal: folder, list: chance, chance: chance).count == 0)
  }
}
