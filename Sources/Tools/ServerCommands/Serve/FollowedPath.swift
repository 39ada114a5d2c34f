import Foundation

/// A path as the system follows it: from part to part, and on from where each link points to.
struct FollowedPath {
  /// The places that it comes by, each without links and dots before its last part.
  private let places: [String]
  /// The place to which it leads; nothing need be there yet.
  let end: String

  init(_ path: String) {
    let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
    var rest = Self.parts(start + path)
    var (place, places, links) = ([String](), [String](), 0)
    while let part = rest.first {
      rest.removeFirst()
      if part == ".." {
        _ = place.popLast()
        continue
      }
      let next = Self.text(place + [part])
      places.append(next)
      // A ring of links leads nowhere, and is left as it stands.
      guard links < 40, let target = Self.target(of: next) else {
        place.append(part)
        continue
      }
      links += 1
      if target.hasPrefix("/") { place = [] }
      rest = Self.parts(target) + rest
    }
    (self.places, end) = (places, Self.text(place))
  }

  /// True if it leads to a folder, or comes by something in it.
  ///
  /// - Parameter folder: The folder, as a path leads to it.
  /// - Returns: True if it does.
  func passes(_ folder: String) -> Bool {
    let inside = folder.hasSuffix("/") ? folder : folder + "/"
    return end == folder || (places + [end]).contains { $0.hasPrefix(inside) }
  }

  /// True if a link is in the last place of a path, wherever it points to.
  static func isLink(_ path: String) -> Bool { target(of: path) != nil }

  private static func target(of path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  private static func text(_ parts: [String]) -> String { "/" + parts.joined(separator: "/") }
}
