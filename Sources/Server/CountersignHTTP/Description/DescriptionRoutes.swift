import CountersignCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import WebAuthnModel
import WireModel

/// Serves the description of the interface: `/openapi.yaml`, `/openapi.json`, and `/openapi`, a
/// page of it to read.
///
/// They stand outside the route table, as the web page does: anybody may read them, and they are no
/// operations.
struct DescriptionRoutes: Sendable {
  private let documents: ServedDescription

  /// The description of a server with these modules.
  init(_ modules: [any Module]) { documents = ServedDescription(modules) }

  /// The addresses, each with the form that it has.
  private static let forms: [(path: String, form: ServedDescription.Form)] = [
    ("/openapi.yaml", .yaml), ("/openapi.json", .json), (pagePath, .page),
    (styleSheetPath, .styleSheet),
  ]

  /// The page's address.
  static let pagePath = "/openapi"
  /// The style sheet's address, which the page of a lost way has, too.
  static let styleSheetPath = "/openapi.css"
  /// Every address.
  static let paths = forms.map(\.path)

  /// Puts them on a router.
  func add(to router: some RouterMethods) {
    for (path, form) in Self.forms {
      router.answer(at: path) { [documents] request, context in
        // The page's addresses are relative to its own, and a slash behind it would change them.
        if request.uri.path.hasSuffix("/") {
          return Response(status: .temporaryRedirect, headers: [.location: ".." + path])
        }
        do {
          return try documents.response(form)
        } catch {
          context.logger.error("no description was made", metadata: ["error": "\(error)"])
          return ProblemAnswer.answer(toFault: context.requestID) { _ in [:] }.response
        }
      }
      router.answerOthers(than: [.get], at: path)
    }
  }
}

/// The description in its forms, each made when it is first asked for.
private final class ServedDescription: Sendable {
  enum Form: Hashable {
    case yaml
    case json
    case page
    case styleSheet
  }

  private let modules: [any Module]
  private let made = Mutex<[Form: ByteBuffer]>([:])

  init(_ modules: [any Module]) { self.modules = modules }

  func response(_ form: Form) throws -> Response {
    let content = try made.withLock { made in
      if let content = made[form] { return content }
      let content = ByteBuffer(bytes: try bytes(of: form))
      made[form] = content
      return content
    }
    var fields = HTMLText.fields
    fields[.contentType] = Self.mediaType(of: form)
    return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: content))
  }

  private func bytes(of form: Form) throws -> [UInt8] {
    switch form {
    case .yaml: return Array(try InterfaceDescription(of: modules).text.utf8)
    case .json: return try InterfaceDescription(of: modules).json().serialized()
    case .page:
      return Array(DescriptionPage(of: try InterfaceDescription(of: modules).json()).html.utf8)
    case .styleSheet: return PackageResources.openapi_css
    }
  }

  private static func mediaType(of form: Form) -> String {
    switch form {
    // RFC 9512.
    case .yaml: "application/yaml"
    case .json: "application/json"
    case .page: HTMLText.mediaType
    case .styleSheet: "text/css; charset=utf-8"
    }
  }
}

/// Text within HTML that the server makes itself, and the fields that such a page has.
enum HTMLText {
  static let mediaType = "text/html; charset=utf-8"

  /// Nothing runs, and nothing but this server's own style sheet is loaded.
  static let fields: HTTPFields = [
    .contentSecurityPolicy: [
      "default-src 'none'", "style-src 'self'", "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'",
    ].joined(separator: "; "),
    .unchecked("Referrer-Policy"): "no-referrer",
  ]

  /// A text with its markup taken away.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// A whole document.
  ///
  /// - Parameters:
  ///   - title: The title, a text.
  ///   - styleSheet: The address of the style sheet.
  ///   - body: The content, in HTML.
  /// - Returns: The document.
  static func document(_ title: String, styleSheet: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escaped(title))</title>
    <link rel="stylesheet" href="\(escaped(styleSheet))">
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}
