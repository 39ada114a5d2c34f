import CountersignCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import WebAuthnModel
import WireModel

/// Serves the description of the interface: `/openapi.yaml` and `/openapi.json`.
///
/// They stand outside the route table, as the web page does: anybody may read them, and they are no
/// operations.
struct DescriptionRoutes: Sendable {
  private let documents: ServedDescription

  /// The description of a server with these modules.
  init(_ modules: [any Module]) { documents = ServedDescription(modules) }

  /// A form of the description, by its address.
  fileprivate enum Form: String, CaseIterable {
    case yaml = "/openapi.yaml"
    case json = "/openapi.json"

    // RFC 9512.
    var mediaType: String { self == .yaml ? "application/yaml" : "application/json" }
  }

  /// The address of the YAML, to which a lost way leads.
  static let yamlPath = Form.yaml.rawValue
  /// Every address.
  static let paths = Form.allCases.map(\.rawValue)

  /// Puts them on a router.
  func add(to router: some RouterMethods) {
    for form in Form.allCases {
      router.answer(at: form.rawValue) { [documents] _, context in
        do {
          return try documents.response(form)
        } catch {
          context.logger.error("no description was made", metadata: ["error": "\(error)"])
          return ProblemAnswer.answer(toFault: context.requestID) { _ in [:] }.response
        }
      }
      router.answerOthers(than: [.get], at: form.rawValue)
    }
  }
}

/// The description in its forms, each made when it is first asked for.
private final class ServedDescription: Sendable {
  typealias Form = DescriptionRoutes.Form

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
    var fields = UnservedPath.fields
    fields[.contentType] = form.mediaType
    return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: content))
  }

  private func bytes(of form: Form) throws -> [UInt8] {
    let description = try InterfaceDescription(of: modules)
    switch form {
    case .yaml: return Array(description.text.utf8)
    case .json: return try description.json().serialized()
    }
  }
}
