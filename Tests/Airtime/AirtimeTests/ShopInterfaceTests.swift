import AirtimeModel
import AirtimeServer
import AirtimeTesting
import CountersignCore
import CountersignHTTP
import CountersignPage
import CountersignTesting
import Foundation
import Testing
import WireModel

@Suite("The shop's part of the page and of the description")
struct ShopInterfaceTests {
  @Test("every file of its page is served as it stands in the folder, and no other")
  func files() async throws {
    let harness = try await ShopHarness().harness
    var settings = ServerSettings()
    settings.additions = [.page()]
    let loopback = WatchedLoopback(harness, settings: settings)
    let found = try Self.folder()
    #expect(Set(found) == Set(AirtimeShop().page.files.map(\.path)))
    for file in found {
      let response = try await loopback.send(RawRequest(method: "GET", target: "/page/" + file))
      #expect(response.status == 200, "\(file)")
      #expect(try response.body == Self.bytes(file), "\(file)")
    }
    let document = try await loopback.send(RawRequest(method: "GET", target: "/")).body
    let loaded = #"<script type="module" src="page/airtime/main.js"></script>"#
    #expect(String(decoding: document, as: UTF8.self).contains(loaded))
  }

  @Test("no file makes markup or code of text")
  func noMarkupOfText() throws {
    for file in try Self.folder() {
      let text = String(decoding: try Self.bytes(file), as: UTF8.self)
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "Function("] {
        #expect(!text.contains(word), "\(file): \(word)")
      }
    }
  }

  @Test("the page has words for each of its reasons", arguments: Reason.ofAirtime)
  func words(_ reason: Reason) throws {
    for language in ["en", "de"] {
      let texts = String(decoding: try Self.bytes("airtime/texts/\(language).js"), as: UTF8.self)
      let problems = texts[try #require(texts.firstRange(of: "problems: {")).upperBound...]
      #expect(problems.contains("    \(reason.code): "), "\(language)")
    }
  }

  @Test("its routes, reasons and payloads stand beside the server's own")
  func description() throws {
    let text = try InterfaceDescription(of: [AirtimeShop()]).text
    for route in Route.ofAirtime { #expect(text.contains("\n  \(route.path):\n")) }
    for reason in Reason.all + Reason.ofAirtime {
      #expect(text.contains("\n        - \(reason.code)\n"))
    }
    // What the server's own has stays as it is.
    let lines = Set(text.split(separator: "\n"))
    let own = Set(try InterfaceDescription().text.split(separator: "\n"))
    #expect(own.subtracting(lines) == [])
    for section in ["paths:", "components:", "  schemas:", "  /biometric/auth/options:"] {
      #expect(text.matches(of: try Regex("(?m)^\(section)$")).count == 1, "\(section)")
    }
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Examples/Airtime/Sources/AirtimeServer/Page").standardizedFileURL

  private static func bytes(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: page.appending(path: file)))
  }

  private static func folder() throws -> [String] {
    let found = try FileManager.default.subpathsOfDirectory(atPath: page.path)
    let files = found.filter { $0.contains(".") }
    try #require(files.count > 5)
    return files
  }
}
