import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The served description of the interface")
struct DescriptionRouteTests {
  private static func get(
    _ target: String, accept: String? = nil, method: String = "GET"
  ) async throws -> RawResponse {
    let server = try await ServerHarness()
    return try await server.transport.send(
      RawRequest(
        method: method, target: target,
        fields: accept.map { [(name: "Accept", value: $0)] } ?? []))
  }

  @Test("it is served as the program prints it, and the same as JSON")
  func yamlAndJSON() async throws {
    let description = try InterfaceDescription()
    let yaml = try await Self.get("/openapi.yaml")
    #expect(yaml.status == 200)
    #expect(yaml.field("Content-Type") == "application/yaml")
    #expect(yaml.body == Array(description.text.utf8))
    let json = try await Self.get("/openapi.json")
    #expect(json.status == 200)
    #expect(json.field("Content-Type") == "application/json")
    let limits = JSONLimits(maximumDepth: 64)
    let read = try JSONValue(parsing: json.body, limits: limits)
    #expect(read == (try description.json()))
  }

  @Test("the page shows every operation, and each of its links leads somewhere")
  func page() async throws {
    let response = try await Self.get("/openapi")
    #expect(response.status == 200)
    #expect(response.field("Content-Type") == "text/html; charset=utf-8")
    let policy = response.field("Content-Security-Policy") ?? ""
    #expect(policy.hasPrefix("default-src 'none'; style-src 'self';"))
    let html = String(decoding: response.body, as: UTF8.self)
    #expect(!html.contains("<script") && !html.contains("style="))
    // Nothing comes from elsewhere; addresses in examples are text.
    #expect(!html.contains("src=") && !html.contains("href=\"http") && !html.contains("url("))
    for route in Route.all {
      #expect(html.contains("<code>\(route.methodName) \(route.path)</code>"))
    }
    for reason in Reason.all { #expect(html.contains("id=\"reason-\(reason)\"")) }
    let ids = html.matches(of: /id="([^"]+)"/).map { String($0.1) }
    #expect(ids.count == Set(ids).count)
    let targets = Set(html.matches(of: /href="#([^"]+)"/).map { String($0.1) })
    #expect(targets.count > 100)
    #expect(targets.subtracting(ids) == [])
    let files = Set(html.matches(of: /href="([^#"][^"]*)"/).map { String($0.1) })
    #expect(files == ["openapi.css", "openapi.yaml", "openapi.json"])
    for file in files { #expect(try await Self.get("/" + file).status == 200) }
  }

  @Test("a text of a description is never markup of the page")
  func escapes() async throws {
    let server = try await ServerHarness(modules: [Scribbler()])
    let response = try await server.transport.send(
      RawRequest(method: "GET", target: "/openapi"))
    let html = String(decoding: response.body, as: UTF8.self)
    #expect(!html.contains("<img"))
    #expect(html.contains("&lt;img src=x&gt;"))
    #expect(html.contains("&quot;a\\&quot;"))
  }

  @Test("a browser that lost its way gets a page with links, and a program a problem")
  func lost() async throws {
    for accept in ["text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"] {
      let response = try await Self.get("/nowhere", accept: accept)
      #expect(response.status == 404)
      #expect(response.field("Content-Type") == "text/html; charset=utf-8")
      #expect(response.field("Vary") == "Accept")
      let html = String(decoding: response.body, as: UTF8.self)
      #expect(html.contains("href=\"/openapi\"") && !html.contains("<script"))
      let head = try await Self.get("/nowhere", accept: accept, method: "HEAD")
      #expect(head.status == 404 && head.body == [])
    }
    for accept in [
      nil, "*/*", "application/json", "text/html, application/problem+json", "text/html;q=0",
    ] {
      let response = try await Self.get("/nowhere", accept: accept)
      #expect(response.field("Content-Type") == "application/problem+json")
      #expect(try problem(response).detail == "no such path; GET /openapi.yaml lists them")
    }
    let posted = try await Self.get("/nowhere", accept: "text/html", method: "POST")
    #expect(try problem(posted).reason == .notFound)
  }
}

/// A module whose part of the description has the characters of markup.
private struct Scribbler: RoutedModule {
  let name = "scribbler"
  let schema = Schema(owner: "scribbler", steps: [])
  let scenarios: [ScenarioPolicy] = []
  let routes: [RouteHandler] = []
  let interface = #"""
    components:
      schemas:
        Scribble:
          description: "See <img src=x> & `<b>`."
          type: object
          properties:
            text: { type: string, pattern: "\"a\\\"" }
    """#

  func parts(on ground: ModuleGround) -> any ModuleParts { NoParts() }
}
