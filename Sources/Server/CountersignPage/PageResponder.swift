import CountersignCore
public import CountersignHTTP
import HTTPTypes
import Hummingbird
import NIOCore
import WebAuthnModel
import WireModel

extension ServerAddition {
  /// The web page at `/`, `/link`, `/transaction` and `/stop`, with its files under `/page`.
  ///
  /// - Parameters:
  ///   - demoMailbox: Where a demo puts the codes that it sends, which the page shows; nil where it
  ///     is none.
  ///   - theme: The name, the logo and the colours; nil for the page's own.
  ///   - lockSeconds: Seconds without a touch after which the page shows nothing of the account
  ///     until a passkey opens it; from 1 to 3600.
  /// - Returns: What a server takes among its settings.
  public static func page(
    demoMailbox: String? = nil, theme: PageTheme? = nil, lockSeconds: Int = 180
  ) -> ServerAddition {
    ServerAddition(
      PageResponder(demoMailbox: demoMailbox, theme: theme, lockSeconds: lockSeconds))
  }
}

/// Serves the web page: files that anybody may read, and what they are told of this deployment.
struct PageResponder: AddedRoutes {
  let demoMailbox: String?
  let theme: PageTheme?
  let lockSeconds: Int

  /// The seconds without a touch after which the page locks, as its document has them.
  static let lockSeconds = 180

  var paths: [String] {
    Self.documentPaths + [Self.deploymentPath, Self.filesPath + "**"]
  }

  func verify(_ modules: [any Module]) throws {
    guard (1...3600).contains(lockSeconds) else { throw ServerMisuse.lockInvalid(lockSeconds) }
    try AssembledPage.verify(modules)
  }

  /// Puts the page on a router, with each link that leads to it and the parts of modules.
  ///
  /// It stands outside the route table: a file is no operation.
  func add(to router: some RouterMethods, _ slot: ServiceSlot, _ modules: [any Module]) {
    let page = AssembledPage(modules, theme, lockSeconds: lockSeconds)
    for path in Self.documentPaths {
      router.answer(at: path) { request, _ in
        redirect(request, to: path) ?? serve(page.document, to: request)
      }
    }
    router.answer(at: Self.deploymentPath) { _, _ in
      let body = JSONValue.object(deployment(slot)).serialized()
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
    router.answer(at: Self.filesPath + "**") { request, context in
      let name = context.parameters.getCatchAll().joined(separator: "/")
      guard let file = page.files[name] else {
        throw UnservedPath(request, context, at: Self.filesPath + "**")
      }
      return serve(file, to: request)
    }
    for path in paths { router.answerOthers(than: [.get], at: path) }
  }

  /// The document's paths: at the start, by the links that a browser opens where the app is not
  /// there, and by that of a notice, which stops what the notice tells of.
  private static let documentPaths =
    ["/"] + LinkPage.allCases.map { "/\($0.rawValue)" } + ["/stop"]

  /// The path of the facts that the page cannot know.
  private static let deploymentPath = "/page/deployment.json"
  private static let filesPath = "/page/"

  /// The facts that the page cannot know: where a demo puts its codes, the time (a device's own
  /// clock may be wrong, and the page counts down to a transaction's end), the amounts up to which
  /// a PIN or codes approve, and how long a new factor waits.
  private func deployment(_ slot: ServiceSlot) -> JSONObject {
    var deployment: JSONObject = [
      "mailbox": demoMailbox.map(JSONValue.string) ?? .null
    ]
    deployment["time"] = slot.service.map { .string($0.reviews.time.rfc3339) }
    deployment["lowValueLimits"] = slot.service.map { service in
      .array(
        service.actions.lowValueLimits.map { most in
          [
            "minorUnits": .integer(most.minorUnits), "currency": .string(most.currency),
            "exponent": .integer(Int64(most.exponent)),
          ]
        })
    }
    deployment["factorWaitSeconds"] = slot.service.map {
      .integer($0.actions.longestFactorWaitSeconds)
    }
    deployment["firstFactorWaits"] = slot.service.map { .bool($0.actions.firstFactorWaits) }
    return deployment
  }

  /// The redirect to a document's own path; nil for a request that has this path.
  ///
  /// All addresses in a document are relative to it, and only a slash at the end of the path makes
  /// the difference. The location is relative, too: a prefix before this server's stays.
  private func redirect(_ request: Request, to documentPath: String) -> Response? {
    let path = request.uri.path
    let isFolder = documentPath == "/"
    guard path.hasSuffix("/") != isFolder, let name = path.split(separator: "/").last else {
      return nil
    }
    let location = isFolder ? "./\(name)/" : "../\(name)"
    return Response(status: .temporaryRedirect, headers: [.location: location])
  }

  private func serve(_ file: PageFile, to request: Request) -> Response {
    var fields: HTTPFields = [
      .contentType: file.mediaType, .eTag: file.entityTag,
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

extension ServerMisuse {
  /// The page was to lock after a time that is none.
  static func lockInvalid(_ seconds: Int) -> ServerMisuse {
    ServerMisuse(
      code: "page_lock_invalid",
      description: "the page cannot lock after \(seconds) seconds: give it 1 to 3600")
  }
}

extension HTTPField.Name {
  /// Keeps other pages' windows apart from this page's.
  static let crossOriginOpenerPolicy = unchecked("Cross-Origin-Opener-Policy")
  /// Keeps other pages from loading a file.
  static let crossOriginResourcePolicy = unchecked("Cross-Origin-Resource-Policy")
  /// The header that tells another server the source of a request.
  static let referrerPolicy = unchecked("Referrer-Policy")
}
