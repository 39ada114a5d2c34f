import Foundation
import Testing

@Suite("Files within the program")
struct EmbeddedFileTests {
  @Test(
    "C takes in every file of the page, by its path there, and no other",
    arguments: [
      ("Sources/Server/CPageFiles/page_files.c", "../CountersignPage/Page"),
      ("Sources/Tools/CDemoFiles/demo_files.c", "../ServerCommands/Demo/Page"),
      ("Examples/Airtime/Sources/CAirtimeFiles/airtime_files.c", "../AirtimeServer/Page"),
    ])
  func everyFile(list: String, folder: String) throws {
    let text = try Repository.text(list)
    let root = Repository.root.appendingPathComponent(list).deletingLastPathComponent()
      .appendingPathComponent(folder).standardizedFileURL
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.contains(".") }
    let embedded = text.matches(of: /#embed "([^"]+)"/).map { String($0.1) }
      .filter { $0.hasPrefix(folder) }
    #expect(Set(embedded) == Set(files.map { "\(folder)/\($0)" }))
    let entries = text.matches(of: /ENTRY\("([^"]+)"\)\n#embed "([^"]+)"/)
    #expect(entries.allSatisfy { "\(folder)/\($0.1)" == $0.2 })
    #expect(Set(entries.map { String($0.1) }).union(["index.html"]).isSuperset(of: files))
  }
}
