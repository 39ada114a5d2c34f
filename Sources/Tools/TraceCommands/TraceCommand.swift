package import ArgumentParser
import CountersignClient
import ToolSupport
import WebAuthnModel

/// `countersign trace`: runs a diagram's scenario and prints its messages.
package struct TraceCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "run a scenario against a server in this process, and print its messages",
    discussion: """
      Names and branches: new-version (infeasible, not-configured, configured), generic,
      test-biometrics-otp and authorize-transaction-otp (wrong, right), test-biometrics-2fa,
      authorize-transaction-2fa. Without --branch it is the one in which all goes well.

      example: countersign trace new-version --branch not-configured
      """)

  @Argument(help: "The diagram's name.")
  var name: String

  @Option(help: "The way through it.")
  var branch: String?

  @Flag(help: "Print JSON in place of Mermaid.")
  var json = false

  package init() {}

  package func run() async throws {
    guard let diagram = TraceDiagram(rawValue: name) else {
      throw CommandFailure(
        .wrongUse, "no diagram is named \(name)",
        hint: "give one of \(TraceDiagram.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let known = diagram.branches
    guard let wanted = branch.map({ TraceDiagram.Branch(rawValue: $0) }) ?? known.last,
      known.contains(wanted)
    else {
      throw CommandFailure(
        .wrongUse, "\(name) has no branch \(branch ?? "")",
        hint: "give one of \(known.map(\.rawValue).joined(separator: ", "))")
    }
    let messages = try await TraceRun(diagram: diagram, branch: wanted).messages()
    let text = TraceText(diagram: diagram, messages: messages)
    Console.print(json ? String(decoding: text.json.serialized(), as: UTF8.self) : text.mermaid)
  }
}
