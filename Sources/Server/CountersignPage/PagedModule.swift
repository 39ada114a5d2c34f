public import CountersignHTTP

/// A module with a part of the web page: screens of its own, for instance.
///
/// Its script imports `page.js`, which has what the page offers to modules, and calls `register`
/// with what it adds.
public protocol PagedModule: Module {
  /// Its part of the page.
  var page: ModulePage { get }
}

/// A module's part of the web page.
public struct ModulePage: Sendable {
  /// The path of the script that the page loads before it starts.
  public var script: String
  /// The paths of the style sheets that the page loads after its own.
  public var styleSheets: [String]
  /// All its files, those named above among them.
  public var files: [PageFile]

  /// A part of the page.
  ///
  /// - Parameters:
  ///   - script: The path of the script that the page loads.
  ///   - styleSheets: The paths of the style sheets that the page loads.
  ///   - files: All files.
  public init(script: String, styleSheets: [String] = [], files: [PageFile]) {
    self.script = script
    self.styleSheets = styleSheets
    self.files = files
  }
}

/// One file of the web page, held in memory.
///
/// The page's own names are its folders and files at the top; a module takes a folder with its own
/// name, so that `gates/main.js` imports `../page.js`.
public struct PageFile: Sendable {
  /// The path under `page/`: segments of ASCII letters, digits, `-`, `_` and `.`.
  public let path: String
  /// The value of `Content-Type`.
  public let mediaType: String
  /// The content.
  public let bytes: [UInt8]
  /// Changes with the content (RFC 9110, section 8.8.3).
  let entityTag: String

  /// A file.
  ///
  /// - Parameters:
  ///   - path: The path under `page/`, as in `gates/main.js`.
  ///   - bytes: The content, as `.embedInCode` of a package's resources gives it.
  ///   - mediaType: The value of `Content-Type`; nil for the one that the path's ending says (`js`,
  ///     `css`, `svg`, `html`, `png`, `woff2`).
  public init(_ path: String, _ bytes: [UInt8], mediaType: String? = nil) {
    self.path = path
    self.bytes = bytes
    self.mediaType = mediaType ?? Self.mediaType(of: path)
    entityTag = "\"\(String(Self.digest(bytes), radix: 16))-\(bytes.count)\""
  }

  private static func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "html": "text/html; charset=utf-8"
    case "png": "image/png"
    case "woff2": "font/woff2"
    default: "application/octet-stream"
    }
  }

  /// FNV-1a: it tells two versions of a file apart and guards nothing.
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// True if a document may name the path as it is, and a router find it.
  var isPathPlain: Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { segment in
      segment.first.map { $0 != "." } == true && segment.utf8.allSatisfy(Self.isPlain)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension [PageFile] {
  /// Files that a target in C takes into the program by `#embed`, which compiles at once however
  /// many they are.
  ///
  /// - Parameter files: A path and a content for each file, in turns, then a null pointer. All are
  ///   texts in UTF-8 and end with a zero byte.
  public init(embedded files: UnsafePointer<UnsafePointer<CChar>?>) {
    self.init()
    var next = files
    while let path = next[0], let content = next[1] {
      append(PageFile(String(cString: path), [UInt8](String(cString: content).utf8)))
      next += 2
    }
  }
}
