package import ArgumentParser
import CountersignHTTP
import ToolSupport

/// `countersign openapi`: the description of what a server answers over HTTP.
package struct OpenAPICommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Print the description of the HTTP interface.",
    discussion: """
      OpenAPI 3.1 in YAML: the server's own, with the parts of this program's modules.

      Example:
        countersign openapi > openapi.yaml
      """)

  package init() {}

  package func run() async throws {
    let text = try InterfaceDescription(of: ProgramModules.all).text
    Console.print(String(text.dropLast()))
  }
}
