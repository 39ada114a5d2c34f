import CountersignCore
import HTTPTypes
package import Hummingbird
import NIOCore
import WireModel

/// A path under the routes' prefix that nothing is served at.
///
/// A program gets a problem body, and a browser whose person lost their way a page with links.
package struct UnservedPath: Error {
  /// The path in front of the routes, as the request has it.
  let prefix: PathPrefix

  /// The unserved path of a request that a router took.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: The context of the request.
  ///   - path: The path at which the router took it, behind the prefix.
  package init(_ request: Request, _ context: some RequestContext, at path: String) {
    let own = path.split(separator: "/")
    let rest = own.last == "**" ? context.parameters.getCatchAll().count - 1 : 0
    prefix = PathPrefix(of: request.uri.path, droppingLast: own.count + rest)
  }

  init(prefix: PathPrefix) { self.prefix = prefix }

  /// The answer: 404, in the form that the request asks for.
  func response(to request: Request, _ settings: ServerSettings) -> Response {
    let prefix = settings.prefix ?? prefix
    var response =
      Self.isForPerson(request)
      ? page(under: prefix, settings)
      : ProblemAnswer.answer(
        to: Refusal(
          .notFound, "no such path; GET \(prefix)\(DescriptionRoutes.yamlPath) lists them")
      ).response
    response.headers[.vary] = "Accept"
    return response
  }

  /// Returns true if a browser asks for a page, and no program that would read a problem body.
  private static func isForPerson(_ request: Request) -> Bool {
    guard request.method == .get || request.method == .head else { return false }
    let ranges: [[String]] = request.headers[values: .accept]
      .flatMap { (field: String) in field.lowercased().split(separator: ",") }
      .map { range in
        range.split(separator: ";").map { String($0.filter { $0 != " " && $0 != "\t" }) }
      }
    let refused: Set<String> = ["q=0", "q=0.0", "q=0.00", "q=0.000"]
    return ranges.contains { $0.first == "text/html" && refused.isDisjoint(with: $0) }
      && !ranges.contains {
        $0.first == "application/json" || $0.first == "application/problem+json"
      }
  }

  private func page(under prefix: PathPrefix, _ settings: ServerSettings) -> Response {
    let prefix = "\(prefix)".escapedForHTML
    let hasPage = settings.additions.contains { $0.paths.contains("/") }
    let home = hasPage ? "<p><a href=\"\(prefix)/\">To the start page</a></p>\n" : ""
    let description = prefix + DescriptionRoutes.yamlPath
    let document = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Not found</title>
      </head>
      <body>
      <main>
      <h1>There is nothing at this address</h1>
      <p>The link may be old, or a letter of it may be missing.</p>
      \(home)<p><a href="\(description)">The interface for developers</a></p>
      </main>
      </body>
      </html>

      """
    var fields = Self.fields
    fields[.contentType] = "text/html; charset=utf-8"
    return Response(
      status: .notFound, headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(string: document)))
  }

  /// The fields of a text that the server makes itself: nothing in it runs, and it loads nothing.
  static let fields: HTTPFields = [
    .contentSecurityPolicy: [
      "default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; "),
    .unchecked("Referrer-Policy"): "no-referrer",
  ]
}

extension String {
  /// The text as HTML shows it, also within an attribute.
  package var escapedForHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
