import Foundation
import Testing

@Suite("The flow's picture")
struct FlowPictureTests {
  @Test("docs/pictures/flow.dot is what the table draws")
  func graphIsTheTables() throws {
    let drawn = FlowPicture.graph
    if ProcessInfo.processInfo.environment["COUNTERSIGN_DRAW"] != nil {
      try Data(drawn.utf8).write(to: Self.file("flow.dot"))
    }
    let kept = try String(contentsOf: Self.file("flow.dot"), encoding: .utf8)
    #expect(kept == drawn, "the table has changed: run Scripts/draw-flow")
  }

  @Test("docs/pictures/flow.svg was drawn from that graph, and shows each question and each edge")
  func pictureIsTheGraphs() throws {
    let picture = try String(contentsOf: Self.file("flow.svg"), encoding: .utf8)
    for question in FlowPicture.questions { #expect(picture.contains(">\(question)<")) }
    let edges = FlowPicture.graph.split(separator: "\n").filter { $0.contains(" -> ") }
    #expect(edges.count > 30)
    #expect(picture.split(separator: "class=\"edge\"").count - 1 == edges.count)
    for edge in edges {
      let ends = edge.split(separator: "\"")
      #expect(picture.contains(">\(ends[1])&#45;&gt;\(ends[3])<"), "run Scripts/draw-flow")
    }
  }

  private static func file(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/pictures/\(name)")
  }
}
