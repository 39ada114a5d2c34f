import CountersignCore

/// The page with the parts of modules: its own files, theirs, and the document that loads them.
struct AssembledPage {
  /// The document at `/` and `/link`.
  let document: PageFile
  /// Every other file by its path under `page/`.
  let files: [String: PageFile]

  init(_ modules: [any Module]) {
    let parts = modules.pages.map(\.page)
    document = PageFile("index.html", Self.document(loading: parts))
    // Two files of one path end the start, before anything is served.
    files = Dictionary((PageFiles.all + parts.flatMap(\.files)).map { ($0.path, $0) }) {
      first, _ in first
    }
  }

  /// The lines of modules stand before the page's own script: scripts run in this order.
  private static func document(loading parts: [ModulePage]) -> [UInt8] {
    let lines = parts.flatMap { part in
      part.styleSheets.map { "<link rel=\"stylesheet\" href=\"page/\($0)\">\n    " }
        + ["<script type=\"module\" src=\"page/\(part.script)\"></script>\n    "]
    }
    let own = "<script type=\"module\" src=\"page/main.js\"></script>"
    let text = String(decoding: PackageResources.index_html, as: UTF8.self)
    return Array(text.replacing(own, with: lines.joined() + own, maxReplacements: 1).utf8)
  }

  /// Refuses parts that name a file which is not there, and two files of one path.
  ///
  /// - Throws: `ServerMisuse.pageInvalid` and `ModuleClash`.
  static func verify(_ modules: [any Module]) throws {
    var taken = Set(PageFiles.all.map(\.path) + ["deployment.json"])
    for module in modules.pages {
      for file in module.page.files {
        guard file.isPathPlain else { throw ServerMisuse.pageInvalid(module.name, file.path) }
        guard taken.insert(file.path).inserted else {
          throw ModuleClash(over: "the file page/\(file.path)")
        }
      }
      let paths = Set(module.page.files.map(\.path))
      for path in [module.page.script] + module.page.styleSheets where !paths.contains(path) {
        throw ServerMisuse.pageInvalid(module.name, path)
      }
    }
  }
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
