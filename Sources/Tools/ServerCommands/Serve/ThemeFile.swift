import CountersignCore
import CountersignPage
import Foundation
import ToolSupport

/// The file of `serve --theme FILE`: the page's name, logo and colours, YAML or JSON
/// (`docs/operate.md`).
struct ThemeFile {
  private var faults: [ScenarioFile.Fault] = []
  private var name = "Countersign"
  private var logo: PageLogo?
  private var colours: [String: [PageTheme.Use: PageColour]] = [:]
  /// The places of the colours that the file gives, by their paths.
  private var places: [String: FilePlace] = [:]
  /// The folder of the file, where the logo lies.
  private let folder: URL

  /// Reads a file, and writes all its faults to standard error.
  ///
  /// - Parameter path: The file.
  /// - Returns: The theme.
  /// - Throws: `CommandFailure` for a file that cannot be read or has faults.
  static func load(_ path: String) throws -> PageTheme {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(
        .wrongUse, "\(path) cannot be read",
        hint: "name a file that is there and may be read; docs/operate.md has an example")
    }
    let folder = URL(filePath: path).deletingLastPathComponent()
    switch read(Array(bytes), in: folder) {
    case .success(let theme): return theme
    case .failure(let faults):
      for fault in faults.faults { Console.note("\(path):\(fault)") }
      let count = faults.faults.count
      throw CommandFailure(
        .wrongUse, "\(path) has \(count == 1 ? "a fault" : "\(count) faults")",
        hint: "correct it; docs/operate.md lists the colours")
    }
  }

  /// Reads the bytes of a file.
  static func read(_ bytes: [UInt8], in folder: URL) -> Result<PageTheme, ScenarioFile.Faults> {
    SourceText.read(bytes, most: 64 * 1024).flatMap { text in
      let (root, faults) = YAMLTree.read(text)
      var file = ThemeFile(folder: folder)
      file.faults = faults
      guard let root else {
        if faults.isEmpty {
          file.report(.start, .root, "the file is empty", "write a name, a logo or colours")
        }
        return .failure(ScenarioFile.Faults(file.faults))
      }
      file.readRoot(root)
      guard file.faults.isEmpty else { return .failure(ScenarioFile.Faults(file.faults)) }
      return file.theme()
    }
  }

  private init(folder: URL) { self.folder = folder }

  private func theme() -> Result<PageTheme, ScenarioFile.Faults> {
    let (light, dark) = (colours["light"] ?? [:], colours["dark"] ?? [:])
    let faint = PageTheme.faults(light: light, dark: dark)
    guard faint.isEmpty else {
      return .failure(
        ScenarioFile.Faults(
          faint.map { fault in
            let back = places["\(fault.scheme).\(fault.back.rawValue)"]
            return ScenarioFile.Fault(
              place: places[fault.field] ?? back ?? .start,
              path: FieldPath.root.member(fault.scheme).member(fault.front.rawValue),
              problem: fault.problem, remedy: fault.remedy)
          }))
    }
    do throws(ServerMisuse) {
      return .success(try PageTheme(name: name, logo: logo, light: light, dark: dark))
    } catch {
      return .failure(
        ScenarioFile.Faults([
          ScenarioFile.Fault(
            place: .start, path: .root, problem: error.description, remedy: "correct it")
        ]))
    }
  }

  private mutating func readRoot(_ root: PlacedValue) {
    for member in members(of: root, at: .root) {
      let path = FieldPath.root.member(member.name)
      switch member.name {
      case "name": readName(member.value, path)
      case "logo": readLogo(member.value, path)
      case "light", "dark": readColours(member, path)
      default:
        report(
          member.place, path, "is no field of a theme", "write name, logo, light or dark")
      }
    }
  }

  private mutating func readName(_ value: PlacedValue, _ path: FieldPath) {
    guard case .text(let text, _) = value.content, PageTheme.isName(text) else {
      return report(
        value.place, path, "is no name", "write 1 to 60 characters, none of them a control")
    }
    name = text
  }

  private mutating func readLogo(_ value: PlacedValue, _ path: FieldPath) {
    guard case .text(let text, _) = value.content else {
      return report(value.place, path, "is no file's name", "write it as in logo.svg")
    }
    let file = URL(filePath: text, relativeTo: folder).path
    guard let content = FileManager.default.contents(atPath: file) else {
      return report(
        value.place, path, "names \(text), which cannot be read", "put it beside the theme")
    }
    logo = try? PageLogo(Array(content))
    if logo == nil {
      report(value.place, path, "is no logo", "give an SVG or PNG file of at most 256 KiB")
    }
  }

  private mutating func readColours(_ scheme: PlacedMember, _ path: FieldPath) {
    for member in members(of: scheme.value, at: path) {
      let inner = path.member(member.name)
      guard let use = PageTheme.Use(rawValue: member.name) else {
        let names = PageTheme.Use.allCases.map(\.rawValue).joined(separator: ", ")
        report(member.place, inner, "is no colour of the page", "write one of \(names)")
        continue
      }
      guard case .text(let text, _) = member.value.content, let colour = try? PageColour(text)
      else {
        report(
          member.value.place, inner, "is no colour", "write it in quotes, as in \"#0a6b4c\"")
        continue
      }
      colours[scheme.name, default: [:]][use] = colour
      places[inner.description] = member.value.place
    }
  }

  private mutating func members(of value: PlacedValue, at path: FieldPath) -> [PlacedMember] {
    switch value.content {
    case .members(let members): return members
    case .refused: return []
    case .text, .list:
      report(value.place, path, "is no object", "write names with values, one a line")
      return []
    }
  }

  private mutating func report(
    _ place: FilePlace, _ path: FieldPath, _ problem: String, _ remedy: String
  ) {
    faults.append(
      ScenarioFile.Fault(place: place, path: path, problem: problem, remedy: remedy))
  }
}
