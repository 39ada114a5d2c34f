package import ArgumentParser
import CountersignHTTP
import ToolSupport

/// `countersign openapi`: the description of a server's HTTP interface.
package struct OpenAPICommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "openapi", abstract: "Print the description of the HTTP interface.",
      discussion: """
        OpenAPI 3.1 in YAML: the server's own, with the parts of this program's modules.

        Example:
          countersign openapi > openapi.yaml
        """)
  }

  package init() {}

  package func run() async throws {
    let text = try InterfaceDescription(of: Modules.modules).text
    Console.print(String(text.dropLast()))
  }
}
