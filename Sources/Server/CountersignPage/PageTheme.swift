public import CountersignCore
import Foundation

/// A deployment's name, logo and colours on the page.
///
/// Every pair of colours that the page draws together is read by people: a theme in which one of
/// them is too faint (WCAG 2.2, 1.4.3 and 1.4.11) is refused.
///
/// ```swift
/// let theme = try PageTheme(
///   name: "Ikeja Bank",
///   light: [.accent: PageColour("#0a4f8c"), .accentStrong: PageColour("#083d6c")])
/// configuration.http.additions = [.page(theme: theme)]
/// ```
public struct PageTheme: Sendable {
  /// A colour of the page by its use; the raw value is its name in files and style sheets.
  public enum Use: String, Sendable, Hashable, CaseIterable {
    /// The page behind everything.
    case ground
    /// Cards, fields and dialogs.
    case surface
    /// Notices and buttons under the pointer.
    case sunken
    /// The line around a card, which carries no meaning.
    case line
    /// The line around a field or a button.
    case lineStrong = "line-strong"
    /// Text.
    case ink
    /// Text beside other text.
    case inkSoft = "ink-soft"
    /// The main button, links, and the line around what has the focus.
    case accent
    /// The main button under the pointer, and good news.
    case accentStrong = "accent-strong"
    /// Text on the main button.
    case onAccent = "on-accent"
    /// The ground of good news and of the current place.
    case accentWash = "accent-wash"
    /// The ground of a balance or of a number to pick.
    case slate
    /// Text on that ground.
    case onSlate = "on-slate"
    /// Text beside other text on that ground.
    case onSlateSoft = "on-slate-soft"
    /// Text about what went wrong.
    case problem
    /// The ground of what went wrong.
    case problemWash = "problem-wash"
    /// Text about what waits.
    case wait
    /// The ground of what waits.
    case waitWash = "wait-wash"
    /// Text about what stays on the device.
    case local
    /// The ground of what stays on the device.
    case localWash = "local-wash"
  }

  /// A pair of colours that is too faint.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The scheme, `light` or `dark`.
    public let scheme: String
    /// The colour in front.
    public let front: Use
    /// The colour behind it.
    public let back: Use
    /// The contrast of the two, from 1 to 21.
    public let ratio: Double
    /// The contrast that they need.
    public let needed: Double

    /// The path of the field in a file.
    public var field: String { "\(scheme).\(front.rawValue)" }

    /// The problem, as in "has a contrast of 2.13:1 on light.surface, and text needs 4.5:1".
    public var problem: String {
      let kind = needed < PageTheme.textContrast ? "a control's line" : "text"
      return "has a contrast of \(Self.rounded(ratio)):1 on \(scheme).\(back.rawValue), "
        + "and \(kind) needs \(Self.rounded(needed)):1"
    }

    /// The next step.
    public var remedy: String {
      "make one of the two darker or lighter, away from the other"
    }

    /// The field, the problem and the next step.
    public var description: String { "\(field) \(problem); \(remedy)" }

    /// Rounded down, so that 4.49 never reads as 4.5.
    private static func rounded(_ ratio: Double) -> String {
      let hundredths = Int(ratio * 100)
      let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
      if rest % 10 == 0 { return rest == 0 ? "\(whole)" : "\(whole).\(rest / 10)" }
      return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
  }

  /// The name beside the logo and in the window's title.
  public let name: String
  /// The logo, a square or wider; nil for the page's own.
  let logo: PageLogo?
  private let light: [Use: PageColour]
  private let dark: [Use: PageColour]

  /// A theme whose colours can be read.
  ///
  /// - Parameters:
  ///   - name: The name beside the logo, 1 to 60 characters.
  ///   - logo: The logo; nil for the page's own.
  ///   - light: The colours on a light screen that are not the page's own.
  ///   - dark: The colours on a dark screen that are not the page's own.
  /// - Throws: `ServerMisuse.themeInvalid` with every fault.
  public init(
    name: String = "Countersign", logo: PageLogo? = nil, light: [Use: PageColour] = [:],
    dark: [Use: PageColour] = [:]
  ) throws(ServerMisuse) {
    guard Self.isName(name) else {
      throw .themeInvalid("the name has 1 to 60 characters, and no control characters")
    }
    let faults = Self.faults(light: light, dark: dark)
    guard faults.isEmpty else {
      throw .themeInvalid(faults.map(\.description).joined(separator: "\n"))
    }
    (self.name, self.logo, self.light, self.dark) = (name, logo, light, dark)
  }

  /// Tells a text that can be the name.
  package static func isName(_ text: String) -> Bool {
    let isPrinted = text.unicodeScalars.allSatisfy { scalar in
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
    }
    return isPrinted && (1...60).contains(text.count) && text.contains { !$0.isWhitespace }
  }

  /// The pairs of a theme that are too faint, with the page's own colours where it has none.
  public static func faults(light: [Use: PageColour], dark: [Use: PageColour]) -> [Fault] {
    [("light", light, ownLight), ("dark", dark, ownDark)].flatMap { scheme, given, own in
      let colours = own.merging(given) { _, given in given }
      return pairs.compactMap { pair -> Fault? in
        guard let front = colours[pair.front], let back = colours[pair.back] else { return nil }
        let ratio = front.contrast(with: back)
        return ratio < pair.needed
          ? Fault(
            scheme: scheme, front: pair.front, back: pair.back, ratio: ratio, needed: pair.needed)
          : nil
      }
    }
  }

  /// The style sheet with the colours that are not the page's own.
  var styleSheet: String {
    Self.rule(light, "") + "@media (prefers-color-scheme: dark) {\n" + Self.rule(dark, "  ") + "}\n"
  }

  /// The colour of a browser's own frame around the page.
  func ground(isDark: Bool) -> PageColour? {
    (isDark ? dark : light)[.ground]
  }

  /// A light colour holds on a dark screen too unless the dark ones come after it, so that these
  /// repeat the page's own.
  private static func rule(_ colours: [Use: PageColour], _ indent: String) -> String {
    let own = indent.isEmpty ? [:] : ownDark
    let lines = Use.allCases.compactMap { use in
      (colours[use] ?? own[use]).map { "\(indent)  --\(use.rawValue): \($0);\n" }
    }
    return "\(indent):root {\n\(lines.joined())\(indent)}\n"
  }
}

extension PageTheme {
  /// The contrast that text needs.
  static let textContrast = 4.5
  /// The contrast that a control's outline needs.
  static let partContrast = 3.0

  /// The colours that the page draws on each other.
  static let pairs: [(front: Use, back: Use, needed: Double)] =
    [
      (.ink, [.ground, .surface, .sunken, .accentWash, .waitWash, .problemWash]),
      (.inkSoft, [.ground, .surface, .sunken]),
      (.accent, [.ground, .surface, .sunken, .accentWash]),
      (.accentStrong, [.accentWash]), (.onAccent, [.accent, .accentStrong]),
      (.onSlate, [.slate]), (.onSlateSoft, [.slate]),
      (.problem, [.ground, .surface, .sunken, .problemWash]), (.surface, [.problem]),
      (.wait, [.ground, .surface, .waitWash]), (.local, [.localWash]),
    ].flatMap { front, backs in backs.map { (front, $0, textContrast) } }
    + [Use.ground, .surface, .sunken].map { (.lineStrong, $0, partContrast) }

  /// The page's own colours on a light screen, as `styles/tokens.css` has them.
  static let ownLight = palette(
    """
    ground f4f6f2 surface ffffff sunken eef1ec line d5dcd5 line-strong 7d8a83 ink 13211c \
    ink-soft 4b5a53 accent 0a6b4c accent-strong 07573d on-accent ffffff accent-wash e2f1ea \
    slate 0d3a2c on-slate f2fbf6 on-slate-soft b9d8cb problem a3241c problem-wash fcebe9 \
    wait 7a5200 wait-wash fbf1db local 4a3fa0 local-wash ecebfa
    """)
  /// The page's own colours on a dark screen.
  static let ownDark = palette(
    """
    ground 0c1311 surface 141d1a sunken 1b2622 line 2b3833 line-strong 7c8d85 ink e9f1ed \
    ink-soft a9b8b1 accent 5bd1a3 accent-strong 7fdfb9 on-accent 04231a accent-wash 16322a \
    slate 12392d on-slate effaf5 on-slate-soft b4d5c7 problem ff9d93 problem-wash 3a1a18 \
    wait f0c36a wait-wash 33280f local b9b2ff local-wash 25223f
    """)

  private static func palette(_ text: String) -> [Use: PageColour] {
    let words = text.split(separator: " ")
    var palette: [Use: PageColour] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      guard let use = Use(rawValue: String(words[index])) else { continue }
      palette[use] = PageColour(digits: words[index + 1])
    }
    return palette
  }
}

/// A colour of the page, without transparency.
public struct PageColour: Sendable, Hashable, CustomStringConvertible {
  /// Red, green and blue.
  private let channels: [UInt8]

  /// Reads a colour as style sheets write it: `#0a6b4c`.
  ///
  /// - Throws: `ServerMisuse.themeInvalid` for anything else.
  public init(_ text: String) throws(ServerMisuse) {
    guard text.first == "#", let colour = PageColour(digits: text.dropFirst()) else {
      throw .themeInvalid("a colour is written as in \"#0a6b4c\"")
    }
    self = colour
  }

  fileprivate init?(digits: Substring) {
    let isHexadecimal = digits.utf8.count == 6 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    guard isHexadecimal, let value = UInt32(digits, radix: 16) else { return nil }
    channels = [16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// As style sheets write it.
  public var description: String {
    "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The contrast with another colour (WCAG 2.2, "contrast ratio"), from 1 to 21.
  public func contrast(with other: PageColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// WCAG 2.2, "relative luminance".
  private var luminance: Double {
    let linear = channels.map { channel -> Double in
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}

/// A logo of the page: an SVG or PNG file.
public struct PageLogo: Sendable {
  let bytes: [UInt8]
  /// Tells a PNG from an SVG.
  let isPNG: Bool

  /// Takes a file's content.
  ///
  /// - Parameter bytes: An SVG or PNG file of at most 256 KiB.
  /// - Throws: `ServerMisuse.themeInvalid` for anything else.
  public init(_ bytes: [UInt8]) throws(ServerMisuse) {
    isPNG = bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    let isSVG = String(decoding: bytes.prefix(4096), as: UTF8.self).contains("<svg")
    guard isPNG || isSVG, bytes.count <= 256 * 1024 else {
      throw .themeInvalid("a logo is an SVG or PNG file of at most 256 KiB")
    }
    self.bytes = bytes
  }
}

extension ServerMisuse {
  /// A theme that people cannot read, or that is none.
  static func themeInvalid(_ problem: String) -> ServerMisuse {
    ServerMisuse(code: "theme_invalid", description: "the page's theme: \(problem)")
  }
}
