import CountersignCore
public import CountersignHTTP
import HTTPTypes
import Hummingbird
import NIOCore
import WebAuthnModel
import WireModel

extension ServerAddition {
  /// The web page at `/` and `/link`, with its files under `/page`.
  ///
  /// - Parameter demoMailbox: Where a demo puts the codes that it sends, which the page shows; nil
  ///   where it is none.
  /// - Returns: What a server takes among its settings.
  public static func page(demoMailbox: String? = nil) -> ServerAddition {
    ServerAddition(PageResponder(demoMailbox: demoMailbox))
  }
}

/// Serves the web page: files that anybody may read, and what they are told of this deployment.
struct PageResponder: AddedRoutes {
  let demoMailbox: String?

  var paths: [String] {
    Self.documents.map(\.path) + [Self.deploymentPath, Self.filesPath + "**"]
  }

  /// Puts the page on a router, with each link that leads to it.
  ///
  /// It stands outside the route table: a file is no operation.
  func add(to router: some RouterMethods, _ slot: ServiceSlot) {
    for document in Self.documents {
      router.get(RouterPath(document.path)) { request, _ in
        redirect(request, to: document) ?? serve(document, to: request)
      }
    }
    router.get(RouterPath(Self.deploymentPath)) { _, _ in
      let body = JSONValue.object(deployment(slot)).serialized()
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
    let files = Dictionary(uniqueKeysWithValues: PageFiles.all.map { ($0.path, $0) })
    router.get(RouterPath(Self.filesPath + "**")) { request, context in
      let name = context.parameters.getCatchAll().joined(separator: "/")
      guard let file = files[Self.filesPath + name] else { throw HTTPError(.notFound) }
      return serve(file, to: request)
    }
    for path in paths { router.refuse(allBut: [.get], at: path) }
  }

  /// The files that a browser shows in its window.
  private static let documents = PageFiles.all.filter { !$0.path.hasPrefix(filesPath) }

  /// Where the page asks what it cannot know.
  private static let deploymentPath = "/page/deployment.json"
  private static let filesPath = "/page/"

  /// What the page cannot know of the server: where a demo puts its codes, and the time (a device's
  /// own clock may be wrong, and the page counts down to a transaction's end).
  private func deployment(_ slot: ServiceSlot) -> JSONObject {
    var deployment: JSONObject = [
      "mailbox": demoMailbox.map(JSONValue.string) ?? .null
    ]
    deployment["time"] = slot.service.map { .string($0.reviews.time.rfc3339) }
    return deployment
  }

  /// The redirect to a document's own path; nil for a request that has this path.
  ///
  /// All addresses in a document are relative to it, and only a slash at the end of the path makes
  /// the difference. The location is relative, too: a prefix before this server's stays.
  private func redirect(_ request: Request, to document: PageFile) -> Response? {
    let path = request.uri.path
    let isFolder = document.path == "/"
    guard path.hasSuffix("/") != isFolder, let name = path.split(separator: "/").last else {
      return nil
    }
    let location = isFolder ? "./\(name)/" : "../\(name)"
    return Response(status: .temporaryRedirect, headers: [.location: location])
  }

  private func serve(_ file: PageFile, to request: Request) -> Response {
    var fields: HTTPFields = [
      .contentType: file.contentType, .eTag: file.entityTag,
      // Kept, but asked for again each time: files of two versions never run together.
      .cacheControl: "no-cache",
      .contentSecurityPolicy: Self.contentSecurityPolicy,
    ]
    for (name, value) in Self.isolation { fields[name] = value }
    guard request.headers[.ifNoneMatch] != file.entityTag else {
      return Response(status: .notModified, headers: fields)
    }
    return Response(
      status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }

  /// Nothing but this server's own files, no inline code, no markup made of text, no frame around.
  static let contentSecurityPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
    "img-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")

  private static let isolation: [(HTTPField.Name, String)] = [
    (.crossOriginOpenerPolicy, "same-origin"), (.crossOriginResourcePolicy, "same-origin"),
    (.referrerPolicy, "no-referrer"),
  ]
}

extension HTTPField.Name {
  /// Keeps other pages' windows apart from this page's.
  static let crossOriginOpenerPolicy = unchecked("Cross-Origin-Opener-Policy")
  /// Keeps other pages from loading a file.
  static let crossOriginResourcePolicy = unchecked("Cross-Origin-Resource-Policy")
  /// What another server is told of where a request came from.
  static let referrerPolicy = unchecked("Referrer-Policy")
}

/// One file of the web page, embedded in the binary.
struct PageFile: Sendable {
  /// The path at which it is served.
  let path: String
  let bytes: [UInt8]
  let contentType: String
  /// Changes with the content (RFC 9110, section 8.8.3).
  let entityTag: String

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    contentType = Self.contentType(of: path)
    entityTag = "\"\(String(Self.digest(bytes), radix: 16))-\(bytes.count)\""
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "text/html; charset=utf-8"
    }
  }

  /// FNV-1a: it tells two versions of a file apart and guards nothing.
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
