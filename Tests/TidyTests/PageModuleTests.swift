import Foundation
import Testing

/// The modules of the web page by their path in its folder, each with the modules that it imports.
private struct PageModules {
  let imports: [String: [String]]

  init(imports: [String: [String]]) {
    self.imports = imports
  }

  /// Reads every module of the page, wherever under `Sources` its folder is.
  init() throws {
    let sources = Repository.root.appendingPathComponent("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    let entry = try #require(files.first { $0.hasSuffix("/Page/main.js") })
    let folder = String(entry.dropLast("main.js".count))
    var imports: [String: [String]] = [:]
    for file in files where file.hasPrefix(folder) && file.hasSuffix(".js") {
      let path = String(file.dropFirst(folder.count))
      imports[path] = Self.imports(in: try Repository.text("Sources/" + file), at: path)
    }
    try #require(imports.count > 40)
    self.imports = imports
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

  /// Imports of a screen by anything but the table of screens.
  var importsOfScreens: [String] {
    imports.keys.sorted().filter { $0 != "screens.js" }.flatMap { module in
      imports[module, default: []].filter { $0.hasPrefix("screens/") }
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
    let table = Set(modules.imports["screens.js", default: []])
    let screens = modules.imports.keys.filter { $0.hasPrefix("screens/") }
    #expect(table == Set(screens))
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
    let sources = Repository.root.appendingPathComponent("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.contains("/Page/") && $0.hasSuffix(".js") }
    var named: Set<String> = ["home", "buy", "history", "security"]
    var table: Set<String> = []
    for file in files {
      let text = try Repository.text("Sources/" + file)
      if file.hasSuffix("/Page/screens.js") {
        table = Set(text.matches(of: /(?m)^  (\w+): \(/).map { String($0.1) })
      } else if !file.hasSuffix("/core/navigator.js") {
        named.formUnion(text.matches(of: /\bto: "(\w+)"/).map { String($0.1) })
      }
    }
    #expect(table == named)
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
    #expect(planted.missing == ["parts/later.js imports parts/gone.js"])
    #expect(planted.crowded(above: 1) == [])
    #expect(planted.crowded(above: 0) == ["", "core", "parts", "screens"])
  }
}
