import CountersignMetrics
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

/// The files of docs/monitoring, and what docs/operate.md says of the figures.
@Suite("Alerts and dashboard")
struct MonitoringFileTests {
  @Test("each alert and each panel asks for figures that a server has, by labels that they have")
  func namesAndLabels() throws {
    for file in ["docs/monitoring/alerts.yaml", "docs/monitoring/dashboard.json"] {
      let faults = Self.faults(in: try Self.text(file))
      #expect(faults == [], "\(file)")
    }
  }

  @Test("the check finds a figure that no server has, and a label that it does not have")
  func planted() {
    #expect(
      Self.faults(
        in: """
          rate(countersign_requests_total{status="500", person="ada"}[5m])
          countersign_sessions + countersign_store_commit_duration_seconds_bucket
          sum by (instance, reason) (rate(countersign_jobs_total[5m]))
          """
      ) == [
        "countersign_requests_total has no label person", "no metric countersign_sessions",
        "countersign_jobs_total has no label reason",
      ])
  }

  @Test("docs/operate.md names every figure, with its labels, and no other")
  func documented() throws {
    let rows = try Self.text("docs/operate.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `countersign_") }
    let documented = rows.map { row in
      row.split(separator: "|").prefix(2).map { cell in
        cell.matches(of: /`(?<name>\w+)`/).map { String($0.name) }
      }
    }
    let known = Metric.all.map { [[$0.name], $0.labels] }
    #expect(Set(documented) == Set(known))
    #expect(documented.count == known.count)
  }

  @Test("the dashboard is JSON whose panels have a title, and numbers of their own")
  func dashboard() throws {
    let text = try Self.text("docs/monitoring/dashboard.json")
    var reader = try JSONObjectReader(JSONValue(parsing: Array(text.utf8)))
    let panels = try reader.array("panels").map { try JSONObjectReader($0) }
    var titles: Set<String> = []
    var numbers: Set<Int64> = []
    for var panel in panels {
      titles.insert(try panel.string("title"))
      numbers.insert(try panel.integer("id"))
    }
    #expect(titles.count == panels.count)
    #expect(numbers.count == panels.count)
    #expect(panels.count > 10)
  }

  @Test("promtool finds no fault in the alerts", .enabled(if: Promtool.isInstalled))
  func promtool() async throws {
    let path = Self.root.appending(path: "docs/monitoring/alerts.yaml").path
    let found = try await Promtool.run(["check", "rules", path])
    #expect(found.status == 0, "\(found.output) \(found.errors)")
  }

  @Test("the alerts fire, and are silent, as the cases say", .enabled(if: Promtool.isInstalled))
  func cases() async throws {
    let path = Self.root.appending(path: "Tests/CountersignMetricsTests/Fixtures/alerts_test.yaml")
    let found = try await Promtool.run(["test", "rules", path.path])
    #expect(found.status == 0, "\(found.output) \(found.errors)")
  }

  /// The names and labels in expressions that are none of a server's.
  private static func faults(in text: String) -> [String] {
    let metrics = Dictionary(uniqueKeysWithValues: Metric.all.map { ($0.name, $0) })
    // Those that Prometheus itself adds.
    let added: Set = ["instance", "job", "le"]
    var faults: [String] = []
    for line in text.split(separator: "\n") {
      var labels: Set<String> = added
      for match in line.matches(
        of: /(?<name>countersign_[a-z_]+)(?:\{(?<selectors>[^}]*)\})?/)
      {
        let name = String(match.name)
        let metric = ["", "_bucket", "_sum", "_count"].lazy
          .compactMap { name.hasSuffix($0) ? metrics[String(name.dropLast($0.count))] : nil }
          .first
        guard let metric else {
          faults.append("no metric \(name)")
          continue
        }
        labels.formUnion(metric.labels)
        let used = (match.selectors ?? "").matches(of: /(?<label>\w+) *(?:=|!)/)
          .map { String($0.label) }
        for label in used where !added.union(metric.labels).contains(label) {
          faults.append("\(name) has no label \(label)")
        }
      }
      guard let name = line.firstMatch(of: /countersign_[a-z_]+/)?.output else { continue }
      for match in line.matches(of: /\bby \((?<labels>[^)]*)\)/) {
        for label in match.labels.matches(of: /\w+/).map({ String($0.output) })
        where !labels.contains(label) {
          faults.append("\(name) has no label \(label)")
        }
      }
    }
    return faults
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
