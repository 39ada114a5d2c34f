// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
import StandInPhone

/// A window.
@MainActor
public final class ASPresentationAnchor: NSObject {
  override public nonisolated init() {}
}

/// A request for a credential.
open class ASAuthorizationRequest: NSObject {}

/// A credential that was given.
public protocol ASAuthorizationCredential: NSObjectProtocol {}

/// The outcome of a controller.
open class ASAuthorization: NSObject {
  /// The credential.
  public let credential: any ASAuthorizationCredential

  init(_ credential: any ASAuthorizationCredential) { self.credential = credential }
}

/// Is told what became of a request.
@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  func authorizationController(
    controller: ASAuthorizationController,
    didCompleteWithAuthorization authorization: ASAuthorization)
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// Says over which window the system asks.
@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// Puts a request to the test's phone, which answers as it is scripted.
open class ASAuthorizationController: NSObject {
  private let requests: [ASAuthorizationRequest]
  private var isAsking = false
  /// Both are held by whoever asks.
  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  open weak var presentationContextProvider:
    (any ASAuthorizationControllerPresentationContextProviding)?

  /// A controller of requests.
  public init(authorizationRequests: [ASAuthorizationRequest]) {
    requests = authorizationRequests
  }

  /// What is preferred of the ways to answer.
  public struct RequestOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1 << 0)
  }

  /// Asks; the delegate is told later, on the main thread.
  open func performRequests() { performRequests(options: []) }

  /// The same, with what is preferred.
  open func performRequests(options: RequestOptions) {
    var request = (requests.first as? any NotedRequest)?.noted
    request?.isOfThisDevice = options.contains(.preferImmediatelyAvailableCredentials)
    let answer = Phone.current.with { phone -> PhoneState.PasskeyAnswer? in
      if let request { phone.passkeyRequests.append(request) }
      return phone.passkeyAnswers.isEmpty ? nil : phone.passkeyAnswers.removeFirst()
    }
    let asked = Asked(controller: self)
    Task { @MainActor in asked.tell(answer) }
  }

  /// Takes the prompt from the screen; the delegate is told as of a person who cancels.
  open func cancel() {
    let asked = Asked(controller: self)
    Task { @MainActor in
      if asked.controller.isAsking { asked.tell(nil) }
    }
  }

  /// The controller on its way to the main thread, where alone it is used from now on.
  private struct Asked: @unchecked Sendable {
    let controller: ASAuthorizationController

    @MainActor
    func tell(_ answer: PhoneState.PasskeyAnswer?) {
      if case .silent? = answer {
        controller.isAsking = true
        return
      }
      controller.isAsking = false
      // The system asks for its window before it asks the person.
      _ = controller.presentationContextProvider?.presentationAnchor(for: controller)
      switch answer {
      case nil, .silent?:
        controller.delegate?.authorizationController(
          controller: controller, didCompleteWithError: ASAuthorizationError(.canceled))
      case .refused(let code)?:
        let error = ASAuthorizationError(ASAuthorizationError.Code(rawValue: code) ?? .unknown)
        controller.delegate?.authorizationController(
          controller: controller, didCompleteWithError: error)
      case .made(let id, let clientData, let attestation)?:
        let credential = ASAuthorizationPlatformPublicKeyCredentialRegistration(
          id, clientData, attestation)
        controller.delegate?.authorizationController(
          controller: controller, didCompleteWithAuthorization: ASAuthorization(credential))
      case .signed(let id, let clientData, let data, let signature, let user)?:
        let credential = ASAuthorizationPlatformPublicKeyCredentialAssertion(
          id, clientData, data, signature, user)
        controller.delegate?.authorizationController(
          controller: controller, didCompleteWithAuthorization: ASAuthorization(credential))
      }
    }
  }
}

/// AuthenticationServices' errors, with the numbers of ASAuthorizationError.h.
public struct ASAuthorizationError: Error, CustomNSError {
  /// The codes, and one that a later system adds.
  public enum Code: Int, Sendable, CaseIterable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005
    case matchedExcludedCredential = 1006
    case addedLater = 1099
  }

  /// The code.
  public let code: Code

  /// An error.
  public init(_ code: Code) { self.code = code }

  /// The domain.
  public static var errorDomain: String { "com.apple.AuthenticationServices.AuthorizationError" }

  /// The number.
  public var errorCode: Int { code.rawValue }
}
