import CountersignCore
import HTTPTypes
public import Hummingbird
import NIOCore
import WebAuthnModel
public import WireModel

/// A native app that the server's domain names as its own.
///
/// Apple's systems and Android ask the domain before a link of it opens in an app, and before an
/// app may use the passkeys of it.
public struct AssociatedApp: Sendable, Hashable, CustomStringConvertible {
  /// The identity of an app, as its platform has it.
  enum Identity: Sendable, Hashable {
    /// The id of an app of Apple's: the team's prefix, a dot and the bundle's identifier.
    case apple(id: String)
    /// The package of an Android app, and the SHA-256 hash of the certificate that signs it.
    case android(package: String, certificate: [UInt8])
  }

  let identity: Identity
  /// The app as it was written.
  public let description: String

  /// Reads an app.
  ///
  /// - Parameter text: `9JA89QQLNQ.com.example.pay`, the id of an Apple app with its team's prefix;
  ///   or `com.example.pay=…`, an Android package with the certificate's hash as the app's origin
  ///   `android:apk-key-hash:…` has it.
  /// - Throws: `ServerMisuse.appInvalid` for anything else.
  public init(_ text: String) throws(ServerMisuse) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard Self.isName(parts[0]), parts[0].contains("."),
        let certificate = Base64URL.decode(String(parts[1])), certificate.count == 32
      else { throw .appInvalid(text) }
      identity = .android(package: String(parts[0]), certificate: certificate)
    } else {
      let named = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard named.count == 2, named[0].utf8.count == 10, named[0].utf8.allSatisfy(Self.isTeamByte),
        Self.isName(named[1])
      else { throw .appInvalid(text) }
      identity = .apple(id: text)
    }
    description = text
  }

  /// Tells if a text is words of letters, digits, `-` and `_`, with dots between them.
  private static func isName(_ text: Substring) -> Bool {
    text.utf8.count <= 255
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy { byte in
            isTeamByte(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
              || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          }
      }
  }

  private static func isTeamByte(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte.isASCIIDigit
  }
}

extension ServerMisuse {
  /// A text names no app.
  public static func appInvalid(_ text: String) -> ServerMisuse {
    ServerMisuse(
      code: "app_invalid",
      description: "\(text) names no app: write an Apple app as TEAMPREFIX.com.example.pay, with "
        + "the ten characters of its team, and an Android app as com.example.pay=HASH, with the "
        + "base64url SHA-256 hash of its certificate")
  }
}

/// The files by which a domain names its apps: `/.well-known/apple-app-site-association` and
/// `/.well-known/assetlinks.json`, each where there are apps of its platform.
///
/// Both are read at the root of the domain, over HTTPS. ``ServerAddition/apps(_:)`` serves them
/// with a server of its own; a host whose router has this server under a prefix puts them on its
/// root:
///
/// ```swift
/// countersign.addRoutes(to: router.group("auth"))
/// AppFiles([try AssociatedApp("9JA89QQLNQ.com.example.pay")], under: try PathPrefix("auth"))
///   .add(to: router)
/// ```
///
/// The form of the first is that of Apple's "Supporting associated domains", of the second that of
/// Google's Digital Asset Links.
public struct AppFiles: Sendable {
  private let files: [String: JSONValue]

  /// The files for some apps.
  ///
  /// - Parameters:
  ///   - apps: The apps.
  ///   - prefix: The path in front of the links that open in them: that of this server's routes.
  public init(_ apps: [AssociatedApp], under prefix: PathPrefix = .root) {
    var (appleIDs, statements): ([JSONValue], [JSONValue]) = ([], [])
    for app in apps {
      switch app.identity {
      case .apple(let id): appleIDs.append(.string(id))
      case .android(let package, let certificate):
        statements.append(Self.statement(of: package, certificate))
      }
    }
    var files: [String: JSONValue] = [:]
    if !appleIDs.isEmpty {
      let links = LinkPage.allCases.map { page in
        JSONValue.object(["/": .string("\(prefix)/\(page.rawValue)")])
      }
      files["/.well-known/apple-app-site-association"] = [
        "applinks": [
          "details": .array([["appIDs": .array(appleIDs), "components": .array(links)]])
        ],
        "webcredentials": ["apps": .array(appleIDs)],
      ]
    }
    if !statements.isEmpty { files["/.well-known/assetlinks.json"] = .array(statements) }
    self.files = files
  }

  /// Android is told of the whole domain; the app's manifest names the links.
  private static func statement(of package: String, _ certificate: [UInt8]) -> JSONValue {
    let digits = Array("0123456789ABCDEF")
    let fingerprint = certificate.map { byte in
      String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
    return [
      "relation": [
        "delegate_permission/common.handle_all_urls",
        "delegate_permission/common.get_login_creds",
      ],
      "target": [
        "namespace": "android_app", "package_name": .string(package),
        "sha256_cert_fingerprints": [.string(fingerprint.joined(separator: ":"))],
      ],
    ]
  }

  /// Puts the files on a router, which serves the root of the domain.
  public func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    for (path, file) in files {
      let body = ByteBuffer(bytes: file.serialized())
      router.answer(at: path) { _, _ in
        Response(
          status: .ok,
          headers: [.contentType: "application/json", .cacheControl: "max-age=3600"],
          body: ResponseBody(byteBuffer: body))
      }
      router.answerOthers(than: [.get], at: path)
    }
  }
}

extension AppFiles: AddedRoutes {
  package var paths: [String] { files.keys.sorted() }

  package func verify(_ modules: [any Module]) throws {}

  package func add(
    to router: some RouterMethods, _ slot: ServiceSlot, _ modules: [any Module]
  ) { add(to: router) }
}

extension ServerAddition {
  /// The ``AppFiles`` of a server that serves the root of its domain.
  ///
  /// - Parameter apps: The apps that the domain names as its own.
  /// - Returns: What a server takes among its settings.
  public static func apps(_ apps: [AssociatedApp]) -> ServerAddition {
    ServerAddition(AppFiles(apps))
  }
}
