package import ArgumentParser
import CountersignHTTP
import ToolSupport

/// `countersign openapi`: the description of a server's HTTP interface.
package struct OpenAPICommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "openapi", abstract: "Print the description of the HTTP interface.",
      discussion: """
        OpenAPI 3.1 in YAML, or in JSON: the server's own, with the parts of this program's \
        modules. A running server has the same at /openapi.yaml and /openapi.json.

        Examples:
          countersign openapi > openapi.yaml
          countersign openapi --json > openapi.json
        """)
  }

  @Flag(help: "Print it as JSON.") var json = false

  package init() {}

  package func run() async throws {
    let description = try InterfaceDescription(of: Modules.modules)
    let text =
      json
      ? String(decoding: try description.json().serialized(), as: UTF8.self)
      : String(description.text.dropLast())
    Console.print(text)
  }
}
