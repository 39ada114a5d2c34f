import Foundation
import Testing

/// The modules of the web page by their path under it, each with the modules that it imports.
struct PageModules {
  let imports: [String: [String]]
  /// The folders of what modules of the server add to the page.
  let added: Set<String>

  init(imports: [String: [String]], added: Set<String> = []) {
    self.imports = imports
    self.added = added
  }

  /// Reads every module of the page, and those that the server's modules add to it.
  init() throws {
    var imports: [String: [String]] = [:]
    var added: Set<String> = []
    for (path, file) in try Self.files() {
      imports[path] = Self.imports(in: try Repository.text(file), at: path)
      let folder = path.split(separator: "/").first.map(String.init) ?? ""
      if !file.contains("/CountersignPage/") { added.insert(folder) }
    }
    try #require(imports.count > 40)
    try #require(added == ["demo", "airtime"])
    self.init(imports: imports, added: added)
  }

  /// The scripts in folders with the name `Page`, wherever under `Sources` and in the shop: the
  /// path under the page, and the file.
  static func files() throws -> [(path: String, file: String)] {
    try ["Sources", "Examples/Airtime/Sources"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Repository.root.appendingPathComponent(folder).path
      )
      .filter { $0.hasSuffix(".js") }
      .compactMap { file in
        file.firstRange(of: "/Page/").map { (String(file[$0.upperBound...]), "\(folder)/\(file)") }
      }
    }
  }

  /// The modules that a text imports, also where a statement is written over several lines.
  static func imports(in text: String, at path: String) -> [String] {
    let statement = /(?m)^(?:import|export)\s*(?:(?:\{[^}]*\}|\*[\s\w]*|\w+)\s*from\s*)?"([^"]+)"/
    let dynamic = /\bimport\(\s*"([^"]+)"\s*\)/
    let comments = /\/\*(?s:.*?)\*\/|(?m:^\s*\/\/[^\n]*)/
    let code = text.replacing(comments, with: "")
    return (code.matches(of: statement).map(\.1) + code.matches(of: dynamic).map(\.1))
      .map { resolve(String($0), from: path) }
  }

  private static func resolve(_ target: String, from path: String) -> String {
    var parts = path.split(separator: "/").dropLast().map(String.init)
    for part in target.split(separator: "/").map(String.init) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// The modules of one circle of imports, if there is any.
  var cycle: [String]? {
    var finished: Set<String> = []
    func visit(_ module: String, _ path: [String]) -> [String]? {
      if let start = path.firstIndex(of: module) { return path[start...] + [module] }
      guard !finished.contains(module) else { return nil }
      for next in imports[module, default: []].sorted() {
        if let cycle = visit(next, path + [module]) { return cycle }
      }
      finished.insert(module)
      return nil
    }
    for module in imports.keys.sorted() {
      if let cycle = visit(module, []) { return cycle }
    }
    return nil
  }

  /// Imports of a screen by anything but the table of screens beside its folder.
  var importsOfScreens: [String] {
    imports.keys.sorted().flatMap { module in
      imports[module, default: []]
        .filter { $0.table.map { $0 != module } ?? false }
        .map { "\(module) imports \($0)" }
    }
  }

  /// Imports of what the page does not offer, by what modules of the server add to it; and imports
  /// of what they add by the page.
  var importsAcross: [String] {
    imports.keys.sorted().flatMap { module in
      imports[module, default: []]
        .filter { $0.owner(added) != module.owner(added) && $0 != "page.js" }
        .map { "\(module) imports \($0)" }
    }
  }

  /// Imports of what is not there.
  var missing: [String] {
    imports.keys.sorted().flatMap { module in
      imports[module, default: []].filter { imports[$0] == nil }
        .map { "\(module) imports \($0)" }
    }
  }

  /// Folders with more modules than one reads at a time.
  func crowded(above limit: Int) -> [String] {
    let folders = Dictionary(grouping: imports.keys) {
      $0.split(separator: "/").dropLast().joined(separator: "/")
    }
    return folders.filter { $0.value.count > limit }.keys.sorted()
  }
}

extension String {
  /// For a screen, the table of screens that may import it.
  fileprivate var table: String? {
    if hasPrefix("screens/") { return "screens.js" }
    return firstRange(of: "/screens/").map { self[..<$0.lowerBound] + "/screens.js" }
  }

  /// The folder of the module that adds it; empty for the page's own.
  fileprivate func owner(_ added: Set<String>) -> String {
    split(separator: "/").first.map(String.init).flatMap { added.contains($0) ? $0 : nil } ?? ""
  }
}

@Suite("Modules of the page")
struct PageModuleTests {
  @Test("no modules of the page import each other in a circle")
  func noCycles() throws {
    #expect(try PageModules().cycle == nil)
  }

  @Test("only the table of screens imports a screen: all others name where to go")
  func screensAreNamed() throws {
    let modules = try PageModules()
    #expect(modules.importsOfScreens == [])
    let tables = modules.imports.filter { ($0.key).split(separator: "/").last == "screens.js" }
    #expect(tables.count == 2)
    let screens = modules.imports.keys.filter { $0.table != nil }
    #expect(Set(tables.values.joined()) == Set(screens))
  }

  @Test("what a module of the server adds imports its own files and what the page offers it")
  func offered() throws {
    #expect(try PageModules().importsAcross == [])
  }

  @Test("every import of the page names a module that is there")
  func importsResolve() throws {
    #expect(try PageModules().missing == [])
  }

  @Test("a folder of the page holds at most 15 modules")
  func folders() throws {
    #expect(try PageModules().crowded(above: 15) == [])
  }

  @Test("every destination that is named is in the table of screens, and every one is named")
  func destinations() throws {
    var named: Set<String> = ["home", "security"]
    var table: [String] = []
    for (path, file) in try PageModules.files() {
      let text = try Repository.text(file)
      if path.split(separator: "/").last == "screens.js" {
        table += text.matches(of: /(?m)^  (\w+): \(/).map { String($0.1) }
      } else if path != "core/navigator.js" {
        named.formUnion(text.matches(of: /\bto: "(\w+)"/).map { String($0.1) })
      }
      for places in text.matches(of: /(?m)^  places: \[([^\]]*)\]/) {
        named.formUnion(places.1.matches(of: /\w+/).map { String($0.output) })
      }
    }
    #expect(Set(table) == named)
    #expect(Set(table).count == table.count)
  }

  @Test("the check finds a planted circle, a planted import of a screen, and a missing module")
  func checkFindsPlantedImports() {
    let text = """
      /** @param {import("./missing.js").Kind} kind is a comment */
      import { first } from "../core/first.js";
      import {
        second, third,
      } from "./second.js";
      // import { fourth } from "./fourth.js";
      const later = () => import("../parts/later.js");
      export { fifth } from "./fifth.js";
      """
    let imports = PageModules.imports(in: text, at: "screens/one.js")
    #expect(
      Set(imports) == [
        "core/first.js", "screens/second.js", "parts/later.js", "screens/fifth.js",
      ])
    let planted = PageModules(imports: [
      "screens.js": ["screens/one.js"],
      "screens/one.js": ["core/first.js"],
      "core/first.js": ["parts/later.js"],
      "parts/later.js": ["screens/one.js", "parts/gone.js"],
    ])
    #expect(
      planted.cycle == [
        "core/first.js", "parts/later.js", "screens/one.js", "core/first.js",
      ])
    #expect(planted.importsOfScreens == ["parts/later.js imports screens/one.js"])
    let across = PageModules(
      imports: [
        "main.js": ["shop/main.js", "page.js"],
        "shop/main.js": ["page.js", "core/first.js", "shop/screens/one.js"],
      ], added: ["shop"])
    #expect(
      across.importsAcross == [
        "main.js imports shop/main.js", "shop/main.js imports core/first.js",
      ])
    #expect(across.importsOfScreens == ["shop/main.js imports shop/screens/one.js"])
    #expect(planted.missing == ["parts/later.js imports parts/gone.js"])
    #expect(planted.crowded(above: 1) == [])
    #expect(planted.crowded(above: 0) == ["", "core", "parts", "screens"])
  }
}
