import CountersignCore
import CountersignHTTP

/// The page with the parts of modules: its own files, theirs, and the document that loads them.
struct AssembledPage {
  /// The document at `/` and `/link`.
  let document: PageFile
  /// Every other file by its path under `page/`.
  let files: [String: PageFile]

  init(
    _ modules: [any Module], _ theme: PageTheme? = nil,
    lockSeconds: Int = PageResponder.lockSeconds
  ) {
    let parts = modules.pages.map(\.page)
    let lock = "name=\"countersign-lock-seconds\" content="
    let text = Self.document(loading: parts).replacing(
      "\(lock)\"\(PageResponder.lockSeconds)\"", with: "\(lock)\"\(lockSeconds)\"")
    document = PageFile("index.html", Array((theme?.applied(to: text) ?? text).utf8))
    // Two files of one path end the start, before anything is served.
    let own = PageFiles.all + parts.flatMap(\.files)
    files = Dictionary(((theme?.files ?? []) + own).map { ($0.path, $0) }) { first, _ in first }
  }

  /// The lines of modules stand before the page's own script: scripts run in this order.
  private static func document(loading parts: [ModulePage]) -> String {
    let lines = parts.flatMap { part in
      part.styleSheets.map { "<link rel=\"stylesheet\" href=\"page/\($0)\">\n    " }
        + ["<script type=\"module\" src=\"page/\(part.script)\"></script>\n    "]
    }
    let own = "<script type=\"module\" src=\"page/main.js\"></script>"
    return PageFiles.document.replacing(own, with: lines.joined() + own, maxReplacements: 1)
  }

  /// Refuses parts that name a file which is not there, and two files of one path.
  ///
  /// - Throws: `ServerMisuse.pageInvalid` and `ModuleClash`.
  static func verify(_ modules: [any Module]) throws {
    var taken = Set(PageFiles.all.map(\.path) + ["deployment.json"])
    for module in modules.pages {
      let page = module.page
      for file in page.files {
        guard file.isPathPlain else { throw ServerMisuse.pageInvalid(module.name, file.path) }
        guard taken.insert(file.path).inserted else {
          throw ModuleClash(over: "the file page/\(file.path)")
        }
      }
      let paths = Set(page.files.map(\.path))
      for path in [page.script] + page.styleSheets where !paths.contains(path) {
        throw ServerMisuse.pageInvalid(module.name, path)
      }
    }
  }
}

extension PageTheme {
  /// The files that take the place of the page's own.
  fileprivate var files: [PageFile] {
    let sheet = PageFile("theme.css", Array(styleSheet.utf8))
    guard let logo else { return [sheet] }
    return [sheet, PageFile(logo.isPNG ? Self.markOfPNG : Self.mark, logo.bytes)]
  }

  /// A document with the name, the logo and the colour of the browser's frame.
  fileprivate func applied(to document: String) -> String {
    var text = document.replacing(">Countersign<", with: ">\(name.escapedForHTML)<")
      .replacing("content=\"Countersign\"", with: "content=\"\(name.escapedForHTML)\"")
    for (isDark, scheme) in [(false, "light"), (true, "dark")] {
      guard let ground = ground(isDark: isDark) else { continue }
      let head = "media=\"(prefers-color-scheme: \(scheme))\" content=\""
      guard let start = text.firstRange(of: head)?.upperBound else { continue }
      text.replaceSubrange(start..<text.index(start, offsetBy: 7), with: ground.description)
    }
    guard logo?.isPNG == true else { return text }
    return text.replacing("page/\(Self.mark)", with: "page/\(Self.markOfPNG)")
      .replacing("type=\"image/svg+xml\"", with: "type=\"image/png\"")
  }

  private static let mark = "icons/mark.svg"
  private static let markOfPNG = "icons/mark.png"
}

extension [any Module] {
  /// Those with a part of the page.
  fileprivate var pages: [any PagedModule] { compactMap { $0 as? any PagedModule } }
}

extension ServerMisuse {
  /// A module's part of the page has a path that no document may name, or names a file that it does
  /// not have.
  static func pageInvalid(_ module: String, _ path: String) -> ServerMisuse {
    ServerMisuse(
      code: "page_invalid",
      description: """
        the page of the module \(module) names \(path): give it a file of that path, in ASCII \
        letters, digits, '-', '_' and '.'
        """)
  }
}
