import ArgumentParser
import ToolSupport
import TraceTesting
import WebAuthnModel

/// The start of `countersign-trace`.
@main
enum TraceProgram {
  static func main() { EntryPoint<TraceCommand>.main() }
}

/// `countersign-trace`: runs a diagram's scenario and prints its messages.
struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "countersign-trace",
    abstract: "print an approval message by message, as a sequence diagram",
    discussion: """
      Runs one approval in this process, of an app and a server that are made for it and gone \
      after it, and records who sent what to whom: person, screen, context, module, server. The \
      output is Mermaid: put it into a Markdown file, or into https://mermaid.live, to see it drawn.

      new-version: an approval by biometrics. Its branches: infeasible (the phone has none), \
      not-configured (a key is made on the way), configured (the key is there)

      generic: how a module asks for a factor and passes it on

      test-biometrics-otp, test-biometrics-2fa: a proof by codes that approves nothing, with a \
      texted code or with that of an authenticator app

      authorize-transaction-otp, authorize-transaction-2fa: the same for a payment of a host

      Those that end with otp have the branches wrong (a mistyped code first) and right. Without \
      --branch it is the one in which all goes well.

      example: countersign-trace new-version --branch not-configured
      """)

  @Argument(help: "What is traced, as new-version.")
  var name: String

  @Option(help: "The way that it goes, as not-configured.")
  var branch: String?

  @Flag(help: "Print JSON in place of Mermaid.")
  var json = false

  func run() async throws {
    guard let diagram = TraceDiagram(rawValue: name) else {
      throw CommandFailure(
        .wrongUse, "no diagram is named \(name)",
        hint: JSONNearestName.nearest(to: name, among: TraceDiagram.allCases.map(\.rawValue))
          .map { "did you mean \($0)?" }
          ?? "give one of \(TraceDiagram.allCases.map(\.rawValue).joined(separator: ", "))")
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
