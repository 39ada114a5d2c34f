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

  @Test("no form of it may load or run anything, and there is no page of it")
  func noPage() async throws {
    for target in ["/openapi.yaml", "/openapi.json"] {
      let policy = try await Self.get(target).field("Content-Security-Policy") ?? ""
      #expect(policy.hasPrefix("default-src 'none';"))
    }
    #expect(try await Self.get("/openapi", accept: "text/html").status == 404)
  }

  @Test("a browser that lost its way gets a page with links, and a program a problem")
  func lost() async throws {
    for accept in ["text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"] {
      let response = try await Self.get("/nowhere", accept: accept)
      #expect(response.status == 404)
      #expect(response.field("Content-Type") == "text/html; charset=utf-8")
      #expect(response.field("Vary") == "Accept")
      let html = String(decoding: response.body, as: UTF8.self)
      #expect(html.contains("href=\"/openapi.yaml\""))
      // Nothing runs, and nothing comes from elsewhere.
      #expect(!html.contains("<script") && !html.contains("style=") && !html.contains("src="))
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
