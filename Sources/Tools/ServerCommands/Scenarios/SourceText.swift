/// The text of a file, in characters that have one meaning in every editor.
enum SourceText {
  typealias Fault = ScenarioFile.Fault

  /// The fault of a file in which nothing stands.
  static let empty = fault(.start, "is empty", "declare a scenario")

  /// Reads UTF-8, with or without a byte order mark.
  static func read(_ bytes: [UInt8], most: Int) -> Result<String, ScenarioFile.Faults> {
    guard bytes.count <= most else {
      return .failure(
        ScenarioFile.Faults([
          fault(.start, "has more than \(most / 1024) KiB", "declare less in it")
        ]))
    }
    let content = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(content.count)
    var parser = Unicode.UTF8.ForwardParser()
    var rest = content.makeIterator()
    reading: while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded): scalars.append(Unicode.UTF8.decode(encoded))
      case .emptyInput: break reading
      case .error:
        return .failure(
          ScenarioFile.Faults([
            fault(end(of: scalars), "is not UTF-8", "save the file in that encoding")
          ]))
      }
    }
    let faults = faults(of: scalars)
    guard faults.isEmpty else { return .failure(ScenarioFile.Faults(faults)) }
    return .success(String(String.UnicodeScalarView(scalars)))
  }

  private static func end(of scalars: [Unicode.Scalar]) -> FilePlace {
    var place = FilePlace.start
    for (index, scalar) in scalars.enumerated() {
      place.pass(scalar, before: index + 1 < scalars.count ? scalars[index + 1] : nil)
    }
    return place
  }

  private static func faults(of scalars: [Unicode.Scalar]) -> [Fault] {
    var faults: [Fault] = []
    var place = FilePlace.start
    for (index, scalar) in scalars.enumerated() {
      if isRefused(scalar) {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
        faults.append(fault(place, "holds the character U+\(padded)", "delete it"))
      }
      place.pass(scalar, before: index + 1 < scalars.count ? scalars[index + 1] : nil)
    }
    return faults
  }

  /// Tells controls, line separators that editors do not count as lines, and the last plane, which
  /// is for private use and which ``YAMLTree`` uses.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a, 0x0d: false
    case 0...0x1f, 0x7f...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: true
    default: scalar.value >= YAMLTree.ownScalars
    }
  }

  private static func fault(_ place: FilePlace, _ problem: String, _ remedy: String) -> Fault {
    Fault(place: place, path: .root, problem: "the file \(problem)", remedy: remedy)
  }
}
